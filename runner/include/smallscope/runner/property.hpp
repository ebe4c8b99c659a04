// SPDX-License-Identifier: Apache-2.0
// Named properties of typed values: what an in-process campaign checks.
//
// Given to in_process() (in_process.hpp). A check is called from several threads at once and must be pure.
// Example: property("reverse twice", [](const List& list) { return reversed(reversed(list)) == list; }).
#pragma once

#include <string>
#include <utility>

#include <smallscope/oracles/verdict.hpp>

namespace smallscope::runner {

/// A named property of inputs. `check(value)` returns true to pass, or the messages about what is wrong
/// (std::vector<std::string>, empty to pass; or std::optional<std::string>), or a whole oracles::Judgement. If it
/// throws, the input's verdict is `crashed` with the exception's text, because the code under test runs inside the
/// check.
template <class Check>
struct Property {
  std::string name;
  Check check;
};
template <class Check>
Property<Check> property(std::string name, Check check) {
  return {std::move(name), std::move(check)};
}

/// The judgement of a callable that threw; call it while the exception is being handled.
oracles::Judgement judgement_of_exception(std::string oracle, oracles::Verdict verdict);

}  // namespace smallscope::runner
