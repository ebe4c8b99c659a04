// SPDX-License-Identifier: Apache-2.0
// What inputs covered, as a store knows it. One thread may change it, or several may read it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// Of level 0, with equal rows once. Those that reported nothing are not known: they are worth another try.
class KnownCoverage {
 public:
  explicit KnownCoverage(const results::Store& store);
  /// Learns of the last `executed` inputs that the store got coverage of.
  void add_latest(const results::Store& store, std::size_t executed);
  bool contains(results::Ordinal ordinal) const { return rows_of_.contains(ordinal); }
  /// As results::VisitSpectrum gives it.
  std::optional<std::vector<diagnosis::Word>> of(results::Ordinal ordinal) const;

 private:
  KnownCoverage(const KnownCoverage&) = delete;
  KnownCoverage& operator=(const KnownCoverage&) = delete;
  void add(results::Ordinal ordinal, std::span<const diagnosis::Word> covered);

  std::set<std::vector<diagnosis::Word>> rows_;
  std::map<results::Ordinal, const std::vector<diagnosis::Word>*> rows_of_;
};

}  // namespace smallscope::program
