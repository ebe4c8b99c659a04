// SPDX-License-Identifier: Apache-2.0
// Spectra of stores against the same counted one by one.
#include <smallscope/diagnosis/stored_spectrum.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

namespace smallscope::diagnosis {
namespace {

using results::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Throws;

constexpr Ordinal inputs = 300;

/// Forty blocks in two functions, two outcomes of a comparison and two kinds of returned values; a
/// block has one to three lines, and lines share blocks.
std::shared_ptr<const coverage::Module> module() {
  coverage::Module made{.id = "build", .path = "bin/subject", .code_begin = 0x1000, .code_size = 0x1000};
  for (std::uint64_t block = 0; block < 40; ++block) made.blocks.push_back(0x1000 + 16 * block);
  return std::make_shared<const coverage::Module>(std::move(made));
}

results::CodePlace place_of(coverage::Element element) {
  if (element >= coverage::first_call) return {"compare", "b.c", {5}};
  if (element >= coverage::first_return) return {"call", "b.c", {6}};
  const std::uint32_t line = 10 + element / 2;
  results::CodePlace place{element < 25 ? "first" : "second", element < 25 ? "a.c" : "b.c", {line}};
  for (std::uint32_t more = 1; more <= element % 3; ++more) place.lines.push_back(line + more);
  return place;
}

struct Sample {
  results::Store store = results::Store::in_memory({.campaign = "sample",
                                                    .fingerprint = {"population", "subject", "oracle"},
                                                    .oracles = {"oracle"},
                                                    .inputs = inputs});
  std::map<Ordinal, std::set<coverage::Element>> covered;
  std::map<Ordinal, Verdict> verdicts;  ///< of what did not pass

  explicit Sample(std::uint64_t seed, const std::function<results::CodePlace(coverage::Element)>& place = place_of) {
    std::mt19937_64 random(seed);
    store.find_places_with([place](const coverage::Module&, coverage::Element element) { return place(element); });
    const int pass = store.add_pass({.order = {.name = "dense"}, .end = inputs}).id;
    results::Batch batch{.pass = pass, .done = inputs, .executed = inputs};
    for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
      const Verdict verdict = draw_verdict(random() % 20);
      if (verdict != Verdict::pass) verdicts[ordinal] = verdict;
      if (verdict == Verdict::refused)
        batch.discards.refused.push_back(ordinal);
      else if (verdict != Verdict::pass)
        batch.cases.push_back({.ordinal = ordinal,
                               .test = ordinal + 1,
                               .verdict = verdict,
                               .judgements = {{"oracle", verdict, {"message"}}},
                               .choices = {},
                               .input = {},
                               .observed = {},
                               .reproduction = {}});
      if (ordinal % 10 == 9) continue;  // executed without coverage
      std::set<coverage::Element>& elements = covered[ordinal];
      for (coverage::Element block = 0; block < 40; ++block)
        if (random() % 3 == 0) elements.insert(block);
      for (const coverage::Kind kind : {coverage::Kind::null, coverage::Kind::different})
        if (random() % 2 == 0) elements.insert(code->element({0x1200, kind, true}));
      for (const coverage::Kind kind : {coverage::Kind::less, coverage::Kind::equal})
        if (random() % 2 == 0) elements.insert(code->element({0x1100, kind, true}));
      batch.spectra.push_back({ordinal, {{{code, {elements.begin(), elements.end()}}}}});
      if (elements.empty()) batch.spectra.back().covered.parts.clear();
    }
    std::ranges::shuffle(batch.spectra, random);
    store.commit(batch);
  }

  static Verdict draw_verdict(std::uint64_t number) {
    constexpr Verdict few[] = {Verdict::fail,  Verdict::fail,    Verdict::crashed,       Verdict::timed_out,
                               Verdict::flaky, Verdict::refused, Verdict::infrastructure};
    return number < std::size(few) ? few[number] : Verdict::pass;
  }

  const std::shared_ptr<const coverage::Module> code = module();
};

/// How a test of the sample counts: 1 failing, 0 passing, empty not at all.
std::optional<bool> fails(const Sample& sample, Ordinal ordinal, const StoredTests& tests) {
  const auto verdict = sample.verdicts.find(ordinal);
  if (verdict == sample.verdicts.end()) return false;
  if (!oracles::is_failing(verdict->second) || verdict->second == Verdict::flaky) return std::nullopt;
  if (!tests.failing || std::ranges::count(*tests.failing, ordinal) > 0) return true;
  return tests.others == Others::passing ? std::optional(false) : std::nullopt;
}

/// The names by which the elements that a test covered are counted.
std::set<std::string> units(const std::set<coverage::Element>& elements, CodeElements wanted) {
  std::set<std::string> names;
  for (const coverage::Element element : elements) {
    const bool is_block = element < coverage::first_return;
    const results::CodePlace place = place_of(element);
    if (wanted == CodeElements::functions && is_block) names.insert(place.function);
    if (wanted == CodeElements::lines && is_block)
      for (const std::uint32_t line : place.lines) names.insert(place.file + ":" + std::to_string(line));
  }
  return names;
}

TEST(StoredSpectrum, CountsAsOneByOne) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Sample sample(seed);
    std::vector<Ordinal> cluster;
    for (const auto& [ordinal, verdict] : sample.verdicts)
      if (verdict == Verdict::fail && ordinal % 2 == 0) cluster.push_back(ordinal);
    for (const CodeElements wanted : {CodeElements::lines, CodeElements::functions}) {
      const StoredSpectra spectra(sample.store, wanted);
      for (const StoredTests& tests : {StoredTests{}, StoredTests{.failing = cluster},
                                       StoredTests{.failing = cluster, .others = Others::passing}, StoredTests{}}) {
        const StoredSpectrum stored = spectra.of(tests);
        ASSERT_EQ(stored.spectrum, stored_spectrum(sample.store, tests, wanted).spectrum);
        std::map<std::string, Counts> counts;
        std::uint32_t failing = 0, passing = 0;
        for (const auto& [ordinal, elements] : sample.covered) {
          for (const std::string& unit : units(elements, wanted)) counts.try_emplace(unit);
          const auto fail = fails(sample, ordinal, tests);
          if (!fail) continue;
          ++(*fail ? failing : passing);
          for (const std::string& unit : units(elements, wanted)) ++(*fail ? counts[unit].ef : counts[unit].ep);
        }
        ASSERT_EQ(stored.spectrum.columns(), counts.size());
        ASSERT_EQ(stored.spectrum.failing(), failing);
        ASSERT_EQ(stored.spectrum.passing(), passing);
        const std::vector<Counts> found = stored.spectrum.counts();
        for (Column column = 0; column < stored.spectrum.columns(); ++column) {
          const Counts& expected = counts.at(stored.spectrum.elements()[column].name);
          ASSERT_EQ(found[column].ef, expected.ef);
          ASSERT_EQ(found[column].ep, expected.ep);
        }
      }
    }
  }
}

TEST(StoredSpectrum, SaysWhatIsLeftOut) {
  const Sample sample(3);
  std::vector<Ordinal> cluster;
  std::size_t missing = 0, other = 0, not_judged = 0;
  for (const auto& [ordinal, verdict] : sample.verdicts) {
    const bool has_spectrum = sample.covered.contains(ordinal);
    if (verdict == Verdict::crashed) {
      cluster.push_back(ordinal);
      missing += has_spectrum ? 0 : 1;
    } else if (verdict == Verdict::fail || verdict == Verdict::timed_out) {
      ++other;
    } else {
      not_judged += has_spectrum ? 1 : 0;
    }
  }
  const StoredSpectrum stored = stored_spectrum(sample.store, {.failing = cluster});
  EXPECT_EQ(stored.missing, missing);
  EXPECT_EQ(stored.other, other);
  EXPECT_EQ(stored.not_judged, not_judged);
  EXPECT_EQ(stored.spectrum.failing() + missing, cluster.size());
  EXPECT_GT(missing * other * not_judged, 0u);
}

TEST(StoredSpectrum, HasElementsInTheOrderOfTheCodeAndTestsInThatOfTheSpace) {
  const Sample sample(5);
  const Spectrum blocks = stored_spectrum(sample.store).spectrum;
  EXPECT_EQ(blocks.columns(), 40u);
  const Spectrum all = stored_spectrum(sample.store, {}, CodeElements::predicates).spectrum;
  EXPECT_EQ(all.columns(), 42u);
  EXPECT_THAT((std::vector{blocks.elements()[0].name, blocks.elements()[1].name, blocks.elements()[2].name}),
              ElementsAre("a.c:10", "a.c:10-11", "a.c:11-13"));
  const Spectrum values = stored_spectrum(sample.store, {}, CodeElements::values).spectrum;
  EXPECT_EQ(values.columns(), 44u);
  std::vector<std::string> returned;
  for (const Element& element : values.elements())
    if (element.kind == ElementKind::value) returned.push_back(element.name);
  EXPECT_THAT(returned, ElementsAre("b.c:6 returns null", "b.c:6 returns different values"));
  const auto& elements = all.elements();
  for (const char* const name : {"b.c:5 <", "b.c:5 ="})
    EXPECT_EQ(std::ranges::count(elements, name, &Element::name), 1) << name;
  EXPECT_TRUE(
      std::ranges::is_sorted(elements, {}, [](const Element& each) { return std::pair(each.file, each.line); }));
  for (std::size_t test = 1; test < all.tests(); ++test) ASSERT_LT(all.test(test - 1).ordinal, all.test(test).ordinal);
}

TEST(StoredSpectrum, NeedsARunWithCoverage) {
  const results::Store store = results::Store::in_memory({.campaign = "sample", .inputs = inputs});
  EXPECT_THAT([&] { stored_spectrum(store); },
              testing::ThrowsMessage<SpectrumError>(HasSubstr("run the campaign with --coverage")));
}

TEST(StoredSpectrum, IsOfOneLevel) {
  const Sample sample(1);
  const StoredSpectra spectra(sample.store);
  EXPECT_THAT([&] { spectra.of({.level = 2}); },
              testing::ThrowsMessage<SpectrumError>(HasSubstr("tests of level 2 in spectra of level 0")));
}

TEST(ChoiceSpectrum, HasAnElementForEachValue) {
  const Sample sample(7);
  const auto choices_of = [](Ordinal ordinal) {
    return generators::Choices{{"parity", ordinal % 2, ordinal % 2 == 0 ? "even" : "odd"},
                               {"digit", ordinal % 10, std::to_string(ordinal % 10)}};
  };
  const StoredSpectrum stored = choice_spectrum(sample.store, choices_of);
  EXPECT_EQ(stored.spectrum.tests(), inputs) << "with or without coverage";
  EXPECT_EQ(stored.spectrum.columns(), 12u);
  EXPECT_EQ(stored.spectrum.elements()[0].name, "parity = even");
  EXPECT_EQ(stored.spectrum.elements()[11].name, "digit = 9");
  Counts even;
  for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal)
    if (const auto fail = fails(sample, ordinal, {}))
      ++(*fail ? (ordinal % 2 == 0 ? even.ef : even.nf) : (ordinal % 2 == 0 ? even.ep : even.np));
  EXPECT_EQ(stored.spectrum.counts()[0], even);
}

TEST(StoredSpectrum, TheCertificateCountsWhatIsKnownOneByOne) {
  std::size_t incomplete = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Sample sample(seed);
    std::vector<Ordinal> half;
    for (const auto& [ordinal, verdict] : sample.verdicts)
      if (ordinal % 2 == 0 && oracles::is_failing(verdict) && verdict != Verdict::flaky) half.push_back(ordinal);
    for (const StoredTests& tests : {StoredTests{}, StoredTests{.failing = half}}) {
      const StoredSpectrum stored = stored_spectrum(sample.store, tests);
      const Certificate found = certified(common_elements(stored.spectrum).certificate(), sample.store, stored);
      std::uint64_t known = 0, failing = 0;
      for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
        const auto verdict = sample.verdicts.find(ordinal);
        if (verdict != sample.verdicts.end() &&
            (verdict->second == Verdict::flaky || verdict->second == Verdict::infrastructure))
          continue;
        const bool is_explained = fails(sample, ordinal, tests) == true;
        if (is_explained && !sample.covered.contains(ordinal)) continue;
        ++known;
        failing += is_explained ? 1 : 0;
      }
      EXPECT_EQ(found.scanned, known) << seed;
      EXPECT_EQ(found.failing, failing) << seed;
      EXPECT_EQ(found.population, inputs);
      incomplete += found.is_complete() ? 0 : 1;
    }
  }
  EXPECT_GT(incomplete, 0u);
}

TEST(StoredSpectrum, HasNoCodeOfTheCompilersOwnFiles) {
  constexpr const char* library = "/usr/include/c++/12/bits/vector.tcc";
  const auto is_of_library = [](coverage::Element element) { return element >= 25 && element < 40; };
  const Sample sample(7, [&](coverage::Element element) {
    results::CodePlace place = place_of(element);
    if (is_of_library(element)) place = {"std::vector<int>::push_back", library, place.lines};
    return place;
  });
  const Sample plain(7);
  for (const auto elements :
       {CodeElements::blocks, CodeElements::values, CodeElements::lines, CodeElements::functions}) {
    const StoredSpectrum stored = stored_spectrum(sample.store, {}, elements);
    EXPECT_EQ(stored.of_compiler, 15u);
    for (const Element& element : stored.spectrum.elements()) EXPECT_NE(element.file, library) << element.name;
    EXPECT_EQ(stored_spectrum(plain.store, {}, elements).of_compiler, 0u);
  }
  EXPECT_EQ(stored_spectrum(sample.store).spectrum.columns() + 15, stored_spectrum(plain.store).spectrum.columns());
  // A subject may be nothing else.
  const Sample all(7, [&](coverage::Element element) {
    return results::CodePlace{"std::sort", library, place_of(element).lines};
  });
  EXPECT_EQ(stored_spectrum(all.store).of_compiler, 0u);
  EXPECT_EQ(stored_spectrum(all.store).spectrum.columns(), stored_spectrum(plain.store).spectrum.columns());
}

TEST(CodeColumns, KnowWhatBelongsToTheCompiler) {
  for (const char* const file :
       {"/usr/include/c++/12/vector", "/usr/include/x86_64-linux-gnu/c++/12/bits/gthr.h",
        "/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h", "/usr/lib/llvm-19/lib/clang/19/include/stdarg.h",
        "/usr/lib/llvm-19/include/c++/v1/vector"})
    EXPECT_TRUE(is_of_compiler(file)) << file;
  for (const char* const file : {"vector.h", "src/include/c++/own.h", "/opt/c++/include/own.h", "",
                                 "/usr/include/nlohmann/json.hpp", "/usr/lib/python3/dist-packages/rope/base.py"})
    EXPECT_FALSE(is_of_compiler(file)) << file;
}

}  // namespace
}  // namespace smallscope::diagnosis
