// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include "text.hpp"

#include <cstdlib>
#include <filesystem>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/subjects/worker.hpp>

namespace rope_campaigns {
namespace {

namespace oracles = smallscope::oracles;
namespace subjects = smallscope::subjects;

bool has_rope(const std::string& python) {
  try {
    const subjects::Input nothing;
    // Finding the module takes an eighth of the time of importing it, which the worker will do.
    const subjects::Command probe{
        {python, "-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('rope') is None)"},
        {},
        std::nullopt};
    const subjects::Placement placement{std::filesystem::temp_directory_path(), &nothing};
    const subjects::Observation observation = subjects::execute(probe, placement, {}, {});
    return observation.ending == subjects::Ending::completed && observation.exit_status == 0;
  } catch (const subjects::SubjectUnavailable&) {
    return false;
  }
}

std::string find_python() {
  std::vector<std::string> candidates{"/usr/bin/python3", "python3"};
  if (const char* chosen = std::getenv("SMALLSCOPE_PYTHON"); chosen != nullptr && *chosen != '\0')
    candidates.insert(candidates.begin(), chosen);
  std::string tried;
  for (const std::string& candidate : candidates) {
    if (has_rope(candidate)) return candidate;
    tried += (tried.empty() ? "" : ", ") + candidate;
  }
  throw subjects::SubjectUnavailable("no Python interpreter imports rope (tried " + tried +
                                     "): install the Debian package python3-rope, or set SMALLSCOPE_PYTHON to an "
                                     "interpreter that has it");
}

const std::string& python() {
  static const std::string found = find_python();
  return found;
}

class Engine final : public subjects::Subject {
 public:
  std::unique_ptr<subjects::Session> open(const std::filesystem::path& scratch) const override {
    // Sets print in the order of their hashes, which must not differ between runs of one program.
    const subjects::Command command{{python(), "-B", SMALLSCOPE_ROPE_WORKER}, {{"PYTHONHASHSEED", "0"}}, std::nullopt};
    return subjects::worker(command)->open(scratch);
  }
  std::string describe() const override { return "rope worker 1"; }
  bool persistent() const override { return true; }
};

}  // namespace

std::shared_ptr<const subjects::Subject> engine() { return std::make_shared<Engine>(); }

smallscope::runner::Reproduction reproduction() {
  // The interpreter that has rope, as for the worker; the one on the path may be another.
  return {.script = SMALLSCOPE_ROPE_REPRODUCE,
          .command =
              [] {
                return std::vector<std::string>{python(), "reproduce.py"};
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
