// SPDX-License-Identifier: Apache-2.0
// Single-fault-optimal data of a population of which only a part was executed: Algorithm 1 of Landsberg, Sun and
// Kroening (FASE 2018), whose `choose` looks for a failing test that does not cover all common elements.
//
// In an indexed space, `choose` executes one input after the other. Of a symbolic program, a solver gives one input for
// each path: inputs of one path cover the same and end the same way, so all paths stand for all inputs. Whoever has
// executed everything takes single_fault.hpp instead. Pure functions, if what they call is: any thread.
//
// Example: choose_by_solver(program, failing, *concolic::make_solver()).certificate.is_complete()
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <smallscope/concolic/explorer.hpp>
#include <smallscope/diagnosis/single_fault.hpp>

namespace smallscope::diagnosis::directed {

/// How `choose` is answered.
enum class ChosenBy { search, solver };
/// "search", "solver"
std::string_view name(ChosenBy by);

struct ChosenWitnesses {
  ChosenBy by = ChosenBy::search;
  std::vector<Ordinal> tests;     ///< E of the paper, in the order in which they were chosen; the failing one first
  std::vector<Element> elements;  ///< that any executed input covered; of a search, as given
  ElementSet common;              ///< of these: what all failing inputs cover, that were executed
  /// The inputs that were executed. By a solver, the population is the space once every path is known, and all of it
  /// is scanned.
  Certificate certificate;
  std::uint64_t executed = 0;
};

/// What an input did; nothing if it is no test.
struct ChosenTest {
  Outcome outcome = Outcome::pass;
  std::vector<Word> covered;
};
using ExecuteTest = std::function<std::optional<ChosenTest>(Ordinal)>;

/// From the failing input on, and then in the order of ordinals, until all `population` inputs or `most` of them are
/// executed. One execution for each. Throws SpectrumError if the first does not fail, or covers nothing.
ChosenWitnesses choose_by_search(std::vector<Element> elements, Ordinal failing, Ordinal population,
                                 const ExecuteTest& execute, Ordinal most);

/// The same for a symbolic program, one input for each path, at most so many. Complete if every path is known: the
/// solver gave up on none. That holds unless an operation overflows for some inputs of a path, or the program takes
/// values out of Integers without concolic::value_of(). Throws as choose_by_search(), and concolic::ConcolicError.
ChosenWitnesses choose_by_solver(const concolic::Program& program, const concolic::Values& failing,
                                 concolic::Solver& solver, std::size_t most = 10'000);

}  // namespace smallscope::diagnosis::directed
