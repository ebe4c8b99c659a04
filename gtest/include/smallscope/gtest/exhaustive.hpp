// SPDX-License-Identifier: Apache-2.0
// Runs all inputs of a campaign inside a unit test and describes the failures in one text. <smallscope/gtest.hpp> is
// built on this header, which knows no test framework and can serve others too. Call from one thread at a time.
//
// Example: smallscope::gtest::exhaustive() in <smallscope/gtest.hpp>
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::gtest {

struct ExhaustiveOptions {
  /// The check must be safe to call from several threads unless this is 1; 0: one per core.
  unsigned jobs = 1;
  bool first_failure = false;                  ///< stop there
  generators::Ordinal most_failures = 10'000;  ///< stop soon after this many: all are kept in memory until the end
  std::size_t representatives = 3;             ///< how many clusters are shown with their smallest input
  /// Removes the differences between failures of one fault, so that they form one cluster: patterns and replacements,
  /// applied to messages before value_rules(). `<< "printed: " << text` needs {{"printed: .*", "printed: <text>"}}.
  std::vector<std::pair<std::string, std::string>> rules = {};
  std::vector<std::string> masks = {};  ///< words that become <name>: those that the generator puts into inputs
  /// What explanations may say beside choices: runner::Campaign::attributes.
  std::vector<generators::DeclaredAttribute> attributes = {};
  /// Values are checked in processes of their own (runner/isolated.hpp): one that crashes, exits or never returns is a
  /// failure, and the others are checked. What a check changes in its process is lost.
  bool isolated = false;
  /// That a check may take, if isolated; without it, as long as it likes.
  std::optional<std::chrono::duration<double>> time_limit = {};
};

struct Findings {
  generators::Ordinal executed = 0;
  /// The failures: clusters, the smallest input of each, the command that runs it again. Empty if every input passed
  /// and there was at least one input: a test without inputs is a mistake.
  std::optional<std::string> complaint;
  std::string note = {};  ///< what a reader of the test's output must know: that it executed only one input
};

/// Runs all inputs of the campaign; with one job, in the calling thread. If the environment variable SMALLSCOPE_REPLAY
/// is set, runs only the input with that ordinal ("412"; "2:412" for assertion number 2, other assertions then run as
/// usual). `arguments` make the running program run this test. Throws what the campaign's generator throws,
/// clustering::RuleError for a malformed rule, and results::StoreError if memory runs out.
Findings exhaust(const runner::Campaign& campaign, const ExhaustiveOptions& options, int number,
                 std::string_view arguments);

/// If SMALLSCOPE_REPLAY asks for an input that no call of exhaust() executed: a message about it. Call it after all
/// tests have run, because a replay of nothing would pass.
std::optional<std::string> missed_replay();

/// "parser_test.cpp:12"; without a file (null), "unknown file".
std::string short_place(const char* file, int line);
/// The lines of an assertion's text, joined into one: "Expected equality of these values: a (which is 1), b (which is
/// 2)".
std::string joined_lines(std::string_view said);
/// Message rules (MessageRules::rules) that remove the values from such lines, because failures of one fault differ in
/// them.
std::vector<std::pair<std::string, std::string>> value_rules();

}  // namespace smallscope::gtest
