// The laws of generators as a property that any test can ask of any generator.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <smallscope/generators/generator.hpp>

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

/// Walk = at, parts of walks, early stops, copies, choices and their inverse, range errors. Exhaustive: keep it small.
template <IndexedGenerator G>
void expect_laws(const G& generator) {
  const Ordinal size = generator.size();
  SCOPED_TRACE(to_string(generator.structure()));
  EXPECT_EQ(generator.structure().size, size);
  const auto all = walked(generator, 0, size);
  if (!G::can_discard) {
    EXPECT_EQ(all.size(), size);
  }

  // The walk yields what at() yields, in ascending order; what at() has and the walk has not does not exist.
  std::size_t next = 0;
  std::set<std::string> vectors;
  for (Ordinal ordinal = 0; ordinal < size; ++ordinal) {
    const std::optional<typename G::value_type> value = generator.at(ordinal);
    const bool visited = next < all.size() && all[next].first == ordinal;
    ASSERT_EQ(value.has_value(), visited) << "ordinal " << ordinal;
    if (!visited) continue;
    EXPECT_TRUE(*value == all[next].second) << "ordinal " << ordinal;
    EXPECT_TRUE(std::optional<typename G::value_type>(generator.at(ordinal)) == value) << "at() is not pure";
    const Choices vector = choices(generator, ordinal);
    EXPECT_EQ(ordinal_of(generator, vector), ordinal) << to_string(vector);
    EXPECT_TRUE(vectors.insert(to_string(vector)).second) << "two inputs have the choices " << to_string(vector);
    ++next;
  }
  EXPECT_EQ(next, all.size());

  // Any part of the walk is that part of the whole, and a sink can stop it.
  const G copy = generator;
  const Ordinal step = std::max<Ordinal>(1, size / 7);
  for (Ordinal first = 0; first <= size; first += step) {
    for (Ordinal last = first; last <= size; last += step) {
      std::vector<std::pair<Ordinal, typename G::value_type>> expected;
      for (const auto& input : all)
        if (input.first >= first && input.first < last) expected.push_back(input);
      EXPECT_TRUE(walked(copy, first, last) == expected) << first << " to " << last;
    }
  }
  if (!all.empty()) {
    std::size_t calls = 0;
    EXPECT_FALSE(generator.walk(0, size, [&](Ordinal, const typename G::value_type&) {
      ++calls;
      return false;
    }));
    EXPECT_EQ(calls, 1u);
  }
  EXPECT_THROW((void)generator.at(size), std::out_of_range);
  EXPECT_THROW((void)choices(generator, size), std::out_of_range);
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
