// SPDX-License-Identifier: Apache-2.0
// From one failing input to the faulty place: which inputs to execute, one after another, and when to stop.
//
// Three stages, each of which needs what the one before it has learned. Direct: inputs near the failing one and drawn
// ones (directed/director.hpp). Select: those that would tell most elements apart, whatever their outcome
// (capability/criteria.hpp). Plan: those whose outcome says most about the diagnoses that are left
// (planning/session.hpp). After each test, what is most suspicious is ranked anew. The loop stops when that has not
// changed for some tests and is small, or when a diagnosis stands. Whoever executes the inputs tells the loop what they
// did. The same observations and options give the same proposals. Belongs to one thread.
//
// Example: Loop loop(factors, 17, choices_of, {});
//          while (const auto next = loop.next()) loop.observe(Outcome::pass, covered, columns);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/barinel.hpp>
#include <smallscope/diagnosis/code_columns.hpp>
#include <smallscope/diagnosis/directed/director.hpp>
#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/planning/session.hpp>

namespace smallscope::diagnosis::loop {

/// What an input is executed for.
enum class Stage { direct, select, plan };
inline constexpr Stage all_stages[] = {Stage::direct, Stage::select, Stage::plan};
/// "direct", "select", "plan"
std::string_view name(Stage stage);

enum class Stop {
  not_yet,
  tight,        ///< the most suspicious elements are few, and have been the same for some tests
  sure,         ///< a diagnosis has reached the threshold
  budget,       ///< of tests
  exhausted,    ///< every input was executed
  not_failing,  ///< the failing input did not fail, or did not say what it covers
  given_up      ///< by who executes
};
/// "not yet", "tight", "sure", "budget", "exhausted", "not failing", "given up"
std::string_view name(Stop stop);

struct LoopOptions {
  directed::Strategy strategy = directed::Strategy::mixed;  ///< of the stage direct
  std::size_t directed = 10;                                ///< tests of that stage, beside the failing input
  std::size_t selected = 10;                                ///< of the stage select
  std::size_t tests = 40;                                   ///< of all stages, at most, beside the failing input
  std::size_t pool = 200;                                   ///< inputs that are weighed against each other
  std::size_t tight = 5;                                    ///< elements on the first rank, at most
  /// Tests that left the first functions and the elements on the first rank as they were.
  std::size_t steady = 8;
  double threshold = 0.9;        ///< of a diagnosis whose groups have at most `tight` elements
  std::size_t cardinality = 2;   ///< of a diagnosis
  std::size_t diagnoses = 1000;  ///< that are weighed
  std::uint64_t seed = 0;
  std::function<bool(Ordinal)> is_candidate = {};  ///< false for inputs that are not to be executed
  /// What an input covers, as a store has it (results::VisitSpectrum), if that is known already.
  std::function<std::optional<std::vector<Word>>(Ordinal)> covered_of = {};
};

struct Proposal {
  Ordinal ordinal = 0;
  Stage stage = Stage::direct;
};

/// What is known after a test.
struct Step {
  Proposal proposal;
  Outcome outcome = Outcome::skip;
  std::size_t first_elements = 0;  ///< elements on the first rank
  std::size_t unchanged = 0;       ///< tests since these, or the functions on the first rank, changed last
  double greatest = 0;             ///< probability of a diagnosis; 0 before the stage plan
};

class Loop {
 public:
  /// `failing` is an ordinal of the space with these factors (generators::factors); it is the first proposal. Without
  /// `choices_of`, functions have one view less. Throws GeneratorError if the factors multiply beyond 64 bits,
  /// std::out_of_range if there is no such ordinal, SpectrumError for options that are none.
  Loop(std::vector<Ordinal> factors, Ordinal failing, ChoicesOf choices_of, LoopOptions options);

  /// The input to execute now; the same one until it is observed. None when the loop has stopped.
  std::optional<Proposal> next();
  /// What the proposed input did. One that is skipped says nothing, but counts as a test. `covered` is as the store has
  /// it, and `columns` knows all of it. Throws SpectrumError if none is proposed. O(elements log elements + tests^2).
  void observe(Outcome outcome, std::span<const Word> covered, const std::shared_ptr<const CodeColumns>& columns);
  /// What was proposed is no test: it does not count.
  void leave_out();
  void give_up();

  Stop stop() const { return stop_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// Of the tests so far that say something, by the columns that were given last.
  const Spectrum& spectrum() const { return spectrum_; }
  /// By ochiai.
  const Ranking& ranking() const { return ranking_; }
  const FunctionRanking& functions() const { return functions_; }
  /// The belief about the tests so far, and the elements of its groups; null before the stage plan, and when no
  /// diagnosis within the cardinality explains the tests.
  const planning::Session* session() const { return session_.get(); }

 private:
  struct Observed {
    Ordinal ordinal;
    Outcome outcome;
    std::vector<Word> covered;
  };
  std::optional<Proposal> proposal();
  std::optional<Ordinal> planned();
  void rank_again(const std::shared_ptr<const CodeColumns>& columns);
  void believe();
  void decide();
  bool is_sure() const;

  std::vector<Ordinal> factors_;
  Ordinal failing_;
  ChoicesOf choices_of_;
  LoopOptions options_;
  std::set<Ordinal> executed_;
  directed::Director director_, selector_;
  directed::Candidates candidates_;
  std::shared_ptr<const CodeColumns> columns_;
  std::vector<Observed> observed_;
  Spectrum spectrum_;
  Ranking ranking_;
  FunctionRanking functions_;
  std::unique_ptr<planning::Session> session_;
  std::vector<std::string> first_elements_;  ///< keys of those on the first rank
  std::vector<Element> first_functions_;
  std::optional<Proposal> proposed_;
  std::vector<Step> steps_;
  Stop stop_ = Stop::not_yet;
};

}  // namespace smallscope::diagnosis::loop
