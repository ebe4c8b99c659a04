// SPDX-License-Identifier: Apache-2.0
#include "spectra/spectra.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>

#include "json.hpp"

namespace smallscope::results {

using generators::Ordinal;

namespace {

/// Tests whose rows are compressed together; all of them are in memory when one is read.
constexpr std::size_t most_together = 4096;

void cover(std::vector<Word>& row, std::int64_t number) {
  const auto index = static_cast<std::size_t>(number) / 64;
  if (row.size() <= index) row.resize(index + 1, 0);
  row[index] |= Word{1} << (number % 64);
}

}  // namespace

Spectra::Spectra(const Connection& connection)
    : connection_(connection),
      modules_(connection, "SELECT number, id, path FROM modules ORDER BY number"),
      elements_(connection,
                "SELECT number, module, element, address, kind, function, file, lines FROM elements ORDER BY number"),
      insert_module_(connection, "INSERT INTO modules(number, id, path) VALUES(?, ?, ?)"),
      insert_element_(connection,
                      "INSERT INTO elements(number, module, element, address, kind, function, file, lines)"
                      " VALUES(?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_(connection, "INSERT INTO spectra(pass, tests, rows) VALUES(?, ?, ?)"),
      of_pass_(connection, "SELECT rows FROM spectra WHERE pass=? ORDER BY id"),
      // The newest first: a later spectrum of a test takes the place of an earlier one.
      of_level_(connection,
                "SELECT spectra.rows FROM spectra JOIN passes ON passes.id=spectra.pass WHERE passes.level=?"
                " ORDER BY spectra.id DESC"),
      count_(connection, "SELECT coalesce(sum(tests), 0) FROM spectra") {}

std::map<std::string, Spectra::Known>& Spectra::known() {
  if (known_) return *known_;
  known_.emplace();
  next_ = 0;
  std::vector<Known*> by_number;
  for (const CodeModule& module : modules()) {
    Known& each = (*known_)[module.id];
    each.number = static_cast<std::int64_t>(by_number.size());
    by_number.push_back(&each);
  }
  for (const CodeElement& element : elements())
    by_number[element.module]->elements.emplace_back(element.element, next_++);
  for (auto& [id, module] : *known_) std::ranges::sort(module.elements);
  return *known_;
}

Spectra::Known& Spectra::known(const CodeModule& module) {
  const auto [found, is_new] = known().try_emplace(module.id);
  if (is_new) {
    found->second.number = static_cast<std::int64_t>(known().size()) - 1;
    insert_module_.execute(found->second.number, std::string_view(module.id), std::string_view(module.path));
  }
  return found->second;
}

std::int64_t Spectra::insert(const CodeElement& element) {
  const std::vector<Ordinal> lines(element.place.lines.begin(), element.place.lines.end());
  insert_element_.execute(next_, Ordinal{element.module}, Ordinal{element.element}, Ordinal{element.point.address},
                          static_cast<int>(element.point.kind), std::string_view(element.place.function),
                          std::string_view(element.place.file), std::string_view(to_json(lines)));
  return next_++;
}

std::vector<std::int64_t> Spectra::numbers_of(const coverage::Part& covered) {
  Known& module = known({covered.module->id, covered.module->path});
  std::vector<std::int64_t> numbers;
  numbers.reserve(covered.elements.size());
  std::vector<std::pair<coverage::Element, std::int64_t>> added;
  auto next = module.elements.begin();
  for (const coverage::Element element : covered.elements) {
    while (next != module.elements.end() && next->first < element) ++next;
    if (next != module.elements.end() && next->first == element) {
      numbers.push_back(next->second);
      continue;
    }
    numbers.push_back(insert({.module = static_cast<std::size_t>(module.number),
                              .element = element,
                              .point = covered.module->point(element),
                              .place = find_place_ ? find_place_(*covered.module, element) : CodePlace()}));
    added.emplace_back(element, numbers.back());
  }
  if (added.empty()) return numbers;
  const auto before = static_cast<std::ptrdiff_t>(module.elements.size());
  module.elements.insert(module.elements.end(), added.begin(), added.end());
  std::inplace_merge(module.elements.begin(), module.elements.begin() + before, module.elements.end());
  return numbers;
}

void Spectra::add(int pass, std::span<const TestSpectrum> tests) {
  std::vector<SpectrumRow> rows;
  for (const TestSpectrum& test : tests) {
    SpectrumRow& row = rows.emplace_back(SpectrumRow{test.ordinal, {}});
    for (const coverage::Part& part : test.covered.parts)
      for (const std::int64_t number : numbers_of(part)) cover(row.covered, number);
    if (rows.size() == most_together) write(pass, rows);
  }
  write(pass, rows);
}

void Spectra::write(int pass, std::vector<SpectrumRow>& rows) {
  if (rows.empty()) return;
  const std::string packed = pack(rows);
  insert_.execute(pass, Ordinal{rows.size()}, Blob{packed});
  rows.clear();
}

std::int64_t Spectra::number_of(const std::vector<CodeModule>& modules, CodeElement element) {
  Known& module = known(modules[element.module]);
  const auto place =
      std::ranges::lower_bound(module.elements, element.element, {}, [](const auto& each) { return each.first; });
  if (place != module.elements.end() && place->first == element.element) return place->second;
  element.module = static_cast<std::size_t>(module.number);
  return module.elements.emplace(place, element.element, insert(element))->second;
}

void Spectra::copy(Spectra& source, int source_pass, int pass) {
  std::vector<std::int64_t> here;  // the numbers of the source's elements, as far as they are needed
  const std::vector<CodeModule> modules = source.modules();
  const std::vector<CodeElement> elements = source.elements();
  std::vector<SpectrumRow> rows;
  for (Rows stored = source.of_pass_.rows(source_pass); stored.next();) {
    if (here.empty()) here.resize(elements.size(), -1);
    source.visit_rows(stored.text(0), [&](Ordinal ordinal, std::span<const Word> covered) {
      SpectrumRow& row = rows.emplace_back(SpectrumRow{ordinal, {}});
      for (std::size_t i = 0; i < covered.size(); ++i)
        for (Word rest = covered[i]; rest != 0; rest &= rest - 1) {
          const std::size_t number = i * 64 + static_cast<std::size_t>(std::countr_zero(rest));
          if (number >= here.size()) source.connection_.damaged("a spectrum has an element that there is not");
          if (here[number] < 0) here[number] = number_of(modules, elements[number]);
          cover(row.covered, here[number]);
        }
      return true;
    });
    write(pass, rows);
  }
}

std::vector<CodeModule> Spectra::modules() {
  std::vector<CodeModule> modules;
  for (Rows rows = modules_.rows(); rows.next();) {
    if (rows.ordinal(0) != modules.size()) connection_.damaged("its modules of code are not numbered from 0");
    modules.push_back({std::string(rows.text(1)), std::string(rows.text(2))});
  }
  return modules;
}

std::vector<CodeElement> Spectra::elements() {
  const std::size_t modules = this->modules().size();
  std::vector<CodeElement> elements;
  for (Rows rows = elements_.rows(); rows.next();) {
    const auto module = rows.ordinal(1), kind = rows.ordinal(4), code = rows.ordinal(2);
    if (rows.ordinal(0) != elements.size() || module >= modules || kind >= std::size(coverage::all_kinds) ||
        code > std::numeric_limits<coverage::Element>::max())
      connection_.damaged(fmt::format("its element of code {} is none", rows.integer(0)));
    CodeElement& element = elements.emplace_back();
    element.module = module;
    element.element = static_cast<coverage::Element>(code);
    element.point = {rows.ordinal(3), static_cast<coverage::Kind>(kind), element.element >= coverage::first_return};
    element.place = {std::string(rows.text(5)), std::string(rows.text(6)), {}};
    try {
      for (const Ordinal line : ordinals_from_json(rows.text(7)))
        element.place.lines.push_back(static_cast<std::uint32_t>(line));
    } catch (const BadJson& error) {
      connection_.damaged(error.what());
    }
  }
  return elements;
}

void Spectra::visit_rows(std::string_view packed, const VisitSpectrum& visit) const {
  try {
    unpack(packed, visit);
  } catch (const BadRows& error) {
    connection_.damaged(error.what());
  }
}

void Spectra::for_each(int level, const VisitSpectrum& visit) {
  std::unordered_set<Ordinal> seen;
  bool goes_on = true;
  for (Rows rows = of_level_.rows(level); goes_on && rows.next();)
    visit_rows(rows.text(0), [&](Ordinal ordinal, std::span<const Word> covered) {
      if (!seen.insert(ordinal).second) return true;
      return goes_on = visit(ordinal, covered);
    });
}

Ordinal Spectra::count() {
  Rows rows = count_.rows();
  return rows.next() ? rows.ordinal(0) : 0;
}

}  // namespace smallscope::results
