// SPDX-License-Identifier: Apache-2.0
#include "causes/labels.hpp"

#include <map>
#include <set>
#include <string_view>

#include "causes/tokens.hpp"

namespace smallscope::clustering {

namespace {

constexpr std::size_t longest_piece = 14;

}  // namespace

SharedPieces shared_pieces(const Attribute& attribute) {
  SharedPieces shared;
  const std::size_t labels = attribute.labels.size();
  if (labels > most_labels_with_pieces) return shared;
  std::map<std::vector<std::string_view>, RowSet> pieces;
  for (std::size_t value = 0; value < labels; ++value) {
    const std::vector<std::string_view> tokens = tokens_of(attribute.labels[value]);
    for (std::size_t first = 0; first < tokens.size(); ++first) {
      std::vector<std::string_view> piece;
      for (std::size_t i = first; i < std::min(tokens.size(), first + longest_piece); ++i) {
        piece.push_back(tokens[i]);
        pieces.try_emplace(piece, labels).first->second.insert(value);
      }
    }
  }
  std::set<RowSet> sets;
  for (auto& [piece, set] : pieces) sets.insert(std::move(set));
  shared.number = sets.size();
  for (const RowSet& set : sets)
    if (const std::size_t size = set.size(); size > 1 && size < labels) shared.sets.push_back(set);
  return shared;
}

}  // namespace smallscope::clustering
