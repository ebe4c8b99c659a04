// SPDX-License-Identifier: Apache-2.0
// HTML whose text cannot be taken for markup: markup() escapes every argument that is not markup itself.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace smallscope::report::page {

/// HTML. Made by markup() only.
class Markup {
 public:
  Markup() = default;
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  Markup& operator+=(const Markup& other) {
    text_ += other.text_;
    return *this;
  }

 private:
  template <class>
  using Inserted = std::string;
  template <class... Arguments>
  friend Markup markup(fmt::format_string<Inserted<Arguments>...> format, const Arguments&... arguments);

  std::string text_;
};

/// Text of any origin for an element or a quoted attribute: made visible (see report::visible()) and escaped. The only
/// way of text into the page.
std::string escaped(std::string_view text);

inline std::string inserted(const Markup& markup) { return markup.text(); }
inline std::string inserted(std::string_view text) { return escaped(text); }
std::string inserted(std::integral auto number) { return std::to_string(number); }

/// Example: markup("<p title=\"{}\">{}</p>", title, markup("<b>{}</b>", text)).
template <class... Arguments>
Markup markup(fmt::format_string<Markup::Inserted<Arguments>...> format, const Arguments&... arguments) {
  Markup result;
  result.text_ = fmt::format(format, inserted(arguments)...);
  return result;
}

}  // namespace smallscope::report::page
