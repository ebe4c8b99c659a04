// SPDX-License-Identifier: Apache-2.0
// How few tests localise a fault, and who chooses them best (Artzi et al., ISSTA 2010, research questions 1 and 2).
//
// For each campaign, one fault, whose first failing input is known. Each strategy of diagnosis::directed proposes
// further inputs one by one; what they do is looked up in a complete store. After each of them, elements are ranked by
// ochiai, as in the paper. Nothing is executed. A study belongs to one thread.
//
// Example: DirectedStudy study; add(study, store, failing, places, factors); study.faults[0].suites[0].after[20]
#pragma once

#include <array>
#include <string>
#include <vector>

#include <smallscope/diagnosis/directed/director.hpp>
#include <smallscope/diagnosis/fault_places.hpp>
#include <smallscope/evaluation/left_out.hpp>

namespace smallscope::evaluation {

using diagnosis::Ordinal;

/// What is ranked.
enum class DirectedRanks {
  functions,  ///< each by its most suspicious block
  blocks,
  predicates  ///< blocks and outcomes of comparisons together
};
inline constexpr DirectedRanks all_directed_ranks[] = {DirectedRanks::functions, DirectedRanks::blocks,
                                                       DirectedRanks::predicates};
/// "functions", "blocks", "blocks and comparisons"
std::string_view name(DirectedRanks ranks);

/// Where a reader meets the first faulty element: the best and the worst rank, by how ties fall, and the expected one.
/// 0 if no such element is known to be faulty.
struct FirstRank {
  std::size_t best = 0, worst = 0;
  double average = 0;
};
/// What the tests so far say.
struct Localised {
  std::array<FirstRank, std::size(all_directed_ranks)> ranks;
  std::size_t executed = 0;  ///< blocks that a test covers
};

struct DirectedSuite {
  std::string strategy;
  std::vector<Localised> after;  ///< after the failing input and so many others: [0] is the failing one alone
};

struct DirectedFault {
  std::string campaign;
  std::size_t judged = 0;  ///< inputs of the space that passed or show the fault
  double seconds = 0;      ///< wall time of the store's runs for each executed input
  Localised whole;         ///< by all of them
  std::vector<DirectedSuite> suites;
};

struct DirectedStudy {
  std::size_t tests = 100;  ///< the most that a strategy proposes
  std::size_t draws = 10;   ///< suites of each strategy that draws
  std::size_t pool = 200;   ///< inputs that are executed for their coverage when a criterion is the fitness
  /// Criteria of capability, with their names: beside the strategies, each chooses by what a pool of inputs covers.
  std::vector<std::pair<std::string, diagnosis::capability::Scorer>> fitness = {};
  std::vector<DirectedFault> faults;
  LeftOutCampaigns left_out;
};

/// Adds a campaign, in which the inputs `failing`, ascending, show the fault with these places, and whose space has
/// these factors. Throws results::StoreError, diagnosis::SpectrumError.
void add(DirectedStudy& study, const results::Store& store, const std::vector<Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const std::vector<Ordinal>& factors);

/// Below this share of executed blocks, a fault is well localised.
inline constexpr double well_localised_share = 0.01;
/// Whether fewer than that are expected to be inspected until the first faulty block. The paper takes the best rank of
/// a tie, by which every fault is well localised without any passing test.
bool is_well_localised(const Localised& localised);
/// The worst rank is no worse than by the whole space, where such an element is known to be faulty.
bool is_no_worse(const Localised& localised, const DirectedFault& fault, DirectedRanks ranks);

}  // namespace smallscope::evaluation
