// SPDX-License-Identifier: Apache-2.0
// The examples load, and what the guide and the reference show is what stands in examples/ or loads by itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <smallscope/program/specification.hpp>
#include <sstream>

#include "files.hpp"

namespace smallscope::program {
namespace {

namespace fs = std::filesystem;
const fs::path source_directory = SMALLSCOPE_SOURCE_DIR;

struct Block {
  std::size_t line;
  std::string comment;  // the line before the block: <!-- file: ... --> or <!-- specification -->
  std::string text;
};

std::vector<Block> toml_blocks(const fs::path& document) {
  std::istringstream stream(text_of(document));
  std::vector<Block> blocks;
  std::string line, before;
  bool inside = false;
  for (std::size_t number = 1; std::getline(stream, line); ++number) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back().text += line + "\n";
    } else if (line == "```toml") {
      inside = true;
      blocks.push_back({number, before, ""});
    }
    if (!line.empty()) before = line;
  }
  return blocks;
}

void expect_blocks_load(const fs::path& document) {
  const std::vector<Block> blocks = toml_blocks(document);
  EXPECT_GE(blocks.size(), 4u);
  constexpr std::string_view file_mark = "<!-- file: ";
  const TemporaryDirectory directory;
  directory.write("values.txt", "1\n2\n");
  for (const Block& block : blocks) {
    SCOPED_TRACE(document.string() + ":" + std::to_string(block.line));
    if (block.comment.starts_with(file_mark)) {
      const std::size_t end = block.comment.find(" -->");
      const std::string file = block.comment.substr(file_mark.size(), end - file_mark.size());
      EXPECT_EQ(block.text, text_of(source_directory / file)) << file;
    } else {
      EXPECT_EQ(block.comment, "<!-- specification -->");
      EXPECT_NO_THROW(load_specification(directory.write("block.toml", block.text)).space->size());
    }
  }
}

TEST(SpecificationDocument, EveryBlockIsAnExampleOrLoads) {
  expect_blocks_load(source_directory / "docs/specifications.md");
  expect_blocks_load(source_directory / "docs/specification-reference.md");
}

TEST(SpecificationExample, EveryOneLoadsWithItsSize) {
  std::map<std::string, std::string> summaries;
  for (const char* const folder :
       {"specifications", "nasm", "clang-tidy", "clangd", "jedi", "minify", "autopep8", "typescript", "duktape", "sdcc",
        "jq", "rubocop", "gopls", "perl", "babel", "eslint", "reorder-fields"})
    for (const auto& entry : fs::directory_iterator(source_directory / "examples" / folder)) {
      if (entry.path().extension() != ".toml" || entry.path().filename() == "faults.toml") continue;
      const runner::Campaign campaign = load_specification(entry.path());
      EXPECT_FALSE(campaign.description.empty()) << entry.path();
      EXPECT_FALSE(campaign.body->oracle_names().empty()) << entry.path();
      summaries[(fs::path(folder) / entry.path().filename()).string()] =
          generators::summary(campaign.space->structure()) + " = " + std::to_string(campaign.space->size());
    }
  const std::map<std::string, std::string> expected = {
      {"specifications/clang-tidy-conditions.toml", "result 2 x statement 40 = 80"},
      {"specifications/clang-rename.toml", "declaration 16 x at 2 x name 2 = 64"},
      {"specifications/dash-arithmetic.toml", "left 8 x operator 16 x right 6 = 768"},
      {"specifications/dash-expressions.toml", "expression 1740 = 1740"},
      {"nasm/instructions.toml", "op 14 x size 5 x to 14 x from 16 = 15680"},
      {"nasm/vectors.toml", "bits 2 x op 16 x to 8 x second 10 x third 7 = 17920"},
      {"clang-tidy/loops.toml", "container 6 x parameter 3 x before 3 x header 5 x body 18 = 4860"},
      {"clang-tidy/statements.toml", "check 8 x result 2 x frame 352 = 5632"},
      {"clangd/extract.toml", "place 1872 x tweak 2 = 3744"},
      {"clangd/rename.toml", "code 221 x at 2 x name 7 = 3094"},
      {"clangd/tweaks.toml", "code, tweak, header 3151 = 3151"},
      {"specifications/rename.toml", "parameter, expression 7 x old 3 x new 4 = 84"},
      {"specifications/fmt-twice.toml", "first 2 x next 3 x word 3 x option 4 x width 11 = 792"},
      {"specifications/tcc-constants-merged.toml", "storage 3 x type 6 x expression 18 = 324"},
      {"specifications/tcc-initialisers.toml", "storage 3 x type 3 x first 3 x designator 3 x second 3 = 243"},
      {"specifications/tcc-initialisers-merged.toml", "storage 3 x type 3 x first 3 x designator 3 x second 3 = 243"},
      {"specifications/tcc-literals-merged.toml", "linked type 40 = 40"},
      {"specifications/tcc-renaming.toml", "program 444 = 444"},
      {"specifications/tcc-shift.toml", "type, by 13 x value 4 x op 2 = 104"},
      {"jedi/inline.toml", "scope, call 2 x declaration 120 x between 3 x use 20 = 14400"},
      {"jedi/extract-variable.toml", "scope, call 3 x statement 806 = 2418"},
      {"jedi/extract-function.toml", "scope, call 6 x before 4 x selected 40 x after 7 = 6720"},
      {"jedi/rename.toml", "scope, tail 6 x new 2 x cursor, last, declaration 32 x use 26 = 9984"},
      {"rubocop/conditions.toml", "statement 448 = 448"},
      {"rubocop/strings.toml", "statement 672 = 672"},
      {"rubocop/assignments.toml", "method 976 = 976"},
      {"rubocop/blocks.toml", "statement 3024 = 3024"},
      {"rubocop/hashes.toml", "statement 704 = 704"},
      {"rubocop/definitions.toml", "definition 900 = 900"},
      {"gopls/extract-function.toml", "place 3528 = 3528"},
      {"babel/classes.toml", "kind, member, side, of, code 3120 = 3120"},
      {"babel/parameters.toml", "host, function 3570 = 3570"},
      {"babel/loops.toml", "host, function 3600 = 3600"},
      {"babel/iteration.toml", "place, host 1620 = 1620"},
      {"reorder-fields/aggregates.toml", "a, use, member, header 22 x tail 6 x init, base 17 x order 3 = 6732"},
      {"eslint/expressions.toml", "rule, context 5224 = 5224"},
      {"eslint/functions.toml", "rule, context 4128 = 4128"},
      {"eslint/statements.toml", "rule, place 5500 = 5500"},
      {"perl/rename.toml", "variable, declaration 871 x at, new 3 = 2613"},
      {"perl/introduce.toml", "place 2808 = 2808"},
      {"minify/expressions.toml", "options 2 x statement 6048 = 12096"},
      {"minify/statements.toml", "options 4 x frame, statement, end 1095 = 4380"},
      {"minify/modern.toml", "mode 2 x options 5 x context 1120 = 11200"},
      {"minify/literals.toml", "options 4 x value 46 x use 44 = 8096"},
      {"autopep8/imports.toml", "head 11 x first 9 x code 4 x import 8 = 3168"},
      {"autopep8/rewrites.toml", "aggressive 2 x n 2 x statement 1020 = 4080"},
      {"autopep8/strings.toml", "aggressive 2 x block 504 = 1008"},
      {"typescript/functions.toml", "action, form, scope, frame 5040 = 5040"},
      {"typescript/templates.toml", "action 1 x operands, context 5280 = 5280"},
      {"typescript/parameters.toml", "action 1 x kind, body, program 3900 = 3900"},
      {"duktape/expressions.toml", "program 10194 = 10194"},
      {"duktape/control.toml", "program 4806 = 4806"},
      {"duktape/builtins.toml", "program 7632 = 7632"},
      {"sdcc/expressions.toml", "to 4 x from, left 12 x op, right 27 x storage 2 = 2592"},
      {"sdcc/loops.toml", "type 4 x bound 2 x step 2 x count 3 x loop, start 30 = 1440"},
      {"sdcc/structures.toml",
       "first 4 x first_width 2 x second, second_width 6 x third 2 x qualifier 2 x value 2 x "
       "operation 5 = 1920"},
      {"jq/slices.toml", "data 7 x operation 160 = 1120"},
      {"jq/operators.toml", "form 22 x left 11 x right 10 = 2420"},
      {"jq/strings.toml", "text 12 x function 88 = 1056"},
      {"jq/collections.toml", "data 13 x function 106 = 1378"},
      {"jq/assignments.toml", "data 6 x path 11 x op 8 x value 4 = 2112"},
      {"jq/control.toml", "data 5 x context 279 = 1395"},
  };
  EXPECT_EQ(summaries, expected);
}

/// The ordinals that do not pass, with their verdicts, when all are executed in order.
std::map<std::string, std::size_t> verdicts_of(const std::string& example) {
  const runner::Campaign campaign = load_specification(source_directory / "examples/specifications" / example);
  const TemporaryDirectory scratch;
  const std::vector<runner::OrdinalRange> all{{0, campaign.space->size()}};
  std::map<std::string, std::size_t> counts;
  for (const runner::Outcome& outcome : campaign.body->open(scratch.path())->execute({.ranges = all}, {}).outcomes)
    ++counts[std::string(oracles::name(outcome.verdict))];
  return counts;
}

TEST(SpecificationExample, DashCrashesOnTheLeastIntegerDividedByMinusOne) {
  EXPECT_THAT(verdicts_of("dash-arithmetic.toml"), ::testing::ElementsAre(std::pair("crashed", 2)));
}

TEST(SpecificationExample, TheReferenceWorkerRenamesToKeywords) {
  EXPECT_THAT(verdicts_of("rename.toml"), ::testing::ElementsAre(std::pair("fail", 17), std::pair("refused", 21)));
}

TEST(SpecificationExample, TccMergesOverriddenElementsOfStaticArrays) {
  EXPECT_THAT(verdicts_of("tcc-initialisers.toml"), ::testing::ElementsAre(std::pair("fail", 15)));
}

}  // namespace
}  // namespace smallscope::program
