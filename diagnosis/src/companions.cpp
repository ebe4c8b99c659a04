// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>

#include <smallscope/diagnosis/single_fault.hpp>
#include <smallscope/generators/randomness.hpp>

namespace smallscope::diagnosis {

namespace {

using generators::Choices;

std::vector<std::size_t> passing_tests(const Spectrum& spectrum) {
  std::vector<std::size_t> tests;
  for (std::size_t number = 0; number < spectrum.tests(); ++number)
    if (spectrum.test(number).outcome == Outcome::pass) tests.push_back(number);
  return tests;
}

/// The first tests of this order that cover different elements.
std::vector<std::size_t> distinct(const Spectrum& spectrum, std::span<const std::size_t> order, std::size_t number) {
  std::vector<std::size_t> taken;
  std::vector<bool> is_known(spectrum.rows());
  for (const std::size_t test : order) {
    if (taken.size() == number) break;
    const std::size_t row = spectrum.test(test).row;
    if (!is_known[row]) taken.push_back(test);
    is_known[row] = true;
  }
  return taken;
}

/// The nearest ones, by the distance of each to its nearest witness; ties in the order of the tests.
template <class Distance>
std::vector<std::size_t> nearest_ones(const Spectrum& spectrum, std::span<const std::size_t> passing,
                                      std::size_t number, Distance&& distance) {
  std::vector<std::pair<std::size_t, std::size_t>> by_distance;
  for (const std::size_t test : passing) by_distance.emplace_back(distance(test), test);
  std::ranges::sort(by_distance);
  std::vector<std::size_t> order;
  for (const auto& [far, test] : by_distance) order.push_back(test);
  return distinct(spectrum, order, number);
}

std::vector<std::size_t> nearest_in_choices(const Spectrum& spectrum, std::span<const std::size_t> witnesses,
                                            std::span<const std::size_t> passing, const CompanionOptions& options) {
  if (!options.choices_of)
    throw SpectrumError(
        "companions nearest in choices, but no choices of inputs are known: name the campaign, or take those that "
        "split");
  std::vector<Choices> centers;
  for (const std::size_t test : witnesses) centers.push_back(options.choices_of(spectrum.test(test).ordinal));
  return nearest_ones(spectrum, passing, options.number, [&](std::size_t test) {
    const Choices choices = options.choices_of(spectrum.test(test).ordinal);
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const Choices& center : centers) least = std::min(least, distance(center, choices));
    return least;
  });
}

std::vector<std::size_t> nearest_in_coverage(const Spectrum& spectrum, std::span<const std::size_t> witnesses,
                                             std::span<const std::size_t> passing, std::size_t number) {
  const std::vector<std::size_t> rows = distinct(spectrum, passing, passing.size());
  return nearest_ones(spectrum, rows, number, [&](std::size_t test) {
    const std::span<const Word> row = spectrum.row(spectrum.test(test).row);
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const std::size_t witness : witnesses) {
      const std::span<const Word> center = spectrum.row(spectrum.test(witness).row);
      std::size_t differing = 0;
      for (std::size_t i = 0; i < row.size(); ++i)
        differing += static_cast<std::size_t>(std::popcount(row[i] ^ center[i]));
      least = std::min(least, differing);
    }
    return least;
  });
}

/// Groups of common elements that no chosen row separates yet.
class CommonGroups {
 public:
  CommonGroups(const Spectrum& spectrum, std::span<const std::size_t> witnesses)
      : common_(spectrum.columns()), group_of_(spectrum.columns()), sizes_(1), shared_(spectrum.width()) {
    for (const std::size_t test : witnesses)
      common_.add(spectrum.row(spectrum.test(test).row), {.passing = 0, .failing = 1});
    sizes_[0] = common_.elements().size();
    covered_.resize(1);
  }

  /// How many pairs of elements of one group the row separates.
  std::uint64_t separated(std::span<const Word> row) {
    std::vector<std::size_t> touched;
    for_each_covered(row, [&](Column element) {
      const std::size_t group = group_of_[element];
      if (covered_[group]++ == 0) touched.push_back(group);
    });
    std::uint64_t pairs = 0;
    for (const std::size_t group : touched) {
      pairs += std::uint64_t{covered_[group]} * (sizes_[group] - covered_[group]);
      covered_[group] = 0;
    }
    return pairs;
  }

  void split(std::span<const Word> row) {
    std::vector<std::size_t> part_of(sizes_.size());  // of a group: the new group of its covered elements
    for_each_covered(row, [&](Column element) {
      std::size_t& group = group_of_[element];
      const std::size_t old = group;
      if (part_of[old] == 0) {
        part_of[old] = sizes_.size();
        sizes_.push_back(0);
      }
      group = part_of[old];
      --sizes_[old];
      ++sizes_[group];
    });
    covered_.resize(sizes_.size());
  }

 private:
  template <class Sink>
  void for_each_covered(std::span<const Word> row, Sink&& sink) {
    for (std::size_t i = 0; i < row.size(); ++i) shared_[i] = row[i] & common_.row()[i];
    for_each_bit(shared_, sink);
  }

  CommonElements common_;
  std::vector<std::size_t> group_of_;  // of common elements
  std::vector<std::size_t> sizes_;
  std::vector<std::size_t> covered_;  // of each group, while a row is looked at
  std::vector<Word> shared_;
};

std::vector<std::size_t> splitting(const Spectrum& spectrum, std::span<const std::size_t> witnesses,
                                   std::span<const std::size_t> passing, std::size_t number) {
  CommonGroups groups(spectrum, witnesses);
  const auto row_of_test = [&](std::size_t test) { return spectrum.row(spectrum.test(test).row); };
  std::vector<std::size_t> left = distinct(spectrum, passing, passing.size());
  std::vector<std::size_t> taken;
  while (taken.size() < number) {
    std::uint64_t most = 0;
    std::size_t best = 0;
    // What separates nothing now never will.
    std::erase_if(left, [&](std::size_t test) {
      const std::uint64_t pairs = groups.separated(row_of_test(test));
      if (pairs > most) {
        most = pairs;
        best = test;
      }
      return pairs == 0;
    });
    if (most == 0) break;
    groups.split(row_of_test(best));
    taken.push_back(best);
  }
  return taken;
}

}  // namespace

std::string_view name(CompanionRule rule) {
  static constexpr std::string_view names[] = {"random", "nearest-choices", "nearest-coverage", "split"};
  return names[static_cast<std::size_t>(rule)];
}

std::vector<std::size_t> companions(const Spectrum& spectrum, std::span<const std::size_t> witnesses,
                                    CompanionRule rule, const CompanionOptions& options) {
  std::vector<std::size_t> passing = passing_tests(spectrum);
  switch (rule) {
    case CompanionRule::random:
      generators::Randomness(options.seed).shuffle(passing);
      return distinct(spectrum, passing, options.number);
    case CompanionRule::nearest_choices:
      return nearest_in_choices(spectrum, witnesses, passing, options);
    case CompanionRule::nearest_coverage:
      return nearest_in_coverage(spectrum, witnesses, passing, options.number);
    case CompanionRule::split:
      break;
  }
  return splitting(spectrum, witnesses, passing, options.number);
}

}  // namespace smallscope::diagnosis
