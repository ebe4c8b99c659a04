// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/slices.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/diagnosis/single_fault.hpp>

namespace smallscope::diagnosis {

namespace {

/// What all failing tests cover, or all passing ones; tests that cover nothing are left out.
CommonElements covered_by_all(const Spectrum& spectrum, std::uint32_t Weight::*weight) {
  CommonElements common(spectrum.columns());
  for (std::size_t row = 0; row < spectrum.rows(); ++row)
    common.add(spectrum.row(row), {.passing = 0, .failing = spectrum.weight(row).*weight});
  return common;
}

CommonElements covered_by(const Spectrum& spectrum, std::size_t test) {
  if (test >= spectrum.tests() || !is_failing(spectrum.test(test).outcome))
    throw SpectrumError(
        fmt::format("test {} is not a failing one of the {}: slice by a failing test", test, spectrum.tests()));
  CommonElements common(spectrum.columns());
  if (!common.add(spectrum.row(spectrum.test(test).row), {.passing = 0, .failing = 1}))
    throw SpectrumError(fmt::format("test {} covers nothing: slice by a failing test that does", test));
  return common;
}

/// Of tests that cover something.
std::uint64_t judged(const CommonElements& common) {
  return common.certificate().failing - common.certificate().unexplained;
}

/// For each function whether it is the cluster's own; of elements without one, false.
std::vector<bool> own_units(const Folding& units, const CommonElements& failing, const CommonElements& passing) {
  std::vector<bool> is_own(units.elements.size());
  for (Column element = 0; element < units.target.size(); ++element)
    if (failing.contains(element) && !passing.contains(element)) is_own[units.target[element]] = true;
  for (std::size_t unit = 0; unit < is_own.size(); ++unit)
    if (units.elements[unit].function.empty()) is_own[unit] = false;
  return is_own;
}

SliceState state_of(const FunctionSlice& slice, const CommonElements& failing, const std::vector<bool>& is_own) {
  if (slice.failing == 0 || failing.elements().empty()) return SliceState::nothing_in_common;
  if (slice.passing == 0) return SliceState::nothing_passes;
  return std::ranges::count(is_own, true) == 0 ? SliceState::nothing_of_its_own : SliceState::restricted;
}

void require_elements(const FunctionSlice& slice, std::size_t elements) {
  if (slice.elements + slice.other_elements != elements)
    throw SpectrumError(fmt::format("a slice of {} elements for {}: make it from their spectrum",
                                    slice.elements + slice.other_elements, elements));
}

}  // namespace

std::string_view name(SliceState state) {
  static constexpr std::string_view names[] = {"restricted", "nothing-passes", "nothing-in-common",
                                               "nothing-of-its-own"};
  return names[static_cast<std::size_t>(state)];
}

bool FunctionSlice::contains(Column element) const {
  return element / word_bits < row.size() && (row[element / word_bits] >> (element % word_bits) & 1u) != 0;
}

bool has_functions(const Spectrum& spectrum) {
  return std::ranges::any_of(spectrum.elements(), [](const Element& each) { return !each.function.empty(); });
}

FunctionSlice own_functions(const Spectrum& spectrum, std::optional<std::size_t> only) {
  if (!has_functions(spectrum))
    throw SpectrumError(fmt::format(
        "a slice is of functions, and no function is known of the {} elements: take spectra with functions, "
        "such as those of a store, or all elements",
        spectrum.columns()));
  const Folding units = into_functions(spectrum.elements());
  const CommonElements failing = only ? covered_by(spectrum, *only) : covered_by_all(spectrum, &Weight::failing);
  const CommonElements passing = covered_by_all(spectrum, &Weight::passing);
  const std::vector<bool> is_own = own_units(units, failing, passing);
  FunctionSlice slice{.row = row_of({}, spectrum.columns()), .failing = judged(failing), .passing = judged(passing)};
  slice.state = state_of(slice, failing, is_own);
  const auto is_kept = [&](Column unit) {
    return slice.state != SliceState::restricted || is_own[unit] || units.elements[unit].function.empty();
  };
  for (Column unit = 0; unit < units.elements.size(); ++unit) {
    if (units.elements[unit].function.empty()) continue;
    ++(is_kept(unit) ? slice.functions : slice.other_functions);
  }
  for (Column element = 0; element < spectrum.columns(); ++element) {
    const Column unit = units.target[element];
    ++(is_kept(unit) ? slice.elements : slice.other_elements);
    if (!is_kept(unit)) continue;
    slice.row[element / word_bits] |= Word{1} << (element % word_bits);
    if (units.elements[unit].function.empty()) ++slice.without_function;
  }
  return slice;
}

Spectrum sliced(const Spectrum& spectrum, const FunctionSlice& slice) {
  require_elements(slice, spectrum.columns());
  Spectrum narrow(spectrum.elements());
  std::vector<Word> kept(spectrum.width());
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    std::ranges::transform(spectrum.row(test.row), slice.row, kept.begin(), [](Word a, Word b) { return a & b; });
    narrow.add(test.ordinal, test.outcome, std::span<const Word>(kept));
  }
  return narrow;
}

Ranking slice_first(const Ranking& ranking, const FunctionSlice& slice) {
  require_elements(slice, ranking.order.size());
  Ranking result{.order = {}, .position = std::vector<std::size_t>(ranking.order.size())};
  for (const bool is_kept : {true, false})
    for (std::size_t tie = 0; tie < ranking.order.size(); tie = ranking.order[tie].last) {
      const std::size_t first = result.order.size();
      for (std::size_t i = tie; i < ranking.order[tie].last; ++i) {
        const Ranked& each = ranking.order[i];
        if (slice.contains(each.element) != is_kept) continue;
        result.position[each.element] = result.order.size();
        result.order.push_back({each.element, each.score, first + 1, 0});
      }
      for (std::size_t i = first; i < result.order.size(); ++i) result.order[i].last = result.order.size();
    }
  return result;
}

}  // namespace smallscope::diagnosis
