// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/measure_study.hpp>

#include <algorithm>

#include <smallscope/diagnosis/flitsr.hpp>

namespace smallscope::diagnosis {

namespace {

/// What one measure achieved on each spectrum, under one rule for ties.
struct Achieved {
  std::vector<double> ranks, exams, efforts, precisions;
};

Ranking ranking_of(const JudgedSpectrum& judged, const Measure& measure) {
  Ranking elements = rank(judged.counts, measure);
  return judged.unit_of.empty() ? elements : rank_units(elements, judged.unit_of, judged.units);
}

Achieved achieved(const std::vector<Ranking>& rankings, std::span<const JudgedSpectrum> judged, Ties ties) {
  Achieved all;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    all.ranks.push_back(rank_of_first(rankings[i], judged[i].faulty, ties));
    all.exams.push_back(exam(rankings[i], judged[i].faulty, ties));
    all.efforts.push_back(wasted_effort(rankings[i], judged[i].faulty, ties));
    all.precisions.push_back(average_precision(rankings[i], judged[i].faulty, ties));
  }
  return all;
}

MeasureRow row_for(const Measure& measure, const std::vector<Ranking>& rankings,
                   std::span<const JudgedSpectrum> judged) {
  MeasureRow row{.measure = &measure};
  for (std::size_t i = 0; i < std::size(all_ties); ++i) {
    const Achieved all = achieved(rankings, judged, all_ties[i]);
    row.mean_rank[i] = mean(all.ranks);
    row.mean_exam[i] = mean(all.exams);
    row.mean_effort[i] = mean(all.efforts);
    row.mean_precision[i] = mean(all.precisions);
    for (std::size_t n = 0; n < accuracy_ranks.size(); ++n) row.found[i][n] = acc_at(all.ranks, accuracy_ranks[n]);
  }
  return row;
}

/// What can be studied of recorded spectra, and which of these they are.
struct Studied {
  MeasureStudy study;  // without rows
  std::vector<JudgedSpectrum> judged;
  std::vector<const RecordedSpectrum*> recorded;
};

Studied studied_of(std::span<const RecordedSpectrum> recorded) {
  const JudgingSpectra judging = judging_spectra(recorded);
  Studied result;
  result.study.studied = judging.spectra.size();
  result.study.without_fault = judging.without_fault;
  result.study.without_failure = judging.without_failure;
  result.recorded = judging.spectra;
  for (const RecordedSpectrum* const each : judging.spectra)
    result.judged.push_back({.counts = each->spectrum.counts(), .faulty = faulty_elements(*each), .unit_of = {}});
  return result;
}

/// The faults that a failing test covers: no ranking finds another one.
std::vector<ElementSet> exposed_faults(const RecordedSpectrum& recorded, std::span<const Counts> counts) {
  std::vector<ElementSet> exposed;
  for (const ElementSet& fault : recorded.faults)
    if (std::ranges::any_of(fault, [&](Column each) { return counts[each].ef > 0; })) exposed.push_back(fault);
  return exposed;
}

}  // namespace

JudgingSpectra judging_spectra(std::span<const RecordedSpectrum> recorded) {
  JudgingSpectra judging;
  for (const RecordedSpectrum& each : recorded) {
    if (faulty_elements(each).empty())
      ++judging.without_fault;
    else if (each.spectrum.failing() == 0)
      ++judging.without_failure;
    else
      judging.spectra.push_back(&each);
  }
  return judging;
}

std::vector<MeasureRow> study_measures(std::span<const JudgedSpectrum> judged) {
  std::vector<MeasureRow> rows;
  for (const Measure& measure : measures()) {
    std::vector<Ranking> rankings;
    for (const JudgedSpectrum& each : judged) rankings.push_back(ranking_of(each, measure));
    rows.push_back(row_for(measure, rankings, judged));
  }
  return rows;
}

MeasureStudy study_measures(std::span<const RecordedSpectrum> recorded) {
  Studied studied = studied_of(recorded);
  studied.study.rows = study_measures(studied.judged);
  return std::move(studied.study);
}

std::vector<FlitsrRow> study_flitsr(std::span<const RecordedSpectrum> recorded,
                                    std::span<const Measure* const> measures) {
  const Studied studied = studied_of(recorded);
  std::vector<std::vector<ElementSet>> exposed;
  for (std::size_t i = 0; i < studied.judged.size(); ++i)
    exposed.push_back(exposed_faults(*studied.recorded[i], studied.judged[i].counts));
  std::vector<FlitsrRow> rows;
  for (const Measure* const measure : measures)
    for (const std::size_t rounds : {std::size_t{0}, std::size_t{1}, every_round}) {
      std::vector<Ranking> rankings;
      for (const RecordedSpectrum* const each : studied.recorded)
        rankings.push_back(flitsr(each->spectrum, *measure, rounds).ranking);
      FlitsrRow row{.rounds = rounds, .row = row_for(*measure, rankings, studied.judged)};
      for (std::size_t i = 0; i < std::size(all_ties); ++i) {
        std::vector<double> means, worst;
        for (std::size_t spectrum = 0; spectrum < rankings.size(); ++spectrum) {
          std::vector<double> ranks;
          for (const ElementSet& fault : exposed[spectrum])
            ranks.push_back(rank_of_first(rankings[spectrum], fault, all_ties[i]));
          if (ranks.empty()) continue;
          means.push_back(mean(ranks));
          worst.push_back(*std::ranges::max_element(ranks));
        }
        row.mean_rank_of_all[i] = mean(means);
        row.mean_rank_of_last[i] = mean(worst);
      }
      rows.push_back(row);
    }
  return rows;
}

}  // namespace smallscope::diagnosis
