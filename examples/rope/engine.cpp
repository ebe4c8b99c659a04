// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <smallscope/oracles/standard.hpp>

#include "python/interpreter.hpp"
#include "text.hpp"

namespace rope_campaigns {
namespace {

namespace oracles = smallscope::oracles;

python_programs::Module rope() { return {"rope", "python3-rope"}; }

}  // namespace

std::shared_ptr<const smallscope::subjects::Subject> engine() {
  return python_programs::worker(rope(), SMALLSCOPE_ROPE_WORKER, "rope worker 1");
}

smallscope::runner::Reproduction reproduction() {
  // The interpreter that has rope, as for the worker; the one on the path may be another.
  return {.script = SMALLSCOPE_ROPE_REPRODUCE,
          .command =
              [] {
                return std::vector<std::string>{python_programs::interpreter_with(rope()), "reproduce.py"};
              },
          .note = "`offset`, or `start` and `end`, count the characters before the place where rope is asked to work.",
          .subject = "rope",
          .bisect = "git bisect run python3 DIR/reproduce.py"};
}

std::vector<oracles::OraclePointer> refactoring_oracles() {
  return {oracles::no_crash(), oracles::no_time_out(), oracles::reported_compiles(),
          oracles::reported_behaviour("behaviour before", "behaviour after", {}, std::string(fragment_mark))};
}

std::vector<oracles::OraclePointer> renaming_oracles() {
  std::vector<oracles::OraclePointer> result = refactoring_oracles();
  result.push_back(oracles::reported_round_trip("input.py", "there and back"));
  return result;
}

}  // namespace rope_campaigns
