// SPDX-License-Identifier: Apache-2.0
// How few tests localise a seeded fault if a solver derives them, and if a change of a choice does (Artzi et al., ISSTA
// 2010, research questions 1 and 2).
//
// Each symbolic program has one fault (concolic::Fault), and starts from failing inputs drawn from its population: the
// whole space, or a sample of a large one. Each strategy proposes further inputs one by one, which are executed. After
// each of them, statements and outcomes of conditions together are ranked by ochiai, as in the paper. A study belongs
// to one thread.
//
// Example: ConcolicStudy study; add(study, "triangle-3", program); study.faults[0].suites[0].after[20].rank.average
#pragma once

#include <string>
#include <vector>

#include <smallscope/concolic/explorer.hpp>
#include <smallscope/evaluation/directed_study.hpp>

namespace smallscope::evaluation {

/// What the tests so far say, and what they cost.
struct ConcolicStep {
  FirstRank rank;             ///< of the first faulty element
  std::size_t executed = 0;   ///< elements that a test covers
  std::size_t failing = 0;    ///< tests
  std::size_t questions = 0;  ///< that the solver was asked
  double seconds = 0;         ///< of the solver and of all runs
};

struct ConcolicSuite {
  std::string strategy;
  std::size_t start = 0;            ///< which failing input it begins with
  std::vector<ConcolicStep> after;  ///< after the failing input and so many others
  concolic::ExplorationCounts counts;
  bool is_exhausted = false;  ///< every path is known
};

struct ConcolicFault {
  std::string name;
  Ordinal inputs = 0;       ///< of the space
  std::size_t judged = 0;   ///< inputs of the population
  std::size_t failing = 0;  ///< of these
  ConcolicStep whole;       ///< by the population
  std::vector<ConcolicSuite> suites;
};

struct ConcolicStudy {
  std::size_t tests = 100;       ///< the most that a strategy proposes
  std::size_t starts = 3;        ///< failing inputs to begin with
  std::size_t sample = 120'000;  ///< inputs of the population of a larger space
  std::uint64_t seed = 0;
  concolic::SolverOptions solver = {};
  std::vector<ConcolicFault> faults;
  LeftOutCampaigns left_out;
};

/// Adds a program. One whose population does not fail, or whose fault shows no element, is left out. Throws
/// concolic::SolverUnavailable.
void add(ConcolicStudy& study, const std::string& name, const concolic::Program& program);

/// The first number of tests after which a reader expects to inspect no more than with the whole population; as many as
/// the suite has, and one more, if there is none.
std::size_t tests_until_as_whole(const ConcolicSuite& suite, const ConcolicFault& fault);
bool is_as_whole(const ConcolicStep& step, const ConcolicFault& fault);

}  // namespace smallscope::evaluation
