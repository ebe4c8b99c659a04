// SPDX-License-Identifier: Apache-2.0
// Every mistake in a specification is one message with file, line, key and remedy: the files below
// specifications/ begin with the message that they lead to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <smallscope/program/specification.hpp>
#include <vector>

#include "files.hpp"

namespace smallscope::program {
namespace {

namespace fs = std::filesystem;

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
  std::string first = text_of(GetParam());
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

TEST(SpecificationError, KeysOfThousandsOfPartsAreRefusedWithTheirLine) {
  const TemporaryDirectory directory;
  std::string key = "a";
  for (int i = 0; i < 200'000; ++i) key += ".a";
  for (const std::string& text : {key + " = 1", "[" + key + "]", "x = { " + key + " = 1 }"}) {
    const fs::path file = directory.write("deep.toml", "name = \"deep\"\n" + text + "\n");
    EXPECT_EQ(message_of(file), file.string() + ":2: nested more than 100 deep; write shorter keys and fewer brackets");
  }
}

/// What would block, never end, or fill the memory.
TEST(SpecificationError, OnlyRegularFilesOfABoundedSizeAreRead) {
  const TemporaryDirectory directory;
  ASSERT_EQ(mkfifo((directory.path() / "pipe").c_str(), 0600), 0);
  directory.write("large", "");
  fs::resize_file(directory.path() / "large", 10'000'000'000);
  const std::string text = text_of(fs::path(SMALLSCOPE_SOURCE_DIR) / "examples/specifications/dash-arithmetic.toml");
  for (const auto& [name, problem] : {std::pair{"/dev/zero", "is a device or a pipe; give a regular file"},
                                      {"pipe", "is a device or a pipe; give a regular file"},
                                      {".", "is a directory; give a file"},
                                      {"large", "has more than 67108864 bytes; give a shorter file"}}) {
    std::string changed = text;
    const std::string old = "right = [";
    const std::size_t at = changed.find(old);
    changed.replace(at, changed.find('\n', at) - at, std::string("right = { file = \"") + name + "\" }");
    EXPECT_THAT(message_of(directory.write("c.toml", changed)),
                ::testing::HasSubstr(std::string("the file ") + name + ", " + problem));
    EXPECT_THAT(message_of(directory.path() / name), ::testing::HasSubstr(std::string("the specification ") + problem));
  }
}

/// Numbers are kept as they are written, which is found by their column.
TEST(SpecificationError, LongLinesAreReadByTheirColumns) {
  const TemporaryDirectory directory;
  std::string values;
  for (int i = 0; i < 300; ++i) values += "\"\u00e9" + std::to_string(i) + "\", " + std::to_string(i) + ".50, ";
  const runner::Campaign campaign = load_specification(
      directory.write("long.toml", "name = \"long\"\n[inputs.choices]\na = [" + values +
                                       "0x1F]\n[subject]\nrun = [\"true\", \"{a}\"]\n[[oracles]]\nexit_status = 0\n"));
  ASSERT_EQ(campaign.space->size(), 601u);
  for (const auto& [ordinal, label] :
       {std::pair(0, "\u00e90"), {1, "0.50"}, {199, "99.50"}, {599, "299.50"}, {600, "0x1F"}})
    EXPECT_EQ(campaign.space->choices(static_cast<generators::Ordinal>(ordinal)).front().label, label);
}

TEST(SpecificationError, AnEmptyFileLacksAName) {
  const TemporaryDirectory directory;
  const fs::path file = directory.write("empty.toml", "");
  EXPECT_THAT(message_of(file), ::testing::StartsWith(file.string() + ":1: the key `name` is missing"));
}

}  // namespace
}  // namespace smallscope::program
