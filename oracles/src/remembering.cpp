// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/remembering.hpp>

#include <functional>
#include <stdexcept>
#include <utility>

#include "judging.hpp"
#include "steps.hpp"

namespace smallscope::oracles {

namespace {

/// An oracle with another way of remembering what its commands did.
class Remembering final : public Wrapped {
 public:
  using Tell = std::function<void(ExecutingJudge&)>;
  Remembering(OraclePointer oracle, Tell tell) : Wrapped(std::move(oracle)), tell_(std::move(tell)) {}
  std::unique_ptr<Judge> open(const std::filesystem::path& scratch) const override {
    std::unique_ptr<Judge> judge = wrapped().open(scratch);
    if (ExecutingJudge* const executing = judge->executing()) tell_(*executing);
    return judge;
  }

 private:
  Tell tell_;
};

bool is_success(const subjects::Observation& observation) {
  return observation.ending == subjects::Ending::completed && observation.exit_status == 0;
}

/// What an answer takes, about.
std::size_t bytes_of(const std::string& key, const subjects::Observation& answer) {
  constexpr std::size_t besides = 512;
  std::size_t bytes = besides + key.size() + answer.standard_output.size() + answer.standard_error.size();
  for (const subjects::NamedText& output : answer.outputs) bytes += output.text.size();
  return bytes;
}

}  // namespace

std::optional<subjects::Observation> Answers::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  known_.splice(known_.begin(), known_, found->second);
  return found->second->answer;
}

void Answers::keep(const std::string& key, const subjects::Observation& observation) {
  const std::size_t bytes = bytes_of(key, observation);
  if (bytes > most_bytes_ || (keeps_ == Keeps::successes && !is_success(observation))) return;
  const std::lock_guard lock(mutex_);
  if (by_key_.contains(key)) return;
  known_.push_front({key, observation, bytes});
  by_key_.emplace(known_.front().key, known_.begin());
  for (bytes_ += bytes; bytes_ > most_bytes_; known_.pop_back()) {
    bytes_ -= known_.back().bytes;
    by_key_.erase(known_.back().key);
  }
}

OraclePointer remembering(OraclePointer oracle, std::shared_ptr<Answers> answers) {
  return std::make_shared<Remembering>(
      std::move(oracle), [answers = std::move(answers)](ExecutingJudge& judge) { judge.remember(answers); });
}

OraclePointer executed_each_time(OraclePointer oracle) {
  if (!oracle) throw std::invalid_argument("executed_each_time: the oracle is empty");
  return std::make_shared<Remembering>(std::move(oracle), [](ExecutingJudge& judge) { judge.execute_each_time(); });
}

}  // namespace smallscope::oracles
