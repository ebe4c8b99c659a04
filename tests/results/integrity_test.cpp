// SPDX-License-Identifier: Apache-2.0
// A store is what was written, or that is found out: single bits, rows, tables and ends of files that change.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "indexes.hpp"
#include "older_formats.hpp"
#include "samples.hpp"
#include "seals.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using samples::dense_pass;
using samples::error_of;
using samples::execute;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << bytes;
}

/// Everything that can be read of a store; more than its canonical dump.
std::string all_of(const Store& store) {
  std::ostringstream text;
  const Manifest& manifest = store.manifest();
  text << store.canonical_dump();
  for (const std::string& word : manifest.program) text << word << "\n";
  const auto add = [&](const Case& found) {
    text << found.level << ' ' << found.ordinal << ' ' << found.test << ' ' << static_cast<int>(found.verdict) << ' '
         << found.seconds << ' ' << found.reproduction << "\n";
    for (const Attempt& attempt : store.attempts(found.level, found.ordinal))
      text << attempt.kind << static_cast<int>(attempt.verdict) << attempt.seconds << attempt.judgements.size() << "\n";
    text << store.find_failure(found.level, found.ordinal).has_value();
    return true;
  };
  for (const bool by_test : {false, true}) {
    store.for_each_case(add, by_test);
    store.for_each_failure(add, by_test);
  }
  const Account account = store.account();
  for (const auto& [verdict, count] : account.cases) text << static_cast<int>(verdict) << ' ' << count << "\n";
  text << account.seconds << account.executed << account.failed() << account.open << account.complete;
  for (const LevelAccount& level : account.merged) text << level.level << level.seconds << level.probe_seconds << "\n";
  if (const auto first = store.first_failure())
    text << first->level << ' ' << first->ordinal << ' ' << first->tests << ' ' << first->seconds << "\n";
  for (const Pass& pass : store.passes()) text << pass.id << ' ' << pass.begin << ' ' << pass.end << "\n";
  store.for_each_executed(0, [&](Ordinal from, Ordinal to) {
    text << from << '-' << to << "\n";
    return true;
  });
  for (const auto& [level, ordinal] : store.open_cases()) text << level << ' ' << ordinal << "\n";
  for (const Reason& reason : store.reasons(0, Verdict::discarded)) text << reason.oracle << reason.inputs << "\n";
  for (const CodeModule& module : store.code_modules()) text << module.id << module.path << "\n";
  for (const CodeElement& element : store.code_elements()) {
    text << element.module << ' ' << element.point.address << element.place.function << element.place.file;
    for (const std::uint32_t line : element.place.lines) text << ' ' << line;
  }
  for (const auto& [ordinal, covered] : samples::spectra_of(store)) text << ordinal << covered << "\n";
  return text.str() + store.certificate();
}

constexpr Ordinal inputs = 2'000;

/// A complete store in which everything that a store can hold is held, in several transactions and sessions.
fs::path complete_store(const TemporaryDirectory& directory) {
  const fs::path file = directory / "store.sqlite";
  Manifest manifest = samples::manifest(inputs);
  manifest.oracles = {"oracle", "other"};
  int pass = 0;
  {
    Store store = Store::create(file, manifest);
    store.find_places_with([](const coverage::Module&, coverage::Element element) {
      return CodePlace{"function", "file.c", {element, element + 1}};
    });
    pass = store.add_pass(dense_pass(0, inputs)).id;
    for (Ordinal from = 0; from < inputs / 2; from += 100) {
      Batch batch = samples::dense_batch(pass, from, from + 100, 4);
      batch.discards.rejected = {from + 1, from + 7};
      batch.discards.filtered = {{from + 9, from + 11}};
      batch.discards.refused = {from + 13};
      batch.reasons.add({Verdict::discarded, "oracle", {"not valid"}, 2, from + 1});
      batch.tallies.add("oracle", Verdict::pass, 70);
      batch.tallies.add("other", Verdict::fail, 25);
      for (Ordinal ordinal = from; ordinal < from + 100; ordinal += 9)
        batch.spectra.push_back(samples::spectrum(ordinal));
      store.commit(batch);
    }
    store.set_first_failure({.ordinal = 0, .tests = 1, .seconds = 0.125});
  }
  Store store = Store::open(file);
  Batch batch = samples::dense_batch(pass, inputs / 2, inputs, 4);
  batch.cases.push_back(samples::failing(1'001, 1'002, Verdict::infrastructure));
  store.commit(batch);
  store.add_attempts({{0, 4, "confirmation", Verdict::fail, samples::failing(4, 5).judgements, 0.5},
                      {0, 8, "confirmation", Verdict::pass, {}, 2.0}});
  Retry retry{samples::failing(1'001, 1'002, Verdict::crashed), {}};
  store.add_retries({&retry, 1});
  const int merged = store.add_pass(dense_pass(0, 10, 1)).id;
  Batch of_merged{.pass = merged, .done = 10, .executed = 10, .seconds = 1.5};
  of_merged.cases = {samples::failing(2, 3), samples::failing(5, 6)};
  for (Case& added : of_merged.cases) added.level = 1;
  store.commit(of_merged);
  const Unmerging unmerging{.level = 1, .ordinal = 5, .probes = 9, .parts = {{{{1}}, samples::failing(21, 6)}}};
  store.add_unmergings({&unmerging, 1});
  Pass listed = dense_pass(0, 2);
  listed.order = {.name = "listed", .listed = std::make_shared<const std::vector<Ordinal>>(std::vector<Ordinal>{7, 3})};
  listed.size = inputs;
  listed.repeat = true;
  store.add_pass(listed);
  store.certify();
  return file;
}

TEST(Integrity, WhateverIsWrittenIsSealed) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  const Store store = Store::inspect(file);
  const Integrity found = store.integrity();
  EXPECT_THAT(found.damage, IsEmpty());
  EXPECT_TRUE(found.is_sealed);
  EXPECT_EQ(found.certificate, store.certificate());
  EXPECT_EQ(found.certificate.size(), 32u);
  EXPECT_GT(found.rows, 500u);
  EXPECT_NO_THROW(store.require_whole());
}

TEST(Integrity, ATransactionThatIsRolledBackLeavesTheSealsAsTheyWere) {
  const TemporaryDirectory directory;
  Store store = Store::create(directory / "s.sqlite", samples::manifest(100));
  const int pass = store.add_pass(dense_pass(0, 100)).id;
  store.commit(samples::dense_batch(pass, 0, 10, 2));
  const std::vector<Batch> batches{samples::dense_batch(pass, 10, 20, 2), samples::dense_batch(pass, 30, 40, 2)};
  EXPECT_THROW(store.commit(batches), StoreError) << "the second does not begin where the first ends";
  EXPECT_NO_THROW(store.require_whole());
  store.commit(samples::dense_batch(pass, 10, 20, 2));
  EXPECT_THAT(store.integrity().damage, IsEmpty());
}

TEST(Integrity, AnyBitThatFlipsIsFoundOrChangesNothing) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory), copy = directory / "copy.sqlite";
  const std::string bytes = text_of(file), before = all_of(Store::inspect(file));
  std::mt19937_64 random(2'026);
  int refused = 0;
  constexpr int flips = 500;
  for (int flip = 0; flip < flips; ++flip) {
    // A third of them anywhere, a third in the first pages, where the tables are defined and begin; most of a new page
    // is empty, so two thirds hit something that is in use.
    std::size_t byte = 0;
    do {
      byte = random() % (flip % 3 == 1 ? std::size_t{16} * 4'096 : bytes.size());
    } while (flip % 3 != 0 && bytes[byte] == '\0');
    std::string changed = bytes;
    changed[byte] = static_cast<char>(changed[byte] ^ 1 << random() % 8);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(copy.string() + suffix);
    write(copy, changed);
    // Two threads look at a large file. What is behind the last page of a file is not read.
    if (flip % 2 == 1) fs::resize_file(copy, std::uintmax_t{40} << 20u);
    // As `verify` looks at a store, and as every other command does.
    for (const bool deeply : {true, false}) {
      try {
        const Store store = Store::snapshot(copy);
        if (deeply && !store.integrity().damage.empty()) throw StoreError("damage");
        store.require_whole();
        EXPECT_EQ(all_of(store), before) << "byte " << byte << " of page " << byte / 4'096;
      } catch (const StoreError&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, flips);
}

TEST(Integrity, TwoReadersMayShowDifferentStates) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  const Connection first(file.string(), SQLITE_OPEN_READWRITE, file);
  first.execute("BEGIN");
  const auto same = first.another();
  same->execute("BEGIN");
  EXPECT_TRUE(show_one_state(first, *same));
  const SealedContent before = compare_with_seals(first, same.get());
  Store::open(file).add_attempts({{0, 12, "repeat", Verdict::fail, samples::failing(12, 13).judgements, 0.5}});
  const auto second = first.another();
  EXPECT_TRUE(show_one_state(first, *same));
  EXPECT_FALSE(show_one_state(first, *second));
  const SealedContent again = compare_with_seals(first, same.get()), after = compare_with_seals(*second);
  for (const SealedContent* found : {&before, &again, &after}) EXPECT_THAT(found->broken, IsEmpty());
  EXPECT_EQ(again.rows, before.rows);
  EXPECT_EQ(after.rows, before.rows + 1);
}

TEST(Integrity, AnotherReaderShowsTheSameStateOfALargeFile) {
  if (std::thread::hardware_concurrency() == 1) GTEST_SKIP() << "one processor has one reader";
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  EXPECT_FALSE(Store::snapshot(file).another()) << "a small file";
  {
    Store writer = Store::open(file);
    Attempt large{0, 12, "repeat", Verdict::fail, samples::failing(12, 13).judgements, 0.5};
    large.judgements.front().messages = {std::string(std::size_t{34} << 20u, 'x')};
    writer.add_attempts({large});
  }
  ASSERT_GT(fs::file_size(file), std::uintmax_t{32} << 20u);
  EXPECT_FALSE(Store::inspect(file).another()) << "no state of its own";
  const Store first = Store::snapshot(file);
  const std::optional<Store> second = first.another();
  ASSERT_TRUE(second);
  EXPECT_EQ(all_of(*second), all_of(first));
  Store::open(file).add_attempts({{0, 12, "repeat", Verdict::fail, samples::failing(12, 13).judgements, 0.5}});
  EXPECT_FALSE(first.another()) << "the file has another state by now";
  EXPECT_EQ(all_of(*second), all_of(first));
}

TEST(Integrity, EveryIndexIsLookedAt) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  // Those of tables without row numbers are the tables themselves, whose rows are sealed, and not listed there.
  const auto all = samples::texts(file, "SELECT name FROM sqlite_schema WHERE type='index'");
  EXPECT_THAT(checked_indexes(), testing::UnorderedElementsAreArray(all));
}

TEST(Integrity, AFileThatEndsEarlyIsRefused) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  const auto size = fs::file_size(file);
  for (const auto left : {size - 1, size - 4'096, size / 2, std::uintmax_t{4'096}, std::uintmax_t{100}}) {
    fs::resize_file(file, left);
    EXPECT_THAT(error_of([&] { Store::inspect(file).require_whole(); }), HasSubstr("store.sqlite: ")) << left;
  }
}

TEST(Integrity, DamageHasAPlace) {
  const TemporaryDirectory directory;
  const std::string bytes = text_of(complete_store(directory));
  const auto damage_after = [&](const std::string& sql) {
    const fs::path file = directory / "changed.sqlite";
    write(file, bytes);
    execute(file, sql);
    const Store store = Store::inspect(file);
    const auto damage = store.integrity().damage;
    EXPECT_THAT(error_of([&] { store.require_whole(); }), AllOf(HasSubstr("changed.sqlite"), HasSubstr("damaged")));
    return damage;
  };
  EXPECT_THAT(damage_after("UPDATE cases SET judgements=replace(judgements, 'message', 'massage') WHERE ordinal=8"),
              Contains(HasSubstr("content: cases with id 0 to 1023")));
  EXPECT_THAT(damage_after("DELETE FROM cases WHERE ordinal=8"), Contains(HasSubstr("cases with id 0 to 1023")));
  EXPECT_THAT(damage_after("UPDATE cases SET seconds=0.26 WHERE ordinal=8"), Contains(HasSubstr("cases with id")));
  EXPECT_THAT(damage_after("UPDATE cases SET verdict=1 WHERE verdict=4"), Contains(HasSubstr("cases with id")));
  EXPECT_THAT(damage_after("UPDATE passes SET done=done-1"), Contains(HasSubstr("passes")));
  EXPECT_THAT(damage_after("UPDATE manifest SET value='other' WHERE key='campaign'"), Contains(HasSubstr("manifest")));
  EXPECT_THAT(damage_after("UPDATE discards SET count=count+1 WHERE kind=1"), Contains(HasSubstr("discards")));
  EXPECT_THAT(damage_after("UPDATE tallies SET inputs=inputs+1"), Contains(HasSubstr("tallies")));
  EXPECT_THAT(damage_after("DELETE FROM attempts"), Contains(HasSubstr("attempts with id 0 to 1023")));
  EXPECT_THAT(damage_after("DELETE FROM lists"), Contains(HasSubstr("lists")));
  EXPECT_THAT(damage_after("UPDATE parts SET ordinal=22"), Contains(HasSubstr("parts with id 0 to 1023")));
  EXPECT_THAT(damage_after("DELETE FROM seals WHERE name='reasons'"), Contains(HasSubstr("reasons")));
  EXPECT_THAT(damage_after("DROP INDEX cases_by_test"), Contains(HasSubstr("definition of its tables")));
}

TEST(Integrity, ACertificateHoldsUntilSomethingIsWritten) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  const std::string certificate = Store::inspect(file).certificate();
  execute(file, "UPDATE certificate SET hash='0' || substr(hash, 2)");
  EXPECT_THAT(error_of([&] { Store::inspect(file).certificate(); }),
              AllOf(HasSubstr("damaged"), HasSubstr(certificate), HasSubstr("when its run was complete")));
  EXPECT_THAT(Store::inspect(file).integrity().damage, Contains(HasSubstr(certificate)));
  execute(file, "UPDATE certificate SET dump=dump-1");
  EXPECT_EQ(Store::inspect(file).certificate(), certificate) << "an older program had hashed another text";
  EXPECT_THAT(Store::inspect(file).integrity().damage, IsEmpty());
  Store::open(file).certify();
  EXPECT_EQ(Store::inspect(file).integrity().certificate, certificate);
  {
    Store store = Store::open(file);
    store.add_attempts({{0, 12, "repeat", Verdict::fail, samples::failing(12, 13).judgements, 0.5}});
  }
  EXPECT_EQ(Store::inspect(file).integrity().certificate, "") << "it was of another state";
  Store::open(file).certify();
  EXPECT_EQ(Store::inspect(file).integrity().certificate, certificate) << "attempts are not part of it";
  Store partial = Store::create(directory / "partial.sqlite", samples::manifest(100));
  partial.certify();
  EXPECT_EQ(partial.integrity().certificate, "");
}

TEST(Integrity, AnOlderFormatHasNoChecksumsUntilItIsWritten) {
  const TemporaryDirectory directory;
  const fs::path file = complete_store(directory);
  samples::make_older(file, 4);
  const Integrity older = Store::inspect(file).integrity();
  EXPECT_FALSE(older.is_sealed);
  EXPECT_EQ(older.format, 4);
  EXPECT_THAT(older.damage, IsEmpty());
  EXPECT_NO_THROW(Store::inspect(file).require_whole());
  const std::string dump = Store::inspect(file).canonical_dump();
  Store::open(file);
  const Integrity newer = Store::inspect(file).integrity();
  EXPECT_TRUE(newer.is_sealed);
  EXPECT_EQ(newer.format, 8);
  EXPECT_THAT(newer.damage, IsEmpty());
  EXPECT_EQ(Store::inspect(file).canonical_dump(), dump);
  execute(file, "PRAGMA user_version=4");
  EXPECT_THAT(error_of([&] { Store::inspect(file); }), AllOf(HasSubstr("damaged"), HasSubstr("claims to have 4")));
}

TEST(Integrity, AStoreThatIsBeingWrittenIsWholeAtAnyTime) {
  const TemporaryDirectory directory;
  Store store = Store::create(directory / "s.sqlite", samples::manifest(1'000));
  const int pass = store.add_pass(dense_pass(0, 1'000)).id;
  for (Ordinal from = 0; from < 1'000; from += 50) {
    store.commit(samples::dense_batch(pass, from, from + 50, 3));
    const Store reader = Store::snapshot(directory / "s.sqlite");
    ASSERT_NO_THROW(reader.require_whole());
    ASSERT_THAT(reader.integrity().damage, IsEmpty());
  }
}

}  // namespace
}  // namespace smallscope::results
