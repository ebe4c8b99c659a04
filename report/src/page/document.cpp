// SPDX-License-Identifier: Apache-2.0
#include "page/document.hpp"

#include <charconv>
#include <ostream>

#include <smallscope/subjects/text_encoding.hpp>

#include "page/assets.hpp"

namespace smallscope::report::page {

namespace {

/// As a content security policy writes it.
std::string policy_source(std::string_view hash) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hash.size(); i += 2) {
    unsigned byte = 0;
    std::from_chars(hash.data() + i, hash.data() + i + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return "sha256-" + subjects::base64(bytes);
}

}  // namespace

// The style stands in it as it is: its hash is that of these bytes.
void write_head(const std::string& title, std::ostream& output) {
  output << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '"
         << policy_source(script_hash()) << "'; style-src '" << policy_source(style_hash())
         << "'; base-uri 'none'; form-action 'none'\">\n"
         << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         << "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
         << markup("<title>{} - smallscope</title>\n", title).text() << "<style>" << style() << "</style>\n</head>\n";
}

void write_end(std::ostream& output) {
  output << "<script type=\"module\">" << script() << "</script>\n</body>\n</html>\n";
}

void write_document(const std::string& title, const Markup& body, std::ostream& output) {
  write_head(title, output);
  output << body.text();
  write_end(output);
}

}  // namespace smallscope::report::page
