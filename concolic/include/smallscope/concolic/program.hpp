// SPDX-License-Identifier: Apache-2.0
// A property of bounded inputs that can be run symbolically: what an Explorer (explorer.hpp) explores.
//
// A check is a template of its integer type, mostly a lambda with `auto` parameters. What it calls is the subject; what
// it wraps in oracle() is not. Programs are immutable; any thread may run them if the check is pure.
//
// Example: program({{"a", 0, 9}, {"b", 0, 9}}, [](auto a, auto b) { return larger(a, b) >= a; })->run(Values{3, 4})
#pragma once

#include <array>
#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <smallscope/concolic/recorder.hpp>

namespace smallscope::concolic {

/// What one run did.
struct Execution {
  bool passes = false;
  bool crashed = false;               ///< an exception ended it
  std::vector<std::string> messages;  ///< of the check, or of the exception
  Path path;
  std::set<Covered> covered;
  std::set<Place> seeded;  ///< places of the Fault that was active
};

class Program {
 public:
  virtual ~Program() = default;
  virtual const Inputs& inputs() const = 0;
  /// Throws ConcolicError for values that are not of the inputs. What the check throws is a crash.
  virtual Execution run(std::span<const std::int64_t> values) const = 0;
};

/// Whether the result of a check means that it passes; adds the messages of one that says why not.
template <class Result>
bool judged(const Result& result, std::vector<std::string>& messages) {
  if constexpr (std::same_as<Result, Condition>) {
    const OracleScope scope;  // that the check passes is no branch of the subject
    return result;
  } else if constexpr (requires { result.has_value(); }) {
    if (result) messages.push_back(*result);
    return !result.has_value();
  } else if constexpr (requires { result.empty(); }) {
    messages.assign(result.begin(), result.end());
    return result.empty();
  } else {
    return static_cast<bool>(result);
  }
}

template <std::size_t count, class Check>
class CheckedProgram final : public Program {
 public:
  CheckedProgram(Inputs inputs, Check check) : inputs_(std::move(inputs)), check_(std::move(check)) {}
  const Inputs& inputs() const override { return inputs_; }
  Execution run(std::span<const std::int64_t> values) const override {
    inputs_.require(values);
    Execution execution;
    Recorder recorder(values);
    try {
      execution.passes = judged(call(recorder, std::make_index_sequence<count>()), execution.messages);
    } catch (const std::exception& error) {
      execution.crashed = true;
      execution.messages = {error.what()};
    } catch (...) {
      execution.crashed = true;
      execution.messages = {"an exception of another kind"};
    }
    execution.path = recorder.path();
    execution.covered = recorder.covered();
    execution.seeded = recorder.seeded();
    return execution;
  }

 private:
  template <std::size_t... I>
  auto call(const Recorder& recorder, std::index_sequence<I...>) const {
    return std::invoke(check_, recorder.input(I)...);
  }

  Inputs inputs_;
  Check check_;
};

/// `check(a, b, ...)` returns true (or a Condition that holds) to pass, or the messages about what is wrong: a
/// std::vector<std::string>, empty to pass, or a std::optional<std::string>. Throws ConcolicError as Inputs does.
template <std::size_t count, class Check>
std::shared_ptr<const Program> program(const Input (&inputs)[count], Check check) {
  return std::make_shared<CheckedProgram<count, Check>>(Inputs({std::begin(inputs), std::end(inputs)}),
                                                        std::move(check));
}

}  // namespace smallscope::concolic
