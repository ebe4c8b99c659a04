// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::diagnosis {

namespace {

/// Elements for which `coarser` gives the same one go together; those for which it gives none stay.
template <class Coarser>
Folding fold_by(const std::vector<Element>& elements, const Coarser& coarser) {
  Folding folding;
  std::map<Element, Column> known;
  for (const Element& element : elements) {
    const std::optional<Element> whole = coarser(element);
    const auto next = static_cast<Column>(folding.elements.size());
    const auto [found, is_new] = whole ? known.try_emplace(*whole, next) : std::pair(known.end(), true);
    folding.target.push_back(is_new ? next : found->second);
    if (is_new) folding.elements.push_back(whole.value_or(element));
  }
  return folding;
}

/// The elements of both, and where those of each have gone. Equal elements are matched in their order.
struct United {
  std::vector<Element> elements;
  std::vector<Column> a, b;
};

United united(const std::vector<Element>& a, const std::vector<Element>& b) {
  United both{.elements = a, .a = std::vector<Column>(a.size()), .b = {}};
  std::iota(both.a.begin(), both.a.end(), 0);
  std::map<Element, std::vector<Column>> unmatched;
  for (Column column = static_cast<Column>(a.size()); column > 0; --column)
    unmatched[a[column - 1]].push_back(column - 1);
  for (const Element& element : b) {
    const auto found = unmatched.find(element);
    if (found != unmatched.end() && !found->second.empty()) {
      both.b.push_back(found->second.back());
      found->second.pop_back();
    } else {
      both.b.push_back(static_cast<Column>(both.elements.size()));
      both.elements.push_back(element);
    }
  }
  return both;
}

std::vector<std::vector<Word>> moved_rows(const Spectrum& spectrum, const std::vector<Column>& target, Column columns) {
  std::vector<std::vector<Word>> rows;
  rows.reserve(spectrum.rows());
  std::vector<Column> covered;
  for (std::size_t row = 0; row < spectrum.rows(); ++row) {
    covered.clear();
    for_each_bit(spectrum.row(row), [&](Column column) { covered.push_back(target[column]); });
    rows.push_back(row_of(covered, columns));
  }
  return rows;
}

std::vector<std::size_t> by_ordinal(const Spectrum& spectrum) {
  std::vector<std::size_t> order(spectrum.tests());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t test) { return spectrum.test(test).ordinal; });
  return order;
}

}  // namespace

Folding into_lines(const std::vector<Element>& elements) {
  return fold_by(elements, [](const Element& element) -> std::optional<Element> {
    if (element.line == 0) return std::nullopt;
    return Element{
        .name = element.file.empty() ? std::to_string(element.line) : fmt::format("{}:{}", element.file, element.line),
        .file = element.file,
        .line = element.line,
        .function = element.function,
        .kind = ElementKind::line};
  });
}

Folding into_functions(const std::vector<Element>& elements) {
  return fold_by(elements, [](const Element& element) -> std::optional<Element> {
    if (element.function.empty()) return std::nullopt;
    return Element{.name = element.function,
                   .file = element.file,
                   .line = 0,
                   .function = element.function,
                   .kind = ElementKind::function};
  });
}

Spectrum folded(const Spectrum& spectrum, const Folding& folding) {
  if (folding.target.size() != spectrum.columns())
    throw SpectrumError(fmt::format("a folding of {} elements for a spectrum of {}: make it from its elements",
                                    folding.target.size(), spectrum.columns()));
  Spectrum coarse(folding.elements);
  const auto rows = moved_rows(spectrum, folding.target, coarse.columns());
  for (std::size_t number = 0; number < spectrum.tests(); ++number) {
    const CoveredTest test = spectrum.test(number);
    coarse.add(test.ordinal, test.outcome, std::span<const Word>(rows[test.row]));
  }
  return coarse;
}

Spectrum merged(const Spectrum& a, const Spectrum& b) {
  const United both = united(a.elements(), b.elements());
  Spectrum merged(both.elements);
  const auto rows_a = moved_rows(a, both.a, merged.columns()), rows_b = moved_rows(b, both.b, merged.columns());
  const auto order_a = by_ordinal(a), order_b = by_ordinal(b);
  std::size_t i = 0, j = 0;
  while (i < order_a.size() || j < order_b.size()) {
    const bool has_a = i < order_a.size(), has_b = j < order_b.size();
    const CoveredTest from_a = has_a ? a.test(order_a[i]) : CoveredTest{},
                      from_b = has_b ? b.test(order_b[j]) : CoveredTest{};
    const bool is_same = has_a && has_b && from_a.ordinal == from_b.ordinal;
    if (is_same && (from_a.outcome != from_b.outcome || rows_a[from_a.row] != rows_b[from_b.row]))
      throw SpectrumError(
          fmt::format("test #{} is not the same in both spectra ({} and {}): merge spectra of one space,"
                      " and leave out tests that change from run to run",
                      from_a.ordinal, name(from_a.outcome), name(from_b.outcome)));
    const bool take_a = has_a && (!has_b || from_a.ordinal <= from_b.ordinal);
    const CoveredTest& test = take_a ? from_a : from_b;
    merged.add(test.ordinal, test.outcome, std::span<const Word>(take_a ? rows_a[test.row] : rows_b[test.row]));
    i += take_a ? 1 : 0;
    j += !take_a || is_same ? 1 : 0;
  }
  return merged;
}

}  // namespace smallscope::diagnosis
