// SPDX-License-Identifier: Apache-2.0
#include "engine.hpp"

#include <cstdlib>
#include <filesystem>
#include <smallscope/subjects/worker.hpp>
#include <string>
#include <system_error>
#include <vector>

namespace eclipse_campaigns {
namespace {

namespace fs = std::filesystem;
namespace subjects = smallscope::subjects;
using namespace std::chrono_literals;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool holds_refactorings(const fs::path& plugins) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(plugins, ignored))
    if (entry.path().filename().string().starts_with("org.eclipse.jdt.ui_")) return true;
  return false;
}

std::string environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

bool is_on_path(const std::string& program) {
  const std::string path = environment("PATH") + ":";
  for (std::size_t begin = 0, end = 0; (end = path.find(':', begin)) != std::string::npos; begin = end + 1)
    if (end > begin && is_there(fs::path(path.substr(begin, end - begin)) / program)) return true;
  return false;
}

/// The Java to use; empty if there is none.
std::string find_java() {
  if (std::string chosen = environment("SMALLSCOPE_JAVA"); !chosen.empty()) return chosen;
  if (const std::string home = environment("JAVA_HOME"); !home.empty() && is_there(fs::path(home) / "bin/java"))
    return fs::path(home) / "bin/java";
  return is_on_path("java") ? "java" : "";
}

/// The Java, if nothing is missing.
std::string java_or_remedy(bool with_coverage) {
  const fs::path jars = SMALLSCOPE_ECLIPSE_JARS;
  std::string java = find_java(), missing;
  if (!holds_refactorings(SMALLSCOPE_ECLIPSE_PLUGINS)) missing += " libeclipse-jdt-ui-java";
  if (!is_there(jars / "org.apache.felix.scr.jar")) missing += " libfelix-scr-java";
  if (with_coverage && !is_there(fs::path(SMALLSCOPE_ECLIPSE_ENGINE) / "smallscope-coverage.jar"))
    missing += " libasm-java";
  if (java.empty()) missing += " openjdk-17-jdk-headless";
  if (!missing.empty()) {
    throw subjects::SubjectUnavailable("Eclipse's refactoring engine needs these Debian packages:" + missing +
                                       "; as root: apt-get install --no-install-recommends" + missing +
                                       ", and build again");
  }
  if (!is_there(fs::path(SMALLSCOPE_ECLIPSE_ENGINE) / "bundles.txt")) {
    throw subjects::SubjectUnavailable(
        "this program was built without Eclipse's refactoring engine; with scripts/packages-eclipse.txt installed (as "
        "root: scripts/install-packages --eclipse), configure and build again");
  }
  return java;
}

class Engine final : public subjects::Subject {
 public:
  std::unique_ptr<subjects::Session> open(const fs::path& scratch) const override {
    const auto start = worker_start();
    const auto limited = subjects::worker(start->command, start->options)->with_limits(changes_);
    return (is_covered_ ? limited->with_coverage() : limited)->open(scratch);
  }
  std::shared_ptr<const subjects::WorkerStart> worker_start() const override {
    subjects::WorkerStart start{
        {{java_or_remedy(is_covered_), "@" SMALLSCOPE_ECLIPSE_ENGINE "/arguments.txt", "{scratch}"}, {}, std::nullopt}};
    start.options.limits.time = 30s;  // two programs that hang take four
    start.options.start = 120s;       // two on an idle machine
    return std::make_shared<const subjects::WorkerStart>(std::move(start));
  }
  std::shared_ptr<const subjects::Subject> with_limits(const subjects::LimitChanges& changes) const override {
    auto other = std::make_shared<Engine>(*this);
    other->changes_ = changes;
    return other;
  }
  std::shared_ptr<const subjects::Subject> with_coverage() const override {
    auto other = std::make_shared<Engine>(*this);
    other->is_covered_ = true;
    return other;
  }
  std::string describe() const override { return "eclipse worker 1"; }
  bool persistent() const override { return true; }

 private:
  subjects::LimitChanges changes_ = {};
  bool is_covered_ = false;
};

}  // namespace

std::filesystem::path engine_directory() { return SMALLSCOPE_ECLIPSE_ENGINE; }

std::shared_ptr<const subjects::Subject> engine() { return std::make_shared<Engine>(); }

}  // namespace eclipse_campaigns
