// SPDX-License-Identifier: Apache-2.0
// A specification as a store keeps it: the same space, read again without a file, and never executed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <smallscope/subjects/subject.hpp>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using Texts = std::vector<std::pair<std::string, std::string>>;

std::string message_of(const Texts& texts) {
  try {
    kept_specification(texts);
  } catch (const SpecificationError& error) {
    return error.what();
  }
  return "no error";
}

/// Both denote the same inputs, as far as a sample shows.
void expect_same_space(const runner::Campaign& kept, const runner::Campaign& loaded) {
  ASSERT_EQ(generators::to_string(kept.space->structure()), generators::to_string(loaded.space->structure()));
  ASSERT_EQ(kept.merge_levels(), loaded.merge_levels());
  EXPECT_EQ(kept.attributes.size(), loaded.attributes.size());
  EXPECT_EQ(kept.messages.masks, loaded.messages.masks);
  const generators::Ordinal size = std::min<generators::Ordinal>(loaded.space->size(), 100'000);
  for (generators::Ordinal ordinal = 0; ordinal < size; ordinal += size / 50 + 1) {
    EXPECT_EQ(generators::to_string(kept.space->choices(ordinal)),
              generators::to_string(loaded.space->choices(ordinal)));
    const auto one = kept.space->render(ordinal), other = loaded.space->render(ordinal);
    EXPECT_EQ(one, other);
  }
}

TEST(KeptSpecification, HasTheSpaceOfEveryExample) {
  std::size_t examples = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(SMALLSCOPE_SOURCE_DIR) / "examples")) {
    if (entry.path().extension() != ".toml") continue;
    SCOPED_TRACE(entry.path());
    runner::Campaign loaded;
    try {
      loaded = load_specification(entry.path());
    } catch (const SpecificationError&) {
      continue;  // faults, or files that specifications include
    }
    ++examples;
    ASSERT_THAT(loaded.specification, testing::Not(IsEmpty()));
    EXPECT_EQ(loaded.specification.front().first, entry.path().filename());
    expect_same_space(kept_specification(loaded.specification), loaded);
  }
  EXPECT_GT(examples, 60u);
}

constexpr const char* own = R"(name = "test"
include = ["shared/types.toml"]
[inputs]
file = "i"
template = '{{type}} {{line}}'
[subject]
run = ["sh", "-c", "touch {here}/started", "{input}"]
files = ["engine"]
[[oracles]]
no_crash = true
[reproduce]
script = "again.sh"
)";

Texts written() {
  const TemporaryDirectory directory;
  fs::create_directory(directory / "shared");
  directory.write("shared/types.toml", "[inputs.choices]\ntype = [\"int\", \"long\"]\nline = { file = \"l.txt\" }\n");
  directory.write("shared/l.txt", "one\ntwo\n");
  directory.write("engine", "1");
  directory.write("again.sh", "exit 0");
  return load_specification(directory.write("a.toml", own)).specification;
}

TEST(KeptSpecification, HasAllTextsOfItsSpaceByNamesBesideIt) {
  EXPECT_THAT(written(), ElementsAre(Pair("a.toml", own), Pair("shared/types.toml", HasSubstr("type = ")),
                                     Pair("shared/l.txt", "one\ntwo\n")));
}

TEST(KeptSpecification, NeedsNoFileAndIsNeverExecuted) {
  const Texts texts = written();  // whose folder is gone
  const runner::Campaign kept = kept_specification(texts);
  EXPECT_EQ(texts_of(kept), Lines({"int one", "int two", "long one", "long two"}));
  EXPECT_EQ(kept.definition.line, 1u);
  EXPECT_TRUE(kept.definition.file.empty());
  const TemporaryDirectory scratch;
  EXPECT_THROW(kept.body->open(scratch.path()), subjects::SubjectUnavailable);
}

/// Whoever made the store chose these texts, so they must not read what is on the reader's machine.
TEST(KeptSpecification, ReadsNothingThatIsNotKept) {
  const TemporaryDirectory directory;
  const std::string secret = directory.write("secret.txt", "a secret\n").string();
  const std::string types = directory.write("types.toml", "[inputs.choices]\ntype = [\"int\"]\n").string();
  const auto with = [](const std::string& before, const std::string& choices) {
    return "name = \"test\"\n" + before + "[inputs]\nfile = \"i\"\ntemplate = '{{type}}'\n[inputs.choices]\n" +
           choices + "[subject]\nrun = [\"cat\", \"{input}\"]\n" + judged;
  };
  EXPECT_EQ(message_of({{"a.toml", with("", "type = { file = \"" + secret + "\" }\n")}}),
            "a.toml:6: `type.file`, the file " + secret + ", is not among the texts that the store keeps");
  EXPECT_THAT(message_of({{"a.toml", with("include = [\"" + types + "\"]\n", "")}}),
              HasSubstr("is not among the texts that the store keeps"));
  EXPECT_EQ(message_of({{"a.toml", with("", "type = [\"int\"]\n")}}), "no error");
}

TEST(KeptSpecification, WithAMistakeSaysWhere) {
  EXPECT_THAT(message_of({{"a.toml", "name = \"test\"\n[inputs\n"}}), HasSubstr("a.toml:2: not valid TOML"));
  EXPECT_THAT(message_of({{"a.toml", "name = \"test\"\n"}}), HasSubstr("the table [inputs] is missing"));
}

TEST(KeptSpecification, IsNotKeptIfItIsVeryLong) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += std::to_string(i) + " and more\n";
  directory.write("l.txt", lines);
  const auto text = with_choices("{{type}}", "type = { file = \"l.txt\" }");
  EXPECT_THAT(load_specification(directory.write("a.toml", text)).specification, IsEmpty());
  directory.write("l.txt", "one\n");
  EXPECT_THAT(load_specification(directory.write("a.toml", text)).specification, testing::SizeIs(2));
}

}  // namespace
}  // namespace smallscope::program
