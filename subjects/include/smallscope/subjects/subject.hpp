// The code under test, seen from outside: a Subject describes it, a Session executes it for one lane of the runner.
//
// A Subject is immutable and may be shared by threads. A Session belongs to one thread at a time, owns whatever runs
// (a worker process, a scratch directory) and survives everything the subject does: crash, hang, flood, fork.
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

namespace smallscope::subjects {

/// Bounds on one execution. Zero means "no bound" for memory only.
struct Limits {
  std::chrono::milliseconds time{10'000};
  std::uint64_t memory_bytes = 0;       ///< address space (RLIMIT_AS) of each process of the subject
  std::size_t output_bytes = 1u << 20;  ///< of standard output and of standard error, each, and of a worker's reply
};

/// The subject cannot be run at all: a missing program, a worker that does not speak the protocol. The text names
/// the program and the remedy.
struct SubjectUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Session {
 public:
  virtual ~Session() = default;
  /// Executes one input. Never throws for what the subject does; returns Ending::cancelled soon after a stop is
  /// requested, with every process of the subject gone.
  virtual Observation observe(const Input& input, std::stop_token stop) = 0;
  /// Tells what will be observed after the input of the coming observe(). A session may begin with it as soon as that
  /// input has been executed, while its observation is read and judged; should something else be observed then, what
  /// was begun is given up.
  virtual void announce(const Input& /*next*/) {}
  /// The subject's own account of its name and version ("rope 1.7.0"), or "" when it gives none.
  virtual std::string version() { return {}; }
  /// Forgets all state that executions may have left behind: the next observe() starts from a fresh process.
  virtual void renew() {}
};

/// What the observations of a subject can hold.
struct Reports {
  bool exit_status = true;
  std::optional<std::vector<std::string>> outputs;  ///< the names of all outputs; nothing when any name can come
};

class Subject {
 public:
  virtual ~Subject() = default;
  /// Opens a session that keeps its files below `scratch`, an existing directory of its own.
  /// Throws SubjectUnavailable.
  virtual std::unique_ptr<Session> open(const std::filesystem::path& scratch) const = 0;
  /// A text that is equal exactly for subjects that do the same: part of a campaign's fingerprint.
  virtual std::string describe() const = 0;
  /// What a person recognises it by: of programs, their command lines.
  virtual std::string title() const { return describe(); }
  /// True when executions share a process, so that state may leak and failures deserve confirmation in a fresh one.
  virtual bool persistent() const { return false; }
  virtual Reports reports() const { return {}; }
};

}  // namespace smallscope::subjects
