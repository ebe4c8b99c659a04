// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/explainer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "explanations/derived_column.hpp"
#include "explanations/expansion.hpp"
#include "explanations/literals.hpp"
#include "explanations/necessary.hpp"
#include "explanations/redundancy.hpp"
#include "explanations/relations.hpp"
#include "explanations/usual.hpp"

namespace smallscope::clustering {

namespace {

/// A question for a cover: which inputs are to be told from which.
struct Question {
  std::shared_ptr<const Population> population;
  std::vector<DerivedAttribute> derived;
  CoverRows rows;
};

/// The attributes of the inputs.
std::vector<Column> columns_of(const Population& population, std::span<const Ordinal> ordinals) {
  std::vector<std::vector<std::size_t>> selected(population.tables().size());  // by table: rows
  std::vector<std::size_t> rows;
  for (const Ordinal ordinal : ordinals) {
    population.rows(ordinal, rows);
    for (std::size_t table = 0; table < rows.size(); ++table) selected[table].push_back(rows[table]);
  }
  std::vector<Column> columns(population.attributes().size());
  for (std::size_t number = 0; number < selected.size(); ++number) {
    const PopulationTable& table = population.tables()[number];
    const Selection selection(std::move(selected[number]), table.rows);
    for (std::size_t place = 0; place < table.attributes.size(); ++place)
      columns[table.attributes[place]] = table.columns[place].of(selection);
  }
  return columns;
}

/// The values of the attribute in the rows.
Column column_of(const Question& question, const DerivedAttribute& derived) {
  return derived_column(derived, question.population->attributes(),
                        [&](std::size_t attribute) -> const Column& { return question.rows.columns[attribute]; });
}

Question with(const Question& question, const DerivedAttribute& derived) {
  Question more = question;
  more.population = std::make_shared<Population>(question.population->with(derived));
  more.derived.push_back(derived);
  more.rows.columns.push_back(column_of(question, derived));
  return more;
}

/// What it takes to name the matching inputs that fail in another way, one by one. Naming them as a set would cost less
/// where they are the majority, but then the explanation would be theirs.
double bits_of_others(const Matches& matches) {
  if (matches.others == 0) return 0;
  return static_cast<double>(matches.others) * std::log2(static_cast<double>(matches.members + matches.others));
}

/// The terms that cover the question's rows.
Explanation answer(const Question& question, bool others_are_free, const ExplainOptions& options) {
  Explanation explanation{.attributes = question.population->attributes(), .derived = question.derived};
  const CoverRows& rows = question.rows;
  std::vector<std::uint8_t> matched(rows.roles.size());
  for (const Cube& cube : cover(*question.population, rows, others_are_free, options)) {
    Cube chosen;
    Term term{conditions_of(cube, rows, *question.population, chosen), {}};
    const std::vector<std::uint8_t> in = rows_in(rows, chosen);
    term.matches = matches_of(*question.population, rows, chosen, in);
    for (std::size_t row = 0; row < in.size(); ++row) matched[row] |= in[row];
    explanation.bits += bits_of(term, explanation.attributes);
    explanation.terms.push_back(std::move(term));
  }
  std::ranges::stable_sort(explanation.terms, std::greater{}, [](const Term& term) { return term.matches.members; });
  for (std::size_t row = 0; row < matched.size(); ++row) {
    if (matched[row])
      count(explanation.matches, rows.roles[row]);
    else
      explanation.unexplained += rows.roles[row] == Role::covered;
  }
  Matches& all = explanation.matches;
  all.inputs = all.members + all.others + all.unjudged + all.undecided;
  explanation.bits += bits_of_others(all);
  return explanation;
}

bool is_better(const Explanation& a, const Explanation& b) {
  return std::tuple(a.unexplained, a.bits) < std::tuple(b.unexplained, b.bits);
}

/// The shorter of two: other failures may match, or must not.
Explanation shorter_answer(const Question& question, const ExplainOptions& options) {
  if (std::ranges::find(question.rows.roles, Role::other) == question.rows.roles.end())
    return answer(question, false, options);
  Explanation loose = answer(question, true, options);
  if (loose.terms.size() == 1 && loose.matches.others == 0) return loose;
  // What cannot be said with others cannot be said without them.
  if (loose.unexplained > 0) return loose;
  // More terms than this would be longer.
  ExplainOptions bounded = options;
  bounded.most_terms =
      std::min(options.most_terms, static_cast<std::size_t>(loose.bits / fewest_bits(loose.attributes)) + 1);
  Explanation strict = answer(question, false, bounded);
  return is_better(strict, loose) ? strict : loose;
}

using Marks = std::vector<std::uint8_t>;  // by row

Marks covered_rows(const CoverRows& rows) {
  Marks covered(rows.roles.size());
  for (std::size_t row = 0; row < covered.size(); ++row) covered[row] = rows.roles[row] == Role::covered;
  return covered;
}

/// The rows to be covered that the largest term does not match.
Marks rest_of(const Question& question, const Explanation& explanation) {
  Marks matched(question.rows.roles.size(), 1);
  for (const Literal& literal : explanation.terms.front().literals)
    restrict_to(question.rows.columns[literal.attribute],
                allowed_by(literal, explanation.attributes[literal.attribute]), matched);
  Marks rest = covered_rows(question.rows);
  for (std::size_t row = 0; row < rest.size(); ++row) rest[row] &= matched[row] ^ 1;
  return rest;
}

/// How many rows have each value of the attribute. Two choices of different tables are independent, so their
/// rows need no joined table.
std::vector<double> rows_by_value(const Population& population, const DerivedAttribute& derived) {
  const auto counts_of = [&](std::size_t attribute) {
    return population.column_of(attribute).counts(population.attributes()[attribute].labels.size());
  };
  std::vector<double> rows(derived.labels.size());
  if (derived.from.size() != 2 || population.table_of(derived.from[0]) == population.table_of(derived.from[1])) {
    std::ranges::copy(population.column(derived).counts(rows.size()), rows.begin());
    return rows;
  }
  const std::vector<std::size_t> first = counts_of(derived.from[0]), second = counts_of(derived.from[1]);
  for (Value a = 0; a < first.size(); ++a)
    for (Value b = 0; b < second.size(); ++b)
      rows[derived.value(std::array{a, b})] += static_cast<double>(first[a]) * static_cast<double>(second[b]);
  return rows;
}

/// The part of the population that has each value of the attribute.
std::vector<double> shares_of(const Population& population, const DerivedAttribute& derived) {
  std::vector<double> shares = rows_by_value(population, derived);
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= all;
  return shares;
}

/// By how many bits the marked rows have a value of the column oftener than is expected.
double surprise(const Column& column, const Marks& marked, const std::vector<double>& expected) {
  const auto members = static_cast<std::size_t>(std::ranges::count(marked, std::uint8_t{1}));
  const std::vector<std::size_t> counts = column.counts_in(marked, members, expected.size());
  double most = 0;
  for (std::size_t value = 0; value < counts.size(); ++value) {
    const auto found = static_cast<double>(counts[value]);
    if (found > 0) most = std::max(most, found * std::log2(found / static_cast<double>(members) / expected[value]));
  }
  return most;
}

/// The relations that surprise most: in all rows to be covered, and in those that the largest term leaves, which may
/// have another reason.
std::vector<DerivedAttribute> promising_relations(const Question& question, const Explanation& best,
                                                  const ExplainOptions& options) {
  struct Candidate {
    Relation relation;
    std::array<double, 2> bits;
    bool chosen = false;
  };
  const std::array<Marks, 2> marks{covered_rows(question.rows), rest_of(question, best)};
  std::vector<Candidate> candidates;
  const Attributes& known = question.population->attributes();
  std::set<std::string_view> names;
  for (const Attribute& attribute : known) names.insert(attribute.name);
  const PossibleRelations relations(*question.population);
  for (const Relation& relation : relations.all()) {
    if (options.stop.stop_requested()) break;
    const DerivedAttribute derived = relations.derived(relation);
    if (names.contains(derived.name) || question.population->rows_with(derived) > most_rows_of_a_relation) continue;
    const Column column = column_of(question, derived);
    const std::vector<double> expected = shares_of(*question.population, derived);
    const std::array bits{surprise(column, marks[0], expected), surprise(column, marks[1], expected)};
    if (std::max(bits[0], bits[1]) > 0) candidates.push_back({relation, bits});
  }
  std::vector<DerivedAttribute> promising;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    std::ranges::stable_sort(candidates, std::greater{}, [&](const Candidate& candidate) { return candidate.bits[i]; });
    for (std::size_t place = 0; place < std::min(candidates.size(), options.relations); ++place) {
      Candidate& candidate = candidates[place];
      if (candidate.chosen || candidate.bits[i] <= 0) continue;
      candidate.chosen = true;
      promising.push_back(relations.derived(candidate.relation));
    }
  }
  return promising;
}

constexpr std::size_t terms_that_need_no_relation = 2;

/// The first terms of an answer. They are quick, and a relation that does not make them better is not tried further.
Explanation first_terms(const Question& question, ExplainOptions options) {
  options.most_terms = std::min(options.most_terms, terms_that_need_no_relation);
  return answer(question, true, options);
}

/// Explains with one more relation, and again, as long as that makes it shorter.
Explanation answer_with_relations(Question question, const ExplainOptions& options) {
  Explanation best = shorter_answer(question, options);
  bool shorter = question.rows.roles.size() <= options.most_inputs_for_relations;
  while (shorter && best.terms.size() > terms_that_need_no_relation) {
    shorter = false;
    std::optional<Question> chosen;
    const Explanation first = first_terms(question, options);
    for (const DerivedAttribute& relation : promising_relations(question, best, options)) {
      Question more = with(question, relation);
      if (!is_better(first_terms(more, options), first)) continue;
      Explanation found = shorter_answer(more, options);
      if (options.stop.stop_requested()) return best;
      if (!is_better(found, best)) continue;
      best = std::move(found);
      chosen = std::move(more);
      shorter = true;
    }
    if (chosen) question = *std::move(chosen);
  }
  return best;
}

bool contains(const std::vector<Ordinal>& sorted, Ordinal ordinal) {
  return std::ranges::binary_search(sorted, ordinal);
}

/// At most this many inputs are listed in order to say which of them pass.
constexpr Ordinal most_exceptions = 1'000'000;

}  // namespace

Explainer::Explainer(Population population, std::vector<Ordinal> failing, std::vector<Ordinal> unjudged,
                     const ExplainOptions& options, std::vector<Ordinal> undecided)
    : population_(std::make_shared<const Population>(std::move(population))),
      failing_(std::move(failing)),
      unjudged_(std::move(unjudged)),
      undecided_(std::move(undecided)),
      options_(options) {
  std::vector<Ordinal> all(failing_);
  for (const std::vector<Ordinal>* part : {&unjudged_, &undecided_}) all.insert(all.end(), part->begin(), part->end());
  columns_ = columns_of(*population_, all);
}

Explainer Explainer::among(std::span<const std::size_t> failing) const {
  std::vector<std::size_t> rows(failing.begin(), failing.end()), others;  // of columns
  for (std::size_t row = 0, next = 0; row < failing_.size(); ++row)
    next < failing.size() && failing[next] == row ? void(++next) : others.push_back(row);
  std::vector<Ordinal> ordinals(failing_);
  ordinals.insert(ordinals.end(), unjudged_.begin(), unjudged_.end());
  std::vector<std::size_t> unjudged(unjudged_.size());
  std::iota(unjudged.begin(), unjudged.end(), failing_.size());
  std::ranges::merge(
      others, unjudged, std::back_inserter(rows), {}, [&](std::size_t row) { return ordinals[row]; },
      [&](std::size_t row) { return ordinals[row]; });
  std::vector<Ordinal> fails, is_unjudged;
  for (std::size_t i = 0; i < rows.size(); ++i) (i < failing.size() ? fails : is_unjudged).push_back(ordinals[rows[i]]);
  const std::size_t size = rows.size() + undecided_.size();
  for (std::size_t row = rows.size(); row < size; ++row) rows.push_back(row);
  const Selection selection(std::move(rows), size);
  std::vector<Column> columns;
  for (const Column& column : columns_) columns.push_back(column.of(selection));
  return {population_, std::move(fails), std::move(is_unjudged), undecided_, std::move(columns), options_};
}

std::size_t Explainer::held() const {
  std::size_t held = 0;
  for (const Column& column : columns_) held += column.held();
  for (const PopulationTable& table : population_->tables())
    for (const Column& column : table.columns) held += column.held();
  return held;
}

Explanation Explainer::explain(std::span<const Ordinal> members, const ExplainOptions& options) const {
  if (members.empty()) return {.attributes = population_->attributes()};
  for (const Ordinal member : members)
    if (!contains(failing_, member)) throw std::out_of_range(fmt::format("input {} did not fail", member));
  Question question{population_, {}, {columns_, {}}};
  for (const Ordinal ordinal : failing_)
    question.rows.roles.push_back(std::ranges::binary_search(members, ordinal) ? Role::covered : Role::other);
  question.rows.roles.resize(failing_.size() + unjudged_.size(), Role::unjudged);
  question.rows.roles.resize(columns_.empty() ? 0 : columns_.front().size(), Role::undecided);
  Explanation best = answer_with_relations(question, options);
  const Ordinal passing = population_->size() - failing_.size() - unjudged_.size() - undecided_.size();
  if (passing < members.size() && passing <= most_exceptions)
    if (Explanation inverse = exceptions(members, options); is_better(inverse, best)) best = std::move(inverse);
  best.unknown = undecided_.size();
  best.bits_of_list = bits_of_list(members.size() - (best.exceptions ? 0 : best.unexplained), *population_);
  if (best.exceptions || best.terms.size() < 2) return best;
  for (const DerivedAttribute& derived : best.derived) question = with(question, derived);
  best.necessary = necessary_term(*question.population, question.rows);
  best.usual = usual_term(*question.population, question.rows);
  return best;
}

std::vector<Explanation> Explainer::explain_each(std::span<const std::vector<Ordinal>> groups, unsigned jobs) const {
  std::vector<Explanation> explanations(groups.size());
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto work = [&] {
    try {
      for (std::size_t group; (group = next++) < groups.size();) explanations[group] = explain(groups[group]);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = groups.size();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min<std::size_t>(jobs, groups.size()); ++i) threads.emplace_back(work);
    work();
  }
  if (error) std::rethrow_exception(error);
  return explanations;
}

/// The terms say which inputs pass.
Explanation Explainer::exceptions(std::span<const Ordinal> members, const ExplainOptions& options) const {
  std::vector<Ordinal> ordinals;
  std::vector<Role> roles;
  for (Ordinal ordinal = 0; ordinal < population_->size(); ++ordinal) {
    if (std::ranges::binary_search(members, ordinal)) continue;
    ordinals.push_back(ordinal);
    roles.push_back(contains(unjudged_, ordinal)    ? Role::unjudged
                    : contains(undecided_, ordinal) ? Role::undecided
                    : contains(failing_, ordinal)   ? Role::other
                                                    : Role::covered);
  }
  Explanation inverse =
      answer_with_relations({population_, {}, {columns_of(*population_, ordinals), std::move(roles)}}, options);
  inverse.exceptions = true;
  // What matches the explanation is what matches no exception.
  const Matches& left_out = inverse.matches;
  Matches all{.members = members.size(),
              .others = failing_.size() - members.size() - left_out.others,
              .unjudged = unjudged_.size() - left_out.unjudged,
              .passing = inverse.unexplained,
              .undecided = undecided_.size() - left_out.undecided};
  all.inputs = all.members + all.others + all.unjudged + all.passing + all.undecided;
  inverse.matches = all;
  return inverse;
}

std::optional<Witness> Explainer::witness(const Explanation& explanation, const Term& term, const Literal& literal,
                                          std::span<const Ordinal> members) const {
  constexpr std::size_t most_members = 16;
  constexpr std::size_t most_neighbours = 1'000'000;
  // A relation has no table of its own here: its witness differs in what it compares.
  const Attributes& known = population_->attributes();
  std::optional<Witness> best;
  const auto is_better_than_best = [&](std::size_t differing, bool passes) {
    return !best || std::pair(differing, !passes) < std::pair(best->differing.size(), !best->passes);
  };
  std::size_t looked_at = 0, neighbours = 0;
  std::vector<std::size_t> rows;
  for (const Ordinal member : members) {
    if (!matches(explanation, term, *population_, member)) continue;
    if (++looked_at > most_members || neighbours > most_neighbours || !is_better_than_best(1, true)) break;
    population_->rows(member, rows);
    for (std::size_t table = 0; table < population_->tables().size(); ++table) {
      const PopulationTable& of = population_->tables()[table];
      if (literal.attribute < known.size() && population_->table_of(literal.attribute) != table) continue;
      const std::size_t own = rows[table];
      std::vector<std::size_t> choices;
      for (const std::size_t attribute : of.attributes)
        if (!is_computed(known[attribute])) choices.push_back(attribute);
      // How many choices each row makes otherwise.
      Outside other_choices(std::make_shared<ModalRows>(
          of.rows, choices, [&](std::size_t each) -> const Column& { return population_->column_of(each); }));
      other_choices.start([&](std::size_t each) { return population_->column_of(each)[own]; });
      for (std::size_t row = 0; row < of.rows; ++row, ++neighbours) {
        const std::size_t differing = other_choices[row].attributes;
        if (differing == 0 || !is_better_than_best(differing, true)) continue;
        rows[table] = row;
        const Ordinal other = population_->ordinal(rows);
        const bool passes = !contains(failing_, other);
        if (contains(unjudged_, other) || contains(undecided_, other) || std::ranges::binary_search(members, other) ||
            !is_better_than_best(differing, passes) || holds(explanation, literal, *population_, other))
          continue;
        best = Witness{member, other, passes, {}};
        for (const std::size_t choice : choices)
          if (population_->column_of(choice)[row] != population_->column_of(choice)[own])
            best->differing.push_back(choice);
      }
      rows[table] = own;
    }
  }
  return best;
}

}  // namespace smallscope::clustering
