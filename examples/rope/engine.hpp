// SPDX-License-Identifier: Apache-2.0
// rope as a subject, and the oracles that judge what its worker reports.
#pragma once

#include <memory>
#include <smallscope/oracles/oracle.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/subject.hpp>
#include <string>
#include <utility>
#include <vector>

namespace rope_campaigns {

/// The persistent worker worker.py. The interpreter is looked for when a session opens, so spaces can be counted and
/// shown without one. It is the first of $SMALLSCOPE_PYTHON, /usr/bin/python3 and python3 that can import rope.
std::shared_ptr<const smallscope::subjects::Subject> engine();

/// No crash, no time-out, compiles after, behaviour preserved.
std::vector<smallscope::oracles::OraclePointer> refactoring_oracles();
/// The same and the round trip: after renaming there and back, the text is the original.
std::vector<smallscope::oracles::OraclePointer> renaming_oracles();

/// reproduce.py: applies rope's own interface to a reported input.
smallscope::runner::Reproduction reproduction();

/// A campaign that runs rope on the values of `generator`. `identifiers` are the names that the programs define.
template <smallscope::generators::IndexedGenerator G, class Render>
smallscope::runner::Campaign campaign(std::string name, std::string description, G generator, Render render,
                                      std::vector<smallscope::oracles::OraclePointer> oracles,
                                      std::vector<std::string> identifiers) {
  auto result = smallscope::runner::observed(std::move(name), std::move(generator), std::move(render), engine(),
                                             std::move(oracles));
  result.description = std::move(description);
  result.messages.masks = std::move(identifiers);
  result.messages.presets = {"cpython"};
  result.merging.hiding = {"compiles after", "round trip"};
  result.reproduction = reproduction();
  result.texts = smallscope::runner::TextRules{.positions = {"offset", "start", "end"}};
  return result;
}

}  // namespace rope_campaigns
