// SPDX-License-Identifier: Apache-2.0
// Campaigns with merged levels whose failures hide one another.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "campaigns.hpp"

namespace smallscope::runner {

using Statements = std::vector<int>;
struct Block {
  int depth;
  Statements statements;
};

inline Statements together(const std::vector<generators::Fragment<Statements>>& fragments) {
  Statements all;
  for (const auto& fragment : fragments) all.insert(all.end(), fragment.value.begin(), fragment.value.end());
  return all;
}

/// 3 depths x 60 statements; 12 statements at a time on level 1, also all depths on level 2. Statement 7 is wrong at
/// depth 1, statement 23 always; 41 crashes and hides the others; 50 and 51 only together.
inline Campaign blocks() {
  const auto statements = generators::merged(
      generators::range(0, 59).map([](int statement) { return Statements{statement}; }), together, {.at_a_time = {12}});
  const auto depths = generators::merged(
      generators::range(0, 2), [](const std::vector<generators::Fragment<int>>&) { return -1; }, {.from_level = 2});
  return in_process("blocks", generators::product<Block>(depths.named("depth"), statements.named("statement")),
                    property("right", [](const Block& block) {
                      std::vector<std::string> wrong;
                      const auto has = [&](int statement) {
                        return std::find(block.statements.begin(), block.statements.end(), statement) !=
                               block.statements.end();
                      };
                      if (has(41)) throw std::runtime_error("41");
                      if (has(7) && (block.depth == 1 || block.depth == -1)) wrong.push_back("seven");
                      if (has(23)) wrong.push_back("twenty-three");
                      if (has(50) && has(51)) wrong.push_back("fifty and fifty-one");
                      return wrong;
                    }));
}

/// 2,000 statements, five at a time: 400 blocks. The first statement of each block crashes, and hides the others. In
/// every second of the first 20 blocks the fourth shows a fault of its own.
inline Campaign crashing_blocks() {
  const auto statements =
      generators::merged(generators::range(0, 1999).map([](int statement) { return Statements{statement}; }), together,
                         {.at_a_time = {5}});
  return in_process("crashing blocks", statements, property("right", [](const Statements& all) {
                      std::vector<std::string> wrong;
                      for (const int statement : all) {
                        if (statement % 5 == 0) throw std::runtime_error("boom");
                        if (statement < 100 && statement % 10 == 3)
                          wrong.push_back("fault " + std::to_string(statement));
                      }
                      return wrong;
                    }));
}

}  // namespace smallscope::runner
