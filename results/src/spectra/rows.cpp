// SPDX-License-Identifier: Apache-2.0
#include "spectra/rows.hpp"

#include <zlib.h>

#include <bit>
#include <cstring>
#include <unordered_map>

#include <fmt/format.h>

namespace smallscope::results {

// The plain bytes, before zlib: varints of the number of tests, of distinct rows, and of words of a row; for each test
// varints of its ordinal (as the difference from the one before, modulo 2^64, with the sign in the lowest bit) and of
// its row; then the rows, eight bytes a word, lowest first, each in exclusive-or with the row before. In front of the
// compressed bytes stands their plain number, eight bytes.
static_assert(std::endian::native == std::endian::little, "words are written as they are in memory");

namespace {

using generators::Ordinal;

/// zlib does not compress further, so what claims more is not what it has written.
constexpr std::uint64_t greatest_ratio = 1040;
/// Fast, because the writer's thread does it: sparse differences become small at any level.
constexpr int level = 1;

void append_varint(std::string& bytes, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

std::uint64_t zigzag(std::uint64_t difference) { return difference << 1 ^ (0 - (difference >> 63)); }
std::uint64_t unzigzag(std::uint64_t value) { return value >> 1 ^ (0 - (value & 1)); }

std::string compressed(const std::string& plain) {
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  std::string bytes(sizeof(std::uint64_t) + size, '\0');
  const std::uint64_t length = plain.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  const int code = compress2(reinterpret_cast<Bytef*>(bytes.data() + sizeof length), &size,
                             reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()), level);
  if (code != Z_OK) throw std::bad_alloc();  // the buffer is large enough, so it lacked memory
  bytes.resize(sizeof length + size);
  return bytes;
}

std::string decompressed(std::string_view bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) throw BadRows("rows of spectra are cut off");
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes.remove_prefix(sizeof length);
  if (length / greatest_ratio > bytes.size())
    throw BadRows(fmt::format("rows of spectra claim {} bytes in {}", length, bytes.size()));
  std::string plain(length, '\0');
  uLongf size = static_cast<uLongf>(length);
  const int code = uncompress(reinterpret_cast<Bytef*>(plain.data()), &size,
                              reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()));
  if (code == Z_MEM_ERROR) throw std::bad_alloc();
  if (code != Z_OK || size != length) throw BadRows("rows of spectra are not compressed data");
  return plain;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (bytes_.empty()) throw BadRows("rows of spectra are cut off");
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
    throw BadRows("rows of spectra have a number of more than 64 bits");
  }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

struct WordsHash {
  std::size_t operator()(const std::vector<Word>* words) const {
    std::uint64_t hash = words->size();
    for (const Word word : *words) hash = (std::rotl(hash, 5) ^ word) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(hash ^ hash >> 32);
  }
};
struct WordsEqual {
  bool operator()(const std::vector<Word>* a, const std::vector<Word>* b) const { return *a == *b; }
};

}  // namespace

std::string pack(std::span<const SpectrumRow> rows) {
  std::unordered_map<const std::vector<Word>*, std::size_t, WordsHash, WordsEqual> numbers;
  std::vector<const std::vector<Word>*> distinct;
  std::size_t width = 0;
  std::string tests;
  Ordinal before = 0;
  for (const SpectrumRow& row : rows) {
    const auto [known, is_new] = numbers.try_emplace(&row.covered, distinct.size());
    if (is_new) distinct.push_back(&row.covered);
    width = std::max(width, row.covered.size());
    append_varint(tests, zigzag(row.ordinal - before));
    append_varint(tests, known->second);
    before = row.ordinal;
  }
  std::string plain;
  append_varint(plain, rows.size());
  append_varint(plain, distinct.size());
  append_varint(plain, width);
  plain += tests;
  std::vector<Word> last(width, 0);
  for (const std::vector<Word>* row : distinct)
    for (std::size_t i = 0; i < width; ++i) {
      const Word word = i < row->size() ? (*row)[i] : 0;
      const Word difference = word ^ last[i];
      plain.append(reinterpret_cast<const char*>(&difference), sizeof difference);
      last[i] = word;
    }
  return compressed(plain);
}

void unpack(std::string_view packed, const std::function<bool(Ordinal, std::span<const Word>)>& visit) {
  const std::string plain = decompressed(packed);
  Reader reader(plain);
  const std::uint64_t tests = reader.varint(), distinct = reader.varint(), width = reader.varint();
  // A test has at least two bytes, a word has eight: larger numbers are not believed.
  if (tests > plain.size() || (width != 0 && distinct > plain.size() / width / sizeof(Word)))
    throw BadRows(fmt::format("rows of spectra claim {} tests and {} rows of {} words in {} bytes", tests, distinct,
                              width, plain.size()));
  std::vector<std::pair<Ordinal, std::uint64_t>> row_of;
  row_of.reserve(tests);
  Ordinal ordinal = 0;
  for (std::uint64_t test = 0; test < tests; ++test) {
    ordinal += unzigzag(reader.varint());
    const std::uint64_t row = reader.varint();
    if (row >= distinct) throw BadRows(fmt::format("a spectrum has row {} of {}", row, distinct));
    row_of.emplace_back(ordinal, row);
  }
  if (reader.rest().size() != distinct * width * sizeof(Word))
    throw BadRows(fmt::format("{} rows of {} words have {} bytes", distinct, width, reader.rest().size()));
  std::vector<Word> words(distinct * width);
  if (!words.empty()) std::memcpy(words.data(), reader.rest().data(), words.size() * sizeof(Word));
  for (std::size_t i = width; i < words.size(); ++i) words[i] ^= words[i - width];
  for (const auto& [each, row] : row_of)
    if (!visit(each, std::span(words).subspan(row * width, width))) return;
}

}  // namespace smallscope::results
