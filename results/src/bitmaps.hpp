// SPDX-License-Identifier: Apache-2.0
// Sets of ordinals in the table `discards`: compressed bitmaps in chunks of 2^20 ordinals.
//
// A commit appends one part to each chunk that it touches, as small as what it adds. When the parts together become
// larger than the folded bitmaps, each chunk is folded into its part 0. So the file stays within a constant factor of
// the compressed sets, and so does everything written for them, however many commits there are. Belongs to one thread.
#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "sqlite.hpp"

namespace smallscope::results {

/// The kinds of results::Discards, in its order.
enum class DiscardKind : int { filtered = 0, rejected = 1, refused = 2, not_applicable = 3 };
inline constexpr DiscardKind discard_kinds[] = {DiscardKind::filtered, DiscardKind::rejected, DiscardKind::refused,
                                                DiscardKind::not_applicable};
/// The stable name ("not applicable"), and the verdict of such ordinals.
std::string_view name(DiscardKind kind);
Verdict verdict_of(DiscardKind kind);

class Bitmaps {
 public:
  explicit Bitmaps(const Connection& connection);

  /// Adds half-open ranges of ordinals, in any order. With `except_known`, ordinals that are already present are not
  /// counted again.
  void add(int level, DiscardKind kind, const std::vector<std::pair<Ordinal, Ordinal>>& ranges, bool except_known);
  Ordinal count(int level, DiscardKind kind);
  bool contains(int level, DiscardKind kind, Ordinal ordinal);
  /// Visits maximal half-open ranges within each chunk, ascending.
  void for_each_range(int level, DiscardKind kind, const std::function<void(Ordinal, Ordinal)>& visit);
  std::vector<int> levels();

 private:
  void fold_if_due();
  void fold();

  const Connection& connection_;
  Statement insert_, chunk_parts_, chunks_, count_, levels_, sizes_, grown_chunks_, erase_;
  std::int64_t folded_bytes_ = -1;  ///< of all parts 0; -1: unknown
  std::int64_t parts_bytes_ = 0;    ///< of all other parts
};

}  // namespace smallscope::results
