// SPDX-License-Identifier: Apache-2.0
// The programs that the tests of the command line start, and what several of these tests ask.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <smallscope/results/store.hpp>

#include "command_line_process.hpp"

namespace smallscope::command_line {

#ifdef SMALLSCOPE_PROGRAM  // set where the tests are about the command line
inline const std::string smallscope_program = SMALLSCOPE_PROGRAM;
inline const std::string relative_path = SMALLSCOPE_RELATIVE_PATH;
inline const std::string campaigns = SMALLSCOPE_CAMPAIGNS;
#endif
inline const std::string python = SMALLSCOPE_PYTHON;

using Json = nlohmann::json;

/// Makes a specification too long for a store to keep, so that its campaign is at hand only if a test names it.
inline void make_too_long_to_keep(const std::filesystem::path& specification) {
  std::ofstream(specification, std::ios::app) << "\n# " << std::string(std::size_t{1} << 20, '.') << "\n";
}

/// The text as JSON; fails the test when it is not one value and nothing else.
inline Json parsed(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << text;
  return json;
}

/// Expects the documented status, one line that says what is wrong, and nothing on standard output.
template <class Matcher>
void expect_error(const Ended& ended, int status, const Matcher& line) {
  EXPECT_EQ(ended.status, status) << ::testing::PrintToString(ended);
  EXPECT_EQ(ended.out, "");
  const auto lines = lines_of(ended.err);
  ASSERT_EQ(lines.size(), 1u) << ended.err;
  EXPECT_THAT(lines.front(), ::testing::StartsWith("error: "));
  EXPECT_THAT(lines.front(), line);
}

inline std::string dump_of(const std::filesystem::path& store) {
  return results::Store::inspect(store).canonical_dump();
}

}  // namespace smallscope::command_line
