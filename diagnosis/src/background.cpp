// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/background.hpp>

#include <algorithm>

#include <smallscope/diagnosis/suspiciousness.hpp>

namespace smallscope::diagnosis {

Suspicion suspicion_of(const StoredSpectrum& stored) {
  const Measure& ochiai = *find_measure("ochiai");
  const std::vector<Counts> counts = stored.spectrum.counts();
  Suspicion suspicion;
  for (std::size_t column = 0; column < counts.size(); ++column)
    if (const double value = ochiai.value(ochiai.score(counts[column])); value > 0)
      suspicion.emplace(stored.keys[column], value);
  return suspicion;
}

void Background::add(std::string fault, Suspicion suspicion) {
  // Sums are made in this order, so that they do not depend on that of the calls.
  const auto place = std::ranges::upper_bound(faults_, fault, {}, &std::pair<std::string, Suspicion>::first);
  faults_.insert(place, {std::move(fault), std::move(suspicion)});
}

std::size_t Background::faults(std::string_view without) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(faults_, [&](const auto& fault) { return fault.first != without; }));
}

std::vector<double> Background::of(const std::vector<std::string>& keys, std::string_view without) const {
  const auto count = static_cast<double>(faults(without));
  if (count == 0) return {};
  std::vector<double> means(keys.size());
  for (const auto& [fault, suspicion] : faults_) {
    if (fault == without) continue;
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (const auto found = suspicion.find(keys[i]); found != suspicion.end()) means[i] += found->second;
  }
  for (double& mean : means) mean /= count;
  return means;
}

}  // namespace smallscope::diagnosis
