// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/explanations/explainer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

#include "explanations/answer.hpp"
#include "explanations/exceptions.hpp"
#include "explanations/necessary.hpp"
#include "explanations/question.hpp"
#include "explanations/usual.hpp"

namespace smallscope::clustering {

Explainer::Explainer(Population population, std::vector<Ordinal> failing, std::vector<Ordinal> unjudged,
                     const ExplainOptions& options, std::vector<Ordinal> undecided, std::vector<Ordinal> declined)
    : population_(std::make_shared<const Population>(std::move(population))),
      failing_(std::move(failing)),
      unjudged_(std::move(unjudged)),
      undecided_(std::move(undecided)),
      declined_(std::move(declined)),
      options_(options) {
  std::vector<Ordinal> all(failing_);
  for (const std::vector<Ordinal>* part : {&unjudged_, &undecided_}) all.insert(all.end(), part->begin(), part->end());
  columns_ = columns_of(*population_, all);
}

namespace {

/// The columns with only these of their `size` rows, in this order.
std::vector<Column> of_rows(const std::vector<Column>& columns, std::vector<std::size_t> rows, std::size_t size) {
  const Selection selection(std::move(rows), size);
  std::vector<Column> result;
  for (const Column& column : columns) result.push_back(column.of(selection));
  return result;
}

}  // namespace

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
  return {population_, std::move(fails), std::move(is_unjudged),
          undecided_,  declined_,        of_rows(columns_, std::move(rows), size),
          options_};
}

Explainer Explainer::with_declined_passing() const {
  std::vector<std::size_t> rows;
  const std::size_t size = failing_.size() + unjudged_.size() + undecided_.size();
  const auto is_kept = [&](std::size_t row) {
    return row < failing_.size() || row >= failing_.size() + unjudged_.size() ||
           !contains(declined_, unjudged_[row - failing_.size()]);
  };
  for (std::size_t row = 0; row < size; ++row)
    if (is_kept(row)) rows.push_back(row);
  std::vector<Ordinal> unjudged;
  std::ranges::set_difference(unjudged_, declined_, std::back_inserter(unjudged));
  return {population_, failing_, std::move(unjudged), undecided_, {}, of_rows(columns_, std::move(rows), size),
          options_};
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
    question.rows.roles.push_back(contains(members, ordinal) ? Role::covered : Role::other);
  question.rows.roles.resize(failing_.size() + unjudged_.size(), Role::unjudged);
  question.rows.roles.resize(failing_.size() + unjudged_.size() + undecided_.size(), Role::undecided);
  const RoleOf role_of = [&](Ordinal ordinal) -> std::optional<Role> {
    if (contains(failing_, ordinal)) return Role::other;
    if (contains(unjudged_, ordinal)) return Role::unjudged;
    return contains(undecided_, ordinal) ? std::optional(Role::undecided) : std::nullopt;
  };
  Explanation best = answer_with_relations(question, options);
  const auto try_exceptions = [&](const Term& scope) {
    if (!options.exceptions) return;
    auto inverse = exceptions_if_better(question, scope, members, role_of, best, options);
    if (inverse) best = *std::move(inverse);
  };
  const Ordinal not_executed = undecided_.size() + population_->not_listed();
  const Ordinal passing = population_->size() - failing_.size() - unjudged_.size() - undecided_.size();
  try_exceptions({{}, {.inputs = population_->size(), .passing = passing}});
  if (!best.exceptions && best.terms.size() > 1) {
    for (const DerivedAttribute& derived : best.derived) question = with(question, derived);
    const Term necessary = necessary_term(*question.population, question.rows);
    Term usual = usual_term(*question.population, question.rows);
    // Where inputs are missing, too few pass to say which do.
    if (!necessary.literals.empty() && not_executed == 0) try_exceptions(necessary);
    best.necessary = necessary;
    best.usual = std::move(usual);
  }
  best.unknown = not_executed;
  best.is_of_listed = population_->not_listed() > 0;
  best.bits_of_list = bits_of_list(members.size() - (best.exceptions ? 0 : best.unexplained), *population_);
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

}  // namespace smallscope::clustering
