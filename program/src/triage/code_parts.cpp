// SPDX-License-Identifier: Apache-2.0
#include "triage/code_parts.hpp"

#include <algorithm>
#include <exception>
#include <memory>

#include <fmt/format.h>

#include <smallscope/diagnosis/responsible.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

/// Where in the failing inputs, ascending, each test of the spectrum is; the number of these inputs for other tests.
std::vector<std::size_t> places_of(const diagnosis::Spectrum& spectrum, std::span<const results::Ordinal> failing) {
  std::vector<std::size_t> places(spectrum.tests(), failing.size());
  for (std::size_t number = 0; number < places.size(); ++number) {
    const diagnosis::CoveredTest test = spectrum.test(number);
    const auto place = std::ranges::lower_bound(failing, test.ordinal);
    if (is_failing(test.outcome) && place != failing.end() && *place == test.ordinal)
      places[number] = static_cast<std::size_t>(place - failing.begin());
  }
  return places;
}

clustering::CodeParts parts_by(const diagnosis::Spectrum& spectrum, std::span<const results::Ordinal> failing,
                               std::span<const std::uint32_t> kinds) {
  const std::vector<std::size_t> places = places_of(spectrum, failing);
  std::vector<std::uint32_t> labels(places.size());
  for (std::size_t number = 0; number < places.size(); ++number)
    if (places[number] < failing.size()) labels[number] = kinds[places[number]];
  const diagnosis::Responsibility found = diagnosis::responsible_elements(spectrum, labels);
  if (found.left_out > 0)
    complain(fmt::format("note: of so many tests, {} elements were not considered as responsible for failures",
                         report::grouped(found.left_out)));
  clustering::CodeParts parts;
  for (const diagnosis::ResponsibleElement& each : found.elements) {
    const diagnosis::Element& element = spectrum.elements()[each.group.front()];
    parts.elements.push_back({.name = element.name,
                              .function = element.function,
                              .alternatives = each.group.size() - 1,
                              .failing = each.counts.ef,
                              .judged = each.counts.ef + each.counts.ep});
  }
  parts.element_of.assign(failing.size(), static_cast<std::uint32_t>(parts.elements.size()));
  for (std::size_t number = 0; number < places.size(); ++number)
    if (places[number] < failing.size() && found.element_of[number])
      parts.element_of[places[number]] = *found.element_of[number];
  return parts;
}

}  // namespace

clustering::PartsOf code_parts_of(const results::Store& store) {
  const results::Ordinal judged = store.account().judged();
  if (store.spectra() < judged || store.code_modules().empty()) return {};
  std::shared_ptr<const diagnosis::Spectrum> spectrum;
  try {
    diagnosis::StoredSpectrum stored = diagnosis::stored_spectrum(store, {}, diagnosis::CodeElements::predicates);
    if (stored.missing > 0 || stored.spectrum.tests() < judged) return {};
    spectrum = std::make_shared<const diagnosis::Spectrum>(std::move(stored.spectrum));
  } catch (const std::exception& error) {
    // Verdicts, messages and choices do not need what is wrong here.
    complain(fmt::format("note: clusters do without what tests covered: {}", report::one_line(error.what())));
    return {};
  }
  if (spectrum->failing() == 0) return {};
  return [spectrum](std::span<const results::Ordinal> failing, std::span<const std::uint32_t> kinds) {
    return parts_by(*spectrum, failing, kinds);
  };
}

}  // namespace smallscope::program
