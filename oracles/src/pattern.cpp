// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/pattern.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <boost/regex.hpp>

namespace smallscope::oracles {

class Pattern::Compiled {
 public:
  explicit Compiled(const std::string& expression) : regex(expression, boost::regex::perl) {}
  boost::regex regex;
};

namespace {

/// Whether what follows "(?" refers to the whole expression or to a group, to match it again.
bool recurses(std::string_view behind) {
  if (behind.empty()) return false;
  if (behind.front() == '+' || behind.front() == '-') behind.remove_prefix(1);
  const char first = behind.empty() ? ')' : behind.front();
  return first == 'R' || first == '&' || (first >= '0' && first <= '9') || behind.starts_with("P>");
}

/// The recursion in the expression, or nothing. Escaped characters, quoted texts, sets and comments have none.
std::string_view recursion_in(std::string_view expression) {
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const std::string_view rest = expression.substr(at);
    if (rest.starts_with("\\Q")) {
      at = std::min(expression.find("\\E", at), expression.size());
    } else if (rest.front() == '\\') {
      ++at;
    } else if (rest.front() == '[') {
      at = end_of_set(expression, at);
    } else if (rest.starts_with("(?#")) {
      at = std::min(expression.find(')', at), expression.size());
    } else if (rest.starts_with("(?") && recurses(rest.substr(2))) {
      return rest.substr(0, rest.find(')') + 1);
    }
  }
  return {};
}

/// Whether a comment follows a possessive quantifier (a++(?#why)): Boost.Regex would not come to an end of reading it.
/// An escaped character before the quantifier's last two is taken for one, which refuses a little more.
bool has_endless_comment(std::string_view expression) {
  for (std::size_t at = 0; (at = expression.find("(?#", at)) != std::string_view::npos; ++at) {
    const std::size_t last = expression.substr(0, at).find_last_not_of(" \t\n\v\f\r");
    if (last != std::string_view::npos && last > 0 && expression[last] == '+' &&
        std::string_view("*+?}").find(expression[last - 1]) != std::string_view::npos)
      return true;
  }
  return false;
}

}  // namespace

std::size_t end_of_set(std::string_view expression, std::size_t at) {
  const std::string_view rest = expression.substr(at);
  at += rest.starts_with("[^]") ? 2 : rest.starts_with("[]") ? 1 : 0;
  while (++at < expression.size() && expression[at] != ']') {
    if (expression[at] == '\\') ++at;
    if (expression.compare(at, 2, "[:") == 0) at = std::min(expression.find(":]", at), expression.size()) + 1;
  }
  return std::min(at, expression.size());
}

Pattern::Pattern(const std::string& expression) {
  if (const std::string_view recursion = recursion_in(expression); !recursion.empty())
    throw std::invalid_argument("it recurses with " + std::string(recursion) +
                                ", which can take minutes; say how often what is nested repeats, such as (a(ab?)?)");
  if (has_endless_comment(expression))
    throw std::invalid_argument(
        "a comment (?#...) follows a possessive quantifier, which cannot be read; put it before");
  try {
    compiled_ = std::make_shared<const Compiled>(expression);
  } catch (const boost::regex_error& error) {
    throw std::invalid_argument(error.what());
  }
}

bool Pattern::occurs_in(std::string_view text) const {
  return boost::regex_search(text.begin(), text.end(), compiled_->regex, boost::match_not_dot_newline);
}

std::string Pattern::replaced(std::string_view text, const std::string& replacement) const {
  std::string result;
  boost::regex_replace(std::back_inserter(result), text.begin(), text.end(), compiled_->regex, replacement,
                       boost::match_not_dot_newline | boost::format_perl);
  return result;
}

std::string Pattern::replaced(std::string_view text, const std::string& replacement, std::string_view starts) const {
  const char *const begin = text.data(), *const end = begin + text.size();
  std::string result;
  const char* copied = begin;
  for (std::size_t at = text.find_first_of(starts); at != std::string_view::npos;) {
    // What is before counts for assertions.
    const auto flags = boost::match_not_dot_newline | boost::match_continuous |
                       (at > 0 ? boost::match_prev_avail : boost::match_default);
    boost::cmatch match;
    if (boost::regex_search(begin + at, end, match, compiled_->regex, flags, begin)) {
      result.append(copied, match[0].first);
      result += match.format(replacement, boost::format_perl);
      copied = match[0].second;
      at = text.find_first_of(starts, static_cast<std::size_t>(copied - begin));
    } else {
      at = text.find_first_of(starts, at + 1);
    }
  }
  return result.append(copied, end);
}

}  // namespace smallscope::oracles
