// SPDX-License-Identifier: Apache-2.0
// Reads JSON columns exactly as json.cpp writes them, several times as fast as a parser of all JSON.
//
// Without white space, members in the order of the writer, only the escapes that it needs. A reader that meets anything
// else says so, and a general parser takes over: it reads what other tools may have written, and words the errors. A
// reader belongs to one thread. Example: WrittenJson(column).whole(choices) || parse(column).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/results/record.hpp>

namespace smallscope::results {

class WrittenJson {
 public:
  explicit WrittenJson(std::string_view text) : rest_(text) {}

  /// Reads all of the text into `value`, which is new; false if it is not as we write it.
  template <class Value>
  bool whole(Value& value) {
    return read(value) && rest_.empty();
  }

 private:
  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  bool read(std::string& text);
  bool read(Ordinal& number);
  bool read(Verdict& verdict);
  bool read(subjects::NamedText& text) {
    return take("{\"name\":") && read(text.name) && take(",\"text\":") && read(text.text) && take("}");
  }
  bool read(Judgement& judgement) {
    return take("{\"oracle\":") && read(judgement.oracle) && take(",\"verdict\":") && read(judgement.verdict) &&
           take(",\"messages\":") && read(judgement.messages) && take("}");
  }
  bool read(generators::Choice& choice) {
    return take("{\"name\":") && read(choice.name) && take(",\"index\":") && read(choice.index) &&
           take(",\"label\":") && read(choice.label) && take("}");
  }
  bool read(subjects::Input& input) {
    return take("{\"files\":") && read(input.files) && take(",\"parameters\":") && read(input.parameters) &&
           take(",\"standard_input\":") && read(input.standard_input) && take("}");
  }
  template <class Item>
  bool read(std::vector<Item>& list) {
    if (!take("[")) return false;
    if (take("]")) return true;
    do {
      if (!read(list.emplace_back())) return false;
    } while (take(","));
    return take("]");
  }
  bool read_plain(std::string& text);

  std::string_view rest_;
};

}  // namespace smallscope::results
