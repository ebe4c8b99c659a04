// SPDX-License-Identifier: Apache-2.0
// The code under test, seen from outside: a Subject describes it, a Session executes it for one lane of the runner.
//
// A Subject is immutable and may be shared by threads. A Session belongs to one thread at a time, owns whatever runs (a
// worker process, a scratch directory) and survives anything the subject does: crash, hang, flood, fork.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <smallscope/subjects/observation.hpp>

namespace smallscope::coverage {
struct Switch;
}

namespace smallscope::subjects {

/// Limits on one execution, with everything that it starts.
struct Limits {
  std::chrono::milliseconds time{10'000};
  /// Of the address space of each process (RLIMIT_AS), so that asking for more fails, and of the memory that all
  /// processes together occupy. 0: the address space is not limited, and they may occupy `default_memory_bytes`.
  std::uint64_t memory_bytes = 0;
  std::size_t output_bytes = 1u << 20;  ///< of standard output, of standard error, and of a worker's reply, each
  std::uint64_t file_bytes = 1u << 30;  ///< of each file that it writes (RLIMIT_FSIZE)
  std::size_t processes = 1000;         ///< at the same time
  /// Each session learns its own time limit: ten times as long as the longest of its executions that ended by
  /// themselves, once twenty have, at least 100 ms and at most `time`.
  bool learns_time = false;

  static constexpr std::uint64_t default_memory_bytes = std::uint64_t{4} << 30;
};

/// What a user changes of a subject's limits for one run.
struct LimitChanges {
  std::optional<std::chrono::milliseconds> time = {};
  bool learns_time = false;  ///< beside the limit that is there
  std::optional<std::uint64_t> memory_bytes = {};
  bool any() const { return time || learns_time || memory_bytes; }
};

/// The subject cannot be run at all: a missing program, or a worker that does not speak the protocol. The message names
/// the program and the remedy.
struct SubjectUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Session {
 public:
  virtual ~Session() = default;
  /// Executes one input. Does not throw, whatever the subject does. After a stop request it soon returns
  /// Ending::cancelled, with every process of the subject gone.
  virtual Observation observe(const Input& input, std::stop_token stop) = 0;
  /// Says what will be observed after the input of the coming observe(). A session may begin with it as soon as that
  /// input has been executed, while its observation is read and judged. If something else is observed then, the work
  /// begun is discarded.
  virtual void announce(const Input& /*next*/) {}
  /// From now on executions may take `factor` times as long as the limit. Messages name the limit itself, so that they
  /// are the same for any factor.
  virtual void set_patience(unsigned /*factor*/) {}
  /// The subject's own name and version ("rope 1.7.0"), or "" if it gives none. Throws SubjectUnavailable if it was
  /// asked and cannot be understood.
  virtual std::string version() { return {}; }
  /// The names of all outputs, if the subject itself declared them when the session was opened.
  virtual std::optional<std::vector<std::string>> declared_outputs() const { return std::nullopt; }
  /// Forgets all state that executions may have left behind: the next observe() starts a fresh process.
  virtual void renew() {}
  /// With Subject::with_switch(): whether the condition has been negated in an execution until now.
  virtual bool has_switched() const { return false; }
  /// What a person has to know about the observations until now, such as coverage that could not be collected.
  virtual std::vector<std::string> remarks() const { return {}; }
};

/// What the observations of a subject can contain.
struct Reports {
  bool exit_status = true;
  std::optional<std::vector<std::string>> outputs;  ///< the names of all outputs; empty if any name is possible
};

struct Execution;
struct WorkerStart;

class Subject {
 public:
  virtual ~Subject() = default;
  /// Opens a session that keeps its files below `scratch`, an existing directory that it does not share. Throws
  /// SubjectUnavailable.
  virtual std::unique_ptr<Session> open(const std::filesystem::path& scratch) const = 0;
  /// A text that is equal exactly for subjects that behave equally: part of a campaign's fingerprint.
  virtual std::string describe() const = 0;
  /// The name by which a person recognises it: for programs, their command lines.
  virtual std::string title() const { return describe(); }
  /// True if executions share a process. State may then leak, so failures should be confirmed in a fresh process.
  virtual bool persistent() const { return false; }
  virtual Reports reports() const { return {}; }
  /// How one input is executed, if that is by commands (command.hpp).
  virtual std::optional<Execution> execution() const;
  /// How a worker is started (worker.hpp); null for other subjects. Throws SubjectUnavailable.
  virtual std::shared_ptr<const WorkerStart> worker_start() const { return nullptr; }
  /// The same subject with other limits, for one run: describe() is unchanged. Null if it has no limits to change.
  virtual std::shared_ptr<const Subject> with_limits(const LimitChanges&) const { return nullptr; }
  /// The same subject, whose observations say what was covered: describe() is unchanged. Null if it cannot be observed.
  virtual std::shared_ptr<const Subject> with_coverage() const { return nullptr; }
  /// The same subject with coverage, whose processes negate a condition of their code. Null if that is not possible.
  virtual std::shared_ptr<const Subject> with_switch(const coverage::Switch&) const { return nullptr; }
};

}  // namespace smallscope::subjects
