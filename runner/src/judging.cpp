// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/judging.hpp>

#include <algorithm>

namespace smallscope::runner {

using oracles::Judgement;
using oracles::Verdict;

namespace {

bool is_objection(const Judgement& judgement) {
  return judgement.verdict != Verdict::pass && judgement.verdict != Verdict::not_applicable;
}

}  // namespace

void count_judgements(const std::vector<Judgement>& judgements, Verdict verdict, oracles::Tallies& tallies) {
  for (const Judgement& judgement : judgements)
    if (!oracles::is_open(verdict) || judgement.verdict == Verdict::oracle_error)
      tallies.add(judgement.oracle, judgement.verdict);
}

void count_reasons(const std::vector<Judgement>& judgements, Verdict verdict, Ordinal ordinal,
                   results::Reasons& reasons) {
  if (oracles::is_open(verdict)) return;
  for (const Judgement& judgement : judgements)
    if (!is_objection(judgement) && !judgement.messages.empty())
      reasons.add({judgement.verdict, judgement.oracle, judgement.messages, 1, ordinal});
}

void count_passing(const std::vector<std::string>& oracles, const Portion& portion, PortionResult& result) {
  const auto counting = [&](Ordinal first, Ordinal last) {
    if (portion.again == nullptr || portion.again->empty()) return static_cast<std::int64_t>(last - first);
    const auto begin = portion.again->begin();
    return static_cast<std::int64_t>(
        std::count(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last), false));
  };
  std::int64_t passing = counting(0, result.visited);
  for (const auto& [first, last] : result.filtered) passing -= counting(first, std::min(last, result.visited));
  for (const Outcome& outcome : result.outcomes) passing -= counting(outcome.index, outcome.index + 1);
  if (passing > 0)
    for (const std::string& oracle : oracles) result.tallies.add(oracle, Verdict::pass, passing);
}

void keep_objections(std::vector<Judgement>& judgements) {
  std::erase_if(judgements, [](const Judgement& judgement) { return !is_objection(judgement); });
}

}  // namespace smallscope::runner
