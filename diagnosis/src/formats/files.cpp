// SPDX-License-Identifier: Apache-2.0
#include "formats/files.hpp"

#include <zlib.h>

#include <fstream>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path, std::size_t most) {
  // Of gzip and of other files alike: zlib passes on what is not compressed.
  struct Closer {
    void operator()(gzFile_s* file) const { gzclose(file); }
  };
  const std::unique_ptr<gzFile_s, Closer> file(gzopen(path.c_str(), "rb"));
  if (!file) throw FormatError(fmt::format("{}: the file cannot be opened: see whether it exists", path.string()));
  std::string text;
  std::error_code unknown;
  // Large files are seldom compressed; growing the text step by step would take twice its size.
  if (gzdirect(file.get()) != 0)
    if (const auto size = fs::file_size(path, unknown); !unknown) text.reserve(size);
  std::vector<char> piece(1 << 20);
  int got = 0;
  while ((got = gzread(file.get(), piece.data(), static_cast<unsigned>(piece.size()))) > 0) {
    text.append(piece.data(), static_cast<std::size_t>(got));
    if (text.size() > most)
      throw FormatError(fmt::format("{}: the file has more than {} MiB, unpacked: see whether it is what it should be",
                                    path.string(), most >> 20));
  }
  int status = Z_OK;
  if (got < 0 || (gzerror(file.get(), &status), status != Z_OK && status != Z_STREAM_END))
    throw FormatError(fmt::format("{}: the file cannot be read, or its gzip is damaged", path.string()));
  return text;
}

void write_file(const fs::path& path, const std::function<void(const TextSink&)>& write) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  write([&](std::string_view text) { file << text; });
  file.close();
  if (!file) throw FormatError(fmt::format("{}: the file cannot be written", path.string()));
}

void write_file(const fs::path& path, std::string_view text) {
  write_file(path, [&](const TextSink& sink) { sink(text); });
}

}  // namespace smallscope::diagnosis
