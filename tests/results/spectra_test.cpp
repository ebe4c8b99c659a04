// SPDX-License-Identifier: Apache-2.0
// What tests covered, as a store keeps it.
#include <smallscope/results/spectra.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "older_formats.hpp"
#include "samples.hpp"
#include "spectra/rows.hpp"

namespace smallscope::results {
namespace {

using samples::dense_pass;
using samples::spectra_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<SpectrumRow> random_rows(std::mt19937_64& random) {
  std::vector<SpectrumRow> rows;
  const std::size_t count = random() % 40;
  for (std::size_t i = 0; i < count; ++i) {
    SpectrumRow row{random() % 3 == 0 ? random() : random() % 100, {}};
    row.covered.resize(random() % 5);
    for (Word& word : row.covered) word = random() & random();
    if (i > 0 && random() % 2 == 0) row.covered = rows[random() % i].covered;
    while (!row.covered.empty() && row.covered.back() == 0) row.covered.pop_back();
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<SpectrumRow> unpacked(std::string_view packed) {
  std::vector<SpectrumRow> rows;
  unpack(packed, [&](Ordinal ordinal, std::span<const Word> covered) {
    SpectrumRow& row = rows.emplace_back(SpectrumRow{ordinal, {covered.begin(), covered.end()}});
    while (!row.covered.empty() && row.covered.back() == 0) row.covered.pop_back();
    return true;
  });
  return rows;
}

TEST(Rows, ComeBackAsTheyWere) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    const std::vector<SpectrumRow> rows = random_rows(random);
    const std::vector<SpectrumRow> back = unpacked(pack(rows));
    ASSERT_EQ(back.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(back[i].ordinal, rows[i].ordinal);
      ASSERT_EQ(back[i].covered, rows[i].covered);
    }
  }
}

TEST(Rows, OfManyLikeTestsAreSmall) {
  std::vector<SpectrumRow> rows;
  std::mt19937_64 random(2);
  SpectrumRow row{0, std::vector<Word>(157, 0x5555'5555'5555'5555)};
  for (; row.ordinal < 1'000; ++row.ordinal) {
    row.covered[random() % row.covered.size()] ^= Word{1} << random() % 64;
    rows.push_back(row);
  }
  EXPECT_LT(pack(rows).size(), rows.size() * 157 * sizeof(Word) / 20);
}

TEST(Rows, ThatAreDamagedAreFoundOrReadWithoutHarm) {
  std::mt19937_64 random(3);
  int refused = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::string packed = pack(random_rows(random));
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int i = 0; i < changes; ++i) packed[random() % packed.size()] = static_cast<char>(random());
    if (random() % 4 == 0) packed.resize(random() % packed.size());
    try {
      unpacked(packed);
    } catch (const BadRows& error) {
      EXPECT_STRNE(error.what(), "");
      ++refused;
    }
  }
  EXPECT_GT(refused, 2'500) << "what is compressed has a checksum";
}

TEST(Rows, MayNotClaimMoreThanTheyHold) {
  std::string packed = pack({});
  packed[7] = 0x10;
  EXPECT_THROW(unpacked(packed), BadRows) << "2^60 bytes";
  EXPECT_THROW(unpacked(""), BadRows);
}

Batch batch_with_spectra(int pass, Ordinal from, Ordinal to) {
  Batch batch = samples::dense_batch(pass, from, to, 5);
  for (Ordinal ordinal = from; ordinal < to; ++ordinal) batch.spectra.push_back(samples::spectrum(ordinal));
  return batch;
}

/// Tests [0, 90) in several commits and sessions, of which one commit fails.
std::filesystem::path store_in(const TemporaryDirectory& directory, const char* name, std::vector<Ordinal> cuts) {
  const std::filesystem::path file = directory / name;
  Store::create(file, samples::manifest(100)).add_pass(dense_pass(0, 100));
  Ordinal from = 0;
  for (const Ordinal to : cuts) {
    Store store = Store::open(file);
    EXPECT_THROW(store.commit({{batch_with_spectra(1, from, to), batch_with_spectra(1, 99, 100)}}), StoreError);
    store.commit(batch_with_spectra(1, from, to));
    from = to;
  }
  return file;
}

TEST(Spectra, AreThoseOfTheTestsForAnyCommits) {
  const TemporaryDirectory directory;
  const Store one = Store::inspect(store_in(directory, "one.sqlite", {90}));
  const Store many = Store::inspect(store_in(directory, "many.sqlite", {1, 2, 30, 31, 89, 90}));
  const auto spectra = spectra_of(one);
  EXPECT_THAT(spectra, SizeIs(90));
  EXPECT_EQ(spectra.at(0).substr(0, 24), "build of library 4096 bl");
  EXPECT_EQ(spectra_of(many), spectra);
  EXPECT_EQ(many.code_elements(), one.code_elements()) << "numbered as the tests come";
  EXPECT_THAT(many.code_modules(), ElementsAre(CodeModule{"build of library", "bin/library"},
                                               CodeModule{"build of program", "bin/program"}));
  EXPECT_EQ(one.canonical_dump(), many.canonical_dump());
}

TEST(Spectra, ALaterOneTakesThePlaceOfAnEarlierOne) {
  Store store = Store::in_memory(samples::manifest(100));
  EXPECT_EQ(store.spectra(), 0u);
  const int pass = store.add_pass(dense_pass(0, 100)).id;
  store.commit(batch_with_spectra(pass, 0, 10));
  Batch again{.pass = pass, .begin = 10, .done = 11, .spectra = {samples::spectrum(24)}};
  again.spectra.front().ordinal = 3;
  store.commit(again);
  EXPECT_EQ(store.spectra(), 11u);
  std::vector<Ordinal> order;
  store.for_each_spectrum(0, [&](Ordinal ordinal, std::span<const Word>) {
    order.push_back(ordinal);
    return true;
  });
  EXPECT_EQ(order.front(), 3u) << "the latest commit comes first";
  const auto spectra = spectra_of(store);
  EXPECT_THAT(spectra, SizeIs(10));
  Store other = Store::in_memory(samples::manifest(100));
  other.add_pass(dense_pass(0, 100));
  other.commit(Batch{.pass = 1, .done = 1, .spectra = {samples::spectrum(24)}});
  EXPECT_EQ(spectra.at(3), spectra_of(other).at(24));
  EXPECT_THAT(spectra_of(store, 1), IsEmpty()) << "of another merge level";
}

TEST(Spectra, NewElementsAreLookedUpOnce) {
  const TemporaryDirectory directory;
  const auto file = store_in(directory, "s.sqlite", {20});
  const std::size_t before = Store::inspect(file).code_elements().size();
  {
    Store store = Store::open(file);
    std::set<std::pair<std::string, coverage::Element>> asked;
    store.find_places_with([&](const coverage::Module& module, coverage::Element element) {
      EXPECT_TRUE(asked.emplace(module.id, element).second);
      return CodePlace{"of " + module.path, "file.c", {element, element + 1}};
    });
    store.commit(batch_with_spectra(1, 20, 90));
    EXPECT_EQ(asked.size(), store.code_elements().size() - before);
    EXPECT_GT(asked.size(), 0u);
  }
  const std::vector<CodeElement> elements = Store::inspect(file).code_elements();
  EXPECT_EQ(elements.front().place, CodePlace());
  EXPECT_EQ(elements.back().place.lines,
            (std::vector<std::uint32_t>{elements.back().element, elements.back().element + 1}));
  EXPECT_THAT(Store::inspect(file).integrity().damage, IsEmpty());
}

TEST(Spectra, AnOlderStoreHasNoneUntilItIsContinued) {
  const TemporaryDirectory directory;
  const std::filesystem::path file = directory / "s.sqlite";
  Store::create(file, samples::manifest(100)).add_pass(dense_pass(0, 100));
  samples::make_older(file, 6);
  {
    const Store store = Store::inspect(file);
    EXPECT_EQ(store.spectra(), 0u);
    EXPECT_THAT(store.code_elements(), IsEmpty());
    EXPECT_THAT(store.integrity().damage, IsEmpty());
  }
  Store::open(file).commit(batch_with_spectra(1, 0, 10));
  EXPECT_THAT(spectra_of(Store::inspect(file)), SizeIs(10));
}

}  // namespace
}  // namespace smallscope::results
