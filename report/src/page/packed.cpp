// SPDX-License-Identifier: Apache-2.0
#include "page/packed.hpp"

#include <zlib.h>

#include <limits>
#include <stdexcept>

#include <smallscope/report/text.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::report::page {

std::string packed(std::string_view text) {
  constexpr int gzip_with_largest_window = 15 + 16, most_memory = 9;
  z_stream stream{};
  if (text.size() > std::numeric_limits<uInt>::max() ||
      deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_with_largest_window, most_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("the data of the page cannot be compressed: there is too much, or no memory for it");
  std::string bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  const int status = deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("the data of the page cannot be compressed: zlib failed");
  return subjects::base64(bytes);
}

Markup data_element(std::string_view id, const std::string& packed) {
  return markup("<script type=\"application/gzip+base64\" id=\"{}\">{}</script>\n", id, packed);
}

Json shown_json(std::string_view text) { return visible(text); }

}  // namespace smallscope::report::page
