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
  std::vector<Ordinal> tests;      ///< E of the paper, in the order in which they were chosen; the failing one first
  std::vector<Element> elements;   ///< that any executed input covered; of a search, as given
  Spectrum spectrum = Spectrum();  ///< of a solver: what the inputs covered that were executed
  ElementSet common;               ///< of these: what all failing inputs cover, that were executed
  /// The inputs that were executed. By a solver, the population is the space once every path is known, and all of it
  /// is scanned.
  Certificate certificate;
  std::uint64_t executed = 0;
  concolic::ExplorationCounts asked = {};  ///< of a solver
};

/// What an input did; nothing if it is no test.
struct ChosenTest {
  Outcome outcome = Outcome::pass;
  std::vector<Word> covered;
};
using ExecuteTest = std::function<std::optional<ChosenTest>(Ordinal)>;
/// An input that Algorithm 1 takes, and how many elements all that were taken have in common.
using VisitWitness = std::function<void(Ordinal, std::size_t common)>;

/// Where a search begins, and where it looks.
struct WitnessSearch {
  Ordinal failing = 0;     ///< the first input
  Ordinal population = 0;  ///< inputs of the space
  /// The next input, each once, and not `failing`; none: there is no more. Null: in the order of ordinals.
  std::function<std::optional<Ordinal>()> next = {};
  Ordinal most = ~Ordinal{0};  ///< executions
  VisitWitness visit = {};
};

/// One execution for each input. Throws SpectrumError if the first does not fail, or covers nothing.
ChosenWitnesses choose_by_search(std::vector<Element> elements, const WitnessSearch& search,
                                 const ExecuteTest& execute);

/// How far a solver looks.
struct PathSearch {
  std::size_t most = 10'000;        ///< inputs, one for each path
  std::function<bool()> stop = {};  ///< asked before each; null: never
  VisitWitness visit = {};          ///< at the end
};

/// The same for a symbolic program. Complete if every path is known: the solver gave up on none. That holds unless an
/// operation overflows for some inputs of a path, or the program takes values out of Integers without
/// concolic::value_of(). Throws as choose_by_search(), and concolic::ConcolicError.
ChosenWitnesses choose_by_solver(const concolic::Program& program, const concolic::Values& failing,
                                 concolic::Solver& solver, const PathSearch& search = {});

}  // namespace smallscope::diagnosis::directed
