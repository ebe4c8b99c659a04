// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/measure_study.hpp>

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

}  // namespace

std::vector<MeasureRow> study_measures(std::span<const JudgedSpectrum> judged) {
  std::vector<MeasureRow> rows;
  for (const Measure& measure : measures()) {
    std::vector<Ranking> rankings;
    for (const JudgedSpectrum& each : judged) rankings.push_back(ranking_of(each, measure));
    MeasureRow row{.measure = &measure};
    for (std::size_t i = 0; i < std::size(all_ties); ++i) {
      const Achieved all = achieved(rankings, judged, all_ties[i]);
      row.mean_rank[i] = mean(all.ranks);
      row.mean_exam[i] = mean(all.exams);
      row.mean_effort[i] = mean(all.efforts);
      row.mean_precision[i] = mean(all.precisions);
      for (std::size_t n = 0; n < accuracy_ranks.size(); ++n) row.found[i][n] = acc_at(all.ranks, accuracy_ranks[n]);
    }
    rows.push_back(row);
  }
  return rows;
}

MeasureStudy study_measures(std::span<const RecordedSpectrum> recorded) {
  MeasureStudy study;
  std::vector<JudgedSpectrum> judged;
  for (const RecordedSpectrum& each : recorded) {
    ElementSet faulty = faulty_elements(each);
    if (faulty.empty())
      ++study.without_fault;
    else if (each.spectrum.failing() == 0)
      ++study.without_failure;
    else
      judged.push_back({.counts = each.spectrum.counts(), .faulty = std::move(faulty), .unit_of = {}});
  }
  study.studied = judged.size();
  study.rows = study_measures(judged);
  return study;
}

}  // namespace smallscope::diagnosis
