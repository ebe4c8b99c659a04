// SPDX-License-Identifier: Apache-2.0
// Compiles many Java programs in one process of the JDK.
#pragma once

#include <string>
#include <vector>

/// Whether `java` runs CompilePrograms.java: a JDK, not a mere runtime.
bool has_javac();
/// An answer a program, each of one unit A.java: "ok", or the first error.
std::vector<std::string> javac_answers(const std::vector<std::string>& programs);

/// Skips the test where there is no JDK.
#define SMALLSCOPE_REQUIRE_JAVAC() \
  if (!has_javac()) GTEST_SKIP() << "no JDK: install the Debian package openjdk-17-jdk-headless"

/// Fails for each of the programs that does not compile.
#define SMALLSCOPE_EXPECT_COMPILE(programs)                                                         \
  do {                                                                                              \
    const std::vector<std::string> texts_ = programs, answers_ = javac_answers(texts_);             \
    ASSERT_EQ(answers_.size(), texts_.size());                                                      \
    for (std::size_t i_ = 0; i_ < texts_.size(); ++i_) EXPECT_EQ(answers_[i_], "ok") << texts_[i_]; \
  } while (false)
