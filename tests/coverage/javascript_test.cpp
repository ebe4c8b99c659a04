// SPDX-License-Identifier: Apache-2.0
// What a program in JavaScript covers, line by line, and where its lines are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include <smallscope/coverage/symbols.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// `@;` is before each statement that is to be reported, `@,` before each expression.
constexpr std::string_view engine_in_javascript = R"(#!/usr/bin/env node
"use strict";
const LIMIT = "abc".length;

class Engine {
  static made = LIMIT;
  #step =
    (@, 1);
  count = (@, 0);

  run(number) {
    @;let total = 0;
    @;for (let i = 0; i < number; ++i) {
      @;if (i % 2) {
        @;total += this.odd(i);
      } else
        @,total += this.#step - 1 +
          i;
    }
    @;return total > 4
      ? (@, this.big)
      : (@, total);
  }

  get big() {
    @;try {
      @;throw new Error("big");
    } catch (problem) {
      @;return problem.message;
    } finally {
      @;this.count++;
    }
  }

  odd(i) {
    function inner(x) {
      @;return x * 2;
    }
    @;return inner(i);
  }
}

register("first", (value, other =
    (@, "default")) => {
  @;switch (value) {
    case 1:
      @;return [1, 2].map((x) =>
        (@, x + 1));
    default:
      @;return other &&
        (@, value);
  }
  unreachable();
});

function register(name, callback) {
  @;exports[name] = callback;
}

exports.hang = function (isNoted) {
  @;const last = 69;
  @;while (!isNoted(last)) {
    @;spin();
  }
  @;process.kill(process.pid, "SIGKILL");
};

const spin = () =>
  (@, 1);

exports.leave = async function* () {
  @;yield 1;
  @;process.exit(3);
};

exports.Engine = Engine;
)";

constexpr std::string_view program_in_javascript = R"(const core = require("./subject/core.js");
const fs = require("fs");
const word = process.argv[2];

/** Whether a line of the engine is among those that the collector would find now. */
function isNoted(line) {
  return fs.readdirSync(process.env.SMALLSCOPE_COVERAGE).some((name) => {
    if (!name.endsWith(".flags")) return false;
    const bytes = fs.readFileSync(`${process.env.SMALLSCOPE_COVERAGE}/${name}`);
    const [offset, size, lines] = [8, 16, 24].map((at) => Number(bytes.readBigUInt64LE(at)));
    for (let k = 0; k < lines; ++k)
      if (bytes[offset + k] && Number(bytes.readBigUInt64LE(offset + size + 8 * k)) === line) return true;
    return false;
  });
}

if (word === "hang") core.hang(isNoted);
else if (word === "leave") (async () => { for await (const x of core.leave()) x; })();
else if (word === "first") core.first(1), core.first(2, "x");
else if (word === "child") {
  const words = process.env.COVERED ? [process.env.COVERED, "--of", "subject"] : [];
  require("child_process").execFileSync(process.execPath, [...words, __filename, "first"]);
}
else new core.Engine().run(Number(word));
)";

class JavaScript : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_run("node --version")) GTEST_SKIP() << "NOT TESTED: there is no Node.js here";
    if (!can_run("node -e \"try { require('acorn') } catch { require('/usr/share/nodejs/acorn') }\""))
      GTEST_SKIP() << "NOT TESTED: there is no parser acorn here";
    std::filesystem::create_directory(folder / "subject");
    folder.write("subject/package.json", R"({"name": "subject"})");
    folder.write("program.js", std::string(program_in_javascript));
    write(false);
  }
  /// The engine, with calls that print their line, or without.
  void write(bool counting) {
    std::istringstream engine{std::string(engine_in_javascript)};
    std::string text;
    int number = 0;
    for (std::string line; std::getline(engine, line);) {
      const std::string hit = "hit(" + std::to_string(++number) + ")";
      for (const char ends : {';', ','}) {
        const std::size_t at = line.find(std::string("@") + ends);
        if (at != std::string::npos) line.replace(at, 2, counting ? hit + ends : "");
      }
      text += line + "\n";
    }
    if (counting) text += "function hit(line) { require('fs').appendFileSync(process.env.HITS, line + '\\n'); }\n";
    folder.write("subject/core.js", text);
  }
  Ended covered_by(const Collector& collector, const std::string& word, const std::string& of = "subject") {
    const std::string worker = SMALLSCOPE_JAVASCRIPT_WORKERS "/smallscope-coverage.js";
    return run(
        {"/usr/bin/env", "COVERED=" + worker, "node", worker, "--of", of, (folder / "program.js").string(), word},
        &collector);
  }
  /// What the calls say that were written into the text.
  std::set<std::uint64_t> counted(const std::string& word) {
    write(true);
    const auto hits = folder / "hits";
    std::filesystem::remove(hits);
    run({"/usr/bin/env", "HITS=" + hits.string(), "node", (folder / "program.js").string(), word});
    write(false);
    std::ifstream stream(hits);
    return {std::istream_iterator<std::uint64_t>(stream), {}};
  }
  TemporaryDirectory folder;
};

TEST_F(JavaScript, LinesAreThoseThatCallsInTheTextCount) {
  Collector collector(folder / "lane");
  for (const char* const word : {"0", "1", "2", "5", "first", "child"}) {
    collector.clear();
    EXPECT_EQ(covered_by(collector, word).exit_code, 0);
    const Covered covered = collector.take();
    EXPECT_EQ(lines(covered), counted(word)) << word;
    EXPECT_FALSE(lines(covered).empty());
    EXPECT_THAT(collector.problems(), IsEmpty());
  }
  ASSERT_THAT(collector.modules(), SizeIs(1));
  const Module& module = *collector.modules().front();
  EXPECT_TRUE(module.id.starts_with(line_module));
  EXPECT_EQ(module.path, (folder / "subject/core.js").string());
}

TEST_F(JavaScript, LinesSurviveAKillOfATestThatHungAndAnExit) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "hang"), (Ended{.exit_code = -1, .signal = 9}));
  EXPECT_THAT(lines(collector.take()), ElementsAre(57, 61, 62, 63, 69));
  collector.clear();
  EXPECT_EQ(covered_by(collector, "leave").exit_code, 3);
  EXPECT_EQ(lines(collector.take()), counted("leave"));
}

TEST_F(JavaScript, NamesArePackagesAndPaths) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "3", (folder / "subject").string()).exit_code, 0);
  EXPECT_FALSE(collector.take().parts.empty());
  collector.clear();
  EXPECT_EQ(covered_by(collector, "3", "sub").exit_code, 0) << "the beginning of a name is not one";
  EXPECT_TRUE(collector.take().parts.empty());
}

TEST_F(JavaScript, AnotherTextIsAnotherModule) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "2").exit_code, 0);
  ASSERT_THAT(collector.take().parts, SizeIs(1));
  folder.write("subject/core.js",
               "exports.Engine = class {\n  run() {}\n  again() {\n    return 1;\n  }\n};\n"
               "exports.Engine.prototype.run = () => new exports.Engine().again();\n");
  collector.clear();
  EXPECT_EQ(covered_by(collector, "2").exit_code, 0);
  EXPECT_THAT(lines(collector.take()), ElementsAre(4, 7));
  EXPECT_THAT(collector.modules(), SizeIs(2));
}

TEST_F(JavaScript, LinesAreInTheInnermostNamedFunction) {
  Collector collector(folder / "lane");
  EXPECT_EQ(covered_by(collector, "2").exit_code, 0);
  collector.take();
  ASSERT_THAT(collector.modules(), SizeIs(1));
  const Symbols symbols(*collector.modules().front());
  EXPECT_EQ(symbols.problem(), "");
  EXPECT_THAT(symbols.files(), ElementsAre("subject/core.js"));
  const std::pair<std::uint64_t, std::string_view> functions[] = {{8, "Engine"},
                                                                  {12, "Engine.run"},
                                                                  {27, "Engine.get big"},
                                                                  {37, "Engine.odd.inner"},
                                                                  {39, "Engine.odd"},
                                                                  {44, "register(\"first\")"},
                                                                  {48, "register(\"first\")"},
                                                                  {57, "register"},
                                                                  {61, "exports.hang"},
                                                                  {69, "spin"},
                                                                  {72, "exports.leave"}};
  for (const auto& [line, function] : functions)
    EXPECT_EQ(symbols.place({.address = line}).function, function) << "line " << line;
}

}  // namespace
}  // namespace smallscope::coverage
