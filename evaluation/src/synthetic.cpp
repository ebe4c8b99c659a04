// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/synthetic.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::evaluation {

namespace {

/// Number `counter` of a stream of random numbers (splitmix64), the same on every machine.
std::uint64_t random_number(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t number = seed * 0x9e3779b97f4a7c15 + counter * 0xd1342543de82ef95 + 0x632be59bd9b4e019;
  for (const std::uint64_t factor : {0xbf58476d1ce4e5b9, 0x94d049bb133111eb})
    number = (number ^ (number >> 30)) * factor;
  return number ^ (number >> 31);
}

/// Says whether any ordinal fails, without decoding all of its levels.
class Failing {
 public:
  Failing(const std::vector<Ordinal>& factors, const Conjunction& conjunction) : size_(1) {
    for (std::size_t factor = factors.size(); factor-- > 0; size_ *= factors[factor])
      for (const RequiredChoice& choice : conjunction)
        if (choice.factor == factor) digits_.push_back({size_, factors[factor], choice.level});
    const bool exists =
        std::all_of(digits_.begin(), digits_.end(), [](const Digit& digit) { return digit.level < digit.levels; });
    if (digits_.size() != conjunction.size() || !exists)
      throw EvaluationError(
          fmt::format("a conjunction on {} names a choice that the space does not have; name factors and levels "
                      "of it, each factor once",
                      fmt::join(factors, "x")));
  }
  Ordinal size() const { return size_; }
  bool operator()(Ordinal ordinal) const {
    return std::all_of(digits_.begin(), digits_.end(),
                       [&](const Digit& digit) { return ordinal / digit.stride % digit.levels == digit.level; });
  }
  /// How many inputs fail.
  Ordinal count() const {
    return std::accumulate(digits_.begin(), digits_.end(), size_,
                           [](Ordinal count, const Digit& digit) { return count / digit.levels; });
  }
  /// The least failing ordinal: all other choices are the first.
  Ordinal least() const {
    return std::accumulate(digits_.begin(), digits_.end(), Ordinal{0},
                           [](Ordinal sum, const Digit& digit) { return sum + digit.stride * digit.level; });
  }

 private:
  struct Digit {
    Ordinal stride, levels, level;
  };
  Ordinal size_;
  std::vector<Digit> digits_;
};

Ordinal walk_to_failure(const Failing& fails, const generators::Order& order) {
  if (order.size() != fails.size())
    throw EvaluationError(fmt::format("an order of {} inputs for a space of {}; make it of the space's size",
                                      order.size(), fails.size()));
  if (order.ascends(0, order.size())) return fails.least() + 1;
  std::vector<Ordinal> ordinals;
  for (Ordinal first = 0, block = 16; first < order.size(); first += ordinals.size(), block *= 2) {
    order.ordinals(first, first + std::min(block, order.size() - first), ordinals);
    const auto found = std::find_if(ordinals.begin(), ordinals.end(), fails);
    if (found != ordinals.end()) return first + static_cast<Ordinal>(found - ordinals.begin()) + 1;
  }
  throw EvaluationError("an order that leaves inputs out");
}

}  // namespace

const std::vector<std::vector<Ordinal>>& reference_spaces() {
  static const std::vector<std::vector<Ordinal>> spaces{{2, 3, 2, 6, 4, 4},    {6, 6, 55, 3, 4}, {10, 8, 4, 4, 4, 2},
                                                        {6, 6, 55, 2, 6},      {7, 5, 3, 11, 2}, {12, 12, 12, 12},
                                                        {3, 3, 3, 3, 3, 3, 3}, {64, 5, 5, 5},    {5, 5, 5, 64},
                                                        {2, 2, 2, 9, 9, 30},   {100, 100},       {4, 5, 5, 5, 5, 5}};
  return spaces;
}

Conjunction random_conjunction(std::span<const Ordinal> factors, std::size_t choices, std::uint64_t seed) {
  if (choices == 0 || choices > factors.size() || std::count(factors.begin(), factors.end(), Ordinal{0}) > 0)
    throw EvaluationError(
        fmt::format("a conjunction of {} choices on the factors {}; ask for 1 to as many as there are "
                    "factors, each with at least one level",
                    choices, fmt::join(factors, "x")));
  std::vector<std::size_t> numbers(factors.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  for (std::size_t i = 0; i < choices; ++i)
    std::swap(numbers[i], numbers[i + random_number(seed, 2 * i) % (numbers.size() - i)]);
  Conjunction conjunction;
  for (std::size_t i = 0; i < choices; ++i)
    conjunction.push_back({numbers[i], random_number(seed, 2 * i + 1) % factors[numbers[i]]});
  std::sort(conjunction.begin(), conjunction.end());
  return conjunction;
}

Ordinal first_failure(const std::vector<Ordinal>& factors, const Conjunction& failing, const generators::Order& order) {
  return walk_to_failure(Failing(factors, failing), order);
}

Ordinal first_failure_repeating(const std::vector<Ordinal>& factors, const Conjunction& failing,
                                const generators::JumpOrder& order) {
  const Failing fails(factors, failing);
  const Ordinal test = walk_to_failure(fails, order);
  return test <= order.sparse_size() ? test : order.sparse_size() + fails.least() + 1;
}

OrderStudy study_conjunctions(const std::vector<Ordinal>& factors, std::size_t choices, std::size_t trials) {
  const std::vector<Contender> orders = contenders(generators::as_factors(factors));
  std::vector<std::vector<Score>> scores(orders.size());
  std::map<std::string, std::shared_ptr<const generators::Order>> fixed;  // computing covering rows takes a while
  const std::string family = fmt::format("k={}", choices);
  OrderStudy study{fmt::format("{}, {}", fmt::join(factors, "x"), family), {family}, 0, 0, 1, true, {}, {}};
  if (choices <= 2) study.families.push_back("k=1 or 2");
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    const Conjunction conjunction = random_conjunction(factors, choices, seed);
    const Failing fails(factors, conjunction);
    study.inputs = fails.size();
    const double share = 1 / static_cast<double>(trials);
    const double expected = static_cast<double>(fails.size() + 1) / static_cast<double>(fails.count() + 1);
    study.failing += share * static_cast<double>(fails.count());
    study.random.first_failure += share * expected;
    for (std::size_t i = 0; i < orders.size(); ++i) {
      generators::OrderSpecification specification = orders[i].order;
      specification.seed = seed;
      if (orders[i].repeat) {
        const generators::JumpOrder jumps(fails.size(), specification.jump_limit, seed);
        const Ordinal test = first_failure_repeating(factors, conjunction, jumps);
        scores[i].push_back(score(std::span(&test, 1), fails.size() + jumps.sparse_size()));
        continue;
      }
      std::shared_ptr<const generators::Order> order = fixed[orders[i].name];
      if (!order) order = generators::make_order(specification, fails.size());
      if (!orders[i].is_seeded()) fixed[orders[i].name] = order;
      const Ordinal test = walk_to_failure(fails, *order);
      scores[i].push_back(score(std::span(&test, 1), fails.size()));
    }
  }
  study.random.first_seen = study.random.first_failure;
  study.random.total = static_cast<double>(study.inputs);
  for (std::size_t i = 0; i < orders.size(); ++i) study.rows.push_back(summarised(orders[i].name, scores[i]));
  const double inputs = static_cast<double>(study.inputs);
  study.random.apfd = 1 - study.random.first_seen / inputs + 1 / (2 * inputs);
  return study;
}

}  // namespace smallscope::evaluation
