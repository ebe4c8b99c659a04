// SPDX-License-Identifier: Apache-2.0
// What tests said about diagnoses, apart from which elements they are of. Most diagnoses share few histories, so the
// health of each is found once, and learning of a test is a look into a table. One thread at a time.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "health.hpp"

namespace smallscope::diagnosis::planning {

class Histories {
 public:
  using Id = std::uint32_t;

  struct History {
    std::size_t elements = 0;
    std::vector<Projection> projections;  ///< sorted by what they cover
    std::vector<double> health;
    double log_likelihood = 0;
  };

  /// With a fixed health, every element has it; otherwise the most likely one.
  explicit Histories(std::optional<double> fixed_health) : fixed_health_(fixed_health) {}

  /// Of a diagnosis with this many elements. The projections are sorted, none covers nothing.
  Id of(std::size_t elements, const std::vector<Projection>& projections);
  /// The history after one more test that covers these elements of the diagnosis, at least one.
  Id after(Id history, std::uint64_t covered, bool is_failing);

  const History& operator[](Id id) const { return all_[id]; }
  std::optional<double> fixed_health() const { return fixed_health_; }

 private:
  struct Step {
    std::uint64_t covered;
    Id history;
    bool is_failing;
    friend bool operator==(const Step&, const Step&) = default;
  };
  struct StepHash {
    std::size_t operator()(const Step& step) const;
  };

  std::optional<double> fixed_health_;
  std::vector<History> all_;
  std::unordered_multimap<std::uint64_t, Id> by_hash_;
  std::unordered_map<Step, Id, StepHash> after_;
};

}  // namespace smallscope::diagnosis::planning
