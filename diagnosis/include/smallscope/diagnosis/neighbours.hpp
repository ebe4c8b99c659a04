// SPDX-License-Identifier: Apache-2.0
// Inputs near failing ones: those that differ in few choices. Which of them localise a fault as well as all do?
//
// Inputs that differ from a failing one in one choice share its scaffold, so what only the scaffold covers is covered
// on both sides. Pure functions: any thread.
//
// Example: restricted(spectrum, neighbours(failing, judged, choices_of))
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/generators/choice.hpp>

namespace smallscope::diagnosis {

/// The choices of an input, by its ordinal.
using ChoicesOf = std::function<generators::Choices(Ordinal)>;

/// In how many choices two inputs differ: those that both have with different alternatives, and those that one has.
/// Linear.
std::size_t distance(const generators::Choices& a, const generators::Choices& b);

/// The failing inputs, and those of `inputs` that differ from one of them in one choice; ascending.
/// O(failing x inputs).
std::vector<Ordinal> neighbours(std::span<const Ordinal> failing, std::span<const Ordinal> inputs,
                                const ChoicesOf& choices_of);

/// The input `center`, and the `count` other inputs that are nearest to it, the least ordinals of those equally near;
/// ascending. O(inputs log inputs).
std::vector<Ordinal> nearest(Ordinal center, std::span<const Ordinal> inputs, std::size_t count,
                             const ChoicesOf& choices_of);

/// Of `inputs`, the `count` that are nearest to `center`, so that every choice is changed in turn: fewer differing
/// choices come first; of as many, the first closest one of each set of choices, then the second of each; closer are
/// nearer alternatives. In this order, without the center. O(inputs log inputs).
std::vector<Ordinal> around(Ordinal center, std::span<const Ordinal> inputs, std::size_t count,
                            const ChoicesOf& choices_of);

/// The spectrum of only these tests, by their numbers, in this order.
Spectrum selected(const Spectrum& spectrum, std::span<const std::size_t> tests);
/// The spectrum of only these tests, which are ascending ordinals.
Spectrum restricted(const Spectrum& spectrum, std::span<const Ordinal> tests);

}  // namespace smallscope::diagnosis
