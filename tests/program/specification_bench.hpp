// SPDX-License-Identifier: Apache-2.0
// Specifications that are written in a test, and what they denote.
//
// Functions without state, for any thread.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <smallscope/program/specification.hpp>
#include <string>
#include <vector>

#include "files.hpp"

namespace smallscope::program {

using Lines = std::vector<std::string>;

/// The least that a specification needs to judge anything.
inline const std::string judged = "[[oracles]]\nno_crash = true\n";

/// A specification whose input is one line with the values of the holes; `choices` and more of [inputs].
inline std::string with_choices(const std::string& line, const std::string& choices, const std::string& more = "") {
  return "name = \"test\"\n[inputs]\nfile = \"input.txt\"\ntemplate = '" + line + "'\n" + more +
         "\n[inputs.choices]\n" + choices + "\n[subject]\nrun = [\"cat\", \"{input}\"]\n" + judged;
}

inline runner::Campaign loaded(const std::string& text) {
  const TemporaryDirectory directory;
  directory.write("values.txt", "first\nsecond line\r\n\nlast");
  return load_specification(directory.write("test.toml", text));
}

/// The texts of all inputs; "-" for discarded ones.
inline Lines texts_of(const runner::Campaign& campaign) {
  Lines lines;
  for (generators::Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal) {
    const auto input = campaign.space->render(ordinal);
    lines.push_back(input ? input->files.front().text : "-");
  }
  return lines;
}

inline void expect_choices_are_inverse(const runner::Campaign& campaign) {
  std::set<std::string> seen;
  for (generators::Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal) {
    const generators::Choices choices = campaign.space->choices(ordinal);
    EXPECT_EQ(campaign.space->ordinal_of(choices), ordinal) << to_string(choices);
    EXPECT_TRUE(seen.insert(to_string(choices)).second) << to_string(choices);
  }
}

}  // namespace smallscope::program
