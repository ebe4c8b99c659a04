// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/jump_prediction.hpp>

#include <algorithm>
#include <cmath>
#include <deque>

namespace smallscope::evaluation {

namespace {

/// The probability of an event, and the first two moments of the number of tests until then, restricted to this event.
struct Moments {
  double probability = 0, first = 0, second = 0;

  Moments& operator+=(const Moments& other) {
    probability += other.probability;
    first += other.first;
    second += other.second;
    return *this;
  }
  Moments& operator-=(const Moments& other) { return *this += other * -1; }
  Moments operator*(double factor) const { return {probability * factor, first * factor, second * factor}; }
  /// The same after `tests` more tests.
  Moments after(double tests) const {
    return {probability, first + tests * probability, second + 2 * tests * first + tests * tests * probability};
  }
};

}  // namespace

Prediction predict_jumps(Ordinal inputs, std::span<const Ordinal> failing, Ordinal limit) {
  const double share = 1.0 / static_cast<double>(limit);
  // The places from which a jump can land here before any failure: those in the window behind.
  std::deque<Moments> window{Moments{.probability = 1}};
  Moments in_window = window.front(), met, passed_over;
  auto next_failing = failing.begin();
  for (Ordinal ordinal = 0; ordinal < inputs; ++ordinal) {
    const Moments here = (in_window * share).after(1);
    const bool fails = next_failing != failing.end() && *next_failing == ordinal;
    if (fails) {
      met += here;
      ++next_failing;
    }
    window.push_back(fails ? Moments{} : here);
    in_window += window.back();
    if (window.size() > limit) {
      in_window -= window.front();
      window.pop_front();
    }
  }
  // From the place `back` before the end, jumps of at least that length go beyond the end.
  double back = 1;
  for (auto from = window.rbegin(); from != window.rend(); ++from, ++back)
    passed_over += *from * ((static_cast<double>(limit) - back + 1) * share);
  met += passed_over.after(failing.empty() ? static_cast<double>(inputs) : static_cast<double>(failing.front()) + 1);
  return {met.first, std::sqrt(std::max(met.second - met.first * met.first, 0.0))};
}

}  // namespace smallscope::evaluation
