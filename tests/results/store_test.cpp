// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples.hpp"

namespace smallscope::results {
namespace {

using samples::cases_of;
using samples::failing;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Pass dense_pass(Ordinal begin, Ordinal end) {
  Pass pass;
  pass.order.name = "dense";
  pass.begin = begin;
  pass.end = end;
  return pass;
}

Batch batch_to(const Pass& pass, Ordinal done, Ordinal executed, std::vector<Case> cases = {}, Ordinal begin = 0) {
  Batch batch;
  batch.pass = pass.id;
  batch.begin = begin;
  batch.done = done;
  batch.executed = executed;
  batch.cases = std::move(cases);
  return batch;
}

TEST(Store, AnEmptyStoreSaysThatNothingWasRun) {
  const Store store = Store::in_memory(samples::manifest(10));
  EXPECT_TRUE(store.file().empty());
  EXPECT_THAT(store.passes(), IsEmpty());
  EXPECT_EQ(store.verdict(0, 3), std::nullopt);
  EXPECT_EQ(store.first_failure(), std::nullopt);
  const Account account = store.account();
  EXPECT_EQ(account.inputs, 10u);
  EXPECT_EQ(account.executed, 0u);
  EXPECT_FALSE(account.complete);
  EXPECT_EQ(store.certificate(), "");
}

TEST(Store, AnEmptySpaceIsComplete) {
  const Store store = Store::in_memory(samples::manifest(0));
  EXPECT_TRUE(store.account().complete);
  EXPECT_NE(store.certificate(), "");
}

TEST(Store, CasesComeInOrderOfOrdinalOrOfTest) {
  Store store = Store::in_memory(samples::manifest(~Ordinal{0}));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  const Ordinal huge = Ordinal{1} << 63;
  store.commit(batch_to(pass, 4, 4, {failing(huge + 5, 1), failing(7, 2), failing(huge - 1, 3), failing(0, 4)}));
  std::vector<Ordinal> by_ordinal, by_test;
  for (const Case& found : cases_of(store)) by_ordinal.push_back(found.ordinal);
  for (const Case& found : cases_of(store, true)) by_test.push_back(found.ordinal);
  EXPECT_THAT(by_ordinal, ElementsAre(0, 7, huge - 1, huge + 5));
  EXPECT_THAT(by_test, ElementsAre(huge + 5, 7, huge - 1, 0));
  EXPECT_EQ(store.find_case(0, huge + 5), failing(huge + 5, 1));
  EXPECT_EQ(store.find_case(1, 7), std::nullopt);
}

TEST(Store, VisitingStopsWhenToldAndMayReadMeanwhile) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  store.commit(samples::dense_batch(pass.id, 0, 100, 10));
  int outer = 0, inner = 0;
  store.for_each_case([&](const Case& found) {
    EXPECT_EQ(store.find_case(0, found.ordinal), found);
    EXPECT_EQ(store.account().failed(), 10u);
    EXPECT_FALSE(store.certificate().empty());
    store.for_each_case([&](const Case&) { return ++inner, true; });
    return ++outer < 3;
  });
  EXPECT_EQ(outer, 3);
  EXPECT_EQ(inner, 30);
  EXPECT_THROW(store.for_each_case([](const Case&) -> bool { throw 1; }), int);
  EXPECT_EQ(cases_of(store).size(), 10u);
}

/// What committing it says, and that it leaves the store as it was.
std::string refusal_of(Store& store, const Batch& batch) {
  const std::string before = store.canonical_dump();
  const double seconds = store.account().seconds;
  std::string text;
  try {
    store.commit(batch);
  } catch (const StoreError& error) {
    text = error.what();
  }
  EXPECT_EQ(store.canonical_dump(), before);
  EXPECT_EQ(store.account().seconds, seconds);
  return text;
}

TEST(Store, ABatchBeginsWhereItsPassIsDone) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  Batch batch = samples::dense_batch(pass.id, 0, 50, 7);
  batch.discards = {{{1, 3}}, {5}};
  batch.attempts = {{0, 7, "confirmation", Verdict::fail, failing(7, 8).judgements, 0.1}};
  store.commit(batch);
  // Once more, a part of it, one that overlaps, one behind a gap, one that goes back.
  for (const auto& [begin, done] : {std::pair(0, 50), {0, 20}, {20, 60}, {51, 60}}) {
    SCOPED_TRACE(begin);
    batch.begin = static_cast<Ordinal>(begin);
    batch.done = static_cast<Ordinal>(done);
    EXPECT_THAT(refusal_of(store, batch), HasSubstr("is done up to 50, a batch begins at " + std::to_string(begin) +
                                                    "; nothing of it is written"));
  }
  batch.begin = 50;
  batch.done = 49;
  EXPECT_THAT(refusal_of(store, batch), HasSubstr("goes from 50 back to 49"));
  EXPECT_EQ(store.attempts(0, 7).size(), 1u);
  store.commit(samples::dense_batch(pass.id, 50, 100, 7));
  EXPECT_TRUE(store.account().complete);
}

TEST(Store, ABatchIsAllOrNothing) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 10));
  const std::vector<Batch> batches{batch_to(pass, 5, 5, {failing(1, 2)}), batch_to(pass, 11, 6, {failing(7, 8)}, 5)};
  EXPECT_THROW(store.commit(batches), StoreError);
  EXPECT_THAT(cases_of(store), IsEmpty());
  EXPECT_EQ(store.passes().front().done, 0u);
  EXPECT_THROW(store.commit(batch_to(Pass{.id = 9, .order = {}}, 1, 1)), StoreError);
  store.commit(batches.front());
  EXPECT_EQ(cases_of(store).size(), 1u);
}

TEST(Store, AttemptsThatDifferMakeACaseFlaky) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  store.commit(
      batch_to(pass, 9, 9, {failing(1, 2), failing(2, 3), failing(3, 4), failing(4, 5, Verdict::oracle_error)}));
  const auto judgements = failing(1, 2).judgements;
  store.add_attempts({{0, 1, "confirmation", Verdict::fail, judgements, 0.1},
                      {0, 2, "confirmation", Verdict::pass, {}, 0.2},
                      {0, 3, "confirmation", Verdict::infrastructure, {}, 0.3},
                      {0, 4, "confirmation", Verdict::pass, {}, 0.4}});
  EXPECT_EQ(store.verdict(0, 1), Verdict::fail);
  EXPECT_EQ(store.verdict(0, 2), Verdict::flaky);
  EXPECT_EQ(store.verdict(0, 3), Verdict::fail);
  EXPECT_EQ(store.verdict(0, 4), Verdict::oracle_error);
  EXPECT_EQ(store.find_case(0, 2)->judgements, failing(2, 3).judgements);
  EXPECT_EQ(store.attempts(0, 2).front().kind, "confirmation");
  EXPECT_EQ(store.attempts(0, 2).front().seconds, 0.2);
  store.add_attempts({{0, 1, "repeat", Verdict::fail, {{"oracle", Verdict::fail, {"another message"}}}, 0}});
  EXPECT_EQ(store.verdict(0, 1), Verdict::flaky);
  EXPECT_EQ(store.account().cases.at(Verdict::flaky), 2u);
}

TEST(Store, AttemptsThatAreAlikeConfirmUnlessTheirVerdictDiffers) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  store.commit(batch_to(pass, 9, 9, {failing(1, 2), failing(2, 3)}));
  const std::vector<oracles::Judgement> others{{"oracle", Verdict::fail, {"another message"}}};
  store.add_attempts({{0, 1, std::string(alike), Verdict::fail, others, 0.1},
                      {0, 2, std::string(alike), Verdict::crashed, others, 0.1}});
  EXPECT_EQ(store.verdict(0, 1), Verdict::fail);
  EXPECT_EQ(store.executions(0, 1).failed, 2u);
  EXPECT_EQ(store.verdict(0, 2), Verdict::flaky);
}

TEST(Store, RepeatsInOtherWordsAreComparedByTheSignature) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  store.commit(batch_to(pass, 9, 9, {failing(1, 2), failing(2, 3), failing(4, 5)}));
  store.compare_by([](const Case& each) { return each.judgements.front().messages.front().substr(0, 2); });
  const auto saying = [](Ordinal ordinal, std::string words, Verdict verdict = Verdict::fail) {
    return Attempt{0, ordinal, "repeat", verdict, {{"oracle", verdict, {std::move(words)}}}, 0};
  };
  const std::string said = failing(1, 2).judgements.front().messages.front();
  store.add_attempts({saying(1, said + " at 0x1234"), saying(2, "x" + said), saying(4, said + " ", Verdict::crashed)});
  EXPECT_EQ(store.verdict(0, 1), Verdict::fail);
  EXPECT_EQ(store.attempts(0, 1).front().kind, alike);
  EXPECT_EQ(store.verdict(0, 2), Verdict::flaky);
  EXPECT_EQ(store.attempts(0, 2).front().kind, "repeat");
  EXPECT_EQ(store.verdict(0, 4), Verdict::flaky);
}

TEST(Store, ARepeatingPassGivesAttemptsAndNewVerdicts) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass sparse = store.add_pass(dense_pass(0, 50));
  store.commit(batch_to(sparse, 50, 50, {failing(10, 11)}));
  Pass again = dense_pass(0, 100);
  again.repeat = true;
  again = store.add_pass(again);
  const std::string before = store.canonical_dump();
  // 10 failed before, 20 passed before, 70 was not run.
  store.commit(batch_to(again, 100, 50, {failing(10, 61), failing(20, 71), failing(70, 121)}));
  EXPECT_EQ(store.verdict(0, 10), Verdict::fail);
  EXPECT_EQ(store.attempts(0, 10).size(), 1u);
  EXPECT_EQ(store.find_case(0, 10)->test, 11u);
  EXPECT_EQ(store.verdict(0, 20), Verdict::flaky);
  EXPECT_EQ(store.verdict(0, 70), Verdict::fail);
  EXPECT_TRUE(store.account().complete);
  EXPECT_EQ(store.account().executed, 100u);
  EXPECT_THAT(store.canonical_dump(), testing::Not(HasSubstr("\"ordinal\":20,")));
  EXPECT_NE(store.canonical_dump(), before);
}

TEST(Store, TheFirstFailureIsRecordedWithItsCommit) {
  Store store = Store::in_memory(samples::manifest(100));
  const Pass pass = store.add_pass(dense_pass(0, 100));
  Batch batch = batch_to(pass, 10, 10, {failing(2, 3, Verdict::oracle_error), failing(7, 8), failing(5, 6)});
  batch.seconds = 4;
  store.commit(batch);
  ASSERT_TRUE(store.first_failure());
  EXPECT_EQ(store.first_failure()->ordinal, 5u);
  EXPECT_EQ(store.first_failure()->tests, 6u);
  EXPECT_EQ(store.first_failure()->seconds, 4.0);
  store.set_first_failure({5, 6, 1.5});
  EXPECT_EQ(store.first_failure()->seconds, 1.5);
  store.set_first_failure({5, 6, 9.0});
  store.set_first_failure({50, 51, 9.0});
  EXPECT_EQ(store.first_failure()->ordinal, 5u);
  EXPECT_EQ(store.first_failure()->seconds, 1.5);
}

TEST(Store, OnlyTheSameCampaignMayContinue) {
  const Store store = Store::in_memory(samples::manifest(100));
  store.require_same_campaign(samples::manifest(100));
  Manifest other = samples::manifest(100);
  other.presets = {"clang"};
  other.description = "reworded";
  store.require_same_campaign(other);
  other.fingerprint.subject = "subject 2.0";
  try {
    store.require_same_campaign(other);
    FAIL();
  } catch (const StoreMismatch& mismatch) {
    EXPECT_THAT(mismatch.what(), HasSubstr("subject 1.0"));
    EXPECT_THAT(mismatch.what(), HasSubstr("subject 2.0"));
  }
  EXPECT_THROW(store.require_same_campaign(samples::manifest(101)), StoreMismatch);
}

TEST(Fingerprint, OfAStoreThatDoesNotNameProgramsIsComparedWithoutThem) {
  const auto differs = [](const std::string& stored, const std::string& now) {
    return !differences({"population", stored, "oracles"}, {"population", now, "oracles"}).empty();
  };
  const std::string older = "1.9 beta worker.py@1f2e3d4c 0123";
  const std::string newer = "1.9 beta /usr/bin/gcc@7a6b5c4d worker.py@1f2e3d4c $PATH/python3@9e8f7a6b 0123";
  EXPECT_FALSE(differs(older, newer));
  EXPECT_FALSE(differs(newer, older));
  EXPECT_FALSE(differs(newer, newer));
  for (const char* other : {"1.9 beta /usr/bin/gcc@7a6b5c4d worker.py@1f2e3d4c $PATH/python3@00000000 0123",
                            "1.9 beta /usr/bin/gcc@00000000 worker.py@1f2e3d4c $PATH/python3@9e8f7a6b 0123",
                            "1.9 beta worker.py@1f2e3d4c $PATH/python3@9e8f7a6b 0123",
                            "1.9 beta /usr/bin/gcc@7a6b5c4d worker.py@00000000 $PATH/python3@9e8f7a6b 0123",
                            "2.0 beta /usr/bin/gcc@7a6b5c4d worker.py@1f2e3d4c $PATH/python3@9e8f7a6b 0123",
                            "1.9 beta /usr/bin/gcc@7a6b5c4d worker.py@1f2e3d4c $PATH/python3@9e8f7a6b 4567"}) {
    EXPECT_TRUE(differs(newer, other)) << other;
    EXPECT_TRUE(differs(other, newer)) << other;
  }
  EXPECT_TRUE(differs(older, "1.9 beta worker.py@1f2e3d4c rules@7a6b5c4d 0123")) << "a file is no program";
  EXPECT_TRUE(differs(older, "1.9 beta worker.py@00000000 $PATH/python3@9e8f7a6b 0123"));
}

TEST(Store, SurvivesBeingClosedAndIsOneFile) {
  const TemporaryDirectory directory;
  const auto file = directory / "deep/er/store.sqlite";
  {
    Store store = Store::create(file, samples::manifest(100));
    EXPECT_EQ(store.file(), file);
    const Pass pass = store.add_pass(dense_pass(0, 100));
    store.commit(samples::dense_batch(pass.id, 0, 100, 10));
  }
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(file.parent_path())) ++files;
  EXPECT_EQ(files, 1);
  const Store store = Store::open(file);
  EXPECT_EQ(cases_of(store).size(), 10u);
  EXPECT_TRUE(store.account().complete);
}

TEST(Store, MayBeInspectedWhileItIsWritten) {
  const TemporaryDirectory directory;
  const auto file = directory / "store.sqlite";
  {
    Store writer = Store::create(file, samples::manifest(100));
    const Pass pass = writer.add_pass(dense_pass(0, 100));
    const Store reader = Store::inspect(file);
    for (Ordinal done = 10; done <= 100; done += 10) {
      writer.commit(samples::dense_batch(pass.id, done - 10, done, 2));
      EXPECT_EQ(reader.account().executed, done);
      EXPECT_EQ(cases_of(reader).size(), done / 2);
    }
    // A reader in the middle of a visit neither stops the writer nor sees what comes later.
    const Pass more = writer.add_pass(dense_pass(0, 100));
    Ordinal seen = 0;
    reader.for_each_case([&](const Case&) {
      if (seen++ == 0) writer.commit(batch_to(more, 1, 0, {failing(1, 200)}));
      return true;
    });
    EXPECT_EQ(seen, 50u);
    EXPECT_EQ(cases_of(reader).size(), 51u);
  }
  EXPECT_FALSE(std::filesystem::exists(file.string() + "-wal"));
}

TEST(Store, AnInspectedStoreCannotBeWritten) {
  const TemporaryDirectory directory;
  Store::create(directory / "store.sqlite", samples::manifest(100));
  Store store = Store::inspect(directory / "store.sqlite");
  EXPECT_THROW(store.add_pass(dense_pass(0, 10)), StoreError);
  EXPECT_THROW(store.commit(Batch{}), StoreError);
  EXPECT_THROW(store.add_attempts({}), StoreError);
  EXPECT_THROW(store.set_first_failure({}), StoreError);
}

TEST(Store, HoldsManyCases) {
  Store store = Store::in_memory(samples::manifest(100'000));
  const Pass pass = store.add_pass(dense_pass(0, 100'000));
  for (Ordinal done = 1'000; done <= 100'000; done += 1'000) {
    Batch batch = batch_to(pass, done, 1'000, {}, done - 1'000);
    for (Ordinal ordinal = done - 1'000; ordinal < done; ++ordinal) {
      Case& added = batch.cases.emplace_back();
      added.ordinal = ordinal;
      added.test = ordinal + 1;
    }
    store.commit(batch);
  }
  Ordinal next = 0;
  store.for_each_case([&](const Case& found) { return found.ordinal == next++; });
  EXPECT_EQ(next, 100'000u);
  EXPECT_EQ(store.account().failed(), 100'000u);
}

}  // namespace
}  // namespace smallscope::results
