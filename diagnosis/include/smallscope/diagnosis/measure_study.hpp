// SPDX-License-Identifier: Apache-2.0
// How well each measure, and FLITSR with it, finds known faults in recorded spectra: ranks, EXAM, acc@n, mAP.
//
// `evaluate sbfl` prints it for the Siemens programs. A pure function: any thread.
//
// Example: study_measures(read_spectra("tcas.spectra.txt.gz")).rows[0].mean_rank[0]
#pragma once

#include <array>
#include <vector>

#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/diagnosis/ranking.hpp>

namespace smallscope::diagnosis {

/// For the n of acc@n.
inline constexpr std::array<double, 4> accuracy_ranks{1, 3, 5, 10};

struct MeasureRow {
  const Measure* measure = nullptr;
  std::array<double, std::size(all_ties)> mean_rank{};    ///< of the first faulty element, by all_ties
  std::array<double, std::size(all_ties)> mean_exam{};    ///< from 0 to 1
  std::array<double, std::size(all_ties)> mean_effort{};  ///< elements inspected in vain
  std::array<double, std::size(all_ties)> mean_precision{};
  /// How many faults are found within accuracy_ranks, by all_ties.
  std::array<std::array<std::size_t, accuracy_ranks.size()>, std::size(all_ties)> found{};
};

struct MeasureStudy {
  std::vector<MeasureRow> rows;  ///< in the order of measures()
  std::size_t studied = 0;
  std::size_t without_fault = 0;    ///< spectra without a known fault, which are left out
  std::size_t without_failure = 0;  ///< spectra with a fault but no failing test, which are left out
};

/// What a ranking of one spectrum is made of and judged by.
struct JudgedSpectrum {
  std::vector<Counts> counts;
  ElementSet faulty;            ///< the elements, or the units, that are at fault; not empty
  std::vector<Column> unit_of;  ///< if units are ranked, each by its best element: the unit of each element
  Column units = 0;
};
/// The rows for these spectra, of which each counts once.
std::vector<MeasureRow> study_measures(std::span<const JudgedSpectrum> judged);

/// Recorded spectra by which rankings can be judged: those with a known fault and a failing test.
struct JudgingSpectra {
  std::vector<const RecordedSpectrum*> spectra;
  std::size_t without_fault = 0, without_failure = 0;  ///< left out; without both: the first
};
JudgingSpectra judging_spectra(std::span<const RecordedSpectrum> recorded);

/// Every element of a spectrum is ranked. A spectrum with several faults counts once: the first faulty element is what
/// is looked for, and mAP takes all of them.
MeasureStudy study_measures(std::span<const RecordedSpectrum> recorded);

/// A ranking with so many rounds of FLITSR, on the same spectra.
struct FlitsrRow {
  std::size_t rounds = 0;  ///< 0: as the measure ranks
  MeasureRow row;          ///< of the first faulty element
  /// Each fault that a failing test covers has the rank of its first element: their mean in a spectrum, and the worst;
  /// of these the means over spectra with such a fault. By all_ties.
  std::array<double, std::size(all_ties)> mean_rank_of_all{}, mean_rank_of_last{};
};
/// For each measure without FLITSR, with one round and with every round. Spectra are left out as above.
std::vector<FlitsrRow> study_flitsr(std::span<const RecordedSpectrum> recorded,
                                    std::span<const Measure* const> measures);

}  // namespace smallscope::diagnosis
