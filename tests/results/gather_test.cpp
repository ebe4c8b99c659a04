// SPDX-License-Identifier: Apache-2.0
// Joining stores: laws over random divisions of a run, against the store of the whole run.
#include <smallscope/results/gather.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include <smallscope/generators/orders/order.hpp>

#include "older_formats.hpp"
#include "samples.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using samples::error_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using Files = std::vector<fs::path>;

constexpr Ordinal all_inputs = 5'000;

generators::OrderSpecification jumping() { return {.name = "jump", .jump_limit = 7, .seed = 3}; }

/// What a subject does with an input; some differ with its mood, and some say so.
Verdict verdict_of(Ordinal ordinal, int mood) {
  if (ordinal % 500 == 77 && mood == 1) return Verdict::pass;
  if (ordinal % 500 == 78 && mood == 1) return Verdict::fail;
  if (ordinal % 500 == 77) return Verdict::crashed;
  if (ordinal % 13 == 5) return Verdict::fail;
  if (ordinal % 17 == 6) return Verdict::discarded;
  if (ordinal % 19 == 7) return Verdict::refused;
  return Verdict::pass;
}

bool names_mood(Ordinal ordinal) { return ordinal % 91 == 18; }

Case case_at(int level, Ordinal ordinal, Ordinal test, Verdict verdict, int mood) {
  Case made = samples::failing(ordinal, test, verdict);
  made.level = level;
  if (names_mood(ordinal)) made.judgements.front().messages = {fmt::format("mood {}", mood)};
  return made;
}

/// Executes the positions [begin, end) of a level as a run does, as far as `done`, with a commit at each of `cuts`.
void execute(Store& store, int level, Ordinal size, Ordinal begin, Ordinal end, Ordinal done, int mood = 0,
             std::vector<Ordinal> cuts = {}) {
  Pass pass{.level = level, .order = jumping(), .begin = begin, .end = end, .size = size, .whole = size};
  const auto order = generators::make_order(pass.order, size);
  pass = store.add_pass(pass);
  cuts.push_back(done);
  for (Ordinal from = begin; const Ordinal to : cuts) {
    Batch batch{.pass = pass.id, .begin = from, .done = to, .executed = to - from, .seconds = 0.5};
    for (Ordinal position = from; position < to; ++position) {
      const Ordinal ordinal = order->at(position);
      const Verdict verdict = verdict_of(ordinal, mood);
      if (ordinal % 4 == 0) batch.spectra.push_back(samples::spectrum(ordinal));
      batch.tallies.add("oracle", verdict);
      if (verdict == Verdict::discarded) batch.discards.rejected.push_back(ordinal);
      if (verdict == Verdict::refused) batch.discards.refused.push_back(ordinal);
      if (verdict == Verdict::discarded || verdict == Verdict::refused)
        batch.reasons.add({verdict, "oracle", {fmt::format("reason {}", ordinal % 5)}, 1, ordinal});
      if (oracles::is_failing(verdict)) batch.cases.push_back(case_at(level, ordinal, position + 1, verdict, mood));
    }
    store.commit(batch);
    from = to;
  }
}

class Gather : public testing::Test {
 protected:
  fs::path new_file() { return directory_ / fmt::format("{}.sqlite", ++files_); }

  fs::path part(Ordinal begin, Ordinal end, int mood = 0) { return part(begin, end, end, mood); }
  fs::path part(Ordinal begin, Ordinal end, Ordinal done, int mood) {
    const fs::path file = new_file();
    Store store = Store::create(file, samples::manifest(all_inputs));
    execute(store, 0, all_inputs, begin, end, done, mood);
    return file;
  }
  fs::path joined(const Files& files, const Signature& signature = {}) {
    const fs::path file = new_file();
    last_ = gather(files, file, {.signature = signature});
    EXPECT_THAT(Store::inspect(file).integrity().damage, IsEmpty());
    return file;
  }
  static std::string dump(const fs::path& file) { return Store::inspect(file).canonical_dump(); }

  TemporaryDirectory directory_;
  int files_ = 0;
  Gathered last_;
};

TEST_F(Gather, OfAnyDivisionIsTheWholeRun) {
  const fs::path whole = part(0, all_inputs);
  std::mt19937_64 random(1);
  for (int round = 0; round < 20; ++round) {
    std::vector<Ordinal> ends{0, all_inputs};
    for (int cut = 0; cut < round / 2; ++cut) ends.push_back(random() % all_inputs);
    std::ranges::sort(ends);
    Files files;
    for (std::size_t i = 1; i < ends.size(); ++i) files.push_back(part(ends[i - 1], ends[i]));
    std::ranges::shuffle(files, random);
    // Joined in groups first, as often as the files last.
    while (files.size() > 1 && round % 3 != 0) {
      Files group(files.begin(), files.begin() + 2);
      files.erase(files.begin(), files.begin() + 2);
      files.push_back(joined(group));
    }
    const fs::path all = joined(files);
    const Store store = Store::inspect(all), run = Store::inspect(whole);
    ASSERT_EQ(store.canonical_dump(), run.canonical_dump());
    ASSERT_EQ(samples::spectra_of(store), samples::spectra_of(run));
    EXPECT_EQ(store.certificate(), run.certificate());
    EXPECT_NE(store.integrity().certificate, "");
    EXPECT_EQ(store.first_failure()->ordinal, run.first_failure()->ordinal);
    EXPECT_EQ(store.account().executed, all_inputs);
    EXPECT_TRUE(store.account().complete);
    EXPECT_THAT(last_.gaps, IsEmpty());
    EXPECT_EQ(last_.repeated, 0u);
  }
}

TEST_F(Gather, IsIdempotentCommutativeAndAssociative) {
  const fs::path a = part(0, 1'200), b = part(1'200, 4'000, 3'000, 0), c = part(4'000, all_inputs);
  const std::string all = dump(joined({a, b, c}));
  EXPECT_EQ(dump(joined({a, a})), dump(a));
  EXPECT_EQ(last_.repeated, 1'200u);
  EXPECT_EQ(last_.different, 0u);
  EXPECT_EQ(dump(joined({b})), dump(b));
  EXPECT_EQ(dump(joined({c, b, a})), all);
  EXPECT_EQ(dump(joined({joined({a, b}), c})), all);
  EXPECT_EQ(dump(joined({b, joined({c, a})})), all);
  EXPECT_EQ(dump(joined({joined({a, b}), joined({b, c}), joined({c, a, b})})), all);
}

TEST_F(Gather, NamesTheGapsAndTheyCanBeFilled) {
  const fs::path a = part(100, 1'200), b = part(2'000, 4'000, 3'000, 0);
  const fs::path all = joined({a, b});
  std::vector<std::pair<Ordinal, Ordinal>> gaps;
  for (const Pass& gap : last_.gaps) gaps.emplace_back(gap.begin, gap.end);
  EXPECT_THAT(gaps, ElementsAre(Pair(0, 100), Pair(1'200, 2'000), Pair(3'000, all_inputs)));
  EXPECT_FALSE(Store::inspect(all).account().complete);
  EXPECT_EQ(Store::inspect(all).account().executed, 2'100u);
  EXPECT_EQ(dump(joined({all, part(0, 100), part(1'200, 2'000), part(3'000, all_inputs)})), dump(part(0, all_inputs)));
}

TEST_F(Gather, TakesTheLongestOfThePartsThatLieWithinOneAnother) {
  const fs::path cut = part(1'000, 3'000, 1'700, 0), same = part(1'000, 3'000), finer = part(1'500, 2'000);
  EXPECT_EQ(dump(joined({finer, cut, same})), dump(same));
  EXPECT_EQ(last_.repeated, 1'200u);
  EXPECT_EQ(dump(joined({part(1'700, 3'000), cut})), dump(same)) << "the rest of one that was cut short";
  const std::string message = error_of([&] { joined({cut, finer}); });
  EXPECT_THAT(message, AllOf(HasSubstr("1500 to 1999"), HasSubstr("1000 to 1699"), HasSubstr("would count twice")));
  EXPECT_FALSE(fs::exists(directory_ / fmt::format("{}.sqlite", files_))) << "no store is left";
}

TEST_F(Gather, DifferentResultsAreFlakyWhicheverComesFirst) {
  const fs::path calm = part(0, all_inputs, 0), moody = part(0, all_inputs, 1);
  const fs::path one = joined({calm, moody}), other = joined({moody, calm});
  Ordinal different = 0;
  for (Ordinal ordinal = 0; ordinal < all_inputs; ++ordinal) {
    const Verdict first = verdict_of(ordinal, 0), second = verdict_of(ordinal, 1);
    different += first != second || (oracles::is_failing(first) && names_mood(ordinal));
  }
  EXPECT_GT(different, 60u);
  EXPECT_EQ(last_.different, different);
  EXPECT_EQ(dump(one), dump(other));
  EXPECT_EQ(dump(joined({one, other, calm})), dump(one));
  const Store store = Store::inspect(other);
  for (const Ordinal ordinal : {77u, 78u, 18u}) {
    ASSERT_TRUE(store.find_case(0, ordinal)) << ordinal;
    EXPECT_EQ(store.find_case(0, ordinal)->verdict, Verdict::flaky) << ordinal;
  }
  EXPECT_EQ(store.attempts(0, 77).size(), 1u);
}

TEST_F(Gather, OtherWordsAreNoDifferenceIfTheSignatureIsTheSame) {
  const fs::path calm = part(0, all_inputs, 0), moody = part(0, all_inputs, 1), third = part(0, all_inputs, 2);
  const Signature by_verdict = [](const Case& failing) { return std::string(oracles::name(failing.verdict)); };
  const fs::path one = joined({calm, moody}, by_verdict);
  Ordinal different = 0, reworded = 0;
  for (Ordinal ordinal = 0; ordinal < all_inputs; ++ordinal) {
    const Verdict first = verdict_of(ordinal, 0), second = verdict_of(ordinal, 1);
    different += first != second;
    reworded += first == second && oracles::is_failing(first) && names_mood(ordinal);
  }
  EXPECT_EQ(last_.different, different);
  EXPECT_EQ(last_.alike, reworded);
  const Store store = Store::inspect(one);
  EXPECT_EQ(store.find_case(0, 18)->verdict, Verdict::fail);
  EXPECT_EQ(store.find_case(0, 18)->judgements.front().messages.front(), "mood 0");
  ASSERT_EQ(store.attempts(0, 18).size(), 1u);
  EXPECT_EQ(store.attempts(0, 18).front().kind, alike);
  EXPECT_EQ(store.find_case(0, 77)->verdict, Verdict::flaky);
  const std::string all = dump(joined({calm, moody, third}, by_verdict));
  EXPECT_EQ(dump(joined({one, third}, by_verdict)), all);
  EXPECT_EQ(dump(joined({third, joined({moody, calm}, by_verdict)}, by_verdict)), all);
  EXPECT_EQ(dump(joined({joined({third, moody}, by_verdict), calm, one}, by_verdict)), all);
}

TEST_F(Gather, KeepsAttemptsOnce) {
  const fs::path a = part(0, 2'500), b = part(2'500, all_inputs);
  const Ordinal failing = [&] {
    Ordinal first = 0;
    Store::inspect(a).for_each_case([&](const Case& each) {
      first = each.ordinal;
      return false;
    });
    return first;
  }();
  Store::open(a).add_attempts({{0, failing, "confirmation", Verdict::pass, {}, 0.125}});
  const fs::path all = joined({a, b}), again = joined({all, a});
  for (const fs::path& file : {all, again}) {
    EXPECT_EQ(Store::inspect(file).attempts(0, failing).size(), 1u);
    EXPECT_EQ(Store::inspect(file).find_case(0, failing)->verdict, Verdict::flaky);
  }
}

TEST_F(Gather, KeepsFailuresOfInputsThatHadPassed) {
  const fs::path other = part(1'200, all_inputs);
  Files twice;
  std::vector<Ordinal> passed;
  for (Ordinal ordinal = 0; passed.size() < 2; ++ordinal) {
    const fs::path file = part(0, 1'200);
    Store store = Store::open(file);
    if (store.verdict(0, ordinal) != Verdict::pass) continue;
    const Case found = case_at(0, ordinal, 1, Verdict::fail, 0);
    store.add_contradictions({&found, 1});
    store.add_attempts({{0, ordinal, "alone", Verdict::fail, found.judgements, 0.5}});
    passed.push_back(ordinal);
    twice.push_back(file);
  }
  const std::string whole = dump(part(0, all_inputs));
  for (const Files& files : {Files{twice[0], other, twice[1]}, Files{twice[1], twice[0], other}}) {
    const fs::path all = joined(files);
    const Store store = Store::inspect(all);
    for (const Ordinal ordinal : passed) {
      EXPECT_EQ(store.verdict(0, ordinal), Verdict::flaky);
      EXPECT_EQ(store.executions(0, ordinal).alone_failed, 1u);
    }
    EXPECT_EQ(store.canonical_dump(), whole) << "the first executions are those of a whole run";
  }
}

TEST_F(Gather, JoinsLevelsAndWhatWasTakenApart) {
  const auto ladder = [&](Ordinal begin, Ordinal end) {
    const fs::path file = new_file();
    Store store = Store::create(file, samples::manifest(all_inputs));
    for (const int level : {2, 1, 0}) execute(store, level, level == 0 ? all_inputs : 900, begin, end, end);
    return file;
  };
  const fs::path a = ladder(0, 300), b = ladder(300, 900);
  const fs::path whole = ladder(0, 900);
  EXPECT_EQ(dump(joined({b, a})), dump(whole));
  const auto take_apart = [](const fs::path& file) {
    const Unmerging unmerging{.level = 1, .ordinal = 5, .probes = 9, .parts = {{{{1}}, samples::failing(21, 6)}}};
    Store::open(file).add_unmergings({&unmerging, 1});
  };
  const fs::path all = joined({a, b});
  take_apart(all), take_apart(whole);
  EXPECT_EQ(dump(joined({all, a})), dump(whole));
}

TEST_F(Gather, ASearchThatOnePartHasCounted) {
  const auto search = [&](Ordinal begin, Ordinal done, std::optional<Ordinal> counted) {
    const fs::path file = new_file();
    Store store = Store::create(file, samples::manifest(generators::uncounted));
    Pass pass{.order = {.name = "dense"}, .begin = begin, .end = generators::uncounted, .size = generators::uncounted};
    Batch batch{.pass = store.add_pass(pass).id, .begin = begin, .done = done, .executed = done - begin};
    batch.counted = counted;
    store.commit(batch);
    return file;
  };
  const fs::path all = joined({search(0, 60, std::nullopt), search(60, 100, 100)});
  EXPECT_EQ(Store::inspect(all).manifest().inputs, 100u);
  EXPECT_TRUE(Store::inspect(all).account().complete);
}

TEST_F(Gather, RefusesWhatCannotBeAdded) {
  const fs::path a = part(0, 2'500);
  const auto refusal = [&](const Files& files) { return error_of([&] { gather(files, new_file()); }); };
  EXPECT_THAT(refusal({}), HasSubstr("no store"));
  EXPECT_THAT(refusal({a, directory_ / "missing"}), HasSubstr("no such file"));
  { Store other = Store::create(directory_ / "other", samples::manifest(all_inputs + 1)); }
  EXPECT_THAT(refusal({a, directory_ / "other"}), AllOf(HasSubstr("inputs"), HasSubstr("leave one out")));
  {
    Store dense = Store::create(directory_ / "dense", samples::manifest(all_inputs));
    dense.commit(samples::dense_batch(dense.add_pass(samples::dense_pass(0, all_inputs)).id, 0, 50, 9));
  }
  EXPECT_THAT(refusal({a, directory_ / "dense"}), HasSubstr("order"));
  const fs::path old = part(2'500, all_inputs);
  samples::make_older(old, 5);
  EXPECT_THAT(refusal({a, old}), AllOf(HasSubstr("older format"), HasSubstr("--resume")));
  const fs::path damaged = part(2'500, all_inputs);
  samples::execute(damaged, "UPDATE cases SET test = test + 1 WHERE id = 3");
  EXPECT_THAT(refusal({a, damaged}), HasSubstr("not what was written"));
  EXPECT_THROW(gather(Files{a}, a), StoreExists);
}

TEST_F(Gather, AMixedStoreIsTakenAsItIs) {
  const fs::path file = new_file();
  {
    Store store = Store::create(file, samples::manifest(all_inputs));
    execute(store, 0, all_inputs, 0, 200, 200);
    Pass dense = samples::dense_pass(0, all_inputs);
    dense.repeat = true;
    store.commit({.pass = store.add_pass(dense).id, .done = 300, .executed = 150});
  }
  EXPECT_EQ(dump(joined({file})), dump(file));
  EXPECT_EQ(dump(joined({file, file})), dump(file));
}

TEST_F(Gather, ReplacesOnlyWhenTheNewOneIsWhole) {
  const fs::path a = part(0, 2'500), b = part(2'500, all_inputs), out = joined({a});
  const std::string before = dump(out);
  GatherOptions options{.overwrite = true};
  options.progress = [](std::size_t done, std::size_t) {
    if (done == 4) throw std::runtime_error("interrupted");
  };
  EXPECT_THROW(gather(Files{out, b}, out, options), std::runtime_error);
  EXPECT_EQ(dump(out), before);
  options.progress = {};
  gather(Files{out, b}, out, options);
  EXPECT_EQ(dump(out), dump(part(0, all_inputs)));
  for (const auto& entry : fs::directory_iterator(directory_.path()))
    EXPECT_THAT(entry.path().filename().string(), testing::Not(HasSubstr(".new-")));
}

}  // namespace
}  // namespace smallscope::results
