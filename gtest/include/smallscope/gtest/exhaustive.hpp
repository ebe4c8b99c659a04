// Running all inputs of a campaign inside a unit test, and saying what failed in one text. <smallscope/gtest.hpp> is made of
// it; this header knows no test framework, so that it can carry others too. Call from one thread at a time.
//
// Example: smallscope::gtest::exhaustive() in <smallscope/gtest.hpp>
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::gtest {

struct ExhaustiveOptions {
  /// The check must be safe to call from several threads unless this is 1; 0: as many as there are cores.
  unsigned jobs = 1;
  bool first_failure = false;                  ///< stop there
  generators::Ordinal most_failures = 10'000;  ///< stop soon after so many: all are kept in memory until the end
  std::size_t representatives = 3;             ///< clusters whose smallest input is shown
};

struct Findings {
  generators::Ordinal executed = 0;
  /// What failed: clusters, the smallest input of each, the command that runs it again. Nothing when every input passed,
  /// and there was at least one: a test of no inputs is a mistake.
  std::optional<std::string> complaint;
};

/// Runs all inputs of the campaign, in the calling thread when there is one job; or, when the environment variable
/// SMALLSCOPE_REPLAY is set, only the input of that ordinal ("412"; "2:412" for the assertion with number 2, others then run
/// as ever). `arguments` are those that make the running program run this test. Throws what the campaign's generator
/// throws, and results::StoreError when memory ends.
Findings exhaust(const runner::Campaign& campaign, const ExhaustiveOptions& options, int number,
                 std::string_view arguments);

/// "parser_test.cpp:12"; where there is no file, null, "unknown file".
std::string short_place(const char* file, int line);
/// The lines of what an assertion said, joined into one: "Expected equality of these values: a (which is 1), b (which is 2)".
std::string joined_lines(std::string_view said);
/// Message rules (Campaign::rules) that leave the values out of such lines: failures of one fault differ in them.
std::vector<std::pair<std::string, std::string>> value_rules();

}  // namespace smallscope::gtest
