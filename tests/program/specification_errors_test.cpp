// SPDX-License-Identifier: Apache-2.0
// Every mistake in a specification is one message with file, line, key and remedy: the files below
// specifications/ begin with the message that they lead to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <smallscope/program/specification.hpp>
#include <vector>

#include "specification_files.hpp"

namespace smallscope::program {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryDirectory;

std::vector<fs::path> malformed_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(SMALLSCOPE_SOURCE_DIR) / "tests/program/specifications"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string message_of(const fs::path& file) {
  try {
    load_specification(file);
  } catch (const SpecificationError& error) {
    return error.what();
  }
  return "no error";
}

class MalformedSpecification : public ::testing::TestWithParam<fs::path> {};

TEST_P(MalformedSpecification, IsReportedWithLineKeyAndRemedy) {
  constexpr std::string_view mark = "# expected: ";
  std::string first = testing::text_of(GetParam());
  first.resize(std::min(first.find('\n'), first.size()));
  ASSERT_TRUE(first.starts_with(mark)) << "the first line says what is expected";
  EXPECT_EQ(message_of(GetParam()), GetParam().string() + ":" + first.substr(mark.size()));
}

INSTANTIATE_TEST_SUITE_P(Files, MalformedSpecification, ::testing::ValuesIn(malformed_files()), [](const auto& test) {
  std::string name = test.param.stem().string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(SpecificationError, ThereAreManyMalformedFiles) { EXPECT_GE(malformed_files().size(), 100u); }

TEST(SpecificationError, AMissingFileIsReportedWithoutLine) {
  EXPECT_EQ(message_of("/no/such/file.toml"),
            "/no/such/file.toml: the specification cannot be read: No such file or directory; check its name and "
            "permissions");
  EXPECT_EQ(message_of("/"), "/: the specification is a directory; give a file");
}

TEST(SpecificationError, AnEmptyFileLacksAName) {
  const TemporaryDirectory directory;
  const fs::path file = directory.write("empty.toml", "");
  EXPECT_THAT(message_of(file), ::testing::StartsWith(file.string() + ":1: the key `name` is missing"));
}

}  // namespace
}  // namespace smallscope::program
