// SPDX-License-Identifier: Apache-2.0
// What the author of a campaign computes from choices so that explanations can speak of it: "bytes of the structure".
//
// An attribute is declared beside a campaign (runner::Campaign::attributes) and takes part in explanations and causes
// only. It is never part of an input's identity: not of fingerprints, ordinals, stores or keys of inputs, so it may be
// added to a campaign whose stores exist. Values; `label` must be a pure function that several threads may call.
// Example: DeclaredAttribute{"sum", {"a", "b"}, [](std::span<const std::string> labels) {
//   return std::to_string(std::stoi(labels[0]) + std::stoi(labels[1])); }}
#pragma once

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <smallscope/generators/choice.hpp>

namespace smallscope::generators {

struct DeclaredAttribute {
  std::string name;  ///< as explanations print it; not that of a choice
  /// The names of the choices that it reads.
  std::vector<std::string> from;
  /// The attribute, from the labels of these choices, in the same order. A choice that an input does not make reads as
  /// "". Labels that are all whole numbers are explained by intervals: "bytes is from 9 to 15".
  std::function<std::string(std::span<const std::string> labels)> label;
};

/// An attribute that cannot be computed: its function is missing or throws. The message names the attribute, and the
/// labels that it was given.
struct AttributeError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The attribute of inputs whose choices have these labels, in the order of `from`. Throws AttributeError.
std::string label_of(const DeclaredAttribute& attribute, std::span<const std::string> labels);
/// The attribute of an input with these choices. Throws AttributeError. O(choices that it reads x choices).
std::string label_of(const DeclaredAttribute& attribute, const Choices& choices);

}  // namespace smallscope::generators
