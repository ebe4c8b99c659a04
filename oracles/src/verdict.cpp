// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/verdict.hpp>

#include <algorithm>
#include <array>

namespace smallscope::oracles {
namespace {

constexpr std::array all_verdicts = {
    Verdict::pass,      Verdict::fail,         Verdict::crashed,        Verdict::timed_out, Verdict::flaky,
    Verdict::discarded, Verdict::oracle_error, Verdict::infrastructure, Verdict::refused,   Verdict::not_applicable};
static_assert(all_verdicts.size() == verdict_count);

/// From the verdict that invalidates all other judgements down to the one that holds only if there is no other.
constexpr std::array precedence = {Verdict::infrastructure, Verdict::oracle_error, Verdict::discarded,
                                   Verdict::crashed,        Verdict::timed_out,    Verdict::flaky,
                                   Verdict::fail,           Verdict::refused,      Verdict::pass};

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::crashed:
      return "crashed";
    case Verdict::timed_out:
      return "timed out";
    case Verdict::flaky:
      return "flaky";
    case Verdict::discarded:
      return "discarded";
    case Verdict::oracle_error:
      return "oracle error";
    case Verdict::infrastructure:
      return "infrastructure";
    case Verdict::refused:
      return "refused";
    case Verdict::not_applicable:
      return "not applicable";
  }
  return "unknown";
}

std::optional<Verdict> verdict_named(std::string_view wanted) {
  for (const Verdict verdict : all_verdicts) {
    if (name(verdict) == wanted) return verdict;
  }
  return std::nullopt;
}

bool is_failing(Verdict verdict) {
  return verdict == Verdict::fail || verdict == Verdict::crashed || verdict == Verdict::timed_out ||
         verdict == Verdict::flaky;
}

bool is_open(Verdict verdict) { return verdict == Verdict::oracle_error || verdict == Verdict::infrastructure; }

Verdict combine(std::span<const Judgement> judgements) {
  for (const Verdict verdict : precedence) {
    if (std::ranges::find(judgements, verdict, &Judgement::verdict) != judgements.end()) return verdict;
  }
  return Verdict::not_applicable;
}

}  // namespace smallscope::oracles
