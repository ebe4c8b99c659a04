// SPDX-License-Identifier: Apache-2.0
// Oracles that do not execute their own commands twice on the same input: many inputs of a space differ only in what
// the subject is asked to do with the same program, and an input may be executed many times, each time by a subject
// that was changed. Several threads may share the answers.
//
// Example: const auto answers = std::make_shared<Answers>();
//          remembering(differential({gcc}), answers)->open(scratch)
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <smallscope/oracles/oracle.hpp>

namespace smallscope::oracles {

/// What commands did with inputs. Thread-safe. What was not asked for the longest time makes room for new answers.
class Answers {
 public:
  /// Which answers are kept. One that is no success may be due to the moment, such as want of memory.
  enum class Keeps { all, successes };
  explicit Answers(Keeps keeps = Keeps::all, std::size_t most_bytes = std::size_t{64} << 20)
      : keeps_(keeps), most_bytes_(most_bytes) {}
  std::optional<subjects::Observation> find(const std::string& key);
  void keep(const std::string& key, const subjects::Observation& observation);

 private:
  struct Known {
    std::string key;
    subjects::Observation answer;
    std::size_t bytes;
  };
  Keeps keeps_;
  std::size_t most_bytes_;
  std::mutex mutex_;
  std::list<Known> known_;  ///< the last used first
  std::unordered_map<std::string_view, std::list<Known>::iterator> by_key_;
  std::size_t bytes_ = 0;
};

/// The same oracle, which takes from `answers` what its commands have done with an input, and keeps there what they do,
/// unless it did not end in time. An oracle that executes nothing is returned as it is in effect.
OraclePointer remembering(OraclePointer oracle, std::shared_ptr<Answers> answers);

/// The same oracle, whose commands are executed for each input, although a run takes what they have done with the same
/// files before (Bench::reuse()): for commands that do something else each time, or count how often they are called.
OraclePointer executed_each_time(OraclePointer oracle);

}  // namespace smallscope::oracles
