// SPDX-License-Identifier: Apache-2.0
// check(): whether a generator keeps the laws of generator.hpp, and how many of its values are repeated.
//
// For the author of a generator, or of a map function that should be one-to-one. It only reads the generator; user
// exceptions pass through. Uses one thread. Example: std::puts(to_string(check(programs)).c_str());
#pragma once

#include <algorithm>
#include <smallscope/generators/composition/distinct.hpp>
#include <vector>

namespace smallscope::generators {

struct CheckOptions {
  /// How many ordinals are visited at most: all of a smaller space, otherwise `parts` ranges spread over it. Each
  /// ordinal takes 24 bytes until the repetitions are found.
  Ordinal visits = Ordinal{1} << 20;
  std::size_t parts = 32;  ///< how many random ranges are walked in addition
  std::uint64_t seed = 1;
};

struct CheckReport {
  Ordinal size = 0;
  Ordinal visited = 0;    ///< how many ordinals; unless all are visited, only repetitions among them are found
  Ordinal discarded = 0;  ///< how many of the visited ones
  Ordinal repeated = 0;   ///< visited ordinals whose value an earlier visited one has
  std::vector<std::pair<Ordinal, Ordinal>> repetitions;  ///< the first few: (first, again)
  std::vector<std::string> problems;                     ///< broken laws, the first few

  bool lawful() const { return problems.empty(); }
  bool complete() const { return visited == size; }
  Ordinal inputs() const { return visited - discarded; }
  /// The share of repeated values among the visited inputs: 0 when there are none.
  double duplicate_rate() const {
    return inputs() == 0 ? 0 : static_cast<double>(repeated) / static_cast<double>(inputs());
  }
};
/// A few lines: what was visited, whether the laws hold, and repetitions with examples.
std::string to_string(const CheckReport& report);

/// The ranges of ordinals that check() visits: [0, size), or `parts` disjoint ranges, of which the first and the last
/// touch the ends.
std::vector<std::pair<Ordinal, Ordinal>> visited_ranges(Ordinal size, const CheckOptions& options);
/// Random ranges [first, last) within [0, size], each of at most visits / parts ordinals.
std::vector<std::pair<Ordinal, Ordinal>> random_ranges(Ordinal size, const CheckOptions& options);

template <IndexedGenerator G>
class Checker {
 public:
  Checker(const G& generator, const CheckOptions& options)
      : generator_(generator), options_(options), copy_(generator) {}
  CheckReport run() {
    report_.size = generator_.size();
    if (copy_.size() != report_.size) problem("a copy has another size");
    if (generator_.structure().size != report_.size) problem("structure() tells another size");
    for (const auto& [first, last] : visited_ranges(report_.size, options_)) visit(first, last);
    for (const auto& [first, last] : random_ranges(report_.size, options_)) compare_walk(copy_, first, last);
    check_ends();
    repetitions_.find([this](Ordinal a, Ordinal b) { return same_value(generator_, a, b); },
                      [this](Ordinal first, Ordinal again) {
                        ++report_.repeated;
                        report_.repetitions.emplace_back(first, again);
                      });
    std::sort(report_.repetitions.begin(), report_.repetitions.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    report_.repetitions.resize(std::min<std::size_t>(report_.repetitions.size(), most_examples));
    return std::move(report_);
  }

 private:
  using Value = typename G::value_type;
  static constexpr std::size_t most_examples = 5;

  void problem(std::string text) {
    if (report_.problems.size() < most_examples) report_.problems.push_back(std::move(text));
  }
  void problem(Ordinal ordinal, const std::string& text) {
    problem("ordinal " + std::to_string(ordinal) + ": " + text);
  }

  /// The encoding of at(ordinal), empty when it is discarded.
  template <class Generator>
  void encode_at(const Generator& generator, Ordinal ordinal, Encoding& encoding) {
    encoding.clear();
    const std::optional<Value> value = generator.at(ordinal);
    if (value) encoding.add(std::optional<Value>(*value));
  }
  void visit(Ordinal first, Ordinal last) {
    compare_walk(generator_, first, last, [this](Ordinal ordinal, const Encoding* value) {
      ++report_.visited;
      if (value == nullptr) {
        ++report_.discarded;
        return;
      }
      repetitions_.add(ordinal, *value);
      encode_at(copy_, ordinal, again_);
      if (again_.bytes() != value->bytes()) problem(ordinal, "at() gives another value the second time, in a copy");
      check_rank(ordinal);
    });
  }
  /// Walks [first, last) of the generator and compares with at(). Calls `visitor(ordinal, value)` for every ordinal;
  /// `value` is null for a discarded one.
  template <class Visitor>
  void compare_walk(const G& generator, Ordinal first, Ordinal last, Visitor&& visitor) {
    Ordinal next = first;
    const auto skip_to = [&](Ordinal ordinal) {
      for (; next < ordinal; ++next) {
        encode_at(generator, next, expected_);
        if (!expected_.bytes().empty()) problem(next, "at() has a value, the walk has none");
        visitor(next, nullptr);
      }
    };
    const bool finished = generator.walk(first, last, [&](Ordinal ordinal, const Value& value) {
      if (ordinal < next || ordinal >= last) {
        problem(ordinal,
                "the walk over [" + std::to_string(first) + ", " + std::to_string(last) + ") visits it out of order");
        return false;
      }
      skip_to(ordinal);
      walked_.clear();
      walked_.add(std::optional<Value>(value));
      encode_at(generator, ordinal, expected_);
      if (expected_.bytes() != walked_.bytes())
        problem(ordinal, "the walk over [" + std::to_string(first) + ", " + std::to_string(last) +
                             ") gives another value than at()");
      visitor(ordinal, &walked_);
      ++next;
      return true;
    });
    if (finished)
      skip_to(last);
    else if (report_.problems.empty())
      problem(next, "the walk stopped although its sink did not stop it");
    if (!G::can_discard && report_.discarded > 0) problem("the type says that it discards nothing, but it does");
  }
  void compare_walk(const G& generator, Ordinal first, Ordinal last) {
    compare_walk(generator, first, last, [](Ordinal, const Encoding*) {});
  }
  void check_rank(Ordinal ordinal) {
    const Choices vector = choices(generator_, ordinal);
    try {
      const Ordinal rank = ordinal_of(generator_, vector);
      if (rank != ordinal)
        problem(ordinal, "its choices lead to ordinal " + std::to_string(rank) + ": " + to_string(vector));
    } catch (const GeneratorError& error) {
      problem(ordinal, "its choices are not accepted: " + std::string(error.what()));
    }
  }
  /// A sink can stop the walk; ordinals beyond the size are refused.
  void check_ends() {
    std::size_t calls = 0;
    const bool finished =
        generator_.walk(0, std::min<Ordinal>(report_.size, options_.visits), [&](Ordinal, const Value&) {
          ++calls;
          return false;
        });
    if (finished != (calls == 0) || calls > 1) problem("the walk does not stop when its sink returns false");
    if (!refuses([&] { (void)generator_.at(report_.size); })) problem("at(size()) does not throw std::out_of_range");
  }
  template <class Callable>
  static bool refuses(Callable&& callable) {
    try {
      callable();
    } catch (const std::out_of_range&) {
      return true;
    }
    return false;
  }

  const G& generator_;
  CheckOptions options_;
  G copy_;
  CheckReport report_;
  Repetitions repetitions_;
  Encoding walked_, expected_, again_;
};

/// Checks a generator's laws. The walk gives what at() gives, over the visited ranges and over random ones. at() is
/// pure, and equal in a copy. Choices lead back to their ordinal. The size is the number of values and discards. A sink
/// can stop the walk. Ordinals beyond the end are refused. Counts repeated values among the visited ordinals: exactly
/// if the report is complete(), otherwise only among visited ordinals. Deterministic. Every visited ordinal costs about
/// four calls of at().
template <IndexedGenerator G>
CheckReport check(const G& generator, const CheckOptions& options = {}) {
  return Checker<G>(generator, options).run();
}

}  // namespace smallscope::generators
