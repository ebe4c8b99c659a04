// SPDX-License-Identifier: Apache-2.0
// The laws of generators as a property that any test can ask of any generator.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <smallscope/generators/check.hpp>

namespace smallscope::generators {

/// A generator's inputs by walking: (ordinal, value).
template <class G>
std::vector<std::pair<Ordinal, typename G::value_type>> walked(const G& generator, Ordinal first, Ordinal last) {
  std::vector<std::pair<Ordinal, typename G::value_type>> inputs;
  const bool finished = generator.walk(first, last, [&](Ordinal ordinal, const typename G::value_type& value) {
    inputs.emplace_back(ordinal, value);
    return true;
  });
  EXPECT_TRUE(finished);
  return inputs;
}

template <class G>
std::vector<typename G::value_type> values(const G& generator) {
  std::vector<typename G::value_type> result;
  for (auto& [ordinal, value] : walked(generator, 0, generator.size())) result.push_back(std::move(value));
  return result;
}

/// The laws that check() knows, over every ordinal: keep it small.
template <IndexedGenerator G>
void expect_laws(const G& generator) {
  const CheckReport report = check(generator);
  EXPECT_TRUE(report.lawful()) << to_string(generator.structure()) << "\n" << to_string(report);
  EXPECT_TRUE(report.complete()) << "too large for an exhaustive test: " << report.size << " ordinals";
  EXPECT_THROW((void)choices(generator, generator.size()), std::out_of_range);
}

/// The text of the GeneratorError that the callable throws; fails when it throws none.
template <class Callable>
std::string error_of(Callable&& callable) {
  try {
    callable();
  } catch (const GeneratorError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no GeneratorError was thrown";
  return "";
}

}  // namespace smallscope::generators
