// SPDX-License-Identifier: Apache-2.0
#include <smallscope/results/record.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <smallscope/generators/orders/order_kinds.hpp>

namespace smallscope::results {

std::string_view name(Unmerging::Ending ending) {
  static constexpr std::array<std::string_view, Unmerging::endings> names{"explained", "known",    "bounded",
                                                                          "unstable",  "hopeless", "unpaid"};
  return names.at(static_cast<std::size_t>(ending));
}

bool Pass::may_overlap(const Pass& other) const {
  const auto is_list_of = [](const Pass& list, const Pass& rest) {
    if (!generators::is_list(list.order) || generators::is_list(rest.order) || !list.order.listed || !rest.order.listed)
      return false;
    const Ordinal listed = list.order.listed->size();
    return list.whole <= listed && rest.whole <= rest.size - listed && *list.order.listed == *rest.order.listed;
  };
  return level == other.level && !is_list_of(*this, other) && !is_list_of(other, *this);
}

namespace {

std::set<std::string_view> words_of(std::string_view text) {
  std::set<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.insert(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Stores of older versions do not name the programs that commands execute, "$PATH/tcc@1f2e3d4c" or "/usr/bin/tcc@...".
/// Whether `newer` is `older` with these.
bool only_names_programs(std::string_view older, std::string_view newer) {
  if (older.find("$PATH/") != std::string_view::npos) return false;
  const std::set<std::string_view> before = words_of(older), after = words_of(newer);
  return std::ranges::includes(after, before) && std::ranges::all_of(after, [&](std::string_view word) {
           return before.contains(word) || word.starts_with("$PATH/") || word.starts_with('/');
         });
}

}  // namespace

std::string differences(const Fingerprint& stored, const Fingerprint& now) {
  std::string text;
  const auto compare = [&](std::string_view what, const std::string& before, const std::string& after) {
    if (before != after)
      text += fmt::format("{}{} (stored: {}; now: {})", text.empty() ? "" : ", ", what, before, after);
  };
  compare("population", stored.population, now.population);
  if (!only_names_programs(stored.subject, now.subject) && !only_names_programs(now.subject, stored.subject))
    compare("subject", stored.subject, now.subject);
  compare("oracles", stored.oracles, now.oracles);
  return text;
}

namespace {
constexpr std::size_t most_messages = 16;        // of a reason
constexpr std::size_t most_message_bytes = 512;  // of one of them
}  // namespace

std::optional<Reason> reason_of(Verdict verdict, const std::vector<Judgement>& judgements, Ordinal ordinal) {
  if (verdict != Verdict::discarded && verdict != Verdict::refused) return std::nullopt;
  const auto said = std::ranges::find(judgements, verdict, &Judgement::verdict);
  if (said == judgements.end()) return std::nullopt;
  Reason reason{verdict, said->oracle, said->messages, 1, ordinal};
  if (reason.messages.size() > most_messages) reason.messages.resize(most_messages);
  for (oracles::Message& message : reason.messages)
    if (message.size() > most_message_bytes) message.resize(most_message_bytes);
  return reason;
}

void Reasons::add(Reason added) {
  auto known = reasons_.extract(added);
  if (known.empty()) {
    reasons_.insert(std::move(added));
    return;
  }
  known.value().inputs += added.inputs;
  known.value().ordinal = std::min(known.value().ordinal, added.ordinal);
  reasons_.insert(std::move(known));
}

void Reasons::add(const Reasons& other) {
  for (const Reason& reason : other) add(reason);
}

Ordinal Account::failed() const {
  Ordinal failed = 0;
  for (const auto& [verdict, count] : cases)
    if (oracles::is_failing(verdict)) failed += count;
  return failed;
}

}  // namespace smallscope::results
