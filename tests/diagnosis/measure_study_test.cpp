// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/measure_study.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn.hpp"
#include "shared_data.hpp"

namespace smallscope::diagnosis {
namespace {

constexpr auto min = static_cast<std::size_t>(Ties::min), max = static_cast<std::size_t>(Ties::max),
               average = static_cast<std::size_t>(Ties::average), code = static_cast<std::size_t>(Ties::code);

const MeasureRow& row_of(const MeasureStudy& study, std::string_view name) {
  for (const MeasureRow& row : study.rows)
    if (row.measure->name == name) return row;
  throw std::out_of_range(std::string(name));
}

TEST(MeasureStudy, IsTheMeanOverSpectraWithAFaultAndAFailure) {
  const std::vector<RecordedSpectrum> recorded{
      // Ochiai: .707, 1, .707, 0; the fault is in a tie of two behind one other.
      {.spectrum = pictured({"1 1 1 0 F", "1 0 1 0 P", "0 0 0 1 P"}), .faults = {{2}}},
      {.spectrum = pictured({"1 1 0 0 F", "1 0 0 1 P"}), .faults = {{1}}},
      {.spectrum = pictured({"1 0 F"})},
      {.spectrum = pictured({"1 0 P"}), .faults = {{0}}}};
  const MeasureStudy study = study_measures(recorded);
  EXPECT_EQ(study.studied, 2u);
  EXPECT_EQ(study.without_fault, 1u);
  EXPECT_EQ(study.without_failure, 1u);
  EXPECT_EQ(study.rows.size(), measures().size());
  const MeasureRow& ochiai = row_of(study, "ochiai");
  EXPECT_DOUBLE_EQ(ochiai.mean_rank[min], 1.5);
  EXPECT_DOUBLE_EQ(ochiai.mean_rank[average], 1.75);
  EXPECT_DOUBLE_EQ(ochiai.mean_rank[max], 2);
  EXPECT_DOUBLE_EQ(ochiai.mean_rank[code], 2);
  EXPECT_DOUBLE_EQ(ochiai.mean_exam[max], (3.0 / 4 + 1.0 / 4) / 2);
  EXPECT_DOUBLE_EQ(ochiai.mean_effort[max], 1);
  EXPECT_DOUBLE_EQ(ochiai.mean_precision[max], (1.0 / 3 + 1) / 2);
  EXPECT_EQ(ochiai.found[max][0], 1u);
  EXPECT_EQ(ochiai.found[max][1], 2u);
  EXPECT_EQ(row_of(study, "wong1").found[min][0], 2u);
}

TEST(MeasureStudy, TheProvenOrderHoldsForEveryFaultThatAllFailingTestsCover) {
  std::size_t compared = 0, strict = 0;
  constexpr Column fault = 7;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Spectrum rows = drawn(seed, 20, 60, 30, 0.5);
    Spectrum spectrum(rows.elements());
    for (std::size_t i = 0; i < rows.tests(); ++i) {
      const std::size_t row = rows.test(i).row;
      const bool fails = rows.covers(row, fault) && (row + seed) % 3 == 0;  // not whenever the fault is covered
      spectrum.add(i, fails ? Outcome::fail : Outcome::pass, rows.row(row));
    }
    const std::vector<Counts> counts = spectrum.counts();
    if (counts[fault].ef == 0) continue;
    for (const Measure& better : measures())
      for (const Measure& worse : measures()) {
        if (better.proven_place == 0 || better.proven_place > worse.proven_place) continue;
        const Ranking first = rank(counts, better), second = rank(counts, worse);
        for (const Ties ties : {Ties::min, Ties::max}) {
          ASSERT_LE(rank_of(first, fault, ties), rank_of(second, fault, ties))
              << better.name << ' ' << worse.name << ' ' << seed;
          strict += rank_of(first, fault, ties) < rank_of(second, fault, ties) ? 1 : 0;
          ++compared;
        }
      }
  }
  EXPECT_GT(compared, 1000u);
  EXPECT_GT(strict, 100u);
}

TEST(MeasureStudy, OfTheSiemensProgramsAgreesWithTheFirstExperiment) {
  const std::filesystem::path folder = shared_data();
  if (folder.empty()) GTEST_SKIP() << "there is no folder shared/data with the Siemens spectra on this machine";
  std::vector<RecordedSpectrum> all;
  for (const char* const program : {"tcas", "totinfo", "schedule", "printtokens"})
    std::ranges::move(read_spectra(folder / "siemens" / (std::string(program) + ".spectra.txt.gz")),
                      std::back_inserter(all));
  const MeasureStudy study = study_measures(all);
  EXPECT_EQ(study.studied, 78u);
  EXPECT_EQ(study.without_fault, 6u);
  // Most faults are in all failing tests, so measures follow the proven order in the mean.
  for (const auto& [better, worse] : {std::pair("naish-op", "ochiai"), {"ochiai", "jaccard"}, {"jaccard", "tarantula"}})
    EXPECT_LE(row_of(study, better).mean_rank[average], row_of(study, worse).mean_rank[average] + 0.5) << better;
}

TEST(MeasureStudy, ComparesMeasuresWithAndWithoutFlitsr) {
  // By ochiai, the second fault is behind what the tests of the first one cover; with FLITSR, it is the first.
  const std::vector<RecordedSpectrum> recorded{
      // The third fault is in no failing test, so it does not count.
      {.spectrum = pictured({"1 1 0 0 F", "1 1 0 0 F", "1 1 0 0 F", "0 0 1 0 F", "0 1 1 0 P"}),
       .faults = {{0}, {2}, {3}, {}}},
      {.spectrum = pictured({"1 P"}), .faults = {{0}}}};
  const Measure* const ochiai = find_measure("ochiai");
  const auto rows = study_flitsr(recorded, std::span(&ochiai, 1));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].rounds, 0u);
  EXPECT_DOUBLE_EQ(rows[0].row.mean_rank[average], 1);
  EXPECT_DOUBLE_EQ(rows[0].mean_rank_of_all[average], 2);
  EXPECT_DOUBLE_EQ(rows[0].mean_rank_of_last[average], 3);
  EXPECT_DOUBLE_EQ(rows[0].row.mean_precision[average], (1 + 2.0 / 3 + 3.0 / 4) / 3);
  EXPECT_EQ(rows[1].rounds, 1u);
  EXPECT_DOUBLE_EQ(rows[1].mean_rank_of_all[average], 1.5);
  EXPECT_DOUBLE_EQ(rows[1].mean_rank_of_last[average], 2);
  EXPECT_DOUBLE_EQ(rows[1].row.mean_precision[average], (1 + 1 + 3.0 / 4) / 3);
  EXPECT_DOUBLE_EQ(rows[2].mean_rank_of_last[average], 2);
}

}  // namespace
}  // namespace smallscope::diagnosis
