// SPDX-License-Identifier: Apache-2.0
#include "data_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "set_flags.hpp"

namespace smallscope::coverage {

namespace {

constexpr std::uint64_t most_data_offset = 1 << 20;
constexpr std::uint64_t most_padding = 1 << 20;  ///< bytes of the section that are no flags
constexpr std::size_t piece_size = 1 << 18;
constexpr std::size_t block_size = sizeof(std::uint64_t);  ///< of a block in the table

/// A text that ends within its field.
template <std::size_t size>
std::string text(const char (&field)[size]) {
  return std::string(field, strnlen(field, size));
}

void require(bool holds, std::string_view what) {
  if (!holds) throw DataFileError(std::string(what));
}

DataKind kind_of(const std::filesystem::path& file) {
  const std::filesystem::path suffix = file.extension();
  if (suffix == SMALLSCOPE_COVERAGE_FLAGS) return DataKind::flags;
  if (suffix == SMALLSCOPE_COVERAGE_RETURNS) return DataKind::returns;
  require(suffix == SMALLSCOPE_COVERAGE_CODE, "it is no data of coverage");
  return DataKind::code;
}

}  // namespace

DataFile::DataFile(std::filesystem::path path) : path_(std::move(path)), kind_(kind_of(path_)) {
  file_ = open(path_.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (file_ < 0) throw DataFileError(fmt::format("it cannot be opened: {}", std::strerror(errno)));
  try {
    struct stat status {};
    require(fstat(file_, &status) == 0 && S_ISREG(status.st_mode), "it is no regular file");
    identity_ = {status.st_dev, status.st_ino};
    require(static_cast<std::uint64_t>(status.st_size) >= sizeof header_, "it is shorter than its header");
    read(&header_, sizeof header_, 0);
    check_header();
    check_size();
    module_ = {.id = text(header_.id),
               .path = text(header_.path),
               .code_begin = header_.code_begin,
               .code_size = header_.code_size};
    read_blocks();
    read_names();
  } catch (...) {
    close(file_);
    throw;
  }
}

DataFile::~DataFile() { close(file_); }

void DataFile::check_header() const {
  require(std::memcmp(header_.magic, SMALLSCOPE_COVERAGE_MAGIC, sizeof header_.magic) == 0,
          "it does not begin as data of coverage do");
  require(text(header_.id) == path_.stem(), "its name is not the id of its module");
  require(text(header_.path).size() < sizeof header_.path, "the path of its module does not end");
  require(header_.data_offset >= sizeof header_ && header_.data_offset <= most_data_offset,
          "its data begin where they cannot");
  // The sums below cannot overflow: each of their terms is checked before.
  require(header_.code_begin < smallscope_coverage_entry && header_.code_size < smallscope_coverage_entry,
          "it has addresses that are none");
  require(header_.text_size <= (text(header_.id).starts_with(line_module) ? smallscope_coverage_most_text : 0),
          "it has names that it cannot have");
  if (kind_ != DataKind::flags) {
    const bool is_code = kind_ == DataKind::code;
    const std::uint64_t most = is_code ? smallscope_coverage_most_code : smallscope_coverage_most_returns;
    const std::uint64_t data = cells_size() * (is_code ? 1 : 1 + sizeof(std::int64_t));
    require(header_.code_size <= most && header_.data_size >= data && header_.data_size <= data + most_padding &&
                header_.block_count == 0,
            "its numbers contradict each other");
    return;
  }
  require(header_.block_count <= smallscope_coverage_most_blocks &&
              header_.data_size <= smallscope_coverage_most_blocks + most_padding,
          "it has more blocks than a module can have");
  std::uint64_t count = 0;
  for (const smallscope_coverage_run& run : header_.runs) {
    require(run.offset <= header_.data_size && run.count <= header_.data_size - run.offset,
            "its flags are outside of its data");
    count += run.count;
  }
  require(count == header_.block_count, "it has not one flag for each block");
}

void DataFile::read(void* bytes, std::size_t size, std::uint64_t offset) const {
  for (auto* at = static_cast<char*>(bytes); size > 0;) {
    const ssize_t done = pread(file_, at, size, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) throw DataFileError(fmt::format("it cannot be read: {}", std::strerror(errno)));
    require(done > 0, "it has become shorter");
    at += done;
    offset += static_cast<std::uint64_t>(done);
    size -= static_cast<std::size_t>(done);
  }
}

void DataFile::read_blocks() {
  std::vector<std::uint64_t> table(header_.block_count);
  read(table.data(), table.size() * sizeof table[0], header_.data_offset + header_.data_size);
  const auto address = [&](std::uint32_t at) { return table[at] & ~smallscope_coverage_entry; };
  std::vector<std::uint32_t> order(table.size());
  std::iota(order.begin(), order.end(), 0);
  if (!std::ranges::is_sorted(order, {}, address)) {
    std::ranges::stable_sort(order, {}, address);
    position_ = order;
  }
  module_.blocks.reserve(order.size());
  module_.is_entry.reserve(order.size());
  for (const std::uint32_t at : order) {
    module_.blocks.push_back(address(at));
    module_.is_entry.push_back((table[at] & smallscope_coverage_entry) != 0);
  }
}

void DataFile::read_names() {
  if (header_.text_size == 0) return;
  require(position_.empty(), "its lines do not ascend");
  std::string names(header_.text_size, '\0');
  read(names.data(), names.size(), header_.data_offset + header_.data_size + block_size * header_.block_count);
  std::string_view rest = names;
  const auto next_line = [&] {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    return line;
  };
  module_.source = next_line();
  while (!rest.empty()) {
    const std::string_view line = next_line();
    LineFunction function;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), function.first);
    require(error == std::errc() && end != line.data() + line.size() && *end == ' ' &&
                function.first < header_.block_count &&
                (module_.functions.empty() || module_.functions.back().first < function.first),
            "its names of functions are not those of its lines");
    function.name.assign(end + 1, line.data() + line.size());
    module_.functions.push_back(std::move(function));
  }
}

void DataFile::check_size() const {
  struct stat status {};
  require(fstat(file_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) == size(),
          "its size is not what its header says");
}

std::uint64_t DataFile::size() const {
  return header_.data_offset + header_.data_size + block_size * header_.block_count + header_.text_size;
}

/// Of a file that is not of flags: bytes of its data that say what was covered.
std::uint64_t DataFile::cells_size() const {
  return header_.code_size / smallscope_coverage_cell + (header_.code_size % smallscope_coverage_cell == 0 ? 0 : 1);
}

void DataFile::append_covered(std::vector<Element>& to) {
  check_size();
  if (kind_ == DataKind::flags) {
    append_flags(to);
  } else {
    append_code(to);
  }
}

void DataFile::append_flags(std::vector<Element>& to) {
  bytes_.resize(header_.block_count);
  std::size_t at = 0;
  for (const smallscope_coverage_run& run : header_.runs) {
    read(bytes_.data() + at, run.count, header_.data_offset + run.offset);
    at += run.count;
  }
  if (position_.empty()) return append_set(bytes_, 0, to);
  sorted_.resize(bytes_.size());
  std::ranges::transform(position_, sorted_.begin(), [&](std::uint32_t position) { return bytes_[position]; });
  append_set(sorted_, 0, to);
}

/// Calls use(offset in the file, size) for the cells that are not in a hole.
template <typename Use>
void DataFile::for_each_piece(const Use& use) {
  const std::uint64_t end = header_.data_offset + cells_size();
  for (std::uint64_t at = header_.data_offset; at < end;) {
    const off_t data = lseek(file_, static_cast<off_t>(at), SEEK_DATA);
    if (data < 0 && errno == ENXIO) return;
    // A file system without holes has data everywhere.
    at = data < 0 ? at : static_cast<std::uint64_t>(data);
    const off_t hole = data < 0 ? -1 : lseek(file_, static_cast<off_t>(at), SEEK_HOLE);
    const std::uint64_t until = std::min(end, hole < 0 ? end : static_cast<std::uint64_t>(hole));
    while (at < until) {
      const std::size_t size = std::min<std::uint64_t>(piece_size, until - at);
      use(at, size);
      at += size;
    }
  }
}

void DataFile::append_code(std::vector<Element>& to) {
  bytes_.resize(piece_size);
  const bool is_code = kind_ == DataKind::code;
  const Element first = is_code ? first_call : first_return, each = is_code ? 4 : 8;
  for_each_piece([&](std::uint64_t offset, std::size_t size) {
    read(bytes_.data(), size, offset);
    const std::uint64_t code = smallscope_coverage_cell * (offset - header_.data_offset);
    const std::span<const unsigned char> bytes = std::span(bytes_).first(size);
    (is_code ? append_cells : append_returns)(bytes, first + static_cast<Element>(each * code), to);
  });
  // The last cell may be longer than the code, if a subject wrote there.
  const std::uint64_t end = std::uint64_t{first} + each * header_.code_size;
  while (!to.empty() && to.back() >= end) to.pop_back();
}

void DataFile::clear() {
  check_size();
  static const std::vector<unsigned char> zeros(piece_size);
  const auto zero = [&](std::uint64_t offset, std::size_t size) {
    while (size > 0) {
      const ssize_t done = pwrite(file_, zeros.data(), std::min(size, piece_size), static_cast<off_t>(offset));
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) throw DataFileError(fmt::format("it cannot be written: {}", std::strerror(errno)));
      offset += static_cast<std::uint64_t>(done);
      size -= static_cast<std::size_t>(done);
    }
  };
  if (kind_ != DataKind::flags) return for_each_piece(zero);
  for (const smallscope_coverage_run& run : header_.runs) zero(header_.data_offset + run.offset, run.count);
}

}  // namespace smallscope::coverage
