// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/planning/belief.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "planning/histories.hpp"
#include "posterior.hpp"

namespace smallscope::diagnosis::planning {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();
constexpr std::size_t most_remembered = 1u << 20;  // sets of elements, before those that are not in use are forgotten

void check(const BeliefOptions& options) {
  if (options.diagnoses == 0) throw SpectrumError("a belief of at most 0 diagnoses: give at least 1");
  if (options.fixed_health && !(*options.fixed_health >= 0 && *options.fixed_health < 1))
    throw SpectrumError(fmt::format("a fixed health of {}: give one from 0 to below 1", *options.fixed_health));
}

void set_bit(std::vector<Word>& row, Column element) { row[element / word_bits] |= Word{1} << (element % word_bits); }

template <class Sink>
void for_each_index(std::uint64_t set, Sink&& sink) {
  for (; set != 0; set &= set - 1) sink(static_cast<std::size_t>(std::countr_zero(set)));
}

}  // namespace

std::string_view name(PassReading reading) {
  constexpr std::string_view names[] = {"health", "inverted", "elements"};
  return names[static_cast<std::size_t>(reading)];
}

/// What a belief and its copies share. It only grows, so that numbers stay valid.
struct Belief::Tables {
  struct Set {
    std::uint32_t first, size;  // in `elements`
    double log_odds;
  };

  Tables(Column column_count, const BeliefOptions& options)
      : histories(options.fixed_health),
        columns(column_count),
        width((column_count + word_bits - 1) / word_bits),
        cardinality(std::min(options.cardinality, most_elements)),
        odds(log_odds(options.prior, column_count)) {
    check(options);
    sets.push_back({0, 0, 0});
  }

  std::span<const Column> elements_of(std::uint32_t set) const {
    return std::span(elements).subspan(sets[set].first, sets[set].size);
  }
  std::span<const Word> row(std::uint32_t id) const { return std::span(words).subspan(id * width, width); }

  std::uint32_t row_id(std::span<const Word> row) {
    if (row.size() != width)
      throw SpectrumError(fmt::format("a row of {} words for {} elements: give {} words", row.size(), columns, width));
    const auto [at, is_new] = row_ids.try_emplace({row.begin(), row.end()}, static_cast<std::uint32_t>(row_ids.size()));
    if (is_new) words.insert(words.end(), row.begin(), row.end());
    return at->second;
  }

  /// The set with one more element.
  std::uint32_t extended(std::uint32_t set, Column element) {
    const auto [at, is_new] =
        extensions.try_emplace(std::uint64_t{set} << 32 | element, static_cast<std::uint32_t>(sets.size()));
    if (is_new) {
      const Set part = sets[set];
      const auto first = static_cast<std::uint32_t>(elements.size());
      for (std::uint32_t i = 0; i < part.size; ++i) elements.push_back(elements[part.first + i]);
      elements.insert(std::lower_bound(elements.begin() + first, elements.end(), element), element);
      sets.push_back({first, part.size + 1, part.log_odds + odds[element]});
    }
    return at->second;
  }

  Histories histories;
  Column columns;
  std::size_t width;
  std::size_t cardinality;
  std::vector<double> odds;
  std::vector<Set> sets;  // the first one is empty
  std::vector<Column> elements;
  std::unordered_map<std::uint64_t, std::uint32_t> extensions;
  std::vector<Word> words;  // of the rows
  std::map<std::vector<Word>, std::uint32_t> row_ids;
};

Belief::Belief(Column columns, const BeliefOptions& options)
    : tables_(std::make_shared<Tables>(columns, options)), most_(options.diagnoses) {
  weighed_.push_back({0, tables_->histories.of(0, {}), 0, 1});
}

Belief::Belief(const Spectrum& spectrum, const BeliefOptions& options) : Belief(spectrum.columns(), options) {
  // Passing tests first: the more is known, the better is the choice of diagnoses to leave out.
  for (std::size_t row = 0; row < spectrum.rows(); ++row)
    if (const std::uint32_t tests = spectrum.weight(row).passing; tests > 0)
      count(tables_->row_id(spectrum.row(row)), false, tests);
  for (std::size_t row = 0; row < spectrum.rows(); ++row)
    for (std::uint32_t i = 0; i < spectrum.weight(row).failing; ++i) observe(spectrum.row(row), true);
}

Belief::~Belief() = default;
Belief::Belief(const Belief&) = default;
Belief::Belief(Belief&&) noexcept = default;
Belief& Belief::operator=(const Belief&) = default;
Belief& Belief::operator=(Belief&&) noexcept = default;

Column Belief::columns() const { return tables_->columns; }

void Belief::observe(std::span<const Word> covered, bool is_failing) {
  if (tables_.use_count() == 1 && tables_->sets.size() > most_remembered) forget_unused();
  const std::uint32_t row = tables_->row_id(covered);
  if (is_failing && std::ranges::all_of(covered, [](Word word) { return word == 0; })) {
    ++unexplained_;
    return;
  }
  count(row, is_failing, 1);
  learn(row, is_failing);
}

void Belief::count(std::uint32_t row, bool is_failing, std::uint32_t tests) {
  auto at = std::ranges::find(rows_, row, &Row::id);
  if (at == rows_.end()) at = rows_.insert(at, {row, 0, 0});
  (is_failing ? at->failing : at->passing) += tests;
}

void Belief::learn(std::uint32_t row, bool is_failing) {
  Tables& tables = *tables_;
  const std::span<const Word> covered = tables.row(row);
  std::vector<Weighed> unhit;
  std::size_t kept = 0;
  for (Weighed& each : weighed_) {
    const std::uint64_t mask = projected(tables.elements_of(each.set), covered);
    if (mask == 0 && is_failing) {
      unhit.push_back(each);
      continue;
    }
    if (mask != 0) {
      each.history = tables.histories.after(each.history, mask, is_failing);
      each.log = tables.sets[each.set].log_odds + tables.histories[each.history].log_likelihood;
    }
    weighed_[kept++] = each;
  }
  weighed_.resize(kept);
  if (!unhit.empty()) extend(unhit, row);
  normalise();
  cut();
}

/// What all rows so far say of one diagnosis, and of it with one more element.
class Belief::Extension {
 public:
  Extension(const Tables& tables, const std::vector<Row>& rows) : tables_(tables), rows_(rows), covered_(rows.size()) {}

  void begin(std::uint32_t set) {
    elements_ = tables_.elements_of(set);
    for (std::size_t i = 0; i < rows_.size(); ++i) covered_[i] = projected(elements_, tables_.row(rows_[i].id));
  }

  /// Whether each element of the extended diagnosis still has a failing test that it alone explains. The new element
  /// has the test that made it necessary.
  bool is_minimal_with(Column element) const {
    std::uint64_t alone = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (rows_[i].failing > 0 && std::has_single_bit(covered_[i]) && !has(i, element)) alone |= covered_[i];
    return std::popcount(alone) == static_cast<int>(elements_.size());
  }

  /// Sorted, of the extended diagnosis.
  const std::vector<Projection>& projections_with(Column element) {
    const auto position = static_cast<unsigned>(std::ranges::lower_bound(elements_, element) - elements_.begin());
    const std::uint64_t below = (std::uint64_t{1} << position) - 1;
    projections_.clear();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::uint64_t covered =
          (covered_[i] & below) | (covered_[i] & ~below) << 1 | static_cast<std::uint64_t>(has(i, element)) << position;
      if (covered == 0) continue;
      auto at = std::ranges::find(projections_, covered, &Projection::covered);
      if (at == projections_.end()) at = projections_.insert(at, {covered});
      at->passing += rows_[i].passing;
      at->failing += rows_[i].failing;
    }
    std::ranges::sort(projections_, {}, &Projection::covered);
    return projections_;
  }

 private:
  bool has(std::size_t row, Column element) const {
    return (tables_.row(rows_[row].id)[element / word_bits] >> (element % word_bits) & 1u) != 0;
  }

  const Tables& tables_;
  const std::vector<Row>& rows_;
  std::span<const Column> elements_;
  std::vector<std::uint64_t> covered_;  // of each row
  std::vector<Projection> projections_;
};

/// Berge's step for diagnoses that a failing test does not cover.
void Belief::extend(const std::vector<Weighed>& unhit, std::uint32_t row) {
  Tables& tables = *tables_;
  Extension extension(tables, rows_);
  std::vector<Column> covered;
  for_each_bit(tables.row(row), [&](Column element) { covered.push_back(element); });
  for (const Weighed& part : unhit) {
    if (tables.sets[part.set].size == tables.cardinality) {
      is_cut_by_cardinality_ = true;
      continue;
    }
    extension.begin(part.set);
    std::vector<std::pair<Column, std::uint32_t>> made;  // tables.extended() moves the elements that it reads
    for (const Column element : covered)
      if (extension.is_minimal_with(element))
        made.emplace_back(element,
                          tables.histories.of(tables.sets[part.set].size + 1, extension.projections_with(element)));
    for (const auto& [element, history] : made) {
      const std::uint32_t set = tables.extended(part.set, element);
      weighed_.push_back({set, history, tables.sets[set].log_odds + tables.histories[history].log_likelihood, 0});
    }
  }
}

void Belief::normalise() {
  double most = impossible;
  for (const Weighed& each : weighed_) most = std::max(most, each.log);
  // What is impossible goes, unless all are: then nothing is known of them, and they are equally probable.
  if (most != impossible) std::erase_if(weighed_, [](const Weighed& each) { return each.log == impossible; });
  double sum = 0;
  for (Weighed& each : weighed_) sum += each.probability = most == impossible ? 1 : std::exp(each.log - most);
  greatest_ = 0;
  for (Weighed& each : weighed_) greatest_ = std::max(greatest_, each.probability /= sum);
}

void Belief::cut() {
  if (weighed_.size() <= most_) return;
  const auto is_before = [&](const Weighed& a, const Weighed& b) {
    if (a.log != b.log) return a.log > b.log;
    return std::ranges::lexicographical_compare(tables_->elements_of(a.set), tables_->elements_of(b.set));
  };
  std::ranges::nth_element(weighed_, weighed_.begin() + static_cast<std::ptrdiff_t>(most_), is_before);
  left_out_ += weighed_.size() - most_;
  weighed_.resize(most_);
  std::ranges::sort(weighed_, is_before);  // which order nth_element leaves is up to the library
  double sum = 0;
  for (const Weighed& each : weighed_) sum += each.probability;
  kept_ *= sum;
  normalise();
}

/// Looking ahead fills the tables with diagnoses that no belief has any more.
void Belief::forget_unused() {
  Tables fresh(tables_->columns, {.cardinality = tables_->cardinality});
  fresh.odds = tables_->odds;
  fresh.histories = Histories(tables_->histories.fixed_health());
  for (Row& row : rows_) row.id = fresh.row_id(tables_->row(row.id));
  for (Weighed& each : weighed_) {
    const Histories::History& history = tables_->histories[each.history];
    each.history = fresh.histories.of(history.elements, history.projections);
    std::uint32_t set = 0;
    for (const Column element : tables_->elements_of(each.set)) set = fresh.extended(set, element);
    each.set = set;
  }
  *tables_ = std::move(fresh);
}

double Belief::entropy() const {
  double sum = 0;
  for (const Weighed& each : weighed_)
    if (each.probability > 0) sum -= each.probability * std::log2(each.probability);
  return sum;
}

double Belief::pass_probability(std::span<const Word> covered, PassReading reading) const {
  if (reading == PassReading::elements) {
    const std::vector<double> faults = fault_probabilities();
    double product = 1;
    for_each_bit(covered, [&](Column element) { product *= 0.999 * (1 - std::min(1.0, faults[element])); });
    return product;
  }
  double sum = 0;
  for (const Weighed& each : weighed_) {
    const std::vector<double>& health = tables_->histories[each.history].health;
    double product = each.probability;
    for_each_index(projected(tables_->elements_of(each.set), covered),
                   [&](std::size_t i) { product *= reading == PassReading::health ? health[i] : 1 - health[i]; });
    sum += product;
  }
  return std::min(1.0, sum);
}

std::vector<Word> Belief::in_question() const {
  std::vector<Word> row(tables_->width);
  for (const Weighed& each : weighed_)
    for (const Column element : tables_->elements_of(each.set)) set_bit(row, element);
  return row;
}

std::vector<Word> Belief::in_best() const {
  std::vector<Word> row(tables_->width);
  for (const Weighed& each : weighed_)
    if (each.probability == greatest_)
      for (const Column element : tables_->elements_of(each.set)) set_bit(row, element);
  return row;
}

std::vector<double> Belief::fault_probabilities() const {
  std::vector<double> sums(tables_->columns);
  for (const Weighed& each : weighed_)
    for (const Column element : tables_->elements_of(each.set)) sums[element] += each.probability;
  return sums;
}

Diagnoses Belief::diagnoses() const {
  Diagnoses result{.unexplained = unexplained_};
  for (const Weighed& each : weighed_) {
    const Histories::History& history = tables_->histories[each.history];
    const std::span<const Column> elements = tables_->elements_of(each.set);
    result.all.push_back(
        {{elements.begin(), elements.end()}, history.health, history.log_likelihood, each.probability});
  }
  std::ranges::sort(result.all, is_before);
  if (left_out_ > 0)
    result.enumeration = Enumeration::cut_by_number;
  else if (is_cut_by_cardinality_)
    result.enumeration = Enumeration::cut_by_cardinality;
  return result;
}

Belief Belief::narrowed(std::size_t diagnoses) const {
  Belief narrow = *this;
  narrow.most_ = std::min(most_, std::max<std::size_t>(diagnoses, 1));
  narrow.cut();
  return narrow;
}

}  // namespace smallscope::diagnosis::planning
