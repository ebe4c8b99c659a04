// SPDX-License-Identifier: Apache-2.0
// How well the loop from a failing input to a place finds known faults, and with how few tests.
//
// For each campaign, one fault, whose first failing input is known. The loop proposes further inputs; what they do is
// looked up in a complete store. Beside it stand the whole space, and as many tests drawn by chance. Nothing is
// executed. A study belongs to one thread.
//
// Example: LoopStudy study; add(study, store, failing, places, factors, choices_of); study.faults[0].whole.function
#pragma once

#include <string>
#include <vector>

#include <smallscope/diagnosis/fault_places.hpp>
#include <smallscope/diagnosis/loop/loop.hpp>
#include <smallscope/evaluation/directed_study.hpp>
#include <smallscope/evaluation/left_out.hpp>

namespace smallscope::evaluation {

/// Where a reader meets the fault by the ranking of some tests.
struct Found {
  FirstRank function;  ///< the first faulty function, of all views together
  FirstRank element;   ///< the first faulty block or outcome of a comparison, by ochiai
};

/// One way through the loop.
struct LoopRun {
  std::vector<diagnosis::loop::Step> steps;
  diagnosis::loop::Stop stop = diagnosis::loop::Stop::not_yet;
  std::vector<Found> after;  ///< each step
  const Found& found() const { return after.back(); }
};

struct LoopFault {
  std::string campaign;
  std::size_t judged = 0;          ///< inputs of the space that passed or show the fault
  std::vector<LoopRun> runs = {};  ///< each with draws of its own
  std::vector<Found> chance = {};  ///< the failing input and drawn ones, as many as one of the runs used; a suite each
  Found whole = {};                ///< by all tests of the space
};

struct LoopStudy {
  diagnosis::loop::LoopOptions options;  ///< of the first run; each further one has the next seed
  bool is_known = false;                 ///< what every input covers is known before it is executed
  std::size_t runs = 5;                  ///< for each fault
  std::size_t draws = 10;                ///< suites of drawn tests
  std::vector<LoopFault> faults;
  LeftOutCampaigns left_out;
};

/// Adds a campaign, in which the inputs `failing`, ascending, show the fault with these places, and whose space has
/// these factors. Without `choices_of`, functions have one view less. Throws results::StoreError,
/// diagnosis::SpectrumError.
void add(LoopStudy& study, const results::Store& store, const std::vector<Ordinal>& failing,
         const std::vector<diagnosis::FaultPlace>& places, const std::vector<Ordinal>& factors,
         const diagnosis::ChoicesOf& choices_of);

}  // namespace smallscope::evaluation
