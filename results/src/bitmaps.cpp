// SPDX-License-Identifier: Apache-2.0
#include "bitmaps.hpp"

#include <algorithm>

#include "ordinal_set.hpp"

namespace smallscope::results {

namespace {

/// Parts may grow to this many bytes before they are first folded.
constexpr std::int64_t least_fold_bytes = 1 << 20;

using Bitmap = Roaring;
constexpr int chunk_bits = OrdinalSet::chunk_bits;

std::string serialise(const Bitmap& bitmap) {
  std::string bytes(bitmap.getSizeInBytes(), '\0');
  bitmap.write(bytes.data());
  return bytes;
}

Bitmap read(const Connection& connection, std::string_view bytes) {
  try {
    return Bitmap::readSafe(bytes.data(), bytes.size());
  } catch (const std::exception&) {
    connection.damaged("a bitmap of discarded ordinals cannot be read");
  }
}

/// The union of a chunk's parts.
Bitmap read_parts(const Connection& connection, Rows rows) {
  Bitmap bitmap;
  while (rows.next()) bitmap |= read(connection, rows.text(0));
  return bitmap;
}

}  // namespace

std::string_view name(DiscardKind kind) {
  switch (kind) {
    case DiscardKind::filtered:
      return "filtered";
    case DiscardKind::rejected:
      return "rejected";
    case DiscardKind::refused:
      return "refused";
    case DiscardKind::not_applicable:
      return "not applicable";
  }
  return "unknown";
}

Verdict verdict_of(DiscardKind kind) {
  switch (kind) {
    case DiscardKind::filtered:
    case DiscardKind::rejected:
      return Verdict::discarded;
    case DiscardKind::refused:
      return Verdict::refused;
    case DiscardKind::not_applicable:
      break;
  }
  return Verdict::not_applicable;
}

Bitmaps::Bitmaps(const Connection& connection)
    : connection_(connection),
      insert_(connection,
              "INSERT INTO discards(level, kind, chunk, part, count, bitmap) VALUES(?1, ?2, ?3,"
              " (SELECT coalesce(max(part), 0) + 1 FROM discards WHERE level=?1 AND kind=?2 AND chunk=?3),"
              " ?4, ?5)"),
      chunk_parts_(connection, "SELECT bitmap FROM discards WHERE level=? AND kind=? AND chunk=?"),
      chunks_(connection, "SELECT DISTINCT chunk FROM discards WHERE level=? AND kind=? ORDER BY chunk"),
      count_(connection, "SELECT count FROM discards WHERE level=? AND kind=?"),
      levels_(connection, "SELECT DISTINCT level FROM discards ORDER BY level"),
      // Not GROUP BY, because its sorter would hold all bitmaps.
      sizes_(connection,
             "SELECT coalesce(sum(length(bitmap)) FILTER (WHERE part = 0), 0),"
             " coalesce(sum(length(bitmap)) FILTER (WHERE part > 0), 0) FROM discards"),
      grown_chunks_(connection, "SELECT DISTINCT level, kind, chunk FROM discards WHERE part>0"),
      erase_(connection, "DELETE FROM discards WHERE level=? AND kind=? AND chunk=?") {}

void Bitmaps::add(int level, DiscardKind kind, const std::vector<std::pair<Ordinal, Ordinal>>& ranges,
                  bool except_known) {
  if (ranges.empty()) return;
  OrdinalSet added;
  for (const auto& [first, last] : ranges) added.add(first, last);
  for (auto& [chunk, bitmap] : added.chunks()) {
    if (except_known) bitmap -= read_parts(connection_, chunk_parts_.rows(level, static_cast<int>(kind), chunk));
    if (bitmap.isEmpty()) continue;
    bitmap.runOptimize();
    const std::string bytes = serialise(bitmap);
    insert_.execute(level, static_cast<int>(kind), chunk, Ordinal{bitmap.cardinality()}, Blob{bytes});
    parts_bytes_ += static_cast<std::int64_t>(bytes.size());
  }
  fold_if_due();
}

void Bitmaps::fold_if_due() {
  if (folded_bytes_ < 0) {
    Rows rows = sizes_.rows();
    rows.next();
    folded_bytes_ = rows.integer(0);
    parts_bytes_ = rows.integer(1);
  }
  if (parts_bytes_ > std::max(least_fold_bytes, folded_bytes_)) fold();
}

void Bitmaps::fold() {
  struct Key {
    int level, kind;
    Ordinal chunk;
  };
  std::vector<Key> grown;
  for (Rows rows = grown_chunks_.rows(); rows.next();)
    grown.push_back({static_cast<int>(rows.integer(0)), static_cast<int>(rows.integer(1)), rows.ordinal(2)});
  Statement insert(connection_,
                   "INSERT INTO discards(level, kind, chunk, part, count, bitmap) VALUES(?, ?, ?, 0, ?, ?)");
  for (const Key& key : grown) {
    Bitmap bitmap = read_parts(connection_, chunk_parts_.rows(key.level, key.kind, key.chunk));
    bitmap.runOptimize();
    erase_.execute(key.level, key.kind, key.chunk);
    insert.execute(key.level, key.kind, key.chunk, Ordinal{bitmap.cardinality()}, Blob{serialise(bitmap)});
  }
  folded_bytes_ = -1;  // counted again when next needed: the transaction may still be rolled back
}

Ordinal Bitmaps::count(int level, DiscardKind kind) {
  Ordinal count = 0;
  for (Rows rows = count_.rows(level, static_cast<int>(kind)); rows.next();) count += rows.ordinal(0);
  return count;
}

bool Bitmaps::contains(int level, DiscardKind kind, Ordinal ordinal) {
  for (Rows rows = chunk_parts_.rows(level, static_cast<int>(kind), ordinal >> chunk_bits); rows.next();)
    if (read(connection_, rows.text(0)).contains(static_cast<std::uint32_t>(ordinal & OrdinalSet::chunk_mask)))
      return true;
  return false;
}

void Bitmaps::for_each_range(int level, DiscardKind kind, const std::function<void(Ordinal, Ordinal)>& visit) {
  for (Rows rows = chunks_.rows(level, static_cast<int>(kind)); rows.next();) {
    const Ordinal chunk = rows.ordinal(0);
    OrdinalSet::for_each_range(chunk, read_parts(connection_, chunk_parts_.rows(level, static_cast<int>(kind), chunk)),
                               visit);
  }
}

std::vector<int> Bitmaps::levels() {
  std::vector<int> levels;
  for (Rows rows = levels_.rows(); rows.next();) levels.push_back(static_cast<int>(rows.integer(0)));
  return levels;
}

}  // namespace smallscope::results
