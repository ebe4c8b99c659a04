// SPDX-License-Identifier: Apache-2.0
// How often each oracle gave each verdict: the evidence behind a run in which nothing failed.
//
// Flow: lanes count the judgements of the inputs they execute, commits add the counts to the store, and reports show
// them. Values; each belongs to one thread at a time. Example: tallies.add("no crash", Verdict::pass); tallies.of("no
// crash").applied() == 1.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/oracles/verdict.hpp>

namespace smallscope::oracles {

/// The judgements of one oracle, counted by verdict. Counts that correct others may be negative.
struct Tally {
  std::string oracle;
  std::array<std::int64_t, verdict_count> counts{};

  std::int64_t count(Verdict verdict) const { return counts[static_cast<std::size_t>(verdict)]; }
  std::int64_t passed() const { return count(Verdict::pass); }
  /// Judgements that count as failures of the subject: see is_failing().
  std::int64_t failed() const;
  std::int64_t rejected() const { return count(Verdict::discarded); }
  /// How often the oracle could not judge.
  std::int64_t errors() const { return count(Verdict::oracle_error); }
  /// The inputs about which it said something: that they pass, fail, or are not valid.
  std::int64_t applied() const { return passed() + failed() + rejected(); }
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// The tallies of several oracles, in the order in which they were first named. Linear in their number, which is small.
class Tallies {
 public:
  Tallies() = default;
  /// A tally of zero for each of these oracles.
  explicit Tallies(const std::vector<std::string>& oracles);
  void add(std::string_view oracle, Verdict verdict, std::int64_t inputs = 1);
  void add(const Tallies& other);
  /// The tally of this oracle; all zero if it was never named.
  Tally of(std::string_view oracle) const;
  bool empty() const { return tallies_.empty(); }
  auto begin() const { return tallies_.begin(); }
  auto end() const { return tallies_.end(); }
  friend bool operator==(const Tallies&, const Tallies&) = default;

 private:
  Tally& named(std::string_view oracle);
  std::vector<Tally> tallies_;
};

}  // namespace smallscope::oracles
