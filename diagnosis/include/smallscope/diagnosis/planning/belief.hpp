// SPDX-License-Identifier: Apache-2.0
// What is believed of the diagnoses while tests are planned: Barinel's posterior, made for looking ahead.
//
// Planners (planners.hpp) ask what a test would tell, thousands of times before each test that is executed. So a Belief
// is cheap to copy and to change: copies share tables in which each diagnosis and each health is computed once. It
// weighs a bounded number of diagnoses, the most probable ones, and says how probable those were that it left out. If
// it left out none, the posterior is that of diagnose() (barinel.hpp). A Belief and its copies belong to one thread.
//
// Example: Belief belief(spectrum); Belief passed = belief; passed.observe(row, false); passed.greatest()
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <smallscope/diagnosis/barinel.hpp>

namespace smallscope::diagnosis::planning {

struct BeliefOptions {
  Prior prior = {};
  /// The most elements of a diagnosis; at most 64.
  std::size_t cardinality = 64;
  /// The most diagnoses that are weighed, at least 1. When a test leaves more, the least probable go.
  std::size_t diagnoses = 1000;
  /// If given, the health of every element, from 0 to below 1; otherwise the most likely one is found, as by Barinel.
  /// With 0, an element that a passing test covers is not at fault.
  std::optional<double> fixed_health = {};
};

/// How likely a test passes. The paper lost its formula, and its words can be read in two ways; a third is in code of
/// its authors.
enum class PassReading {
  health,    ///< the mean over diagnoses of the product of the health of those elements that the test covers
  inverted,  ///< the same with 1 - health: "the likelihood of C causing a test passing through it to fail", literally
  elements   ///< the product over the elements that the test covers of 0.999 times the probability of no fault in it
};
inline constexpr PassReading all_pass_readings[] = {PassReading::health, PassReading::inverted, PassReading::elements};
/// "health", "inverted", "elements"
std::string_view name(PassReading reading);

class Belief {
 public:
  /// Before any test: nothing is at fault.
  explicit Belief(Column columns, const BeliefOptions& options = {});
  /// After the tests of a spectrum. Throws SpectrumError for options that contradict the spectrum or themselves.
  explicit Belief(const Spectrum& spectrum, const BeliefOptions& options = {});
  ~Belief();
  Belief(const Belief&);
  Belief(Belief&&) noexcept;
  Belief& operator=(const Belief&);
  Belief& operator=(Belief&&) noexcept;

  /// Learns of a test. A failing one removes diagnoses that it does not cover, and extends them by each element that it
  /// covers. Linear in the diagnoses, for those to be extended times the elements that are covered and the rows so far.
  void observe(std::span<const Word> covered, bool is_failing);

  /// How many diagnoses are weighed. None is left if a failing test could only be explained beyond the cardinality.
  std::size_t size() const { return weighed_.size(); }
  /// The probability of the most probable diagnosis; 0 if there is none.
  double greatest() const { return greatest_; }
  /// Of the diagnoses, in bits.
  double entropy() const;
  /// Of a test that covers this row.
  double pass_probability(std::span<const Word> covered, PassReading reading = PassReading::health) const;
  /// The elements of all diagnoses, as a row. A test that covers none of them must pass and then changes nothing.
  std::vector<Word> in_question() const;
  /// The elements of the most probable diagnoses, as a row.
  std::vector<Word> in_best() const;
  /// For each element, the sum over the diagnoses that it is in.
  std::vector<double> fault_probabilities() const;

  /// Everything that is weighed, in the order of diagnose().
  Diagnoses diagnoses() const;
  /// How many diagnoses were left out so far, and an estimate of their probability: the sum over the cuts, each as
  /// probable as it was when it was made.
  std::uint64_t left_out() const { return left_out_; }
  double left_out_probability() const { return 1 - kept_; }

  /// The same belief that from now on weighs at most so many diagnoses.
  Belief narrowed(std::size_t diagnoses) const;

  Column columns() const;

 private:
  struct Tables;
  class Extension;
  struct Weighed {
    std::uint32_t set, history;  // in the tables
    double log;                  // of prior and likelihood
    double probability;
  };
  struct Row {
    std::uint32_t id;
    std::uint32_t passing, failing;
  };

  void count(std::uint32_t row, bool is_failing, std::uint32_t tests);
  void learn(std::uint32_t row, bool is_failing);
  void extend(const std::vector<Weighed>& unhit, std::uint32_t row);
  void normalise();
  void cut();
  void forget_unused();

  std::shared_ptr<Tables> tables_;
  std::vector<Weighed> weighed_;
  std::vector<Row> rows_;
  std::size_t most_;
  double greatest_ = 1, kept_ = 1;
  std::uint64_t left_out_ = 0;
  std::uint32_t unexplained_ = 0;
  bool is_cut_by_cardinality_ = false;
};

}  // namespace smallscope::diagnosis::planning
