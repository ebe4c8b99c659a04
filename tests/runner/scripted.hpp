// SPDX-License-Identifier: Apache-2.0
// A subject, persistent unless said otherwise, whose worker is a function, and campaigns over it.
#pragma once

#include <atomic>
#include <concepts>
#include <functional>
#include <map>
#include <mutex>

#include "campaigns.hpp"

namespace smallscope::runner {

/// An execution of input `n`.
struct Execution {
  int n = 0;
  int attempt = 1;        ///< of this input since the test began
  unsigned patience = 1;  ///< how many times the limit it may take
  int earlier = 0;        ///< executions before it in the same process
};

/// Counts its fresh processes, and how many inputs are executed at the same time.
class Scripted : public subjects::Subject {
 public:
  using Script = std::function<subjects::Observation(const Execution&)>;

  explicit Scripted(Script script) : state_(std::make_shared<State>()) { state_->script = std::move(script); }
  template <std::invocable<int, int> ByAttempt>
  explicit Scripted(ByAttempt script)
      : Scripted(Script([script](const Execution& now) { return script(now.n, now.attempt); })) {}

  std::unique_ptr<subjects::Session> open(const std::filesystem::path&) const override {
    return std::make_unique<Session>(state_);
  }
  std::string describe() const override { return "scripted"; }
  bool persistent() const override { return shares_processes; }
  subjects::Reports reports() const override { return {.exit_status = false, .outputs = std::nullopt}; }
  int renewals() const { return state_->renewals; }
  int executions() const { return state_->executions; }
  bool shares_processes = true;
  /// Whether an input had more time than others, and was not the only one that was executed.
  bool was_disturbed() const { return state_->disturbed; }

 private:
  struct State {
    Script script;
    std::mutex mutex;
    std::map<int, int> attempts;
    std::atomic<int> renewals = 0, executions = 0, running = 0, patient = 0;
    std::atomic<bool> disturbed = false;
  };
  struct Session : subjects::Session {
    explicit Session(std::shared_ptr<State> shared) : state(std::move(shared)) {}
    subjects::Observation observe(const subjects::Input& input, std::stop_token) override {
      Execution now{.n = std::stoi(input.parameters.front().text), .patience = patience, .earlier = earlier++};
      ++state->executions;
      state->patient += patience > 1;
      if (++state->running > 1 && state->patient > 0) state->disturbed = true;
      {
        const std::lock_guard lock(state->mutex);
        now.attempt = ++state->attempts[now.n];
      }
      subjects::Observation observation = state->script(now);
      --state->running;
      state->patient -= patience > 1;
      return observation;
    }
    void set_patience(unsigned factor) override { patience = factor; }
    void renew() override {
      ++state->renewals;
      earlier = 0;
    }
    std::shared_ptr<State> state;
    unsigned patience = 1;
    int earlier = 0;
  };
  std::shared_ptr<State> state_;
};

inline subjects::Observation reported(std::vector<subjects::NamedText> outputs,
                                      subjects::Ending ending = subjects::Ending::completed) {
  subjects::Observation observation;
  observation.ending = ending;
  observation.outputs = std::move(outputs);
  return observation;
}

inline subjects::Observation ended(subjects::Ending ending, std::string message) {
  subjects::Observation observation = reported({}, ending);
  observation.messages.push_back(std::move(message));
  return observation;
}

/// Objects to every output that is not "good".
inline std::vector<oracles::OraclePointer> good() {
  return {oracles::predicate("good", [](const subjects::Input&, const subjects::Observation& observation) {
    for (const subjects::NamedText& output : observation.outputs)
      if (output.text != "good") return std::vector<std::string>{"not good"};
    return std::vector<std::string>{};
  })};
}

inline Campaign over(int inputs, std::shared_ptr<const subjects::Subject> subject,
                     std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options = {}) {
  return observed(
      "scripted", generators::range(0, inputs - 1).named("n"),
      [](int n) {
        subjects::Input input;
        input.parameters.push_back({"n", std::to_string(n)});
        return input;
      },
      std::move(subject), std::move(oracles), options);
}

}  // namespace smallscope::runner
