// SPDX-License-Identifier: Apache-2.0
// The bounded inputs of a symbolic program: named whole numbers, each from its least to its greatest value.
//
// The values of all inputs are a mixed-radix number (generators/mixed_radix.hpp): the first input is the most
// significant digit, as in a product of ranges, so values and ordinals of a campaign's space are the same thing.
// Immutable; any thread may use it.
//
// Example: Inputs inputs({{"day", 1, 31}, {"month", 1, 12}}); inputs.values(13) is {2, 2}.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <smallscope/generators/mixed_radix.hpp>

namespace smallscope::concolic {

using generators::Ordinal;

/// Wrong use. The message gives the value and the remedy.
struct ConcolicError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Input {
  std::string name;
  std::int64_t least = 0, greatest = 0;  ///< both included
};

/// One value for each input.
using Values = std::vector<std::int64_t>;

/// An expression knows which inputs it depends on by a bit for each.
inline constexpr std::size_t most_inputs = 64;

/// Law: ordinal(values(o)) == o for every o below size().
class Inputs {
 public:
  /// Throws ConcolicError for no input, more than most_inputs, inverted bounds, or more than 2^64 - 1 combinations.
  explicit Inputs(std::vector<Input> inputs);

  std::size_t count() const { return inputs_.size(); }
  const Input& operator[](std::size_t index) const { return inputs_[index]; }
  /// How many values each input has.
  const std::vector<Ordinal>& factors() const { return radix_.factors(); }
  Ordinal size() const { return radix_.size(); }
  /// O(inputs). Throws std::out_of_range from size() on.
  Values values(Ordinal ordinal) const;
  /// O(inputs). Throws ConcolicError for values that are not one for each input, within its bounds.
  Ordinal ordinal(std::span<const std::int64_t> values) const;
  void require(std::span<const std::int64_t> values) const;

 private:
  std::vector<Input> inputs_;
  generators::MixedRadix radix_;
};

}  // namespace smallscope::concolic
