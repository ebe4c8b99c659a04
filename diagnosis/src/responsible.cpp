// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/responsible.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include <smallscope/diagnosis/ambiguity_groups.hpp>

#include "health.hpp"

namespace smallscope::diagnosis {

namespace {

constexpr std::size_t most_elements_of_health = 64;

double entropy_bits(double failing, double passing) {
  const auto part = [&](double count) { return count > 0 ? count * std::log2((failing + passing) / count) : 0; };
  return part(failing) + part(passing);
}

/// The distinct rows that count, as sets of candidates: groups that some failing test covers.
class Table {
 public:
  Table(const Spectrum& spectrum, std::size_t most_effort) {
    for (std::size_t row = 0; row < spectrum.rows(); ++row)
      if (const Weight weight = spectrum.weight(row); weight.passing + weight.failing > 0)
        weights_.push_back(weight), rows_.push_back(row);
    const std::vector<Counts> counts = spectrum.counts();
    for (std::vector<Column>& group : ambiguity_groups(spectrum).groups())
      if (counts[group.front()].ef > 0)
        groups_.push_back(std::move(group)), counts_.push_back(counts[groups_.back().front()]);
    keep_most_telling(most_effort / std::max<std::size_t>(rows_.size(), 1));
    std::vector<std::optional<std::size_t>> candidate_of(spectrum.columns());
    for (std::size_t candidate = 0; candidate < groups_.size(); ++candidate)
      candidate_of[groups_[candidate].front()] = candidate;
    width_ = (groups_.size() + word_bits - 1) / word_bits;
    covered_.resize(rows_.size() * width_);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for_each_bit(spectrum.row(rows_[i]), [&](Column column) {
        if (const auto candidate = candidate_of[column])
          covered_[i * width_ + *candidate / word_bits] |= Word{1} << *candidate % word_bits;
      });
  }

  std::size_t size() const { return rows_.size(); }
  std::size_t row(std::size_t i) const { return rows_[i]; }  ///< its number in the spectrum
  Weight weight(std::size_t i) const { return weights_[i]; }
  /// The candidates that a row covers.
  std::span<const Word> covered(std::size_t i) const { return std::span(covered_).subspan(i * width_, width_); }
  bool covers(std::size_t i, std::size_t candidate) const {
    return (covered_[i * width_ + candidate / word_bits] >> candidate % word_bits & 1u) != 0;
  }
  const std::vector<std::vector<Column>>& groups() const { return groups_; }
  const Counts& counts(std::size_t candidate) const { return counts_[candidate]; }
  std::size_t left_out() const { return left_out_; }

 private:
  /// Leaves out the candidates that would say least if each were the only one.
  void keep_most_telling(std::size_t most) {
    if (groups_.size() <= std::max<std::size_t>(most, 1)) return;
    std::vector<std::size_t> order(groups_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto bits = [&](std::size_t candidate) {
      const Counts& c = counts_[candidate];
      return entropy_bits(c.ef, c.ep) + c.nf * std::log2(static_cast<double>(c.ef + c.ep + c.nf + c.np));
    };
    std::ranges::stable_sort(order, {}, bits);
    left_out_ = order.size() - std::max<std::size_t>(most, 1);
    order.resize(order.size() - left_out_);
    std::ranges::sort(order);
    std::vector<std::vector<Column>> groups;
    std::vector<Counts> counts;
    for (const std::size_t candidate : order)
      groups.push_back(std::move(groups_[candidate])), counts.push_back(counts_[candidate]);
    groups_ = std::move(groups);
    counts_ = std::move(counts);
  }

  std::vector<std::size_t> rows_;
  std::vector<Weight> weights_;
  std::size_t width_ = 0;
  std::vector<Word> covered_;  // by row: its candidates
  std::vector<std::vector<Column>> groups_;
  std::vector<Counts> counts_;  // by group
  std::size_t left_out_ = 0;
};

/// Responsible candidates, and what they make of the outcomes. Bit i of a projection is the i-th of them.
struct Model {
  std::vector<std::size_t> chosen;  ///< candidates
  std::vector<double> health;
  double bits = std::numeric_limits<double>::infinity();
};

class ModelSearch {
 public:
  ModelSearch(const Table& table, const ResponsibleOptions& options) : table_(table), options_(options) {
    for (std::size_t i = 0; i < table.size(); ++i) tests_ += table.weight(i).passing + table.weight(i).failing;
    bits_of_test_ = std::log2(std::max(tests_, 2.0));
    bits_of_element_ = std::log2(std::max(static_cast<double>(table.groups().size()), 2.0)) + bits_of_test_ / 2;
  }

  Model run() const {
    Model best = model_of({});
    while (best.chosen.size() < std::min(options_.most_elements, most_elements_of_health)) {
      Model next = extended(best);
      if (next.bits >= best.bits) break;
      best = shortened(std::move(next));
    }
    return best;
  }

  Model model_of(std::vector<std::size_t> chosen) const {
    std::vector<Projection> projections = projections_of(chosen);
    double bits = bits_of_element_ * static_cast<double>(chosen.size());
    if (!projections.empty() && projections.front().covered == 0) {
      bits += bits_of_test_ * projections.front().failing;
      projections.erase(projections.begin());
    }
    Health found = most_likely_health(std::move(projections), chosen.size());
    return {std::move(chosen), std::move(found.health), bits - found.log_likelihood / std::log(2.0)};
  }

 private:
  static constexpr std::size_t most_exact = 5;  // extensions whose health is found exactly
  static constexpr int rough_iterations = 8;    // for all others
  static constexpr double rough_least = 1e-6;   // of a probability whose logarithm is taken

  /// By set of chosen elements that tests cover, ascending.
  std::vector<Projection> projections_of(const std::vector<std::size_t>& chosen) const {
    std::map<std::uint64_t, Projection> found;
    const std::vector<std::uint64_t> sets = sets_of(chosen);
    for (std::size_t i = 0; i < table_.size(); ++i) {
      Projection& each = found[sets[i]];
      each.covered = sets[i];
      each.passing += table_.weight(i).passing;
      each.failing += table_.weight(i).failing;
    }
    std::vector<Projection> projections;
    for (const auto& [set, projection] : found) projections.push_back(projection);
    return projections;
  }
  /// By row: the chosen elements that it covers.
  std::vector<std::uint64_t> sets_of(const std::vector<std::size_t>& chosen) const {
    std::vector<std::uint64_t> sets(table_.size());
    for (std::size_t i = 0; i < table_.size(); ++i)
      for (std::size_t place = 0; place < chosen.size(); ++place)
        sets[i] |= std::uint64_t{table_.covers(i, chosen[place])} << place;
    return sets;
  }

  /// The model with the one further candidate that makes it shortest.
  Model extended(const Model& model) const {
    const std::vector<Projection> projections = projections_of(model.chosen);
    const std::vector<std::uint64_t> sets = sets_of(model.chosen);
    // How often each candidate is covered, by projection.
    std::vector<Weight> covered(table_.groups().size() * projections.size());
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const auto place = static_cast<std::size_t>(
          std::ranges::lower_bound(projections, sets[i], {}, &Projection::covered) - projections.begin());
      for_each_bit(table_.covered(i), [&](Column candidate) {
        Weight& weight = covered[candidate * projections.size() + place];
        weight.passing += table_.weight(i).passing;
        weight.failing += table_.weight(i).failing;
      });
    }
    std::vector<std::pair<double, std::size_t>> rough;
    for (std::size_t candidate = 0; candidate < table_.groups().size(); ++candidate)
      if (std::ranges::find(model.chosen, candidate) == model.chosen.end())
        rough.emplace_back(rough_bits(model, projections, std::span(covered).subspan(candidate * projections.size())),
                           candidate);
    std::ranges::sort(rough);
    Model best;
    for (std::size_t i = 0; i < std::min(most_exact, rough.size()); ++i) {
      std::vector<std::size_t> chosen = model.chosen;
      chosen.push_back(rough[i].second);
      if (Model tried = model_of(std::move(chosen)); tried.bits < best.bits) best = std::move(tried);
    }
    return best;
  }

  /// About how long the description would be with a candidate that `covered` of each projection cover: some steps of
  /// expectation maximisation for a noisy-or, from the shares of before and one half.
  double rough_bits(const Model& model, const std::vector<Projection>& projections,
                    std::span<const Weight> covered) const {
    const std::size_t size = model.chosen.size() + 1;
    std::vector<Projection> split;
    std::vector<double> tests(size), share(size, 0.5);
    for (std::size_t i = 0; i + 1 < size; ++i) share[i] = std::max(1 - model.health[i], rough_least);
    const auto add = [&](std::uint64_t set, std::uint32_t passing, std::uint32_t failing) {
      if (passing + failing == 0) return;
      split.push_back({set, passing, failing});
      for (std::size_t i = 0; i < size; ++i)
        if (set >> i & 1u) tests[i] += passing + failing;
    };
    for (std::size_t i = 0; i < projections.size(); ++i) {
      add(projections[i].covered, projections[i].passing - covered[i].passing,
          projections[i].failing - covered[i].failing);
      add(projections[i].covered | std::uint64_t{1} << (size - 1), covered[i].passing, covered[i].failing);
    }
    const auto failing_share = [&](std::uint64_t set) {
      double passes = 1;
      for (; set != 0; set &= set - 1) passes *= 1 - share[static_cast<std::size_t>(std::countr_zero(set))];
      return 1 - passes;
    };
    std::vector<double> responsible(size);
    for (int iteration = 0; iteration < rough_iterations; ++iteration) {
      std::ranges::fill(responsible, 0);
      for (const Projection& each : split) {
        if (each.failing == 0 || each.covered == 0) continue;
        const double part = each.failing / std::max(failing_share(each.covered), rough_least);
        for (std::uint64_t set = each.covered; set != 0; set &= set - 1) {
          const auto i = static_cast<std::size_t>(std::countr_zero(set));
          responsible[i] += share[i] * part;
        }
      }
      for (std::size_t i = 0; i < size; ++i) share[i] = tests[i] > 0 ? responsible[i] / tests[i] : 0;
    }
    double bits = 0;
    for (const Projection& each : split) {
      if (each.covered == 0) {
        bits += bits_of_test_ * each.failing;
        continue;
      }
      const double fails = std::clamp(failing_share(each.covered), rough_least, 1 - rough_least);
      bits -= each.failing * std::log2(fails) + each.passing * std::log2(1 - fails);
    }
    return bits;
  }

  /// Without elements that are not worth their bits, the one that costs most first.
  Model shortened(Model model) const {
    while (model.chosen.size() > 1) {
      Model best = model;
      for (std::size_t i = 0; i < model.chosen.size(); ++i) {
        std::vector<std::size_t> rest = model.chosen;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        if (Model tried = model_of(std::move(rest)); tried.bits < best.bits) best = std::move(tried);
      }
      if (best.chosen.size() == model.chosen.size()) break;
      model = std::move(best);
    }
    return model;
  }

  const Table& table_;
  const ResponsibleOptions options_;
  double tests_ = 0, bits_of_test_ = 0, bits_of_element_ = 0;
};

/// The chosen element to which a failing test with this row belongs: that of least health, then the first in the code.
std::optional<std::uint32_t> responsible_of(const Table& table, std::size_t row, const Model& model) {
  std::optional<std::uint32_t> least;
  const auto rank = [&](std::uint32_t i) { return std::pair(model.health[i], model.chosen[i]); };
  for (std::uint32_t i = 0; i < model.chosen.size(); ++i)
    if (table.covers(row, model.chosen[i]) && (!least || rank(i) < rank(*least))) least = i;
  return least;
}

using ElementOf = std::vector<std::optional<std::uint32_t>>;

/// By test.
ElementOf elements_by_test(const Spectrum& spectrum, const Table& table, const Model& model) {
  ElementOf by_row(spectrum.rows());
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table.weight(i).failing > 0) by_row[table.row(i)] = responsible_of(table, i, model);
  ElementOf element_of(spectrum.tests());
  for (std::size_t number = 0; number < spectrum.tests(); ++number)
    if (const CoveredTest test = spectrum.test(number); is_failing(test.outcome)) element_of[number] = by_row[test.row];
  return element_of;
}

/// Whether these failing tests, without the others, need no more than one element.
bool need_one(const Spectrum& spectrum, const std::vector<bool>& is_one, const ResponsibleOptions& options) {
  Spectrum alone = spectrum;
  std::size_t number = 0;
  alone.relabel([&](const CoveredTest& test) {
    return is_failing(test.outcome) && !is_one[number++] ? Outcome::skip : test.outcome;
  });
  const Table table(alone, options.most_effort);
  const Model model = ModelSearch(table, options).run();
  const ElementOf found = elements_by_test(alone, table, model);
  std::set<std::optional<std::uint32_t>> different;
  for (std::size_t i = 0; i < alone.tests(); ++i)
    if (is_failing(alone.test(i).outcome)) different.insert(found[i]);
  return different.size() == 1 && *different.begin();
}

/// Gives all tests of a label to one element, if they need no more by themselves.
void unite_labels(const Spectrum& spectrum, std::span<const std::uint32_t> labels, const ResponsibleOptions& options,
                  ElementOf& element_of) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::size_t>> counts;  // by label and element
  std::map<std::uint32_t, std::size_t> sizes;
  for (std::size_t number = 0; number < element_of.size(); ++number) {
    if (!element_of[number]) continue;
    ++counts[labels[number]][*element_of[number]];
    ++sizes[labels[number]];
  }
  std::erase_if(counts, [](const auto& each) { return each.second.size() < 2; });
  std::vector<std::uint32_t> divided;
  for (const auto& [label, elements] : counts) divided.push_back(label);
  std::ranges::stable_sort(divided, std::greater{}, [&](std::uint32_t label) { return sizes[label]; });
  if (divided.size() > options.most_labels) divided.resize(options.most_labels);
  for (const std::uint32_t label : divided) {
    std::vector<bool> has_label;  // of failing tests
    for (std::size_t number = 0; number < spectrum.tests(); ++number)
      if (is_failing(spectrum.test(number).outcome)) has_label.push_back(labels[number] == label);
    if (!need_one(spectrum, has_label, options)) continue;
    const std::uint32_t most =
        std::ranges::max_element(counts[label], {}, [](const auto& each) { return each.second; })->first;
    for (std::size_t number = 0; number < spectrum.tests(); ++number)
      if (is_failing(spectrum.test(number).outcome) && labels[number] == label) element_of[number] = most;
  }
}

}  // namespace

Responsibility responsible_elements(const Spectrum& spectrum, std::span<const std::uint32_t> labels,
                                    const ResponsibleOptions& options) {
  if (options.most_elements == 0 || options.most_elements > most_elements_of_health)
    throw SpectrumError("responsible elements: at most " + std::to_string(options.most_elements) +
                        " are asked for; ask for 1 to 64");
  if (!labels.empty() && labels.size() != spectrum.tests())
    throw SpectrumError("responsible elements: " + std::to_string(labels.size()) + " labels for " +
                        std::to_string(spectrum.tests()) + " tests; give one for each test, or none");
  const Table table(spectrum, options.most_effort);
  const ModelSearch search(table, options);
  const Model model = search.run();
  ElementOf element_of = elements_by_test(spectrum, table, model);
  if (!labels.empty()) unite_labels(spectrum, labels, options, element_of);
  Responsibility result{.elements = {},
                        .element_of = ElementOf(spectrum.tests()),
                        .unexplained = spectrum.failing(),
                        .bits = model.bits,
                        .bits_alone = search.model_of({}).bits,
                        .left_out = table.left_out()};
  std::vector<std::uint32_t> sizes(model.chosen.size()), order, place(model.chosen.size());
  for (const std::optional<std::uint32_t>& element : element_of)
    if (element) ++sizes[*element], --result.unexplained;
  for (std::uint32_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] > 0) order.push_back(i);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(sizes[b], model.chosen[a]) < std::pair(sizes[a], model.chosen[b]);
  });
  for (const std::uint32_t i : order) {
    place[i] = static_cast<std::uint32_t>(result.elements.size());
    result.elements.push_back(
        {table.groups()[model.chosen[i]], model.health[i], table.counts(model.chosen[i]), sizes[i]});
  }
  for (std::size_t number = 0; number < element_of.size(); ++number)
    if (element_of[number]) result.element_of[number] = place[*element_of[number]];
  return result;
}

}  // namespace smallscope::diagnosis
