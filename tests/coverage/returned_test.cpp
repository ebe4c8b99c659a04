// SPDX-License-Identifier: Apache-2.0
// What calls return, as the plugin of clang reports it.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/coverage/symbols.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::Contains;
using testing::Each;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;

/// The expected kinds of values by line, as the source's comments say, separated by ", ".
using Kinds = std::map<std::uint32_t, std::set<std::string>>;

class Returned : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string_view(SMALLSCOPE_RETURN_VALUES_PLUGIN).empty())
      GTEST_SKIP() << "NOT TESTED: the plugin was not built; install the Debian packages clang and llvm-14-dev";
  }

  std::filesystem::path source() const {
    return std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "tests/coverage/programs/returning.c";
  }
  std::filesystem::path build(const std::string& name, const std::filesystem::path& file, const std::string& options,
                              const std::string& libraries = runtime) {
    const auto program = folder / name;
    const std::string compiler = SMALLSCOPE_RETURN_VALUES_CLANG;
    shell(compiler + clang_options + "-w " + options + " -c " + file.string() + " -o " + program.string() + ".o && " +
              compiler + " " + program.string() + ".o " + libraries + " -o " + program.string(),
          folder / "log");
    return program;
  }

  static Kinds expected(const std::filesystem::path& file) {
    Kinds kinds;
    std::ifstream stream(file);
    std::uint32_t number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      const auto comment = line.find("  // ");
      if (comment == std::string::npos) continue;
      std::istringstream words(line.substr(comment + 5));
      for (std::string word; std::getline(words >> std::ws, word, ',');) {
        if (word.starts_with("unless")) break;
        kinds[number].insert(word == "0" ? "zero" : word == "1" ? "one" : word == "above 1" ? "above one" : word);
      }
    }
    return kinds;
  }

  /// By line of the source; those of libc's functions are left out, whose values are their own.
  Kinds found(const Covered& covered) const {
    Kinds kinds;
    for (const Part& part : covered.parts) {
      const Symbols symbols(*part.module);
      for (const Element element : part.elements) {
        const Point point = part.module->point(element);
        if (!is_returned(point.kind)) continue;
        EXPECT_TRUE(point.is_return_address);
        const Place place = symbols.place(point);
        EXPECT_THAT(place.lines, SizeIs(1));
        if (!place.lines.empty()) kinds[place.lines[0].line].insert(std::string(name(point.kind)));
      }
    }
    return kinds;
  }

  /// Without the lines that return something of the system.
  static Kinds without(Kinds kinds, std::initializer_list<std::uint32_t> lines) {
    for (const std::uint32_t line : lines) kinds.erase(line);
    return kinds;
  }

  TemporaryDirectory folder;
  const std::string plugin = std::string(" -fpass-plugin=") + SMALLSCOPE_RETURN_VALUES_PLUGIN + " ";
};

/// Of the source, the only line with the text.
std::uint32_t line_with(std::string_view text) {
  std::ifstream stream(std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "tests/coverage/programs/returning.c");
  std::uint32_t number = 0, found = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.find(text) != std::string::npos) found = number;
  }
  return found;
}

const std::uint32_t line_of_kill = line_with("kill("), line_of_exit = line_with("_exit("),
                    line_of_atoi = line_with("atoi("), line_of_end = line_with("  end(way)");

TEST_F(Returned, OfEachKindAtEachLine) {
  for (const char* const options : {"-O0", "-O0 -fsanitize-coverage=trace-cmp", "-O0 -fno-pie"}) {
    const bool is_fixed = std::string_view(options).ends_with("pie");
    const auto program = build("returning", source(), options + plugin, runtime + (is_fixed ? "-no-pie" : ""));
    Collector collector(folder / "lane");
    EXPECT_EQ(run({program.string()}, &collector), run({program.string()}));
    const Covered covered = collector.take();
    EXPECT_EQ(without(found(covered), {line_of_atoi}), without(expected(source()), {line_of_exit})) << options;
    EXPECT_THAT(collector.remarks(), IsEmpty());
    EXPECT_THAT(covered_lines(covered, program, folder), Contains(line_of_end)) << "blocks are there as well";
    for (const Part& part : covered.parts) {
      EXPECT_TRUE(std::ranges::is_sorted(part.elements));
      for (const Element element : part.elements) EXPECT_EQ(part.module->element(part.module->point(element)), element);
    }
  }
}

TEST_F(Returned, HoweverTheProgramEnds) {
  const auto program = build("returning", source(), "-O0" + plugin);
  Collector collector(folder / "lane");
  Kinds all = without(expected(source()), {line_of_exit, line_of_end});
  for (const int way : {1, 2, 3, 4}) {
    collector.clear();
    const std::vector<std::string> command = {program.string(), std::to_string(way)};
    EXPECT_EQ(run(command, &collector), run(command)) << way;
    const Kinds kinds = found(collector.take());
    EXPECT_EQ(without(kinds, {line_of_atoi, line_of_kill, line_of_exit}), all) << way;
    EXPECT_EQ(kinds.contains(line_of_exit), way == 4) << "what was returned before _exit()";
    EXPECT_EQ(kinds.contains(line_of_end), false) << "a call that did not return, " << way;
    EXPECT_EQ(kinds.contains(line_of_kill), way == 2) << "getpid()";
  }
}

constexpr std::string_view giving = R"(#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int give(const char* text) { return atoi(text); }
static int each(int count, char** words) {
  int sum = 0;
  for (int i = 1; i < count; ++i)
    sum += give(words[i]);
  return sum; }
int main(int count, char** words) {
  for (int i = 1; i < count; ++i) {
    char* one[2] = {words[0], words[i]};
    if (fork() == 0) _exit(each(2, one) & 0);
    wait(NULL); }
  return 0; }
)";

TEST_F(Returned, IsDifferentWithinATestAndNotBetweenTests) {
  const auto program = build("giving", folder.write("giving.c", giving), "-O0" + plugin).string();
  Collector collector(folder / "lane");
  const auto kinds = [&](std::vector<std::string> words) {
    collector.clear();
    words.insert(words.begin(), program);
    EXPECT_EQ(run(words, &collector), Ended{.exit_code = 0});
    return found(collector.take())[8];
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(kinds({"5"}), Names({"above one"}));
  EXPECT_EQ(kinds({"6"}), Names({"above one"})) << "another value than in the test before";
  EXPECT_EQ(kinds({"5", "5"}), Names({"above one"})) << "in two processes";
  EXPECT_EQ(kinds({"5", "6"}), Names({"above one", "different"}));
  EXPECT_EQ(kinds({"0"}), Names({"zero"})) << "the first value is that of this test";
  EXPECT_EQ(kinds({"0", "0"}), Names({"zero"}));
  EXPECT_EQ(kinds({"0", "1"}), Names({"zero", "one", "different"}));
  EXPECT_EQ(kinds({"-1", "-2", "-1"}), Names({"negative", "different"}));
  EXPECT_EQ(kinds({}), Names());
}

TEST_F(Returned, OfSharedLibrariesAndThreads) {
  folder.write("library.c",
               "#include <stdlib.h>\nint in_library(const char* t) {\n  return atoi(t) ? 1 : atoi(t); }\n");
  folder.write("threads.c", R"(#include <pthread.h>
int in_library(const char*);
static int one(long value) { return value != 0; }
static void* work(void* argument) {
  for (int i = 0; i < 10000; ++i) {
    one(1);
    one((long)argument); }
  return 0; }
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; ++i) pthread_create(&threads[i], 0, work, (void*)(i % 2));
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
  return in_library("7"); }
)");
  const std::string clang = SMALLSCOPE_RETURN_VALUES_CLANG;
  shell("cd " + folder.path().string() + " && " + clang + clang_options + plugin + "-fPIC -c library.c threads.c && " +
            clang + " -shared library.o" + runtime + "-o liblibrary.so && " + clang +
            " threads.o -Wl,-rpath,'$ORIGIN' -L. -llibrary -pthread" + runtime + "-o threads",
        folder / "log");
  Collector collector(folder / "lane");
  EXPECT_EQ(run({(folder / "threads").string()}, &collector), Ended{.exit_code = 1});
  const Covered covered = collector.take();
  ASSERT_THAT(covered.parts, SizeIs(2));
  for (const Part& part : covered.parts) {
    const bool is_library = part.module->path.ends_with(".so");
    Kinds kinds = found({{part}});
    if (is_library) {
      EXPECT_EQ(kinds[3], std::set<std::string>{"above one"}) << "the second atoi() was not called";
    } else {
      EXPECT_EQ(kinds[6], std::set<std::string>{"one"});
      EXPECT_EQ(kinds[7], (std::set<std::string>{"zero", "one", "different"}));
      EXPECT_EQ(kinds[13], std::set<std::string>{"one"});
    }
  }
}

// Behaviour is that without the plugin, with optimisation, exceptions and sanitizers.
TEST_F(Returned, ChangesNothingElse) {
  const auto exceptions = folder.write("exceptions.cpp", R"(#include <stdexcept>
static int may(int value) { if (value > 2) throw std::runtime_error("more"); return value; }
struct Guard { int* to; ~Guard() { *to += may(1); } };
static int use(int value) {
  int sum = 0;
  try { Guard guard{&sum}; sum += value > 0 ? may(value) : may(-value); }
  catch (const std::exception&) { sum += may(2); }
  return sum; }
int main(int count, char**) { return 10 * use(count) + use(count + 5); }
)");
  for (const char* const level : {"-O0", "-O1", "-O2", "-O3 -flto"}) {
    const std::string link = runtime + "-lstdc++ -fuse-ld=lld " + level;
    if (std::string_view(level).ends_with("lto") && !can_run("ld.lld --version")) continue;
    const std::string library = std::string_view(level).ends_with("lto") ? link : runtime + "-lstdc++";
    const auto program = build("exceptions", exceptions, level + plugin, library);
    EXPECT_EQ(run({program.string()}), (Ended{.exit_code = 23})) << level;
    Collector collector(folder / "lane");
    EXPECT_EQ(run({program.string()}, &collector), (Ended{.exit_code = 23})) << level;
    const auto optimised = build("optimised", source(), level + plugin, library);
    const auto plain = build("plain", source(), level, library);
    for (const std::string way : {"0", "1", "3", "4"})
      EXPECT_EQ(run({optimised.string(), way}, &collector), run({plain.string(), way})) << level << way;
  }
}

TEST_F(Returned, GoesWithSanitizers) {
  const auto empty = folder.write("empty.c", "int main(void) { return 0; }\n");
  const std::string link = "clang " + empty.string() + " -o " + (folder / "empty").string() + " -fsanitize=";
  if (!can_run(link + "address") || !can_run(link + "undefined"))
    GTEST_SKIP() << "NOT TESTED: there are no sanitizers of clang here (libclang-rt-14-dev)";
  for (const char* const sanitizer : {"address", "undefined"}) {
    const std::string options = std::string(" -fsanitize=") + sanitizer + " ";
    const auto program = build("sanitized", source(), "-O0" + options + plugin,
                               options + "-Wl,--whole-archive" + runtime + "-Wl,--no-whole-archive");
    Collector collector(folder / "lane");
    EXPECT_EQ(run({program.string()}, &collector), Ended{.exit_code = 0}) << sanitizer;
    EXPECT_THAT(found(collector.take()),
                Contains(std::pair<const std::uint32_t, std::set<std::string>>(line_of_end, {"zero"})))
        << sanitizer;
  }
}

TEST_F(Returned, NothingWithoutThePluginOrWithoutLines) {
  Collector collector(folder / "lane");
  const auto without_plugin = build("without", source(), "-O0 -fsanitize-coverage=trace-cmp");
  EXPECT_EQ(run({without_plugin.string()}, &collector), Ended{.exit_code = 0});
  const Covered covered = collector.take();
  EXPECT_THAT(covered.parts, SizeIs(1));
  EXPECT_THAT(found(covered), IsEmpty());
  for (const auto& entry : std::filesystem::directory_iterator(folder / "lane"))
    EXPECT_NE(entry.path().extension(), ".returns");
  collector.clear();
  const auto without_lines = build("lines", source(), "-O0 -g0" + plugin);
  EXPECT_EQ(run({without_lines.string()}, &collector), Ended{.exit_code = 0});
  EXPECT_THAT(found(collector.take()), IsEmpty());
}

TEST(Kinds, HaveElementsOfTheirOwn) {
  const Module module{.id = "build", .path = {}, .blocks = {0x1000, 0x1010}, .code_begin = 0x1000, .code_size = 0x100};
  std::set<Element> elements = {0, 1};
  std::size_t points = elements.size();
  for (std::uint64_t address = 0x1000; address < 0x1100; ++address)
    for (const Kind kind : all_kinds) {
      const Point point{.address = address, .kind = kind, .is_return_address = true};
      const Element element = module.element(point);
      EXPECT_EQ(module.point(element), point);
      elements.insert(element);
      ++points;
    }
  EXPECT_EQ(elements.size(), points);
  EXPECT_THROW(module.element({.address = 0x1100, .kind = Kind::zero, .is_return_address = true}), std::out_of_range);
  EXPECT_THROW(module.element({.address = 0x1000, .kind = Kind::zero}), std::out_of_range);
  EXPECT_EQ(module.element({.address = 0x1010}), 1U);
}

}  // namespace
}  // namespace smallscope::coverage
