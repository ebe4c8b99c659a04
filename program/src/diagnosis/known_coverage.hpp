// SPDX-License-Identifier: Apache-2.0
// What inputs covered, as a store knew it at one time. Immutable; any thread may read it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// Of level 0, with equal rows once. Those that reported nothing are not known: they are worth another try.
class KnownCoverage {
 public:
  explicit KnownCoverage(const results::Store& store);
  bool contains(results::Ordinal ordinal) const { return rows_of_.contains(ordinal); }
  /// As results::VisitSpectrum gives it.
  std::optional<std::vector<diagnosis::Word>> of(results::Ordinal ordinal) const;

 private:
  std::shared_ptr<const std::set<std::vector<diagnosis::Word>>> rows_;  // so that copies point into the same
  std::map<results::Ordinal, const std::vector<diagnosis::Word>*> rows_of_;
};

}  // namespace smallscope::program
