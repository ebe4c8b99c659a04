// SPDX-License-Identifier: Apache-2.0
// Commands that an oracle runs on inputs, each time in a fresh directory. Steps belong to one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <smallscope/oracles/executing.hpp>
#include <smallscope/oracles/remembering.hpp>
#include <smallscope/subjects/command.hpp>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "evidence.hpp"

namespace smallscope::oracles {

/// The commands of an oracle in one judge. They never end as lost or cancelled: that throws CannotJudge.
class Steps {
 public:
  Steps(std::vector<subjects::Command> steps, subjects::Limits limits, const std::filesystem::path& scratch,
        std::vector<std::string> outputs_from = {});
  subjects::Observation run(const subjects::Input& input, const std::stop_token& stop);
  /// Uses these answers from now on: remembering().
  void remember(std::shared_ptr<Answers> answers) { answers_ = std::move(answers); }
  /// As Judge has them.
  void set_patience(unsigned factor) { session_->set_patience(factor); }
  bool take_time_out() { return std::exchange(timed_out_, false); }

 private:
  std::string key_of(const subjects::Input& input) const;

  std::string description_;
  std::string texts_;  ///< all that may have placeholders
  std::shared_ptr<Answers> answers_;
  std::unique_ptr<subjects::Session> session_;
  bool timed_out_ = false;
};

/// A judge that executes commands.
class ExecutingJudge : public Judge {
 public:
  void set_patience(unsigned factor) final;
  bool take_time_out() final;
  ExecutingJudge* executing() final { return this; }
  void remember(const std::shared_ptr<Answers>& answers);
  /// As Bench has it: from now on, takes answers from these; none if null.
  void reuse(const std::shared_ptr<Answers>& answers) {
    if (!each_time_ && is_repeatable()) remember(answers);
  }
  /// reuse() does nothing from now on.
  void execute_each_time() { each_time_ = true; }

 private:
  /// All that it executes.
  virtual std::vector<Steps*> commands() = 0;
  /// Whether its commands see nothing but programs, before or after.
  virtual bool is_repeatable() const { return true; }
  bool each_time_ = false;
};

/// A description() of commands and limits.
std::string description(std::string_view kind, const std::vector<subjects::Command>& steps,
                        const subjects::Limits& limits);

/// `input` with the subject's result instead of the file that it was made of. Throws CannotJudge if the input has no
/// such file, or if there is no result.
subjects::Input with_result(const subjects::Input& input, const subjects::Observation& observation,
                            const SubjectResult& result);

/// For describe().
std::string description(const SubjectResult& result);

/// A program's complaint in lines: its standard error, or else its standard output, or else how it ended.
std::vector<Message> complaint(const subjects::Observation& observation);

/// An oracle whose judges are made by a function.
class OpeningOracle final : public Oracle {
 public:
  using Open = std::function<std::unique_ptr<Judge>(const std::filesystem::path&)>;
  OpeningOracle(std::string name, std::string description, Open open, std::optional<ResultCheck> check = {})
      : name_(std::move(name)),
        description_(std::move(description)),
        open_(std::move(open)),
        check_(std::move(check)) {}
  const std::string& name() const override { return name_; }
  std::string describe() const override { return description_; }
  std::unique_ptr<Judge> open(const std::filesystem::path& scratch) const override { return open_(scratch); }
  std::optional<ResultCheck> result_check() const override { return check_; }

 private:
  std::string name_;
  std::string description_;
  Open open_;
  std::optional<ResultCheck> check_;
};

}  // namespace smallscope::oracles
