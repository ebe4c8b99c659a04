// SPDX-License-Identifier: Apache-2.0
// One reduction: Engine::reduce().
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <smallscope/runner/reduce.hpp>

#include "pieces.hpp"
#include "texts.hpp"

namespace smallscope::runner {

class Reducer {
 public:
  /// Throws std::invalid_argument if the input does not fail as expected, or if obstacle_to_reducing() has something to
  /// say.
  Reducer(const TextSettings& settings, const ReduceOptions& options, const subjects::Input& input);
  /// If what is said of the smallest text is not the same each time, but that of the input is, it begins anew and takes
  /// only texts of which the same is said each time.
  Reduced run();

 private:
  /// A piece of a text, and whether it stays because a position points at it.
  struct Part {
    std::string text;
    bool stays = false;
  };
  /// Removes pieces of all texts until nothing can be removed.
  void remove_pieces();
  /// Executes the texts again.
  bool says_the_same(const JudgedTexts& texts) const;
  /// Removes pieces of a text, as it is at the beginning, until no chunk of them, down to single ones, can be removed.
  /// The text is number `index` of the files, or else standard input.
  void minimise(std::size_t index, Piece piece);
  std::vector<Part> parts_of(std::size_t index, Piece piece) const;
  /// The smallest input with only these parts of a text.
  subjects::Input with(std::size_t index, const std::vector<Part>& all, const std::vector<bool>& kept) const;
  const std::string& text_at(std::size_t index) const;
  /// Tries the candidates in sequence, and takes the first that fails alike. Its number; empty if there is none.
  std::optional<std::size_t> take_first(std::size_t candidates,
                                        const std::function<subjects::Input(std::size_t)>& candidate);
  /// Whether a candidate fails like the input. If it fails differently, it is kept among the slipped.
  bool fails_alike(const subjects::Input& input, const Outcome& outcome);
  bool ends();
  double seconds() const;

  const TextSettings& settings_;
  const ReduceOptions& options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Reduced reduced_;
  bool takes_only_repeated_ = false;
  std::unordered_set<std::uint64_t> tried_;  ///< hashes of texts; two equal ones would leave out one candidate
};

}  // namespace smallscope::runner
