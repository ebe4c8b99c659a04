// SPDX-License-Identifier: Apache-2.0
#include "triage/explain_unjudged.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct UnjudgedKind {
  std::string_view name;
  results::Verdict verdict;
  report::Wording wording;
  std::string_view title;  ///< after a number of inputs
};

const UnjudgedKind unjudged_kinds[] = {
    {"refused",
     results::Verdict::refused,
     {"refused", "refused so far", "refused", "are refused", "judged"},
     "refused"},
    {"rejected",
     results::Verdict::discarded,
     {"rejected", "rejected so far", "rejected", "are rejected", "judged"},
     "rejected by an oracle"},
    {"not-applicable",
     results::Verdict::not_applicable,
     {"without a judgement", "without a judgement so far", "such", "have no judgement", "judged"},
     "without an oracle that applies"},
};

const UnjudgedKind& kind_named(std::string_view name) {
  return *std::ranges::find(unjudged_kinds, name, &UnjudgedKind::name);
}

}  // namespace

const std::vector<std::string>& unjudged_verdicts() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const UnjudgedKind& kind : unjudged_kinds) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

void explain_unjudged(const results::Store& store, const runner::Campaign& campaign,
                      const UnjudgedArguments& arguments) {
  const UnjudgedKind& kind = kind_named(arguments.verdict);
  const clustering::Explainer explainer =
      clustering::explainer_of_unjudged(store, structure_of(campaign), choices_of(campaign), campaign.attributes,
                                        kind.verdict, clustering::Partial::allowed);
  const std::vector<results::Ordinal>& inputs = explainer.failing();
  const clustering::Explanation explanation = explainer.explain(inputs);
  const results::Account account = store.account();
  if (arguments.json) {
    print_visible("{}", report::text(report::Json{
                            {"campaign", report::text_json(store.manifest().campaign)},
                            {"inputs", account.inputs},
                            {"executed", account.executed},
                            {"verdict", kind.name},
                            {"ordinals", fmt::format("{}", fmt::join(clustering::ordinal_lines(inputs), " "))},
                            {"number", inputs.size()},
                            {"explanation", report::to_json(explanation, explainer, inputs)}}));
    return;
  }
  print_visible("{}: {} of {} executed inputs {}\n", report::one_line(store.manifest().campaign),
                report::grouped(inputs.size()), report::grouped(account.executed), kind.title);
  if (!inputs.empty())
    print_visible("{}", report::explanation_block(explanation, {.terms = arguments.terms, .wording = kind.wording}));
}

}  // namespace smallscope::program
