// SPDX-License-Identifier: Apache-2.0
// What a reduction found: for the terminal, as JSON, and as the README.md of its folder.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/runner/reduce.hpp>

#include "triage/failure_folder.hpp"

namespace smallscope::program {

/// Texts that slipped to another failure.
struct Slipped {
  std::string key;
  std::string message;
  bool is_known = false;  ///< the store has failures with this key
  results::Case failing;
};

struct ReductionAccount {
  Origin origin;
  std::string cluster;  ///< its id
  std::string message;  ///< abstract
  ExecutedFailure before;
  ExecutedFailure after;
  results::Ordinal tests = 0;
  double seconds = 0;
  runner::Stop stop = runner::Stop::finished;
  std::string cvise;  ///< what C-Vise did, in words, or why it was not used
  bool cvise_failed = false;
  std::vector<Slipped> slipped;
};

/// "test.c  16 to 3 lines, 512 to 80 bytes", a line for each text.
std::string sizes_text(const ReductionAccount& account);
/// Whether a smaller text may exist for one of the two ways of removing.
std::string end_text(const ReductionAccount& account);
report::Json to_json(const ReductionAccount& account);
/// README.md.
std::string readme_text(const ReductionAccount& account, const WrittenFailure& written);

}  // namespace smallscope::program
