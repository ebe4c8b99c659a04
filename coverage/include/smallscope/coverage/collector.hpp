// SPDX-License-Identifier: Apache-2.0
// Collects what a test covered, from all processes that it started.
//
// Subjects are compiled with coverage and linked with libsmallscope_coverage_runtime.a (docs/coverage.md). They find
// the collector's folder in an environment variable and map its files over their flags, so nothing is lost when they
// crash or are killed. A Collector belongs to one lane: one thread at a time uses it, between tests, and nothing else
// runs with its environment.
//
// Example: Collector collector(scratch / "coverage");
//          // start the subject with the variable of collector.environment()
//          collector.clear();
//          // execute a test
//          const Covered covered = collector.take();
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/coverage/covered.hpp>

namespace smallscope::coverage {

/// What this very process covers, and processes that it forks from now on, is collected by the collector with this
/// folder, which may be one of another process: see Collector::attach().
bool attach_to(const std::filesystem::path& folder);
/// A forked child of an attached process that ends by _exit() loses what shares memory with other data, unless it calls
/// this just before.
void flush_attached();

/// The folder cannot be made or opened. The message gives its path and why.
struct CollectorError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Collector {
 public:
  /// Makes the folder, which is removed with the collector. A folder in memory (/dev/shm) spares writes to a disk.
  /// Throws CollectorError if `directory` cannot be made or exists and is not empty.
  explicit Collector(std::filesystem::path directory);
  ~Collector();
  Collector(Collector&&) noexcept;
  Collector& operator=(Collector&&) noexcept;

  const std::filesystem::path& folder() const;
  /// The variable that subjects find the folder in: its name and its value, an absolute path.
  std::pair<std::string, std::string> environment() const;

  /// What was covered until now belongs to no test. Costs a write of the flags of each module.
  void clear();

  /// What has been covered since clear(), by all processes with the environment. Nothing is cleared. Costs a read of
  /// the flags of each module, and of its code that reported something.
  Covered take();

  /// Whether a process that made a file here has negated the condition of its Switch (conditions.hpp). After take().
  bool switched() const;

  /// All that have been seen, by id, with what is known of each now.
  std::vector<std::shared_ptr<const Module>> modules() const;

  /// What was wrong with the folder, each text once, at most 100: files that are no data of coverage, or were changed
  /// by force. Such a file counts as missing and is removed.
  const std::vector<std::string>& problems() const;

  /// Modules of which some flags share memory with other data, each with the remedy. These flags are lost when the
  /// subject is killed, calls _exit() or executes another program.
  std::vector<std::string> hints() const;

  /// problems() and hints(): what a person has to know about what was collected.
  std::vector<std::string> remarks() const;

  /// Coverage of this very process, if it was compiled with coverage and links the runtime: from now on, what it covers
  /// is collected here, and in processes that it forks. A forked child may attach to a collector of its parent.
  /// Returns whether the runtime is there. Another collector of this process is then detached. All threads of the
  /// process count.
  bool attach();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace smallscope::coverage
