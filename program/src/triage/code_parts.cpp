// SPDX-License-Identifier: Apache-2.0
#include "triage/code_parts.hpp"

#include <algorithm>
#include <exception>
#include <memory>

#include <fmt/format.h>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/function_ranking.hpp>
#include <smallscope/diagnosis/responsible.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

/// Distinct rows times ambiguity groups that all questions of one command may look at: some ten seconds.
constexpr double most_effort = 4e9;

class CodePartition {
 public:
  /// Takes one element of each ambiguity group: no question can tell the others apart from it.
  explicit CodePartition(const diagnosis::Spectrum& all) : elements_(all.elements()) {
    const diagnosis::AmbiguityGroups found = diagnosis::ambiguity_groups(all);
    groups_ = found.groups();
    diagnosis::Folding folding{.elements = {}, .target = found.group_of()};
    for (const std::vector<diagnosis::Column>& group : groups_) folding.elements.push_back(elements_[group.front()]);
    spectrum_ = diagnosis::folded(all, folding);
    group_of_ = std::move(folding.target);
  }

  /// PartsOf. Beyond the effort, no element is responsible for anything.
  clustering::CodeParts parts_of(std::span<const results::Ordinal> failing, std::span<const std::uint32_t> kinds) {
    clustering::CodeParts parts;
    if (spent_ > most_effort) {
      complain_once("so many clusters and tests that code was not looked at for all of them");
      parts.element_of.assign(failing.size(), 0);
      return parts;
    }
    spent_ += static_cast<double>(spectrum_.rows()) * spectrum_.columns();
    const diagnosis::Spectrum spectrum = of_these(failing);
    const std::vector<std::size_t> places = places_of(spectrum, failing);
    std::vector<std::uint32_t> labels(places.size());
    for (std::size_t number = 0; number < places.size(); ++number)
      if (places[number] < failing.size()) labels[number] = kinds[places[number]];
    const diagnosis::Responsibility found = diagnosis::responsible_elements(spectrum, labels);
    if (found.left_out > 0) complain_once("so many tests that not all elements were considered as responsible");
    for (std::uint32_t i = 0; i < found.elements.size(); ++i) parts.elements.push_back(described(spectrum, found, i));
    parts.element_of.assign(failing.size(), static_cast<std::uint32_t>(parts.elements.size()));
    for (std::size_t number = 0; number < places.size(); ++number)
      if (places[number] < failing.size() && found.element_of[number])
        parts.element_of[places[number]] = *found.element_of[number];
    return parts;
  }

 private:
  /// In which other failing tests do not count.
  diagnosis::Spectrum of_these(std::span<const results::Ordinal> failing) const {
    diagnosis::Spectrum spectrum = spectrum_;
    spectrum.relabel([&](const diagnosis::CoveredTest& test) {
      const bool is_other = is_failing(test.outcome) && !std::ranges::binary_search(failing, test.ordinal);
      return is_other ? diagnosis::Outcome::skip : test.outcome;
    });
    return spectrum;
  }

  /// Where in the failing inputs, ascending, each test is; the number of these inputs for other tests.
  static std::vector<std::size_t> places_of(const diagnosis::Spectrum& spectrum,
                                            std::span<const results::Ordinal> failing) {
    std::vector<std::size_t> places(spectrum.tests(), failing.size());
    for (std::size_t number = 0; number < places.size(); ++number) {
      const diagnosis::CoveredTest test = spectrum.test(number);
      if (is_failing(test.outcome))
        places[number] = static_cast<std::size_t>(std::ranges::lower_bound(failing, test.ordinal) - failing.begin());
    }
    return places;
  }

  /// The functions by their suspicion, if only the failing tests of one responsible element fail.
  diagnosis::FunctionRanking functions_of(const diagnosis::Spectrum& spectrum,
                                          const std::vector<std::optional<std::uint32_t>>& element_of,
                                          std::uint32_t element) const {
    std::vector<std::uint32_t> failing(spectrum.rows());  // of the element
    for (std::size_t number = 0; number < element_of.size(); ++number)
      if (element_of[number] == element) ++failing[spectrum.test(number).row];
    diagnosis::Counts all;
    std::vector<diagnosis::Counts> of_groups(spectrum.columns());
    for (std::size_t row = 0; row < spectrum.rows(); ++row) {
      const std::uint32_t passing = spectrum.weight(row).passing;
      all.ef += failing[row], all.ep += passing;
      if (failing[row] + passing == 0) continue;
      diagnosis::for_each_bit(spectrum.row(row), [&](diagnosis::Column group) {
        of_groups[group].ef += failing[row], of_groups[group].ep += passing;
      });
    }
    std::vector<diagnosis::Counts> counts;
    for (const diagnosis::Column group : group_of_) {
      const auto [ef, ep, nf, np] = of_groups[group];
      counts.push_back({.ef = ef, .ep = ep, .nf = all.ef - ef, .np = all.ep - ep});
    }
    return rank_functions(elements_, counts);
  }

  clustering::CodeElement described(const diagnosis::Spectrum& spectrum, const diagnosis::Responsibility& all,
                                    std::uint32_t number) const {
    const diagnosis::ResponsibleElement& found = all.elements[number];
    std::vector<diagnosis::Column> same;
    for (const diagnosis::Column group : found.group)
      same.insert(same.end(), groups_[group].begin(), groups_[group].end());
    std::ranges::sort(same);
    // What passing tests cover, too, is no effect of a failure.
    const diagnosis::Column column =
        found.counts.ep > 0 ? most_legible(same, elements_)
                            : representative(same, elements_, functions_of(spectrum, all.element_of, number));
    const diagnosis::Element& element = elements_[column];
    return {.name = element.name,
            .function = element.function,
            .alternatives = same.size() - 1,
            .failing = found.counts.ef,
            .judged = found.counts.ef + found.counts.ep,
            .is_everywhere = found.counts.nf + found.counts.np == 0};
  }

  void complain_once(std::string_view what) {
    if (!has_complained_) complain(fmt::format("note: there are {}", what));
    has_complained_ = true;
  }

  diagnosis::Spectrum spectrum_;
  std::vector<diagnosis::Element> elements_;            // of all groups
  std::vector<std::vector<diagnosis::Column>> groups_;  // of these elements; a column of the spectrum each
  std::vector<diagnosis::Column> group_of_;             // of each element
  double spent_ = 0;
  bool has_complained_ = false;
};

}  // namespace

clustering::PartsOf code_parts_of(const results::Store& store) {
  const results::Ordinal judged = store.account().judged();
  if (store.spectra() < judged || store.code_modules().empty()) return {};
  std::shared_ptr<CodePartition> partition;
  try {
    const diagnosis::StoredSpectrum stored = diagnosis::stored_spectrum(store, {}, diagnosis::CodeElements::predicates);
    if (stored.missing > 0 || stored.spectrum.tests() < judged || stored.spectrum.failing() == 0) return {};
    partition = std::make_shared<CodePartition>(stored.spectrum);
  } catch (const std::exception& error) {
    // Verdicts, messages and choices do not need what is wrong here.
    complain(fmt::format("note: clusters do without what tests covered: {}", report::one_line(error.what())));
    return {};
  }
  return [partition](std::span<const results::Ordinal> failing, std::span<const std::uint32_t> kinds) {
    return partition->parts_of(failing, kinds);
  };
}

}  // namespace smallscope::program
