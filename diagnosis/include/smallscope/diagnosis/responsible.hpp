// SPDX-License-Identifier: Apache-2.0
// Responsible elements: the few that together say which tests fail, and to which of them each failing test belongs.
//
// Several faults at once make several groups of failing tests, and what a group covers tells it from the others where
// its messages do not. The model is that of barinel.hpp: a test that covers responsible elements passes with the
// product of their health. How many there are is decided by the shortest description of the outcomes (Rissanen,
// "Modeling by shortest data description", Automatica 14, 1978): minus log2 of their likelihood at the most likely
// health; log2(tests) for each failing test that covers none; and for each element its name and its health,
// log2(groups) + log2(tests) / 2. The search is greedy: the element that saves most is added, those that are no longer
// worth their bits are dropped, until nothing saves. That the description is the shortest one is not claimed.
//
// Failing tests may have labels, such as kinds of messages: where those of one label, by themselves, need no more than
// one element, they are not divided among several. Pure functions: any thread; the same result for any order of tests.
//
// Example: const Responsibility found = responsible_elements(spectrum);
//          found.elements[*found.element_of[17]].health
#pragma once

#include <optional>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis {

struct ResponsibleElement {
  std::vector<Column> group;      ///< the element and those that the same tests cover, ascending
  double health = 1;              ///< how likely a test that covers it passes, as far as this element is concerned
  Counts counts;                  ///< of the tests that cover it, whatever else they cover
  std::uint32_t responsible = 0;  ///< failing tests that belong to it
};

struct Responsibility {
  /// The one with most failing tests of its own first, then by the code. Each has some.
  std::vector<ResponsibleElement> elements;
  /// By test: the element to which a failing one belongs, which is the one of least health that it covers; or that of
  /// most tests with its label. None for other tests, and for failing ones that cover no responsible element.
  std::vector<std::optional<std::uint32_t>> element_of;
  std::uint32_t unexplained = 0;  ///< failing tests that belong to none
  double bits = 0;                ///< the length of the description
  double bits_alone = 0;          ///< that of no element: a list of the failing tests
  std::size_t left_out = 0;       ///< groups that were not tried because there are too many
};

struct ResponsibleOptions {
  std::size_t most_elements = 40;  ///< at most 64
  /// Groups times distinct rows that are looked at in each step. Beyond it, only the groups are tried that would say
  /// most about the outcomes if each were the only one.
  std::size_t most_effort = 400'000'000;
  std::size_t most_labels = 64;  ///< of those that several elements divide: those of most tests are looked at
};

/// `labels` has a number for each test, which counts for failing ones only, or is empty. Tests that are skipped do not
/// count. O(elements found * groups * distinct rows) and, for each group and element found, some iterations over the
/// different sets of elements that tests cover; the same for each label that is divided. Throws SpectrumError for
/// labels of another number of tests, and for options out of range.
Responsibility responsible_elements(const Spectrum& spectrum, std::span<const std::uint32_t> labels = {},
                                    const ResponsibleOptions& options = {});

}  // namespace smallscope::diagnosis
