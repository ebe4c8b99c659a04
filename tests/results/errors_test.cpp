// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a file, and that the text says so with the remedy.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "older_formats.hpp"
#include "samples.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using samples::error_of;
using samples::execute;
using samples::make_older;
using testing::AllOf;
using testing::HasSubstr;

/// A store of some pages.
fs::path sample_store(const TemporaryDirectory& directory, bool with_judging = false) {
  const fs::path file = directory / "store.sqlite";
  Store store = Store::create(file, samples::manifest(1'000));
  Pass pass;
  pass.order.name = "dense";
  pass.end = 1'000;
  Batch batch = samples::dense_batch(store.add_pass(pass).id, 0, 1'000, 2);
  if (with_judging) {
    batch.discards.refused = {3, 5};
    for (const Ordinal refused : batch.discards.refused)
      batch.reasons.add({Verdict::refused, "subject", {"no"}, 1, refused});
    batch.tallies.add("oracle", Verdict::pass, 500);
  }
  store.commit(batch);
  return file;
}

/// Runs `action` in a child process; true when it returned true there.
bool in_child(const std::function<bool()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    bool good = false;
    try {
      good = action();
    } catch (const std::exception& error) {
      fprintf(stderr, "%s\n", error.what());
    }
    _exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Gives up the rights of root, for whom nothing is read-only.
void become_nobody() {
  if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) throw std::runtime_error("setuid");
}

TEST(StoreErrors, NoSuchFile) {
  const TemporaryDirectory directory;
  for (auto* open : {&Store::open, &Store::inspect})
    EXPECT_THAT(error_of([&] { open(directory / "none.sqlite"); }),
                AllOf(HasSubstr("none.sqlite"), HasSubstr("no such file"), HasSubstr("--store")));
  EXPECT_FALSE(fs::exists(directory / "none.sqlite"));
}

TEST(StoreErrors, TheFileExistsAlready) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  EXPECT_THROW(Store::create(file, samples::manifest(1)), StoreExists);
  EXPECT_THAT(error_of([&] { Store::create(file, samples::manifest(1)); }), HasSubstr("--resume"));
  fs::create_symlink("nowhere", directory / "link");
  EXPECT_THROW(Store::create(directory / "link", samples::manifest(1)), StoreExists);
  EXPECT_EQ(Store::open(file).manifest().inputs, 1'000u);
}

TEST(StoreErrors, ADirectoryInPlaceOfTheFile) {
  const TemporaryDirectory directory;
  for (const auto& action : std::vector<std::function<void()>>{
           [&] { Store::create(directory.path(), samples::manifest(1)); }, [&] { Store::open(directory.path()); },
           [&] { Store::inspect(directory.path()); }})
    EXPECT_THAT(error_of(action), HasSubstr("is a directory"));
}

TEST(StoreErrors, AFileInPlaceOfTheDirectory) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "file") << "text";
  EXPECT_THAT(error_of([&] { Store::create(directory / "file/store.sqlite", samples::manifest(1)); }),
              AllOf(HasSubstr("file/store.sqlite"), HasSubstr("directory")));
}

TEST(StoreErrors, NotAStore) {
  const TemporaryDirectory directory;
  std::ofstream(directory / "text") << std::string(10'000, 'x');
  std::ofstream(directory / "short") << "SQLite format 3";
  std::ofstream(directory / "empty");
  execute(directory / "database", "CREATE TABLE t(x)");
  for (auto* open : {&Store::open, &Store::inspect}) {
    EXPECT_THAT(error_of([&] { open(directory / "text"); }), HasSubstr("not a store"));
    EXPECT_THAT(error_of([&] { open(directory / "short"); }), HasSubstr("not a store"));
    EXPECT_THAT(error_of([&] { open(directory / "empty"); }), HasSubstr("empty"));
    EXPECT_THAT(error_of([&] { open(directory / "database"); }), HasSubstr("not a store"));
  }
}

TEST(StoreErrors, ANumberThatIsNoOrdinal) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  for (const std::string number : {"-1", "1.5", "1e3", "18446744073709551616", "\"1\"", "[1]"}) {
    execute(file, "UPDATE cases SET choices='[{\"name\":\"n\",\"index\":" + number + ",\"label\":\"l\"}]'");
    EXPECT_THAT(error_of([&] { samples::cases_of(Store::inspect(file)); }), HasSubstr("damaged")) << number;
  }
}

TEST(StoreErrors, ANewerFormat) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  execute(file, "PRAGMA user_version=99");
  EXPECT_THAT(error_of([&] { Store::open(file); }), AllOf(HasSubstr("format 99"), HasSubstr("newer smallscope")));
}

class OlderFormat : public testing::TestWithParam<int> {};

TEST_P(OlderFormat, IsReadAsItIsAndUpgradedToBeWritten) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory, GetParam() >= 3);  // the first that can hold judging
  const std::string dump = Store::inspect(file).canonical_dump();
  make_older(file, GetParam());
  const auto version = [&] {
    std::ifstream stream(file, std::ios::binary);
    stream.seekg(63);  // the low byte of user_version in the header
    return stream.get();
  };
  const auto expect_same_content = [&](const Store& store) {
    EXPECT_EQ(store.canonical_dump(), dump);
    EXPECT_TRUE(store.is_executed(0, 999));
    EXPECT_EQ(store.account().failed(), 500u);
    EXPECT_EQ(store.first_failure()->level, 0);
    EXPECT_EQ(store.passes().front().whole, 1'000u);
    EXPECT_NO_THROW(store.require_whole());
  };
  expect_same_content(Store::inspect(file));
  EXPECT_EQ(version(), GetParam()) << "a reader changes nothing";
  {
    Store writer = Store::open(file);
    expect_same_content(writer);
    Pass pass;
    pass.order = {.name = "pairwise", .strength = 3, .factors = {10, 10, 10}};
    pass.end = 1'000;
    writer.add_pass(pass);
  }
  EXPECT_EQ(version(), 8);
  expect_same_content(Store::inspect(file));  // a pass without tests is left out
  EXPECT_EQ(Store::inspect(file).passes().back().order.factors, (std::vector<generators::Factor>{10, 10, 10}));
  EXPECT_THAT(Store::inspect(file).integrity().damage, testing::IsEmpty()) << "it has checksums of what it then held";
}

INSTANTIATE_TEST_SUITE_P(Formats, OlderFormat, testing::Range(1, 8), testing::PrintToStringParamName());

TEST(StoreFormat, ADamagedOneIsNotUpgraded) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  make_older(file, 5);
  execute(file, "UPDATE cases SET test = test + 1 WHERE ordinal = 4");
  EXPECT_THAT(error_of([&] { Store::open(file); }), AllOf(HasSubstr("not what was written"), HasSubstr("cases")));
}

TEST(StoreFormat, OneWithoutLearnedRulesHasNone) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  EXPECT_FALSE(Store::inspect(file).manifest().learned.empty());
  execute(file, "DELETE FROM manifest WHERE key = 'learned rules'");
  EXPECT_TRUE(Store::inspect(file).manifest().learned.empty());
  EXPECT_TRUE(Store::open(file).manifest().learned.empty());
}

TEST(StoreErrors, ATruncatedFile) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  const auto size = fs::file_size(file);
  for (const auto left : {size - 1, size / 2, std::uintmax_t{4'096}, std::uintmax_t{200}}) {
    fs::resize_file(file, left);
    EXPECT_THAT(error_of([&] { Store::open(file); }), AllOf(HasSubstr("damaged"), HasSubstr("store.sqlite"))) << left;
  }
}

TEST(StoreErrors, DamagedPagesAndColumns) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  fs::copy_file(file, directory / "pages");
  {
    std::fstream stream(directory / "pages", std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(4'096);
    stream << std::string(fs::file_size(file) - 4'096, '\x5a');
  }
  EXPECT_THAT(error_of([&] { samples::cases_of(Store::open(directory / "pages")); }), HasSubstr("malformed"));
  execute(file,
          "UPDATE cases SET judgements='[{]' WHERE ordinal=4; UPDATE cases SET judgements='[{}]' WHERE ordinal=6;"
          "UPDATE cases SET input='{\"files\":3}' WHERE ordinal=8; DELETE FROM manifest WHERE key='inputs'");
  EXPECT_THAT(error_of([&] { Store::open(file); }), AllOf(HasSubstr("damaged"), HasSubstr("inputs")));
  execute(file, "INSERT INTO manifest VALUES('inputs', '1000')");
  const Store store = Store::open(file);
  for (const Ordinal ordinal : {4, 6, 8})
    EXPECT_THAT(error_of([&] { store.find_case(0, ordinal); }), HasSubstr("damaged"));
  EXPECT_TRUE(store.find_case(0, 2));
}

TEST(StoreErrors, AFullDisk) {
  const TemporaryDirectory directory;
  const fs::path file = sample_store(directory);
  const std::string before = Store::inspect(file).canonical_dump();
  EXPECT_TRUE(in_child([&] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{fs::file_size(file) + 20'000, fs::file_size(file) + 20'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    Store store = Store::open(file);
    Pass pass;
    pass.order.name = "dense";
    pass.end = 1'000;
    pass = store.add_pass(pass);
    Batch batch = samples::dense_batch(pass.id, 0, 1'000, 1);
    for (Case& added : batch.cases) {
      added.level = 1;
      added.observed = {{"output", std::string(2'000, 'x')}};
    }
    const std::string text = error_of([&] { store.commit(batch); });
    fprintf(stderr, "%s\n", text.c_str());
    return text.find("store.sqlite") != std::string::npos && text.find("is kept") != std::string::npos &&
           store.canonical_dump() == before;
  }));
  EXPECT_EQ(Store::open(file).canonical_dump(), before);
}

TEST(StoreErrors, AReadOnlyDirectory) {
  const TemporaryDirectory directory;
  ASSERT_EQ(chmod(directory.path().c_str(), 0755), 0);
  const fs::path file = sample_store(directory);
  ASSERT_EQ(chmod(file.c_str(), 0644), 0);
  EXPECT_TRUE(in_child([&] {
    if (geteuid() != 0) fs::permissions(directory.path(), fs::perms(0555));
    become_nobody();
    const std::string created = error_of([&] { Store::create(directory / "new.sqlite", samples::manifest(1)); });
    const std::string opened = error_of([&] { Store::open(file); });
    fprintf(stderr, "%s\n%s\n", created.c_str(), opened.c_str());
    return created.find("new.sqlite: ") != std::string::npos && created.find("new.sqlite.new-") == std::string::npos &&
           opened.find("cannot be written") != std::string::npos &&
           samples::cases_of(Store::inspect(file)).size() == 500;
  }));
  fs::permissions(directory.path(), fs::perms(0755));
}

TEST(StoreErrors, AReadOnlyDirectoryWithAPendingLog) {
  const TemporaryDirectory directory;
  ASSERT_EQ(chmod(directory.path().c_str(), 0755), 0);
  const fs::path file = sample_store(directory);
  EXPECT_TRUE(in_child([&] {
                Store store = Store::open(file);
                Pass pass;
                pass.order.name = "dense";
                pass.end = 10;
                store.add_pass(pass);
                kill(getpid(), SIGKILL);
                return true;
              }) == false);
  ASSERT_GT(fs::file_size(file.string() + "-wal"), 0u);
  fs::remove(file.string() + "-shm");
  for (const char* suffix : {"", "-wal"}) ASSERT_EQ(chmod((file.string() + suffix).c_str(), 0644), 0);
  EXPECT_TRUE(in_child([&] {
    if (geteuid() != 0) fs::permissions(directory.path(), fs::perms(0555));
    become_nobody();
    const std::string text = error_of([&] { Store::inspect(file); });
    fprintf(stderr, "%s\n", text.c_str());
    return text.find("-wal") != std::string::npos;
  }));
  fs::permissions(directory.path(), fs::perms(0755));
  EXPECT_EQ(Store::inspect(file).passes().size(), 2u);
  EXPECT_FALSE(fs::exists(file.string() + "-wal"));
}

}  // namespace
}  // namespace smallscope::results
