// SPDX-License-Identifier: Apache-2.0
#include "suspects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/regex.hpp>
#include <charconv>
#include <optional>
#include <set>

namespace smallscope::program::specification {
namespace {

using generators::Ordinal;
using Judgements = std::vector<oracles::Judgement>;

std::vector<boost::regex> patterns_of(const Value* list) {
  std::vector<boost::regex> patterns;
  if (list == nullptr) return patterns;
  for (const Value& pattern : list_of(*list, "a list of regular expressions such as ['f([0-9]+)[.]c']")) {
    try {
      patterns.emplace_back(string_of(pattern));
    } catch (const boost::regex_error& error) {
      throw Mistake(pattern.line,
                    fmt::format("`{}` is not a regular expression: {}; correct it", pattern.path, error.what()));
    }
  }
  return patterns;
}

/// Calls visit(match) for each place where a pattern occurs in a message, until it returns false; then goes on with the
/// next pattern. Returns whether it never did. A pattern that takes too long occurs nowhere else in its message.
template <class Visit>
bool for_each_match(const Judgements& judgements, const std::vector<boost::regex>& patterns, const Visit& visit) {
  bool all = true;
  for (const oracles::Judgement& judgement : judgements)
    for (const oracles::Message& message : judgement.messages)
      for (const boost::regex& pattern : patterns) {
        try {
          for (boost::sregex_iterator match(message.begin(), message.end(), pattern), end; match != end; ++match)
            if (!visit(*match)) {
              all = false;
              break;
            }
        } catch (const std::runtime_error&) {
        }
      }
  return all;
}

template <class Number>
std::optional<Number> number_of(const std::string& digits) {
  Number number = 0;
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

/// The numbers that the first groups name, each once, where a pattern first occurs in a message.
std::vector<Ordinal> blamed(const Judgements& judgements, const std::vector<boost::regex>& patterns) {
  std::vector<Ordinal> numbers;
  for_each_match(judgements, patterns, [&](const boost::smatch& match) {
    const auto number = number_of<Ordinal>(match[1].str());
    if (number && std::ranges::find(numbers, *number) == numbers.end()) numbers.push_back(*number);
    return false;
  });
  return numbers;
}

bool ends_with_file(std::string_view path, std::string_view file) {
  return path.ends_with(file) && (path.size() == file.size() || path[path.size() - file.size() - 1] == '/');
}

/// The text that a message means by `path`, which may have more folders in front or, if that is clear, fewer.
const std::string* text_of(const std::string& path, const std::vector<std::string>& texts) {
  const std::string* longest = nullptr;
  for (const std::string& text : texts)
    if (ends_with_file(path, text) && (longest == nullptr || longest->size() < text.size())) longest = &text;
  if (longest != nullptr) return longest;
  const auto shortened = [&](const std::string& text) { return ends_with_file(text, path); };
  const auto first = std::ranges::find_if(texts, shortened);
  return std::ranges::count_if(texts, shortened) == 1 ? &*first : nullptr;
}

/// The lines that groups name, each once: the file and the line, or the line of the only text.
std::vector<runner::NamedLine> named_lines(const Judgements& judgements, const std::vector<boost::regex>& patterns,
                                           const std::vector<std::string>& texts) {
  std::set<runner::NamedLine> lines;
  for_each_match(judgements, patterns, [&](const boost::smatch& match) {
    const bool has_file = match.size() > 2;
    const std::string* text = has_file ? text_of(match[1].str(), texts) : &texts.front();
    const auto line = number_of<std::size_t>(match[has_file ? 2 : 1].str());
    if (text != nullptr && line) lines.insert({*text, *line});
    return true;
  });
  return {lines.begin(), lines.end()};
}

/// Lines of these texts as compilers and interpreters write them: `input.c:37`, `input.sh: 37:`, `input.sh: line 37`,
/// `input.ts(37,5)`, `File "input.py", line 37`, `input.pl line 37`. Warnings and notes are not what an input fails by.
boost::regex usual_form(const std::vector<std::string>& texts) {
  std::set<std::string> names;
  for (const std::string& text : texts) {
    names.insert(text);
    names.insert(text.substr(text.rfind('/') + 1));  // messages may have lost the folders
  }
  std::vector<std::string> escaped;
  for (const std::string& name : names) {
    escaped.emplace_back();
    for (const char character : name) {
      if (std::string_view(".[]{}()\\*+?|^$").find(character) != std::string_view::npos) escaped.back() += '\\';
      escaped.back() += character;
    }
  }
  return boost::regex(
      fmt::format(R"((?<![\w.-])({})(?::|: (?=[0-9]++:)|: line |\((?=[0-9]++[,)])|)"
                  R"((?:\\?["'])?,? (?:on )?line )([0-9]++)(?!(?::[0-9]++)?+: (?:warning|note|remark)))",
                  fmt::join(escaped, "|")));
}

std::vector<boost::regex> line_patterns_of(const Value* list, const std::vector<std::string>& texts) {
  if (list == nullptr) return texts.empty() ? std::vector<boost::regex>() : std::vector{usual_form(texts)};
  std::vector<boost::regex> patterns = patterns_of(list);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const std::size_t groups = patterns[i].mark_count();
    if (groups == 2 || (groups == 1 && texts.size() == 1)) continue;
    const Value& pattern = list->items[i];
    throw Mistake(pattern.line, fmt::format("`{}` has {} group{}; give two, for the file and the line: "
                                            "'([a-z]+[.]c):([0-9]+)'{}",
                                            pattern.path, groups, groups == 1 ? "" : "s",
                                            texts.size() == 1 ? ", or one, for the line; (?:...) is no group"
                                                              : "; (?:...) is no group"));
  }
  return patterns;
}

}  // namespace

void read_suspects(const Section& merging, const std::vector<std::string>& texts, runner::MergingHooks& hooks) {
  const Value* const list = merging.find("suspects");
  if (auto suspects = patterns_of(list); !suspects.empty()) {
    for (const boost::regex& pattern : suspects)
      if (pattern.mark_count() == 0)
        throw Mistake(list->line,
                      fmt::format("`{}` has a pattern without a group; the first group is the number of the "
                                  "fragment: 'f([0-9]+)[.]c'",
                                  list->path));
    hooks.suspects = [suspects](const Judgements& judgements) { return blamed(judgements, suspects); };
  }
  if (auto lines = line_patterns_of(merging.find("suspect_lines"), texts); !lines.empty())
    hooks.lines = [lines, texts](const Judgements& judgements) { return named_lines(judgements, lines, texts); };
  if (auto hopeless = patterns_of(merging.find("hopeless")); !hopeless.empty())
    hooks.hopeless = [hopeless](const Judgements& judgements) {
      return !for_each_match(judgements, hopeless, [](const boost::smatch&) { return false; });
    };
}

}  // namespace smallscope::program::specification
