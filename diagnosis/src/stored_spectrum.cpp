// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/stored_spectrum.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace smallscope::diagnosis {

namespace {

using oracles::Verdict;
using results::CodeElement;

/// How the tests of a level ended.
class Outcomes {
 public:
  Outcomes(const results::Store& store, int level) {
    const auto note = [&](const results::Case& found) {
      if (found.level == level) outcomes_[found.ordinal] = outcome_of(found.verdict);
      return true;
    };
    store.for_each_case(note, false, results::CaseParts::none());
    results::Discards discards = store.discards(level);
    for (const auto* ordinals : {&discards.rejected, &discards.refused, &discards.not_applicable})
      for (const Ordinal ordinal : *ordinals) outcomes_[ordinal] = Outcome::skip;
    filtered_ = std::move(discards.filtered);
  }

  Outcome of(Ordinal ordinal) const {
    if (const auto known = outcomes_.find(ordinal); known != outcomes_.end()) return known->second;
    const auto after = std::ranges::upper_bound(filtered_, ordinal, {}, &std::pair<Ordinal, Ordinal>::first);
    const bool is_filtered = after != filtered_.begin() && ordinal < std::prev(after)->second;
    return is_filtered ? Outcome::skip : Outcome::pass;
  }
  /// Ascending.
  std::vector<Ordinal> failing() const {
    std::vector<Ordinal> ordinals;
    for (const auto& [ordinal, outcome] : outcomes_)
      if (is_failing(outcome)) ordinals.push_back(ordinal);
    std::ranges::sort(ordinals);
    return ordinals;
  }

 private:
  static Outcome outcome_of(Verdict verdict) {
    switch (verdict) {
      case Verdict::fail:
        return Outcome::fail;
      case Verdict::crashed:
        return Outcome::crash;
      case Verdict::timed_out:
        return Outcome::hang;
      default:
        return Outcome::skip;
    }
  }

  std::unordered_map<Ordinal, Outcome> outcomes_;  ///< of inputs that did not simply pass
  std::vector<std::pair<Ordinal, Ordinal>> filtered_;
};

/// The tests of a spectrum, in any order at first, with each distinct row once.
class Collected {
 public:
  Collected(const std::vector<Element>& elements, const Outcomes& outcomes)
      : rows_(std::vector<Element>(elements)), outcomes_(outcomes) {}

  template <class Covered>
  void add(Ordinal ordinal, std::span<const Covered> covered) {
    rows_.add(ordinal, outcomes_.of(ordinal), covered);
  }

  Spectrum spectrum() const {
    std::vector<std::size_t> order(rows_.tests());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t test) { return rows_.test(test).ordinal; });
    Spectrum spectrum(rows_.elements());
    for (const std::size_t number : order) {
      const CoveredTest test = rows_.test(number);
      spectrum.add(test.ordinal, test.outcome, rows_.row(test.row));
    }
    return spectrum;
  }

 private:
  Spectrum rows_;
  const Outcomes& outcomes_;
};

/// The columns of a spectrum, and which of them each element of the store is a part of.
struct Columns {
  std::vector<Element> elements;
  std::vector<std::vector<std::uint32_t>> lines;  ///< of each
  std::vector<std::vector<Column>> parts_of;      ///< by the element's index in the store
};

std::string_view sign(coverage::Kind kind) {
  switch (kind) {
    case coverage::Kind::less:
      return " <";
    case coverage::Kind::equal:
      return " =";
    case coverage::Kind::greater:
      return " >";
    case coverage::Kind::block:
      break;
  }
  return "";
}

/// "tccgen.c:3574-3576", "tccgen.c:3574 <"; without lines, the function or the module, and the address.
std::string name_of(const CodeElement& element, const std::vector<results::CodeModule>& modules) {
  const results::CodePlace& place = element.place;
  if (place.file.empty() || place.lines.empty())
    return fmt::format("{}:{:#x}{}", place.function.empty() ? modules[element.module].path : place.function,
                       element.point.address, sign(element.point.kind));
  const std::uint32_t first = place.lines.front(), last = place.lines.back();
  return first == last ? fmt::format("{}:{}{}", place.file, first, sign(element.point.kind))
                       : fmt::format("{}:{}-{}{}", place.file, first, last, sign(element.point.kind));
}

/// Names that several elements have get numbers: "tccgen.c:3574 #2".
void tell_apart(std::vector<Element>& elements) {
  std::map<std::string, std::size_t> uses;
  for (const Element& element : elements) ++uses[element.name];
  std::map<std::string, std::size_t> numbers;
  for (Element& element : elements)
    if (uses[element.name] > 1) {
      const std::size_t number = ++numbers[element.name];
      element.name += fmt::format(" #{}", number);
    }
}

/// Indices of the store's elements, by file, line and address.
std::vector<std::size_t> in_code_order(const std::vector<CodeElement>& elements) {
  std::vector<std::size_t> order(elements.size());
  std::iota(order.begin(), order.end(), 0);
  const auto line = [](const CodeElement& each) { return each.place.lines.empty() ? 0 : each.place.lines.front(); };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const CodeElement &left = elements[a], &right = elements[b];
    return std::tuple(std::string_view(left.place.file), line(left), left.point, left.element, left.module) <
           std::tuple(std::string_view(right.place.file), line(right), right.point, right.element, right.module);
  });
  return order;
}

/// A block of no statement has no line, and so no file: it is that of the rest of its function, if that has one.
std::vector<CodeElement> elements_with_files(const results::Store& store) {
  std::vector<CodeElement> elements = store.code_elements();
  std::map<std::pair<std::size_t, std::string>, std::set<std::string>> files;
  for (const CodeElement& element : elements)
    if (!element.place.file.empty()) files[{element.module, element.place.function}].insert(element.place.file);
  for (CodeElement& element : elements) {
    if (!element.place.file.empty()) continue;
    const auto found = files.find({element.module, element.place.function});
    if (found != files.end() && found->second.size() == 1) element.place.file = *found->second.begin();
  }
  return elements;
}

Columns block_columns(const results::Store& store, bool with_predicates) {
  const std::vector<CodeElement> elements = elements_with_files(store);
  const std::vector<results::CodeModule> modules = store.code_modules();
  Columns columns{.elements = {}, .lines = {}, .parts_of = std::vector<std::vector<Column>>(elements.size())};
  for (const std::size_t index : in_code_order(elements)) {
    const CodeElement& element = elements[index];
    const bool is_block = element.point.kind == coverage::Kind::block;
    if (!is_block && !with_predicates) continue;
    columns.parts_of[index] = {static_cast<Column>(columns.elements.size())};
    columns.lines.push_back(element.place.lines);
    columns.elements.push_back({.name = name_of(element, modules),
                                .file = element.place.file,
                                .line = element.place.lines.empty() ? 0 : element.place.lines.front(),
                                .function = element.place.function,
                                .kind = is_block ? ElementKind::block : ElementKind::predicate});
  }
  tell_apart(columns.elements);
  return columns;
}

/// The coarser elements that `coarser` names for each block.
template <class Coarser>
Columns coarse_columns(const results::Store& store, const Coarser& coarser) {
  const std::vector<CodeElement> elements = elements_with_files(store);
  Columns columns{.elements = {}, .lines = {}, .parts_of = std::vector<std::vector<Column>>(elements.size())};
  std::map<Element, Column> known;
  for (const std::size_t index : in_code_order(elements)) {
    if (elements[index].point.kind != coverage::Kind::block) continue;
    for (Element& element : coarser(elements[index].place))
      columns.parts_of[index].push_back(known.try_emplace(std::move(element), Column{}).first->second);
  }
  // Numbered in the order of the code, which is that of (file, line).
  std::vector<std::pair<std::tuple<std::string, std::uint32_t, std::string>, const Element*>> order;
  for (const auto& [element, column] : known)
    order.push_back({{element.file, element.line, element.function}, &element});
  std::ranges::sort(order);
  for (const auto& [key, element] : order) {
    known.at(*element) = static_cast<Column>(columns.elements.size());
    columns.elements.push_back(*element);
    columns.lines.push_back(element->line == 0 ? std::vector<std::uint32_t>() : std::vector{element->line});
  }
  for (std::size_t index = 0; index < elements.size(); ++index) {
    if (columns.parts_of[index].empty()) continue;
    columns.parts_of[index].clear();
    for (const Element& element : coarser(elements[index].place)) columns.parts_of[index].push_back(known.at(element));
  }
  return columns;
}

std::vector<Element> lines_of(const results::CodePlace& place) {
  std::vector<Element> lines;
  for (const std::uint32_t line : place.lines)
    lines.push_back({.name = fmt::format("{}:{}", place.file, line),
                     .file = place.file,
                     .line = line,
                     .function = place.function,
                     .kind = ElementKind::line});
  return lines;
}

std::vector<Element> function_of(const results::CodePlace& place) {
  if (place.function.empty()) return {};
  return {{.name = place.function,
           .file = place.file,
           .line = 0,
           .function = place.function,
           .kind = ElementKind::function}};
}

Columns columns_of(const results::Store& store, CodeElements elements) {
  switch (elements) {
    case CodeElements::lines:
      return coarse_columns(store, lines_of);
    case CodeElements::functions:
      return coarse_columns(store, function_of);
    case CodeElements::predicates:
      return block_columns(store, true);
    case CodeElements::blocks:
      break;
  }
  return block_columns(store, false);
}

/// How the spectra of a store count for some of its failing inputs.
StoredSpectrum labelled(StoredSpectrum stored, const std::vector<Ordinal>& failing, const StoredTests& tests) {
  const auto is_wanted = [&](Ordinal ordinal) {
    return !tests.failing || std::ranges::binary_search(*tests.failing, ordinal);
  };
  const Outcome other = tests.others == Others::passing ? Outcome::pass : Outcome::skip;
  stored.not_judged = 0;
  stored.spectrum.relabel([&](const CoveredTest& test) {
    if (test.outcome == Outcome::skip) ++stored.not_judged;
    return is_failing(test.outcome) && !is_wanted(test.ordinal) ? other : test.outcome;
  });
  const auto wanted = static_cast<std::size_t>(std::ranges::count_if(failing, is_wanted));
  stored.other = failing.size() - wanted;
  stored.missing = wanted - std::min<std::size_t>(wanted, stored.spectrum.failing());
  return stored;
}

void require_level(const StoredTests& tests, int level) {
  if (tests.level != level)
    throw SpectrumError(
        fmt::format("tests of level {} in spectra of level {}: read those of that level", tests.level, level));
}

}  // namespace

StoredSpectra::StoredSpectra(const results::Store& store, CodeElements elements, int level) : level_(level) {
  if (store.spectra() == 0)
    throw SpectrumError(fmt::format(
        "store {}: it does not have what its tests covered; run the campaign with --coverage", store.file().string()));
  Columns columns = columns_of(store, elements);
  if (store.code_modules().empty())
    throw SpectrumError(
        fmt::format("store {}: no process of its {} tests reported what it covers; compile and link the subject as "
                    "docs/coverage.md says",
                    store.file().string(), store.spectra()));
  if (columns.elements.empty())
    throw SpectrumError(
        fmt::format("store {}: none of its {} covered elements has a place in the source; compile the "
                    "subject with -g, or take blocks",
                    store.file().string(), store.code_elements().size()));
  const Outcomes outcomes(store, level);
  Collected collected(columns.elements, outcomes);
  std::vector<Word> row((columns.elements.size() + word_bits - 1) / word_bits);
  store.for_each_spectrum(level, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    std::ranges::fill(row, 0);
    for_each_bit(covered, [&](Column element) {
      if (element >= columns.parts_of.size())
        throw results::StoreError(fmt::format("store {}: a spectrum has element {}, and there are {}",
                                              store.file().string(), element, columns.parts_of.size()));
      for (const Column column : columns.parts_of[element]) row[column / word_bits] |= Word{1} << (column % word_bits);
    });
    collected.add(ordinal, std::span<const Word>(row));
    return true;
  });
  failing_ = outcomes.failing();
  stored_.spectrum = collected.spectrum();
  stored_.lines = std::move(columns.lines);
}

StoredSpectra::StoredSpectra(const results::Store& store, const ChoicesOf& choices_of, int level) : level_(level) {
  const auto for_each_input = [&](const auto& visit) {
    store.for_each_executed(level, [&](Ordinal first, Ordinal last) {
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) visit(ordinal, choices_of(ordinal));
      return true;
    });
  };
  const auto name_of = [](const generators::Choice& choice) {
    return fmt::format("{} = {}", choice.name, choice.label);
  };
  // Twice, so that memory is needed for distinct rows only. Elements are in the order of choices, then alternatives.
  std::set<std::tuple<std::size_t, Ordinal, std::string>> ordered;
  for_each_input([&](Ordinal, const generators::Choices& choices) {
    for (std::size_t place = 0; place < choices.size(); ++place)
      ordered.emplace(place, choices[place].index, name_of(choices[place]));
  });
  std::vector<Element> elements;
  std::map<std::string, Column> columns;
  for (const auto& [place, index, name] : ordered) {
    if (!columns.try_emplace(name, static_cast<Column>(elements.size())).second) continue;
    elements.push_back({.name = name, .kind = ElementKind::choice});
  }
  const Outcomes outcomes(store, level);
  Collected collected(elements, outcomes);
  for_each_input([&](Ordinal ordinal, const generators::Choices& choices) {
    std::vector<Column> covered;
    for (const generators::Choice& choice : choices) covered.push_back(columns.at(name_of(choice)));
    collected.add(ordinal, std::span<const Column>(covered));
  });
  failing_ = outcomes.failing();
  stored_.spectrum = collected.spectrum();
  stored_.lines.resize(elements.size());
}

StoredSpectrum StoredSpectra::of(const StoredTests& tests) const& {
  require_level(tests, level_);
  return labelled(stored_, failing_, tests);
}

StoredSpectrum StoredSpectra::of(const StoredTests& tests) && {
  require_level(tests, level_);
  return labelled(std::move(stored_), failing_, tests);
}

StoredSpectrum stored_spectrum(const results::Store& store, const StoredTests& tests, CodeElements elements) {
  return StoredSpectra(store, elements, tests.level).of(tests);
}

StoredSpectrum choice_spectrum(const results::Store& store, const ChoicesOf& choices_of, const StoredTests& tests) {
  return StoredSpectra(store, choices_of, tests.level).of(tests);
}

}  // namespace smallscope::diagnosis
