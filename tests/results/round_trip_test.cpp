// SPDX-License-Identifier: Apache-2.0
// Whatever is stored comes back as it was: texts are bytes, numbers keep all their bits.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hash.hpp"
#include "samples.hpp"

namespace smallscope::results {
namespace {

using samples::odd_text;

using Random = std::mt19937_64;

std::vector<std::string> odd_texts(Random& random) {
  std::vector<std::string> texts(random() % 4);
  for (std::string& text : texts) text = odd_text(random);
  return texts;
}

std::vector<subjects::NamedText> odd_named_texts(Random& random) {
  std::vector<subjects::NamedText> texts(random() % 4);
  for (auto& [name, text] : texts) {
    name = odd_text(random);
    text = odd_text(random);
  }
  return texts;
}

Verdict odd_verdict(Random& random) { return static_cast<Verdict>(1 + random() % 7); }

std::vector<Judgement> odd_judgements(Random& random) {
  std::vector<Judgement> judgements(random() % 3);
  for (Judgement& judgement : judgements) judgement = {odd_text(random), odd_verdict(random), odd_texts(random)};
  return judgements;
}

Case odd_case(Random& random) {
  Case made{.level = static_cast<int>(random() % 3),
            .ordinal = random(),
            .test = random() >> (random() % 64),
            .verdict = odd_verdict(random),
            .judgements = odd_judgements(random),
            .choices = {},
            .seconds = static_cast<double>(random()) / 1e9,
            .input = {odd_named_texts(random), odd_named_texts(random), odd_text(random)},
            .observed = odd_named_texts(random),
            .reproduction = odd_text(random)};
  for (std::size_t i = random() % 4; i > 0; --i)
    made.choices.push_back({odd_text(random), random() >> (random() % 64), odd_text(random)});
  return made;
}

TEST(RoundTrip, CasesAndAttempts) {
  Random random(1);
  const TemporaryDirectory directory;
  const auto file = directory / "store.sqlite";
  std::vector<Case> cases;
  std::vector<Attempt> attempts;
  {
    Store store = Store::create(file, samples::manifest(~Ordinal{0}));
    Pass pass;
    pass.end = ~Ordinal{0};
    pass = store.add_pass(pass);
    for (Ordinal done = 1; done <= 40; ++done) {
      Batch batch;
      batch.pass = pass.id;
      batch.begin = done - 1;
      batch.done = done;
      for (int i = 0; i < 10; ++i) {
        batch.cases.push_back(odd_case(random));
        attempts.push_back({batch.cases.back().level, batch.cases.back().ordinal, odd_text(random), odd_verdict(random),
                            odd_judgements(random), static_cast<double>(random() % 1'000)});
      }
      store.commit(batch);
      cases.insert(cases.end(), batch.cases.begin(), batch.cases.end());
    }
    store.add_attempts(attempts);
  }
  const Store store = Store::inspect(file);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    auto found = store.find_case(cases[i].level, cases[i].ordinal);
    ASSERT_TRUE(found);
    if (found->verdict == Verdict::flaky) found->verdict = cases[i].verdict;  // by its attempt
    EXPECT_EQ(*found, cases[i]);
    const auto stored = store.attempts(cases[i].level, cases[i].ordinal);
    ASSERT_EQ(stored.size(), 1u);
    EXPECT_EQ(stored[0].kind, attempts[i].kind);
    EXPECT_EQ(stored[0].verdict, attempts[i].verdict);
    EXPECT_EQ(stored[0].judgements, attempts[i].judgements);
    EXPECT_EQ(stored[0].seconds, attempts[i].seconds);
  }
  EXPECT_EQ(samples::cases_of(store).size(), cases.size());
}

TEST(RoundTrip, Manifests) {
  Random random(2);
  for (int i = 0; i < 20; ++i) {
    const TemporaryDirectory directory;
    const Manifest given{.campaign = odd_text(random),
                         .description = odd_text(random),
                         .fingerprint = {odd_text(random), odd_text(random), odd_text(random)},
                         .inputs = random(),
                         .structure = odd_text(random),
                         .summary = odd_text(random),
                         .program = odd_texts(random),
                         .masks = odd_texts(random),
                         .presets = odd_texts(random),
                         .rules = {{odd_text(random), odd_text(random)}, {odd_text(random), odd_text(random)}},
                         .learned = {{odd_text(random), odd_text(random)}},
                         .specification = {{odd_text(random), odd_text(random)}}};
    Store::create(directory / "store.sqlite", given);
    const Store store = Store::open(directory / "store.sqlite");
    const Manifest& read = store.manifest();
    EXPECT_EQ(read.campaign, given.campaign);
    EXPECT_EQ(read.description, given.description);
    EXPECT_EQ(read.fingerprint, given.fingerprint);
    EXPECT_EQ(read.inputs, given.inputs);
    EXPECT_EQ(read.structure, given.structure);
    EXPECT_EQ(read.summary, given.summary);
    EXPECT_EQ(read.program, given.program);
    EXPECT_EQ(read.masks, given.masks);
    EXPECT_EQ(read.presets, given.presets);
    EXPECT_EQ(read.rules, given.rules);
    EXPECT_EQ(read.specification, given.specification);
    EXPECT_EQ(read.learned, given.learned);
    store.require_same_campaign(given);
  }
}

TEST(RoundTrip, FileNamesOfAnyKind) {
  const TemporaryDirectory directory;
  for (const char* name : {"with space.sqlite", "50%.sqlite", "a?b#c.sqlite", "é.sqlite", "file:x", ":memory:"}) {
    const auto file = directory / name;
    Store::create(file, samples::manifest(3));
    EXPECT_TRUE(std::filesystem::exists(file)) << name;
    EXPECT_EQ(Store::open(file).manifest().inputs, 3u) << name;
    EXPECT_EQ(Store::inspect(file).file(), file) << name;
  }
}

TEST(Fnv1a128, OfItsAuthors) {
  const std::pair<const char*, const char*> examples[]{{"", "6c62272e07bb014262b821756295c58d"},
                                                       {"a", "d228cb696f1a8caf78912b704e4a8964"},
                                                       {"foobar", "343e1662793c64bf6f0d3597ba446f18"}};
  for (const auto& [bytes, expected] : examples) {
    Fnv1a128 hash;
    for (const char byte : std::string_view(bytes)) hash.add({&byte, 1});
    EXPECT_EQ(hash.text(), expected);
  }
}

}  // namespace
}  // namespace smallscope::results
