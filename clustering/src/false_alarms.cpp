// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/false_alarms.hpp>

#include <algorithm>
#include <vector>

#include "causes/quoted.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::size_t most_failures = 10'000;

bool is_hexadecimal(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }
bool is_of_name(char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

/// The length of the address that begins there, with what announces it; 0 if there is none.
std::size_t length_of_address(std::string_view text, std::size_t at) {
  const bool is_of_java = text[at] == '@' && at > 0 && is_of_name(text[at - 1]);
  const bool is_number = text.substr(at).starts_with("0x") && (at == 0 || !is_of_name(text[at - 1]));
  if (!is_of_java && !is_number) return 0;
  const std::size_t first = at + (is_of_java ? 1 : 2);
  std::size_t end = first;
  while (end < text.size() && is_hexadecimal(text[end])) ++end;
  const bool goes_on = end < text.size() && is_of_name(text[end]);
  return goes_on || end - first < (is_of_java ? 5u : 4u) ? 0 : end - at;
}

/// A text around its addresses.
struct Parted {
  std::string without;
  std::vector<std::string_view> addresses;
};
Parted parted(std::string_view text) {
  Parted parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_of_address(text, at);
    if (length == 0) {
      parts.without += text[at++];
      continue;
    }
    parts.addresses.push_back(text.substr(at, length));
    parts.without += '\0';
    at += length;
  }
  return parts;
}

}  // namespace

std::optional<std::string> differing_address(std::string_view message) {
  if (message.find("0x") == message.npos && message.find('@') == message.npos) return std::nullopt;
  const Pieces pieces = pieces_of(message);
  if (pieces.printed.size() < 2) return std::nullopt;
  const Parted first = parted(pieces.printed.front());
  std::optional<std::string> address;
  for (std::size_t i = 1; i < pieces.printed.size(); ++i) {
    const Parted other = parted(pieces.printed[i]);
    if (other.without != first.without) return std::nullopt;
    for (std::size_t k = 0; !address && k < other.addresses.size(); ++k)
      if (other.addresses[k] != first.addresses[k]) address = std::string(first.addresses[k]);
  }
  return address;
}

std::optional<FalseAlarms> false_alarms(const results::Store& store) {
  std::optional<FalseAlarms> found;
  std::size_t looked_at = 0;
  const auto look = [&](const results::Case& failing) {
    std::string address;
    for (const oracles::Judgement& judgement : failing.judgements) {
      if (judgement.verdict == oracles::Verdict::pass || judgement.verdict == oracles::Verdict::not_applicable)
        continue;
      for (const std::string& message : with_quoted_hunks(judgement.messages)) {
        const auto differing = differing_address(message);
        if (judgement.verdict != oracles::Verdict::fail || !differing) return ++looked_at < most_failures;
        if (address.empty()) address = *differing;
      }
    }
    if (!address.empty()) {
      if (!found) found = FalseAlarms{.example = {failing.level, failing.ordinal}, .address = address};
      ++found->failures;
    }
    return ++looked_at < most_failures;
  };
  store.for_each_failure(look, false, {.choices = false, .observed = false});
  return found;
}

}  // namespace smallscope::clustering
