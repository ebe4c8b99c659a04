// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/replay.hpp>

#include <algorithm>
#include <limits>
#include <numeric>

namespace smallscope::evaluation {

namespace {

double apfd_of_mean(double first_seen, double tests) { return 1 - first_seen / tests + 1 / (2 * tests); }

/// The least value of `test` over the members of each group.
template <class Test>
std::vector<Ordinal> least(const FailureTable& table, const Test& test) {
  std::vector<Ordinal> tests;
  tests.reserve(table.groups.size());
  for (const FailureGroup& group : table.groups) {
    Ordinal first = std::numeric_limits<Ordinal>::max();
    for (const Ordinal member : group.members) first = std::min(first, test(member));
    tests.push_back(first);
  }
  return tests;
}

}  // namespace

std::vector<Ordinal> first_seen(const FailureTable& table, const generators::Order& order) {
  return least(table, [&](Ordinal ordinal) { return order.position(ordinal) + 1; });
}

std::vector<Ordinal> first_seen_repeating(const FailureTable& table, const generators::JumpOrder& order) {
  const Ordinal sparse = order.sparse_size();
  return least(table, [&](Ordinal ordinal) {
    const Ordinal position = order.position(ordinal);
    return (position < sparse ? position : sparse + ordinal) + 1;
  });
}

double apfd(std::span<const Ordinal> first_seen, Ordinal tests) { return score(first_seen, tests).apfd; }

Score score(std::span<const Ordinal> first_seen, Ordinal tests) {
  if (first_seen.empty())
    throw EvaluationError("no faults: an order is measured by when it sees them; give at least one");
  if (tests == 0) throw EvaluationError("0 tests: an order of nothing sees no fault; give at least one");
  const double sum = std::accumulate(first_seen.begin(), first_seen.end(), 0.0,
                                     [](double total, Ordinal test) { return total + static_cast<double>(test); });
  Score result;
  result.total = static_cast<double>(tests);
  result.first_failure = static_cast<double>(*std::min_element(first_seen.begin(), first_seen.end()));
  result.first_seen = sum / static_cast<double>(first_seen.size());
  result.apfd = apfd_of_mean(result.first_seen, result.total);
  return result;
}

Score random_expectation(const FailureTable& table) {
  if (table.groups.empty())
    throw EvaluationError("no faults: an order is measured by when it sees them; give at least one");
  const double inputs = static_cast<double>(table.inputs);
  const auto expected = [&](Ordinal failing) { return (inputs + 1) / (static_cast<double>(failing) + 1); };
  Score result;
  result.total = inputs;
  result.first_failure = expected(table.failing());
  for (const FailureGroup& group : table.groups)
    result.first_seen += expected(group.members.size()) / static_cast<double>(table.groups.size());
  result.apfd = apfd_of_mean(result.first_seen, inputs);
  return result;
}

}  // namespace smallscope::evaluation
