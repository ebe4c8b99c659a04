// SPDX-License-Identifier: Apache-2.0
// What the oracles of this module share: making judgements, reading results, and an Oracle out of a function. Pure
// functions.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <smallscope/oracles/oracle.hpp>
#include <smallscope/oracles/result_check.hpp>
#include <smallscope/oracles/standard.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smallscope::oracles {

inline Judgement judgement(Verdict verdict, std::vector<Message> messages = {}) {
  return {{}, verdict, std::move(messages)};
}

/// The oracle has nothing to say of this input, and why.
inline Judgement does_not_apply(std::string why) { return judgement(Verdict::not_applicable, {std::move(why)}); }
inline Judgement result_is_absent(std::string_view name) {
  return does_not_apply(fmt::format("there is no {}", subjects::in_quotes(name)));
}
inline Judgement result_is_unchanged() { return does_not_apply("the subject left the input as it was"); }

using subjects::lines;

/// The first line in which the texts differ, from each text; "(nothing)" if one has ended.
std::pair<std::string, std::string> first_difference(std::string_view left, std::string_view right);

/// Passes if the texts are equal; otherwise fails with the first line in which they differ.
Judgement equal_or_fail(std::string_view found, std::string_view expected, std::string_view what_was_found,
                        std::string_view what_was_expected);

/// The judgement if the subject left no result: infrastructure if it was lost, `otherwise`, if given, if it crashed or
/// hung, else not_applicable. Empty if it completed.
std::optional<Judgement> without_result(const subjects::Observation& observation,
                                        const std::optional<Judgement>& otherwise = std::nullopt);

/// "killed by SIGSEGV": the observation's account of the ending, or the ending's name.
std::string how_it_ended(const subjects::Observation& observation);

/// The line, of at least one, in which a program says why it failed: the first that names an error, behind what
/// introduces it ("In function 'f':", "Traceback (most recent call last):") and warnings; else the first.
const Message& reason_in(const std::vector<Message>& said);

/// For a completed observation: `exit status 2: "p.c:1: error: syntax"`. The quotation is the reason_in() standard
/// error, without directories. If that is empty, the place_of_early_end() says more: "exit status 2 in tcc".
std::string failure(const subjects::Observation& observation);

/// " in tcc": the program whose failure kept other commands from running; "" if all commands ran.
std::string place_of_early_end(const subjects::Observation& observation);

/// What makes it doubtful that a completed observation was judged well: its last command, which was meant, did not run.
std::vector<Message> said_of_early_end(const subjects::Observation& observation);

/// An unambiguous text for describe(): the kind and the values, each preceded by its length.
std::string description(std::string_view kind, std::initializer_list<std::string_view> values);
std::string description(const Normaliser& normaliser);

/// Behaves like another oracle, except where overridden.
class Wrapped : public Oracle {
 public:
  const std::string& name() const override { return oracle_->name(); }
  std::unique_ptr<Judge> open(const std::filesystem::path& scratch) const override { return oracle_->open(scratch); }
  std::string describe() const override { return oracle_->describe(); }
  Reads reads() const override { return oracle_->reads(); }
  bool is_occasional() const override { return oracle_->is_occasional(); }
  bool judges_any_text() const override { return oracle_->judges_any_text(); }
  std::optional<ResultCheck> result_check() const override;

 protected:
  explicit Wrapped(OraclePointer oracle) : oracle_(std::move(oracle)) {}
  const Oracle& wrapped() const { return *oracle_; }

 private:
  OraclePointer oracle_;
};

/// An oracle without state: `function` is called like judge().
template <typename Function>
class StatelessOracle final : public Oracle {
 public:
  StatelessOracle(std::string name, std::string description, Function function, Reads reads,
                  std::optional<ResultCheck> check)
      : name_(std::move(name)),
        description_(std::move(description)),
        function_(std::move(function)),
        reads_(std::move(reads)),
        check_(std::move(check)) {}

  const std::string& name() const override { return name_; }
  std::string describe() const override { return description_; }
  Reads reads() const override { return reads_; }
  std::unique_ptr<Judge> open(const std::filesystem::path&) const override {
    return std::make_unique<Caller>(function_);
  }
  std::optional<ResultCheck> result_check() const override { return check_; }

 private:
  class Caller final : public Judge {
   public:
    explicit Caller(Function function) : function_(std::move(function)) {}
    Judgement judge(const subjects::Input& input, const subjects::Observation& observation, std::stop_token) override {
      return function_(input, observation);
    }

   private:
    Function function_;
  };

  std::string name_;
  std::string description_;
  Function function_;
  Reads reads_;
  std::optional<ResultCheck> check_;
};

template <typename Function>
OraclePointer stateless(std::string name, std::string description, Function function, Reads reads = {},
                        std::optional<ResultCheck> check = {}) {
  return std::make_shared<StatelessOracle<Function>>(std::move(name), std::move(description), std::move(function),
                                                     std::move(reads), std::move(check));
}

}  // namespace smallscope::oracles
