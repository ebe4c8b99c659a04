// SPDX-License-Identifier: Apache-2.0
// The content of a store's file: its tables, its manifest, and the versions of its format.
#pragma once

#include <cstdint>

#include "sqlite.hpp"

namespace smallscope::results {

/// "smsc": SQLite's application_id of a store.
inline constexpr std::int64_t application_id = 0x736D7363;
/// SQLite's user_version of a store; grows when the format changes.
inline constexpr std::int64_t format_version = 8;
/// The first format with checksums.
inline constexpr std::int64_t sealed_since = 5;

/// Grows when the canonical dump of a store changes, because programs may not compare certificates of other dumps.
inline constexpr int dump_version = 2;

/// Creates the tables of a new store and writes its manifest, all or nothing.
void fill(const Connection& connection, const Manifest& manifest);

/// Throws StoreError if a part of it is missing, or is not what its writer wrote.
Manifest read_manifest(const Connection& connection);

/// Makes an older format look like the current one: in the file for a writer, in views for a reader. Throws StoreError
/// if the file is not a store, or has a newer format.
void bring_up_to_date(const Connection& connection, bool writes);

}  // namespace smallscope::results
