// SPDX-License-Identifier: Apache-2.0
// The face of a campaign program: every program that calls main() below offers the same commands.
//
// Call main() once, from the main thread.
// Example (examples/quickstart/relative_path.cpp):
//   int main(int argc, char** argv) {
//     return smallscope::program::main(argc, argv, {{"name", "what", make_campaign}});
//   }
#pragma once

#include <functional>
#include <source_location>
#include <string>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::program {

/// A campaign that is built when a command needs it.
struct Entry {
  std::string name;
  std::string description;  ///< one line, shown by `list`
  std::function<runner::Campaign()> make;
  /// Where the entry is written, unless the campaign says where it is defined.
  std::source_location where = std::source_location::current();
};

/// Runs one command of the command line (docs/writing-campaigns.md lists them) and returns its exit status, the first
/// of these that applies: 141 the reader of standard output went away before everything was written (the command ends
/// silently; the results of a run are in its store), 130 interrupted, 2 wrong use or invalid specification, 3 the run
/// could not be carried out, 1 failures found, 0 nothing failed. Results go to standard output, progress and
/// diagnostics to standard error. Call it once, from main().
int main(int argc, char** argv, std::vector<Entry> campaigns);

}  // namespace smallscope::program
