// SPDX-License-Identifier: Apache-2.0
#include "interpreter.hpp"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <smallscope/subjects/worker.hpp>
#include <utility>
#include <vector>

namespace python_programs {
namespace {

namespace subjects = smallscope::subjects;

bool has_module(const std::string& python, const Module& module) {
  try {
    const subjects::Input nothing;
    // Finding the module takes an eighth of the time of importing it, which the worker will do.
    const subjects::Command probe{
        {python, "-c", "import importlib.util, sys; sys.exit(importlib.util.find_spec('" + module.name + "') is None)"},
        {},
        std::nullopt};
    const subjects::Placement placement{std::filesystem::temp_directory_path(), &nothing};
    const subjects::Observation observation = subjects::execute(probe, placement, {}, {});
    return observation.ending == subjects::Ending::completed && observation.exit_status == 0;
  } catch (const subjects::SubjectUnavailable&) {
    return false;
  }
}

std::string find_interpreter(const Module& module) {
  std::vector<std::string> candidates{"/usr/bin/python3", "python3"};
  if (const char* chosen = std::getenv("SMALLSCOPE_PYTHON"); chosen != nullptr && *chosen != '\0')
    candidates.insert(candidates.begin(), chosen);
  std::string tried;
  for (const std::string& candidate : candidates) {
    if (has_module(candidate, module)) return candidate;
    tried += (tried.empty() ? "" : ", ") + candidate;
  }
  throw subjects::SubjectUnavailable("no Python interpreter imports " + module.name + " (tried " + tried +
                                     "): install the Debian package " + module.package +
                                     ", or set SMALLSCOPE_PYTHON to an interpreter that has it");
}

class Worker final : public subjects::Subject {
 public:
  Worker(Module module, std::string script, std::string description)
      : module_(std::move(module)), script_(std::move(script)), description_(std::move(description)) {}
  std::unique_ptr<subjects::Session> open(const std::filesystem::path& scratch) const override {
    const auto limited = subjects::worker(worker_start()->command)->with_limits(changes_);
    return (is_covered_ ? limited->with_coverage() : limited)->open(scratch);
  }
  std::shared_ptr<const subjects::WorkerStart> worker_start() const override {
    // Sets print in the order of their hashes, which must not differ between runs of one program.
    return std::make_shared<const subjects::WorkerStart>(
        subjects::WorkerStart{{.arguments = {interpreter_with(module_), "-B", script_},
                               .environment = {{"PYTHONHASHSEED", "0"}},
                               .standard_input = std::nullopt,
                               .inherit = {"SMALLSCOPE_*"}}});  // which faults of it are mended
  }
  std::shared_ptr<const subjects::Subject> with_limits(const subjects::LimitChanges& changes) const override {
    auto other = std::make_shared<Worker>(*this);
    other->changes_ = changes;
    return other;
  }
  std::shared_ptr<const subjects::Subject> with_coverage() const override {
    auto other = std::make_shared<Worker>(*this);
    other->is_covered_ = true;
    return other;
  }
  std::string describe() const override { return description_; }
  bool persistent() const override { return true; }

 private:
  Module module_;
  std::string script_;
  std::string description_;
  subjects::LimitChanges changes_ = {};
  bool is_covered_ = false;
};

}  // namespace

const std::string& interpreter_with(const Module& module) {
  static std::mutex mutex;
  static std::map<std::string, std::string> found;
  const std::scoped_lock lock(mutex);
  const auto known = found.find(module.name);
  return known != found.end() ? known->second : found.emplace(module.name, find_interpreter(module)).first->second;
}

std::shared_ptr<const subjects::Subject> worker(Module module, std::string script, std::string description) {
  return std::make_shared<Worker>(std::move(module), std::move(script), std::move(description));
}

}  // namespace python_programs
