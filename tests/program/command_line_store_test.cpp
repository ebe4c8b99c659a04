// SPDX-License-Identifier: Apache-2.0
// Files that are not stores, other campaigns' stores, and outputs that cannot be written: one clear line,
// nothing lost.
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The first tests of the quickstart, in s.sqlite.
void make_store(Bench& bench) {
  const Ended ended = bench.run({relative_path, "run", "relative-path", "--max-tests", "5000", "--store", "s.sqlite"});
  ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
}

TEST(CommandLineStore, AnExistingOneIsNotTouched) {
  Bench bench;
  make_store(bench);
  const std::string before = text_of(bench / "s.sqlite");
  expect_error(bench.run({relative_path, "run", "relative-path", "--store", "s.sqlite"}), 2,
               AllOf(HasSubstr("s.sqlite exists already"), HasSubstr("--resume"), HasSubstr("--overwrite")));
  EXPECT_EQ(text_of(bench / "s.sqlite"), before);
  EXPECT_EQ(
      bench.run({relative_path, "run", "relative-path", "--store", "s.sqlite", "--overwrite", "--max-tests", "77"})
          .status,
      1);
  EXPECT_EQ(results::Store::inspect(bench / "s.sqlite").account().executed, 77u);
}

TEST(CommandLineStore, OfAnotherCampaignIsNotContinued) {
  Bench bench;
  make_store(bench);
  const std::string before = dump_of(bench / "s.sqlite");
  const std::string mixed = bench.specification("mixed.toml");
  expect_error(
      bench.run({smallscope_program, "run", mixed, "--store", "s.sqlite", "--resume"}), 2,
      AllOf(HasSubstr("relative-path"), HasSubstr("check/mixed"), HasSubstr("inputs (stored: 115600; now: 120)")));
  EXPECT_EQ(dump_of(bench / "s.sqlite"), before);

  bench.run({smallscope_program, "run", mixed, "--store", "m.sqlite", "--max-tests", "5"});
  const auto differs = [&](const std::string& old, const std::string& replacement, const std::string& what) {
    std::string text = text_of(bench / mixed);
    text.replace(text.find(old), old.size(), replacement);
    bench.write("other.toml", text);
    expect_error(bench.run({smallscope_program, "run", "other.toml", "--store", "m.sqlite", "--resume"}), 2,
                 HasSubstr(what));
  };
  differs("exit_status = 0", "exit_status = 1", "different: oracles (stored");
  differs("run = [\"sh\", \"{input}\"]", "run = [\"sh\", \"-e\", \"{input}\"]", "different: subject (stored");
  differs("echo \"{{number}} {{deed}}\"", "echo \"{{deed}}\"", "different: population (stored");
}

/// Every command that takes a store, on something else.
void expect_no_store(Bench& bench, const std::string& file, const std::string& says) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"clusters", file},
                                             {"export", file},
                                             {"replay", file, "1"},
                                             {"run", "relative-path", "--store", file, "--resume"}}) {
    SCOPED_TRACE(command.front());
    std::vector<std::string> whole{relative_path};
    whole.insert(whole.end(), command.begin(), command.end());
    expect_error(bench.run(whole), 3, AllOf(HasSubstr(file), HasSubstr(says)));
  }
}

TEST(CommandLineStore, FilesThatAreNone) {
  Bench bench;
  make_store(bench);
  const std::string whole = text_of(bench / "s.sqlite");
  bench.write("text", std::string(5'000, 'x'));
  bench.write("empty", "");
  bench.write("short", whole.substr(0, 60));
  bench.write("truncated", whole.substr(0, whole.size() / 2));
  fs::create_directory(bench / "directory");
  expect_no_store(bench, "text", "this is not a store");
  expect_no_store(bench, "empty", "the file is empty");
  expect_no_store(bench, "short", "this is not a store");
  expect_no_store(bench, "truncated", "the file is damaged");
  expect_no_store(bench, "directory", "this is a directory");
  EXPECT_EQ(text_of(bench / "truncated"), whole.substr(0, whole.size() / 2));
}

TEST(CommandLineStore, OverwriteReplacesNothingButStores) {
  Bench bench;
  bench.write("text", "years of work");
  fs::create_directory(bench / "directory");
  for (const std::string file : {"text", "directory", "/dev/null"})
    expect_error(bench.run({relative_path, "run", "relative-path", "--store", file, "--overwrite"}), 2,
                 AllOf(HasSubstr("--overwrite replaces stores only"), HasSubstr(file)));
  EXPECT_EQ(text_of(bench / "text"), "years of work");
  EXPECT_TRUE(fs::is_directory(bench / "directory"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(CommandLineStore, PlacesThatCannotBeWritten) {
  Bench bench;
  bench.write("file", "");
  const auto run = [&](const std::string& store) {
    return bench.run({relative_path, "run", "relative-path", "--store", store, "--progress", "none"});
  };
  expect_error(run("file/s.sqlite"), 3, HasSubstr("file/s.sqlite: cannot make its directory"));
  expect_error(run("/proc/s.sqlite"), 3, HasSubstr("/proc/s.sqlite"));
  expect_error(run("/dev/null/s.sqlite"), 3, HasSubstr("/dev/null/s.sqlite"));
}

TEST(CommandLineStore, ThatVanishesEndsTheRun) {
  Bench bench;
  bench.write("sleepy.toml",
              "name = \"check/sleepy\"\n[inputs.choices]\nnumber = { range = [0, 99999] }\n[subject]\n"
              "run = [\"sh\", \"-c\", \"sleep 0.01; : {number}\"]\n[[oracles]]\nexit_status = 0\n");
  for (const bool replaced : {false, true}) {
    Child child = bench.start({smallscope_program, "run", "sleepy.toml", "--store", "v.sqlite"});
    ASSERT_TRUE(child.wait_until([&] {
      return fs::exists(bench / "v.sqlite") && results::Store::inspect(bench / "v.sqlite").account().executed > 0;
    }));
    fs::remove(bench / "v.sqlite");
    if (replaced) bench.write("v.sqlite", "something else");
    const Ended ended = child.wait();
    EXPECT_EQ(ended.status, 3) << ::testing::PrintToString(ended);
    EXPECT_THAT(ended.err, AllOf(HasSubstr("v.sqlite: it was "), HasSubstr("while it was being written"),
                                 HasSubstr(replaced ? "replaced by another file" : "removed or renamed")));
    if (replaced) {
      EXPECT_EQ(text_of(bench / "v.sqlite"), "something else");
    }
    for (const char* name : {"v.sqlite", "v.sqlite-wal", "v.sqlite-shm"}) fs::remove(bench / name);
  }
}

TEST(CommandLineStore, AFifoOrADeviceIsNone) {
  Bench bench;
  const auto says = AllOf(HasSubstr("this is a FIFO, a socket or a device"), HasSubstr("name a file"));
  ASSERT_EQ(mkfifo((bench / "fifo").c_str(), 0600), 0);
  fs::create_directory(bench / "runs");
  ASSERT_EQ(mkfifo((bench / "runs/relative-path.sqlite").c_str(), 0600), 0);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"clusters", "fifo"},
                                             {"export", "fifo"},
                                             {"verify", "fifo"},
                                             {"run", "relative-path", "--store", "fifo"},
                                             {"run", "relative-path", "--store", "fifo", "--resume"},
                                             {"run", "relative-path"},
                                             {"clusters", "/dev/zero"},
                                             {"run", "relative-path", "--store", "/dev/null"}}) {
    SCOPED_TRACE(::testing::PrintToString(command));
    std::vector<std::string> whole{relative_path};
    whole.insert(whole.end(), command.begin(), command.end());
    expect_error(bench.run(whole), 3, says);
  }
  expect_error(bench.run({relative_path, "run", "relative-path", "--store", "fifo", "--overwrite"}), 2, says);
}

TEST(CommandLineStore, AReadOnlyDirectory) {
  Bench bench;
  make_store(bench);
  const fs::path place = bench / "locked";
  fs::create_directory(place);
  fs::copy_file(bench / "s.sqlite", place / "s.sqlite");
  fs::permissions(place / "s.sqlite", fs::perms(0444));
  fs::permissions(place, fs::perms(0555));
  const Setting nobody{.without_rights = true};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), relative_path);
    return bench.run(arguments, nobody);
  };
  if (run({"count", "relative-path"}).status == 126) {
    // The program lies where nobody may look: then root itself cannot be locked out, but what is open can be.
    expect_error(bench.run({relative_path, "run", "relative-path", "--store", "/proc/s.sqlite"}), 3,
                 HasSubstr("/proc"));
  } else {
    expect_error(run({"run", "relative-path", "--store", "locked/new.sqlite"}), 3,
                 AllOf(HasSubstr("locked/new.sqlite"), HasSubstr("cannot be written"), Not(HasSubstr(".new-"))));
    expect_error(run({"run", "relative-path", "--store", "locked/s.sqlite", "--resume"}), 3,
                 HasSubstr("cannot be written"));
    EXPECT_EQ(run({"clusters", "locked/s.sqlite"}).status, 0);
    EXPECT_EQ(run({"export", "locked/s.sqlite"}).status, 0);
  }
  fs::permissions(place, fs::perms(0755));
}

TEST(CommandLineStore, ToBeResumedHasToExist) {
  Bench bench;
  expect_error(bench.run({relative_path, "run", "relative-path", "--store", "new/s.sqlite", "--resume"}), 2,
               HasSubstr("--resume: there is no store new/s.sqlite"));
  expect_error(bench.run({relative_path, "run", "relative-path", "--resume"}), 2,
               HasSubstr("--resume: there is no store runs/relative-path.sqlite"));
  EXPECT_TRUE(fs::is_empty(bench.directory()));
}

TEST(CommandLineStore, ANewDirectoryIsTold) {
  Bench bench;
  const auto told = [&](const std::string& store) {
    return bench.run({relative_path, "run", "relative-path", "--max-tests", "5", "--store", store, "--overwrite"}).err;
  };
  EXPECT_THAT(told("new/deep/s.sqlite"), HasSubstr("store      new/deep/s.sqlite (in the new directory new/deep)\n"));
  EXPECT_THAT(told("new/deep/s.sqlite"), HasSubstr("store      new/deep/s.sqlite\n"));
  EXPECT_THAT(told("s.sqlite"), HasSubstr("store      s.sqlite\n"));
}

/// The store's file may grow to so many bytes while the run goes on.
TEST(CommandLineStore, ADiskThatFillsUpLosesNothing) {
  Bench bench;
  const std::vector<std::string> command{relative_path, "run", "relative-path", "--store", "s.sqlite"};
  bench.run({relative_path, "run", "relative-path", "--store", "through.sqlite"});
  for (const std::uint64_t limit : {20'000u, 120'000u, 180'000u, 300'000u}) {
    SCOPED_TRACE(limit);
    fs::remove(bench / "s.sqlite");
    const Ended full = bench.run(command, {.greatest_file = limit});
    EXPECT_EQ(full.status, 3) << ::testing::PrintToString(full);
    EXPECT_EQ(full.out, "");
    EXPECT_THAT(lines_of(full.err).back(), AllOf(StartsWith("error: "), HasSubstr("s.sqlite")));
    EXPECT_THAT(full.err, Not(HasSubstr("terminate")));
    if (fs::exists(bench / "s.sqlite")) {
      EXPECT_LT(results::Store::inspect(bench / "s.sqlite").account().executed, 115'600u);
    }
    std::vector<std::string> resumed = command;
    if (fs::exists(bench / "s.sqlite")) resumed.push_back("--resume");
    EXPECT_EQ(bench.run(resumed).status, 1);
    EXPECT_EQ(dump_of(bench / "s.sqlite"), dump_of(bench / "through.sqlite"));
  }
}

TEST(CommandLineStore, ExportToAPlaceThatCannotBeWritten) {
  Bench bench;
  make_store(bench);
  expect_error(bench.run({relative_path, "export", "s.sqlite", "-o", "/no/such/file"}), 2,
               AllOf(HasSubstr("/no/such/file"), HasSubstr("there is no directory /no/such")));
  for (const std::string format : {"json", "csv", "junit"})
    expect_error(bench.run({relative_path, "export", "s.sqlite", "--format", format, "-o", "/dev/full"}), 3,
                 HasSubstr("/dev/full"));
}

/// Every file in the directory, by name.
std::map<std::string, std::string> contents_of(const fs::path& directory) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file()) contents[entry.path().filename().string()] = text_of(entry.path());
  return contents;
}

TEST(CommandLineStore, IsNotDestroyedByItsExport) {
  Bench bench;
  make_store(bench);
  fs::create_symlink("s.sqlite", bench / "link");
  fs::create_hard_link(bench / "s.sqlite", bench / "other-name");
  fs::create_directory(bench / "below");
  const auto before = contents_of(bench.directory());
  for (const std::string target : {"s.sqlite", "./s.sqlite", "below/../s.sqlite", "link", "other-name", "s.sqlite-wal",
                                   "s.sqlite-shm", "below/../s.sqlite-journal"}) {
    SCOPED_TRACE(target);
    expect_error(bench.run({relative_path, "export", "s.sqlite", "-o", target}), 2,
                 AllOf(HasSubstr(target), HasSubstr("name another file to write")));
    expect_error(bench.run({relative_path, "export", "link", "--format", "csv", "-o", target}), 2,
                 AllOf(HasSubstr(target), HasSubstr("name another file to write")));
  }
  expect_error(bench.run({relative_path, "export", "s.sqlite", "-o", "below"}), 2, HasSubstr("below is a directory"));
  EXPECT_EQ(contents_of(bench.directory()), before);
}

TEST(CommandLineStore, AnExportIsWholeOrNotThere) {
  Bench bench;
  bench.run({relative_path, "run", "relative-path", "--store", "s.sqlite"});  // more than the file may hold below
  const std::string all = bench.run({relative_path, "export", "s.sqlite"}).out;
  bench.write("old.json", "what was there");
  fs::create_symlink("old.json", bench / "link.json");
  const std::vector<std::string> command{relative_path, "export", "s.sqlite", "-o", "link.json"};
  const auto before = contents_of(bench.directory());
  expect_error(bench.run(command, {.greatest_file = 40'000}), 3, AllOf(HasSubstr("link.json"), HasSubstr("too large")));
  EXPECT_EQ(contents_of(bench.directory()), before);
  EXPECT_EQ(bench.run(command).status, 0);
  EXPECT_TRUE(fs::is_symlink(bench / "link.json"));
  EXPECT_EQ(text_of(bench / "old.json"), all);
  EXPECT_EQ(contents_of(bench.directory()).size(), before.size()) << "something is left behind";
  EXPECT_EQ(bench.run({relative_path, "export", "s.sqlite", "-o", "/dev/stdout"}).out, all);
}

TEST(CommandLineStreams, AFullOrClosedStandardOutput) {
  Bench bench;
  make_store(bench);
  const std::vector<std::vector<std::string>> commands{
      {"list"},
      {"count", "relative-path"},
      {"show", "relative-path", "1"},
      {"clusters", "s.sqlite"},
      {"clusters", "s.sqlite", "--json"},
      {"replay", "s.sqlite", "1"},
      {"export", "s.sqlite"},
      {"export", "s.sqlite", "--format", "csv"},
      {"export", "s.sqlite", "--format", "junit"},
      {"--help"},
      {"--version"},
      {"run", "relative-path", "--resume", "--store", "s.sqlite", "--progress", "none"}};
  for (const std::string out : {"/dev/full", "closed"}) {
    for (std::vector<std::string> command : commands) {
      SCOPED_TRACE(command.front() + " to " + out);
      command.insert(command.begin(), relative_path);
      expect_error(bench.run(command, {.out = out}), 3, HasSubstr("standard output"));
    }
  }
  // The run itself was carried out, and nothing has been written into the store that does not belong there.
  bench.run({relative_path, "run", "relative-path", "--store", "through.sqlite"});
  EXPECT_EQ(dump_of(bench / "s.sqlite"), dump_of(bench / "through.sqlite"));
}

TEST(CommandLineStreams, AReaderThatGoesAway) {
  Bench bench;
  bench.run({relative_path, "run", "relative-path", "--store", "s.sqlite"});  // more than a pipe holds
  const Ended ended =
      bench.run({"/bin/sh", "-c", "{ " + relative_path + " export s.sqlite; echo \"$?\" >&2; } | head -c 1"});
  EXPECT_EQ(ended.err, "141\n");
}

TEST(CommandLineStreams, AFullOrClosedStandardErrorChangesNothing) {
  Bench bench;
  for (const std::string err : {"/dev/full", "closed"}) {
    EXPECT_EQ(bench.run({relative_path, "frob"}, {.err = err}).status, 2);
    EXPECT_EQ(bench.run({relative_path, "run", "nope"}, {.err = err}).status, 2);
    for (const std::string progress : {"plain", "bar", "json"}) {
      const Ended ended = bench.run(
          {relative_path, "run", "relative-path", "--json", "--no-store", "--progress", progress}, {.err = err});
      EXPECT_EQ(ended.status, 1);
      EXPECT_EQ(parsed(ended.out)["complete"], true);
    }
  }
  const Ended bare = bench.run({"/bin/sh", "-c", relative_path + " run relative-path --json --no-store <&- 2>&-"});
  EXPECT_EQ(bare.status, 1);
  EXPECT_EQ(parsed(bare.out)["complete"], true);
}

}  // namespace
}  // namespace smallscope::command_line
