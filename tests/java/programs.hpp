// SPDX-License-Identifier: Apache-2.0
// What tests ask of every generator of programs.
#pragma once

#include <gtest/gtest.h>

#include <laws.hpp>
#include <random>
#include <smallscope/java/print.hpp>
#include <string>
#include <vector>

namespace smallscope::java {

/// The sizes of the levels, from 0 on.
template <class G>
std::vector<gen::Ordinal> level_sizes(const G& generator) {
  std::vector<gen::Ordinal> sizes;
  for (int level = 0; level <= generator.merge_levels(); ++level)
    sizes.push_back(gen::at_level(generator, level).size());
  return sizes;
}

/// The texts of about `most` programs of a level, spread over it evenly.
template <class G, class Text>
std::vector<std::string> spread_texts(const G& generator, int level, gen::Ordinal most, Text text) {
  const G at_level = gen::at_level(generator, level);
  const gen::Ordinal step = at_level.size() / most + 1;
  std::vector<std::string> texts;
  for (gen::Ordinal ordinal = 0; ordinal < at_level.size(); ordinal += step)
    texts.push_back(text(at_level.at(ordinal)));
  return texts;
}
template <class G>
std::vector<std::string> spread_texts(const G& generator, int level, gen::Ordinal most) {
  return spread_texts(generator, level, most, [](const auto& program) { return print(unit(program)); });
}

/// Merged inputs stand for every input of level 0 exactly once, and one fragment an axis is the very input of level 0.
template <class G>
void expect_merging_laws(const G& generator, int samples) {
  std::mt19937_64 random(1);
  const G base = gen::at_level(generator, 0);
  for (int level = 1; level <= generator.merge_levels(); ++level) {
    const G merged = gen::at_level(generator, level);
    gen::Ordinal count = 0;
    for (gen::Ordinal ordinal = 0; ordinal < merged.size(); ++ordinal) count += constituents(merged, ordinal).count();
    EXPECT_EQ(count, base.size()) << "level " << level;
    for (int sample = 0; sample < samples; ++sample) {
      const gen::Ordinal ordinal = random() % merged.size();
      const gen::Constituents parts = constituents(merged, ordinal);
      std::vector<gen::Ordinal> fragments;
      gen::Selection selection;
      for (const gen::Axis& axis : parts.axes) {
        fragments.push_back(random() % axis.count);
        selection.push_back({fragments.back()});
      }
      EXPECT_EQ(at_part(merged, ordinal, selection), base.at(parts.at(fragments))) << "level " << level;
      EXPECT_EQ(at_part(merged, ordinal, parts.all()), merged.at(ordinal)) << "level " << level;
    }
  }
}

}  // namespace smallscope::java
