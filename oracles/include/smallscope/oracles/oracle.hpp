// SPDX-License-Identifier: Apache-2.0
// The interface of oracles on observed inputs: an Oracle describes a judgement, a Judge makes it for one lane.
//
// Oracles are immutable and shared; a Judge belongs to one thread at a time and may own processes (a second worker).
// Oracles on typed values inside the process are plain callables: see runner/in_process.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <smallscope/oracles/verdict.hpp>
#include <smallscope/subjects/subject.hpp>

namespace smallscope::oracles {

class Answers;         // remembering.hpp
class ExecutingJudge;  // the library's own
struct ResultCheck;    // result_check.hpp

class Judge {
 public:
  virtual ~Judge() = default;
  /// Judges what the subject did with the input. An exception becomes an oracle_error; SubjectUnavailable ends the run.
  virtual Judgement judge(const subjects::Input& input, const subjects::Observation& observation,
                          std::stop_token stop) = 0;
  /// From now on what the judge itself executes may take `factor` times as long as its limit.
  virtual void set_patience(unsigned /*factor*/) {}
  /// Whether anything that the judge itself executed since the last question did not end in time.
  virtual bool take_time_out() { return false; }
  /// The judge that executes commands, if this is one, or has one inside.
  virtual ExecutingJudge* executing() { return nullptr; }
};

/// What an oracle reads from an observation and not every subject reports.
struct Reads {
  std::vector<std::string> outputs;  ///< those that must be present
  bool exit_status = false;
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  /// The name of this oracle's judgements ("compiles after"): part of cluster signatures.
  virtual const std::string& name() const = 0;
  /// Opens a judge that keeps its files below `scratch`, an existing directory that it does not share. Throws
  /// subjects::SubjectUnavailable if a program that it needs is missing.
  virtual std::unique_ptr<Judge> open(const std::filesystem::path& scratch) const = 0;
  /// A text that is equal exactly for oracles that judge alike: part of a campaign's fingerprint.
  virtual std::string describe() const = 0;
  virtual Reads reads() const { return {}; }
  /// Whether it may apply to none of the inputs of a whole run: see occasional().
  virtual bool is_occasional() const { return false; }
  /// Whether it is right about any text, not only about inputs that a generator made: see of_any_text().
  virtual bool judges_any_text() const { return false; }
  /// How its commands, or outputs of the subject, say whether a result is right; none if there is more to its
  /// judgement.
  virtual std::optional<ResultCheck> result_check() const;
};

using OraclePointer = std::shared_ptr<const Oracle>;

/// Why an oracle on results has nothing to say: "the subject crashed".
std::string without_result_text(subjects::Ending ending);

/// Why the oracle can never judge this subject, with the remedy: it reads what the subject does not report. Empty if it
/// can judge.
std::optional<std::string> never_judges(const Oracle& oracle, const subjects::Subject& subject);
/// The same of a subject that declared its outputs when the session was opened.
std::optional<std::string> never_judges(const Oracle& oracle, const subjects::Session& session);

/// Judges (input, observation) by all oracles in order. A judge that throws gives an oracle_error, but for
/// SubjectUnavailable. After a discard no other oracle is asked: the input is not valid. An oracle that misses the
/// result of a command that did not exit with 0 does not apply if another one fails. For one thread at a time.
class Bench {
 public:
  Bench(const std::vector<OraclePointer>& oracles, const std::filesystem::path& scratch);
  std::vector<Judgement> judge(const subjects::Input& input, const subjects::Observation& observation,
                               std::stop_token stop);
  /// Judge::set_patience() of all.
  void set_patience(unsigned factor);
  /// From now on, oracles take from `answers` what their commands have done with the same files before, except
  /// external() and executed_each_time(); null: they execute all.
  void reuse(const std::shared_ptr<Answers>& answers);
  /// Whether a judge executed something for the last judgements that did not end in time.
  bool timed_out() const { return timed_out_; }

 private:
  struct Seat {
    std::string oracle;
    std::unique_ptr<Judge> judge;
  };
  std::vector<Seat> seats_;
  bool timed_out_ = false;
};

}  // namespace smallscope::oracles
