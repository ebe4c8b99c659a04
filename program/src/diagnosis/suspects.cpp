// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/suspects.hpp"

#include <algorithm>
#include <map>

#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::program {

namespace {

report::RankInterval interval_of(const diagnosis::Ranked& ranked) { return {ranked.first, ranked.last}; }

/// "<" of "tccgen.c:3574 <", by which predicates are named.
std::string outcome_of(const diagnosis::Element& element) {
  if (element.kind != diagnosis::ElementKind::predicate) return "";
  const std::size_t at = element.name.find_last_of("<=>");
  return at == std::string::npos ? "" : element.name.substr(at, 1);
}

/// The lines of some functions, each by its most suspicious element.
class SuspectLines {
 public:
  SuspectLines(const diagnosis::StoredSpectrum& stored, const diagnosis::Measure& measure)
      : stored_(stored),
        measure_(measure),
        counts_(stored.spectrum.counts()),
        ranking_(diagnosis::rank(counts_, measure)),
        function_of_(diagnosis::into_functions(stored.spectrum.elements()).target) {}

  double greatest() const { return ranking_.order.empty() ? 0 : measure_.value(ranking_.order.front().score); }

  std::vector<report::SuspectLine> of(diagnosis::Column function) const {
    std::map<std::uint32_t, report::SuspectLine> lines;
    for (const diagnosis::Ranked& each : ranking_.order) {
      if (function_of_[each.element] != function) continue;
      const diagnosis::Counts& counts = counts_[each.element];
      for (const std::uint32_t line : stored_.lines[each.element])
        if (line > 0)
          lines.try_emplace(line,
                            report::SuspectLine{.line = line,
                                                .score = measure_.value(each.score),
                                                .rank = interval_of(each),
                                                .failing = counts.ef,
                                                .passing = counts.ep,
                                                .outcome = outcome_of(stored_.spectrum.elements()[each.element])});
    }
    std::vector<report::SuspectLine> ascending;
    for (auto& [line, suspect] : lines) ascending.push_back(std::move(suspect));
    return ascending;
  }

 private:
  const diagnosis::StoredSpectrum& stored_;
  const diagnosis::Measure& measure_;
  std::vector<diagnosis::Counts> counts_;
  diagnosis::Ranking ranking_;
  std::vector<diagnosis::Column> function_of_;
};

}  // namespace

report::Suspects suspects_of(const ClusterSpectrum& cluster) {
  const diagnosis::Spectrum& spectrum = cluster.stored.spectrum;
  const diagnosis::Measure& measure = *diagnosis::find_measure("ochiai");
  report::Suspects suspects{.failing = spectrum.failing(),
                            .passing = spectrum.passing(),
                            .elements = spectrum.columns(),
                            .measure = std::string(measure.name),
                            .notes = left_out_texts(cluster, diagnosis::Others::skipped)};
  if (spectrum.failing() == 0) return suspects;
  const diagnosis::FunctionRanking found = diagnosis::rank_functions(spectrum, cluster.choices_of);
  const SuspectLines lines(cluster.stored, measure);
  suspects.greatest = lines.greatest();
  suspects.unspecific = measure.value(measure.score({.ef = spectrum.failing(), .ep = spectrum.passing()}));
  for (const diagnosis::FunctionView view : found.views) suspects.views.emplace_back(diagnosis::name(view));
  suspects.all_functions = found.functions.size();
  for (const diagnosis::Ranked& each : found.ranking.order) {
    if (suspects.functions.size() == report::most_suspects) break;
    const diagnosis::Element& element = found.functions[each.element];
    report::SuspectFunction function{.name = element.function.empty() ? element.name : element.function,
                                     .file = element.file,
                                     .rank = interval_of(each)};
    for (const diagnosis::Ranking& view : found.view_rankings)
      function.views.push_back(interval_of(view.order[view.position[each.element]]));
    if (suspects.functions.size() < report::most_suspects_with_source) function.lines = lines.of(each.element);
    suspects.functions.push_back(std::move(function));
  }
  return suspects;
}

std::vector<report::Suspects> suspects_of(const results::Store& store, const std::optional<runner::Campaign>& campaign,
                                          std::span<const clustering::Cluster> clusters) {
  std::vector<report::Suspects> suspects;
  if (store.spectra() == 0) return suspects;
  ClusterSpectra spectra(store, campaign, {});
  for (const clustering::Cluster& cluster :
       clusters.first(std::min(clusters.size(), report::most_clusters_with_suspects))) {
    const std::optional<ClusterSpectrum> found = spectra.of(cluster);
    suspects.push_back(found ? suspects_of(*found) : report::Suspects{.notes = {"found at merged levels only"}});
  }
  return suspects;
}

}  // namespace smallscope::program
