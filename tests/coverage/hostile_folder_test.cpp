// SPDX-License-Identifier: Apache-2.0
// What is in the collector's folder comes from subjects, which may have written anything there.
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/coverage/collector.hpp>
#include <smallscope/coverage/symbols.hpp>

#include "instrumented.hpp"
#include "layout.h"

namespace smallscope::coverage {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view subject = R"(int main(int argc, char** argv) { (void)argv; return argc > 1 ? 4 : 3; })";

class HostileFolder : public testing::Test {
 protected:
  void SetUp() override {
    SMALLSCOPE_NEEDS_CLANG();
    folder.write("subject.c", subject);
    shell("cd " + folder.path().string() + " && " + *clang() + clang_options + "-fsanitize-coverage=trace-cmp" +
              " -c subject.c && " + *clang() + " subject.o" + runtime + "-o subject",
          folder / "log");
    program = (folder / "subject").string();
  }

  /// Runs the subject and returns the only file with this ending.
  std::filesystem::path data(Collector& collector, const std::string& ending) {
    EXPECT_EQ(run({program}, &collector), Ended{.exit_code = 3});
    for (const auto& entry : std::filesystem::directory_iterator(lane)) {
      if (entry.path().extension() == ending) return entry.path();
    }
    throw std::runtime_error("there is no file " + ending);
  }

  template <typename Change>
  std::string changed(const std::string& ending, const Change& change) {
    Collector collector(lane);
    const auto file = data(collector, ending);
    std::string text = text_of(file);
    smallscope_coverage_header header;
    std::memcpy(&header, text.data(), sizeof header);
    change(header, text);
    std::memcpy(text.data(), &header, std::min(text.size(), sizeof header));
    std::filesystem::remove(file);
    std::ofstream(file, std::ios::binary) << text;
    collector.take();
    if (collector.problems().size() != 1) return std::to_string(collector.problems().size()) + " problems";
    return collector.problems()[0].substr(collector.problems()[0].find(": ") + 2);
  }

  TemporaryDirectory folder;
  std::filesystem::path lane = folder / "lane";
  std::string program;
};

TEST_F(HostileFolder, NumbersThatContradictEachOtherAreAProblem) {
  using Header = smallscope_coverage_header;
  const auto flags = [&](auto change) {
    return changed(".flags", [&](Header& header, std::string&) { change(header); });
  };
  EXPECT_EQ(flags([](Header& header) { header.magic[0] = 'x'; }), "it does not begin as data of coverage do");
  EXPECT_EQ(flags([](Header& header) { header.id[3] ^= 1; }), "its name is not the id of its module");
  EXPECT_EQ(flags([](Header& header) { std::memset(header.path, 'a', sizeof header.path); }),
            "the path of its module does not end");
  EXPECT_EQ(flags([](Header& header) { header.data_offset = 8; }), "its data begin where they cannot");
  EXPECT_EQ(flags([](Header& header) { header.data_offset = ~std::uint64_t{0}; }), "its data begin where they cannot");
  EXPECT_EQ(flags([](Header& header) { header.data_size += 4096; }), "its size is not what its header says");
  EXPECT_EQ(flags([](Header& header) { header.data_size = ~std::uint64_t{0}; }),
            "it has more blocks than a module can have");
  EXPECT_EQ(flags([](Header& header) { header.block_count = std::uint64_t{1} << 61; }),
            "it has more blocks than a module can have");
  EXPECT_EQ(flags([](Header& header) { ++header.block_count; }), "it has not one flag for each block");
  EXPECT_EQ(flags([](Header& header) { header.runs[0].offset = ~std::uint64_t{0}; }),
            "its flags are outside of its data");
  EXPECT_EQ(flags([](Header& header) { header.runs[1].count = ~std::uint64_t{0} - 3; }),
            "its flags are outside of its data");
  EXPECT_EQ(flags([](Header& header) { header.code_begin = ~std::uint64_t{0}; }), "it has addresses that are none");
  EXPECT_EQ(flags([](Header& header) { header.code_size += 1; }), "it contradicts another file of its module");
  EXPECT_EQ(flags([](Header& header) { header.text_size = 1; }), "it has names that it cannot have");
  EXPECT_EQ(changed(".flags", [](Header&, std::string& text) { text.resize(text.size() - 1); }),
            "its size is not what its header says");
  EXPECT_EQ(changed(".flags", [](Header&, std::string& text) { text.resize(100); }), "it is shorter than its header");
  EXPECT_EQ(changed(".code", [](Header& header, std::string&) { header.code_size = std::uint64_t{1} << 40; }),
            "its numbers contradict each other");
  EXPECT_EQ(changed(".code", [](Header& header, std::string&) { header.block_count = 1; }),
            "its numbers contradict each other");
}

/// What a subject that reports lines itself may say of them: what is wrong with it; empty: nothing.
std::string told_of_three_lines(const std::filesystem::path& lane, const std::string& names,
                                std::vector<std::uint64_t> lines = {3, 5, 9}) {
  smallscope_coverage_header header{};
  std::memcpy(header.magic, SMALLSCOPE_COVERAGE_MAGIC, sizeof header.magic);
  header.data_offset = 4096;
  header.data_size = header.block_count = header.runs[0].count = lines.size();
  header.text_size = names.size();
  std::strcpy(header.id, "lines-0123");
  std::strcpy(header.path, "engine.js");
  std::string text(header.data_offset, '\0');
  std::memcpy(text.data(), &header, sizeof header);
  text += std::string(lines.size(), '\1');
  text.append(reinterpret_cast<const char*>(lines.data()), lines.size() * sizeof lines[0]);
  Collector collector(lane);
  std::ofstream(lane / "lines-0123.flags", std::ios::binary) << text << names;
  const Covered covered = collector.take();
  if (!collector.problems().empty()) return collector.problems()[0].substr(collector.problems()[0].find(": ") + 2);
  EXPECT_THAT(covered.parts, SizeIs(1));
  const Symbols symbols(*covered.parts.at(0).module);
  std::string told = symbols.files().at(0);
  for (const std::uint64_t line : lines) told += "," + symbols.place({.address = line}).function;
  return told + (symbols.problem().empty() ? "" : "; " + symbols.problem().substr(0, 31));
}

TEST(HostileNames, AreAProblem) {
  TemporaryDirectory folder;
  const auto told = [&](auto... what) { return told_of_three_lines(folder / "lane", what...); };
  EXPECT_EQ(told("a/b.js\n0 run\n2 Engine.run (x)"), "a/b.js,run,run,Engine.run (x)");
  EXPECT_EQ(told("b.js"), "b.js,,,");
  EXPECT_EQ(told("b.js\n1 \n"), "b.js,,,");
  EXPECT_EQ(told(""), "engine.js,,,; engine.js: it does not say whic") << "of an earlier version";
  const std::string_view wrong = "its names of functions are not those of its lines";
  EXPECT_EQ(told("b.js\n0 run\n3 late"), wrong) << "there is no such line";
  EXPECT_EQ(told("b.js\n1 run\n1 late"), wrong) << "they do not ascend";
  EXPECT_EQ(told("b.js\n1run"), wrong);
  EXPECT_EQ(told("b.js\n1"), wrong);
  EXPECT_EQ(told("b.js\n-1 run"), wrong);
  EXPECT_EQ(told("b.js\n\n"), wrong);
  EXPECT_EQ(told("b.js\n99999999999 run"), wrong);
  EXPECT_EQ(told("b.js", std::vector<std::uint64_t>{5, 3, 9}), "its lines do not ascend");
}

/// A file of returns needs no plugin to be written by a subject.
TEST_F(HostileFolder, ReturnsThatASubjectMadeUp) {
  using Header = smallscope_coverage_header;
  const auto taken = [&](auto change) {
    Collector collector(lane);
    const auto code = data(collector, ".code");
    std::string text = text_of(code);
    Header header;
    std::memcpy(&header, text.data(), sizeof header);
    header.data_size = (header.code_size + 3) / 4 * 9 + 4096;
    text.resize(header.data_offset);
    text.resize(header.data_offset + header.data_size, '\xff');
    change(header);
    std::memcpy(text.data(), &header, sizeof header);
    std::filesystem::path returns = code;
    std::ofstream(returns.replace_extension(".returns"), std::ios::binary) << text;
    const Covered covered = collector.take();
    for (const Part& part : covered.parts) {
      EXPECT_TRUE(std::ranges::is_sorted(part.elements));
      for (const Element element : part.elements) EXPECT_EQ(part.module->element(part.module->point(element)), element);
    }
    return collector.problems().empty() ? "" : collector.problems()[0].substr(collector.problems()[0].find(": ") + 2);
  };
  EXPECT_EQ(taken([](Header&) {}), "");
  EXPECT_EQ(taken([](Header& header) { header.code_size = std::uint64_t{1} << 28; }),
            "its numbers contradict each other");
  EXPECT_EQ(taken([](Header& header) { header.data_size = header.code_size / 4; }),
            "its numbers contradict each other");
  EXPECT_EQ(taken([](Header& header) { ++header.block_count; }), "its numbers contradict each other");
}

TEST_F(HostileFolder, FilesThatAreNoDataAreNamed) {
  Collector collector(lane);
  std::ofstream(lane / "notes.txt") << "hello";
  std::filesystem::create_directory(lane / "folder.flags");
  std::filesystem::create_symlink("/dev/zero", lane / "link.flags");
  ASSERT_EQ(mkfifo((lane / "pipe.code").c_str(), 0600), 0);
  std::ofstream(lane / "ab.flags.new.17") << "a subject was killed while it made this";
  run({program}, &collector);
  EXPECT_THAT(collector.take().parts, SizeIs(1));
  EXPECT_THAT(collector.problems(), testing::UnorderedElementsAre(HasSubstr("notes.txt: it is no data of coverage"),
                                                                  HasSubstr("folder.flags: it cannot be opened"),
                                                                  HasSubstr("link.flags: it cannot be opened"),
                                                                  HasSubstr("pipe.code: it is no regular file")));
  collector.clear();
  collector.take();
  EXPECT_THAT(collector.problems(), SizeIs(4));  // each is said once
}

TEST_F(HostileFolder, AFileThatBecomesShorterIsAProblemAndNoSignal) {
  Collector collector(lane);
  const auto file = data(collector, ".flags");
  EXPECT_THAT(collector.take().parts, SizeIs(1));
  ASSERT_EQ(truncate(file.c_str(), 5000), 0);
  // It is no file of the right size any more, so the subject does not map it.
  EXPECT_EQ(run({program}, &collector), Ended{.exit_code = 3});
  EXPECT_THAT(collector.take().parts, SizeIs(1));  // comparisons alone
  EXPECT_THAT(collector.problems(), ElementsAre(EndsWith(".flags: its size is not what its header says")));
  // It was removed, so the next test is as good as the first.
  run({program}, &collector);
  EXPECT_THAT(collector.take().parts.at(0).elements, testing::Contains(testing::Lt(first_call)));
  ASSERT_EQ(truncate(file.c_str(), 5000), 0);
  collector.clear();
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(HostileFolder, AFileThatWasRemovedOrReplacedIsFoundAgain) {
  Collector collector(lane);
  const auto file = data(collector, ".flags");
  const Covered before = collector.take();
  collector.clear();
  std::filesystem::remove(file);
  run({program}, &collector);
  EXPECT_EQ(collector.take(), before);
  EXPECT_THAT(collector.problems(), IsEmpty());
  EXPECT_THAT(collector.modules(), SizeIs(1));
}

TEST_F(HostileFolder, ManyFilesAreAProblem) {
  Collector collector(lane);
  for (int i = 0; i < 2000; ++i) std::ofstream(lane / (std::to_string(i) + ".flags")) << "x";
  collector.take();
  EXPECT_THAT(collector.problems(), SizeIs(100));
}

TEST_F(HostileFolder, AProgramRunsAsWithoutCoverageIfNothingCanBeWritten) {
  {
    Collector collector(lane);
    std::filesystem::remove_all(lane);
    EXPECT_EQ(run({program}, &collector), Ended{.exit_code = 3});
    EXPECT_THAT(collector.take().parts, IsEmpty());
    EXPECT_THAT(collector.problems(), ElementsAre(EndsWith("this folder is gone: subjects must not remove it")));
    run({program}, &collector);
    EXPECT_THAT(collector.take().parts, SizeIs(1));
  }
  Collector collector(lane);
  // Behind the limit, a write would be answered with SIGXFSZ.
  const rlimit limit{.rlim_cur = 5000, .rlim_max = RLIM_INFINITY};
  const rlimit none{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_EQ(run({program}, &collector), Ended{.exit_code = 3});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  EXPECT_THAT(collector.take().parts, IsEmpty());
  EXPECT_THAT(collector.problems(), IsEmpty());
}

TEST_F(HostileFolder, WithoutTheVariableNothingIsWritten) {
  Collector collector(lane);
  EXPECT_EQ(run({program}), Ended{.exit_code = 3});
  EXPECT_TRUE(std::filesystem::is_empty(lane));
  EXPECT_THAT(collector.take().parts, IsEmpty());
  EXPECT_THAT(collector.modules(), IsEmpty());
}

TEST_F(HostileFolder, AFolderWithFilesIsNotTaken) {
  std::filesystem::create_directory(lane);
  std::ofstream(lane / "mine") << "kept";
  EXPECT_THROW(
      {
        try {
          Collector collector(lane);
        } catch (const CollectorError& error) {
          EXPECT_THAT(error.what(), EndsWith("is not empty: name one of its own"));
          throw;
        }
      },
      CollectorError);
  EXPECT_EQ(text_of(lane / "mine"), "kept");
  EXPECT_THROW(Collector(folder / "no such" / "lane"), CollectorError);
  { Collector collector(folder / "removed"); }
  EXPECT_FALSE(std::filesystem::exists(folder / "removed"));
}

}  // namespace
}  // namespace smallscope::coverage
