// SPDX-License-Identifier: Apache-2.0
// Values of choices with which nothing was judged, and why.
//
// A misspelt value is refused, rejected or filtered in every input that has it, and the run passes: only the sums of
// the account show it, among those of inputs that are meant to be refused. Deterministic; for one thread.
#pragma once

#include <optional>
#include <smallscope/report/json.hpp>
#include <smallscope/results/store.hpp>
#include <smallscope/runner/campaign.hpp>
#include <string>
#include <vector>

namespace smallscope::program {

struct UnjudgedValue {
  std::string choice, label;
  results::Ordinal inputs = 0;   ///< how many were executed
  results::Ordinal ordinal = 0;  ///< the least of them
  std::string because;           ///< "refused", "rejected", "filtered", ..., or what most of several are
  bool all = true;               ///< whether all of them are so
};

struct Unjudged {
  std::vector<UnjudgedValue> values;  ///< those with most inputs first
  /// Inputs that the generator discards for a reason that the campaign does not state, such as a mark that is missing.
  std::string filtered_because;
  results::Ordinal filtered = 0, filtered_ordinal = 0;
  bool is_sample = false;  ///< whether some numbers are only of a sample
};

/// Of the inputs of level 0. A value is one of these if it has at least `least_inputs` executed inputs, or all that
/// there are, and no judged one. Of more than 200,000 inputs that were not judged, and 500,000 that were, it sees so
/// many, evenly spread. Nothing for a search, for a store where nothing or everything was judged or that is of
/// another space, and beyond two million inputs without a judgement. A microsecond or two for each input that it sees.
inline constexpr results::Ordinal least_inputs = 10;
Unjudged unjudged_values(const results::Store& store, const runner::Campaign& campaign);

/// What is to be said, a line each; none if there is nothing.
std::vector<std::string> unjudged_lines(const Unjudged& unjudged);
/// The same as a text, each line after "unjudged" or "warning"; "" if there is nothing to say.
std::string to_string(const Unjudged& unjudged);
report::Json to_json(const Unjudged& unjudged);

}  // namespace smallscope::program
