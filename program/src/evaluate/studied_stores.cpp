// SPDX-License-Identifier: Apache-2.0
#include "evaluate/studied_stores.hpp"

#include <smallscope/evaluation/labelled_failures.hpp>

namespace smallscope::program {

clustering::Options clustering_options(const results::Store& store) {
  return {.rules = clustering::rules_of(store.manifest()), .most_signatures = clustering::every_signature};
}

std::vector<results::Ordinal> unlabelled_failures(const results::Store& store, const clustering::Faults& faults) {
  evaluation::require_complete(store);
  return evaluation::labelled_failures(store, faults, clustering_options(store)).unlabelled;
}

std::vector<generators::Factor> recorded_factors(const results::Store& store) {
  for (const results::Pass& pass : store.passes())
    if (pass.level == 0 && !pass.order.factors.empty()) return pass.order.factors;
  return {};
}

std::map<std::string, diagnosis::ChoicesOf> choices_in(const Context& context,
                                                       const std::vector<std::string>& specifications) {
  std::map<std::string, diagnosis::ChoicesOf> choices;
  for (const std::string& file : specifications) {
    const runner::Campaign campaign = context.campaign(file);
    choices[campaign.name] = [space = campaign.space](results::Ordinal ordinal) { return space->choices(ordinal); };
  }
  return choices;
}

}  // namespace smallscope::program
