// SPDX-License-Identifier: Apache-2.0
// Files, read and written as a whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "formats/formats.hpp"

namespace smallscope::diagnosis {

/// What a file holds, unpacked if it is gzip. Throws FormatError if it cannot be read or holds more than so many bytes.
std::string bytes_of(const std::filesystem::path& path, std::size_t most = std::numeric_limits<std::size_t>::max());

/// What `write` gives the sink becomes the file. Throws FormatError if it cannot be written.
void write_file(const std::filesystem::path& path, const std::function<void(const TextSink&)>& write);
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace smallscope::diagnosis
