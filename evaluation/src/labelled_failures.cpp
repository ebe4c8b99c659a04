// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/labelled_failures.hpp>

namespace smallscope::evaluation {

LabelledFailures labelled_failures(const results::Store& store, const clustering::Faults& faults,
                                   const clustering::Options& options) {
  const results::Manifest& manifest = store.manifest();
  const std::vector<std::size_t> candidates = faults.of_campaign(manifest.campaign);
  std::vector<std::vector<Ordinal>> members(candidates.size());
  LabelledFailures labelled{{manifest.campaign, manifest.inputs, {}}, {}, {}};
  store.for_each_case([&](const results::Case& found) {
    if (found.level != 0) return false;  // those of level 0 come first
    if (!oracles::is_failing(found.verdict)) return true;
    bool known = false;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!faults.shows(candidates[i], found, options)) continue;
      members[i].push_back(found.ordinal);
      known = true;
    }
    if (!known) labelled.unlabelled.push_back(found.ordinal);
    return true;
  });
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::string& name = faults.all()[candidates[i]].name;
    if (members[i].empty())
      labelled.unseen.push_back(name);
    else
      labelled.faults.groups.push_back({name, std::move(members[i])});
  }
  return labelled;
}

}  // namespace smallscope::evaluation
