// SPDX-License-Identifier: Apache-2.0
// What reaches a terminal or a pipe: nothing raw, and no complaint to a reader who has seen enough.
#include <smallscope/subjects/text_encoding.hpp>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::HasSubstr;

/// Every failure has a text that would control a terminal: colours, C1 controls, another direction, bytes that are not
/// text.
constexpr const char* obeyed = R"(
name = "obeyed"
description = "a \u202Edescription\u009B1m"

[inputs]
file = "input.sh"
template = '<<text>>'
holes = ["<<", ">>"]

[inputs.choices.text]
elements = ['\033[31mred', '\302\233 C1', '\233 byte', '\342\200\256override', 'DEL \177', '\342\200\250line']
labels = ["\u001B[31mred", "\u009B C1", "byte", "\u202Eoverride", "DEL \u007F", "\u2028line"]

[subject]
run = ["printf", "{text}"]

[[oracles]]
name = "\u202Enever"
command = ["sh", "-c", 'printf "$1"; exit 1', "-", "{text}"]
)";

/// The first character that a terminal obeys, or "".
std::string first_obeyed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = subjects::utf8_length(text);
    const std::string character(text.substr(0, std::max<std::size_t>(length, 1)));
    const bool raw =
        length == 0 || (length == 1 && (character[0] < ' ' || character[0] == 0x7f) && character != "\n") ||
        (character >= "\u0080" && character <= "\u009f") || (character >= "\u2028" && character <= "\u202e") ||
        (character >= "\u2066" && character <= "\u2069");
    if (raw) return ::testing::PrintToString(character) + " before " + std::string(text.substr(character.size(), 40));
    text.remove_prefix(character.size());
  }
  return "";
}

TEST(TextFromOutside, IsMadeVisibleByEveryCommand) {
  Bench bench;
  bench.write("obeyed.toml", obeyed);
  const auto check = [&](const std::vector<std::string>& command, int status) {
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.status, status) << ::testing::PrintToString(ended);
    EXPECT_EQ(first_obeyed(ended.out), "") << ::testing::PrintToString(command);
    EXPECT_EQ(first_obeyed(ended.err), "") << ::testing::PrintToString(command);
    return ended.out + ended.err;
  };
  EXPECT_THAT(check({smallscope_program, "list", "obeyed.toml"}, 0), HasSubstr("a \\u202edescription\\u009b1m"));
  check({smallscope_program, "list", "obeyed.toml", "--json"}, 0);
  EXPECT_THAT(check({smallscope_program, "run", "obeyed.toml", "--store", "o.sqlite"}, 1), HasSubstr("\\x1b[31mred"));
  for (const char* const progress : {"bar", "json"})
    bench.run({smallscope_program, "run", "obeyed.toml", "--no-store", "--progress", progress});
  const std::string clusters =
      check({smallscope_program, "clusters", "o.sqlite", "--representatives", "9", "--by", "concrete"}, 0);
  for (const char* const shown :
       {"\\x1b[31mred", "\\u009b C1", "\\x9b byte", "\\u202eoverride", "\\u007f", "\\u2028line"})
    EXPECT_THAT(clusters, HasSubstr(shown));
  check({smallscope_program, "clusters", "o.sqlite", "--json"}, 0);
  check({"/bin/sh", "-c", "yes n | head -9 | " + smallscope_program + " review o.sqlite --from obeyed.toml"}, 0);
  EXPECT_THAT(check({smallscope_program, "clusters", "o.sqlite", "--faults", "faults.toml"}, 0),
              HasSubstr("\n0 new failing inputs"));
  for (int ordinal = 0; ordinal < 6; ++ordinal) {
    const std::string number = std::to_string(ordinal);
    check({smallscope_program, "replay", "o.sqlite", "--from", "obeyed.toml", number}, 1);
    check({smallscope_program, "replay", "o.sqlite", "--from", "obeyed.toml", number, "--json"}, 1);
    check({smallscope_program, "show", "obeyed.toml", number}, 0);
    check({smallscope_program, "show", "obeyed.toml", number, "--json"}, 0);
  }
  for (const char* const format : {"csv", "junit"})
    check({smallscope_program, "export", "o.sqlite", "--format", format}, 0);
  // Names that the user gives come back in messages, too.
  check({smallscope_program, "run", "\u009b31m\x1b[31m.toml"}, 2);
  check({smallscope_program, "\u202ebmorf"}, 2);
  check({smallscope_program, "clusters", "no\xff.sqlite"}, 2);
}

TEST(JsonOnATerminal, KeepsItsMeaning) {
  Bench bench;
  bench.write("obeyed.toml", obeyed);
  const Json shown = parsed(bench.run({smallscope_program, "show", "obeyed.toml", "3", "--json"}).out);
  EXPECT_EQ(shown["choices"][0]["label"], "\u202eoverride");
}

TEST(AClosedPipe, EndsEveryCommandSilently) {
  Bench bench;
  bench.specification("mixed.toml");
  ASSERT_EQ(bench.run({smallscope_program, "run", "mixed.toml", "--store", "m.sqlite"}).status, 1);
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"list", "mixed.toml"},
                                                    {"count", "mixed.toml"},
                                                    {"show", "mixed.toml", "0"},
                                                    {"show", "mixed.toml", "0", "--json"},
                                                    {"run", "mixed.toml", "--no-store", "--progress", "none"},
                                                    {"clusters", "m.sqlite"},
                                                    {"clusters", "m.sqlite", "--json"},
                                                    {"review", "m.sqlite"},
                                                    {"replay", "m.sqlite", "1", "--from", "mixed.toml"},
                                                    {"export", "m.sqlite"},
                                                    {"export", "m.sqlite", "--format", "csv"},
                                                    {"export", "m.sqlite", "--format", "junit"},
                                                    {"evaluate", "orders", "m.sqlite", "--seeds", "1"},
                                                    {"--help"},
                                                    {"run", "--help"},
                                                    {"--version"}}) {
    std::vector<std::string> command{smallscope_program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Ended ended = bench.run(command, {.out = "unread pipe"});
    EXPECT_EQ(ended.status, 141) << ::testing::PrintToString(command) << ::testing::PrintToString(ended);
    for (const std::string& line : lines_of(ended.err)) EXPECT_FALSE(line.starts_with("error")) << line;
  }
}

/// More than a buffer holds: the write fails in the midst of the output.
TEST(AClosedPipe, IsNoticedInTheMidst) {
  Bench bench;
  ASSERT_EQ(bench.run({relative_path, "run", "relative-path", "--store", "r.sqlite"}).status, 1);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"clusters", "r.sqlite", "--json"}, {"export", "r.sqlite"}}) {
    std::vector<std::string> command{relative_path};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const Ended ended = bench.run(command, {.out = "unread pipe"});
    EXPECT_EQ(ended.status, 141);
    EXPECT_EQ(ended.err, "");
    const Ended full = bench.run(command, {.out = "/dev/full"});
    EXPECT_EQ(full.status, 3);
    EXPECT_THAT(full.err,
                ::testing::MatchesRegex("error: standard output cannot be written(: No space left on device)?\n"));
  }
}

}  // namespace
}  // namespace smallscope::command_line
