// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/causes/message_kind.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "causes/quoted.hpp"
#include "causes/tokens.hpp"

namespace smallscope::clustering {

namespace {

/// Words that stand for a value, as numbers do, in one language or another.
constexpr std::array<std::string_view, 14> constants{"null", "nil",      "None", "undefined", "NaN",  "nan",   "inf",
                                                     "Inf",  "Infinity", "true", "false",     "True", "False", "NULL"};

/// What message rules put in the place of a number.
constexpr std::string_view any_number = "<number>";

/// How often each token is in a text.
std::map<std::string, std::size_t> counts_of(std::string_view text) {
  std::map<std::string, std::size_t> counts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(any_number), text.size());
    for (const std::string_view token : tokens_of(text.substr(0, end))) ++counts[std::string(token)];
    if (end == text.size()) break;
    ++counts[std::string(any_number)];
    text.remove_prefix(end + any_number.size());
  }
  return counts;
}

std::string sort_of(const std::string& token) {
  const auto first = static_cast<unsigned char>(token.front());
  if (token == any_number || std::isdigit(first)) return "number";
  if (std::ranges::find(constants, token) != constants.end()) return token;
  return token.size() > 1 || first >= 0x80 || first == '_' || std::isalpha(first) ? "word" : "mark";
}

/// The sorts of tokens that are more often in one text than in the other; "nothing" if there is none.
std::string more_often(const std::map<std::string, std::size_t>& in, const std::map<std::string, std::size_t>& than) {
  std::set<std::string> sorts;
  for (const auto& [token, count] : in) {
    const auto other = than.find(token);
    if (other == than.end() || other->second < count) sorts.insert(sort_of(token));
  }
  return sorts.empty() ? "nothing" : fmt::format("{}", fmt::join(sorts, ", "));
}

/// The first two outputs that a message quotes; "" for what it does not.
std::array<std::string, 2> outputs_of(std::string_view message) {
  const Pieces pieces = pieces_of(message);
  std::array<std::string, 2> outputs;
  std::size_t found = 0;
  for (std::size_t i = 0; i < pieces.printed.size() && found < outputs.size(); ++i)
    if (!announces_errors(pieces.between[i])) outputs[found++] = pieces.printed[i];
  return outputs;
}

}  // namespace

std::string output_difference(const Signature& signature) {
  std::set<std::string> differences;
  for (const SignaturePart& part : signature)
    for (const std::string& message : with_quoted_hunks(part.messages)) {
      const auto [first, second] = outputs_of(message);
      const auto of_first = counts_of(first), of_second = counts_of(second);
      differences.insert(
          of_first == of_second && !of_first.empty()
              ? fmt::format("{}order or blanks", of_first.contains(std::string(any_number)) ? "other numbers, " : "")
              : fmt::format("{} for {}", more_often(of_first, of_second), more_often(of_second, of_first)));
    }
  return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace smallscope::clustering
