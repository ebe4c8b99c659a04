// SPDX-License-Identifier: Apache-2.0
// Oracles that do not execute their own commands twice on the same input: for an input that is executed many times,
// each time by a subject that was changed, where the reference is the same. Several threads may share the answers.
//
// Example: const auto answers = std::make_shared<Answers>();
//          remembering(differential({gcc}), answers)->open(scratch)
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include <smallscope/oracles/oracle.hpp>

namespace smallscope::oracles {

/// What commands did with inputs. Thread-safe. Keeps at most 64 MiB; what comes later is executed each time.
class Answers {
 public:
  std::optional<subjects::Observation> find(const std::string& key) const;
  void keep(const std::string& key, const subjects::Observation& observation);

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, subjects::Observation> known_;
  std::size_t bytes_ = 0;
};

/// The same oracle, which takes from `answers` what its commands have done with an input, and keeps there what they do,
/// unless it did not end in time. An oracle that executes nothing is returned as it is in effect.
OraclePointer remembering(OraclePointer oracle, std::shared_ptr<Answers> answers);

}  // namespace smallscope::oracles
