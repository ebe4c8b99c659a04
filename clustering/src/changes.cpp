// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/changes.hpp>

namespace smallscope::clustering {

using oracles::Verdict;
using Kind = Standing::Kind;

Standing standing(std::optional<Verdict> verdict, const std::vector<oracles::Judgement>& judgements,
                  const Options& options) {
  if (!verdict) return {};
  switch (*verdict) {
    case Verdict::pass:
      return {.kind = Kind::passes};
    case Verdict::discarded:
    case Verdict::not_applicable:
      return {.kind = Kind::no_test};
    case Verdict::refused:
      return {.kind = Kind::refused};
    case Verdict::oracle_error:
    case Verdict::infrastructure:
      return {.kind = Kind::open};
    case Verdict::fail:
    case Verdict::crashed:
    case Verdict::timed_out:
    case Verdict::flaky:
      break;
  }
  const bool flaky = *verdict == Verdict::flaky;
  const Verdict shown = flaky ? oracles::combine(judgements) : *verdict;
  return {.kind = Kind::fails, .key = key(signature(shown, judgements, options)), .flaky = flaky};
}

Change change(const Standing& before, const Standing& now) {
  if (before.kind != Kind::fails) {
    if (now.kind != Kind::fails) return Change::none;
    const bool unknown = before.kind == Kind::not_executed || before.kind == Kind::open;
    return unknown ? Change::appeared_unknown : Change::appeared;
  }
  switch (now.kind) {
    case Kind::fails:
      return now.key == before.key ? Change::failing : Change::changed;
    case Kind::passes:
      return before.flaky ? Change::not_judged : Change::fixed;
    case Kind::refused:
      return Change::refused;
    case Kind::no_test:
    case Kind::open:
      return Change::not_judged;
    case Kind::not_executed:
      break;
  }
  return Change::not_executed;
}

std::string_view name(Change change) {
  switch (change) {
    case Change::none:
      return "never failing";
    case Change::fixed:
      return "fixed";
    case Change::failing:
      return "still failing";
    case Change::changed:
      return "changed";
    case Change::appeared:
      return "new";
    case Change::appeared_unknown:
      return "not known before";
    case Change::refused:
      return "refused";
    case Change::not_judged:
      return "not judged";
    case Change::not_executed:
      break;
  }
  return "not executed";
}

}  // namespace smallscope::clustering
