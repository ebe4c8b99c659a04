// SPDX-License-Identifier: Apache-2.0
// Whether a store is what its writers wrote: its checksums, its pages, its certificate.
#include <filesystem>
#include <thread>

#include <fmt/format.h>

#include "database.hpp"
#include "hash.hpp"
#include "schema.hpp"
#include "seals.hpp"

namespace smallscope::results {

namespace {

/// A second thread is worth it from here on: reading and looking up everything takes half a second.
constexpr std::uintmax_t large_file = 32u << 20u;

/// A second connection to a large file, in a transaction of its own and in the same state; null if there is none.
std::unique_ptr<Connection> second_reader(const Connection& first) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(first.file(), error);
  if (error || size < large_file || std::thread::hardware_concurrency() == 1) return nullptr;
  try {
    std::unique_ptr<Connection> second = first.another();
    second->execute("BEGIN");
    if (show_one_state(first, *second)) return second;
  } catch (const StoreError&) {  // then one does it all
  }
  return nullptr;
}

}  // namespace

bool Store::Database::is_sealed() const { return connection_->integer("PRAGMA user_version") >= sealed_since; }

void Store::Database::require_whole() {
  const Transaction snapshot(*connection_, false);
  if (!is_sealed()) return;
  require_sealed_content(*connection_, second_reader(*connection_).get());
}

std::unique_ptr<Store::Database> Store::Database::another() const {
  if (access_ != Access::read_one_state || !is_sealed()) return nullptr;
  std::unique_ptr<Connection> second = second_reader(*connection_);
  if (!second) return nullptr;
  return std::make_unique<Database>(std::move(second), access_, manifest_, std::nullopt);
}

Integrity Store::Database::integrity() {
  const Transaction snapshot(*connection_, false);
  Integrity found;
  const auto look = [&](auto&& examine) {
    try {
      examine();
    } catch (const StoreError& error) {
      found.damage.emplace_back(error.what());
    }
  };
  look([&] {
    Statement check(*connection_, "PRAGMA main.integrity_check(20)");
    for (Rows rows = check.rows(); rows.next();)
      if (rows.text(0) != "ok") found.damage.push_back(fmt::format("pages: {}", rows.text(0)));
  });
  look([&] {
    found.format = static_cast<int>(connection_->integer("PRAGMA user_version"));
    found.is_sealed = is_sealed();
    if (!found.is_sealed) return;
    const SealedContent content = compare_with_seals(*connection_, second_reader(*connection_).get());
    found.rows = static_cast<Ordinal>(content.rows);
    for (const std::string& place : content.broken)
      found.damage.push_back(fmt::format("content: {}: not what was written, by the checksums", place));
  });
  if (!found.damage.empty()) return found;
  look([&] {
    dump([](std::string_view) {});  // reads what is read only in part otherwise
    found.certificate = stored_certificate().value_or("");
    if (!found.certificate.empty()) certificate();
  });
  return found;
}

std::optional<std::string> Store::Database::stored_certificate() {
  if (!is_sealed()) return std::nullopt;
  Statement select(*connection_, "SELECT hash FROM certificate WHERE dump=?");
  Rows rows = select.rows(dump_version);
  if (!rows.next()) return std::nullopt;
  return std::string(rows.text(0));
}

std::string Store::Database::certificate() {
  const Transaction snapshot(*connection_, false);
  if (!account().complete) return "";
  Fnv1a128 hash;
  dump([&](std::string_view text) { hash.add(text); });
  const std::string now = hash.text();
  if (const auto stored = stored_certificate(); stored && *stored != now)
    connection_->damaged(fmt::format("its certificate was {} when its run was complete, and is {} now", *stored, now));
  return now;
}

void Store::Database::certify() {
  require_writable();
  if (connection_->file().empty() || stored_certificate()) return;
  const Account now = account();
  if (!now.complete) return;
  const std::string hash = certificate();
  set_durable(true);
  Transaction transaction(*connection_);
  Statement(*connection_,
            "INSERT INTO certificate(one, executed, failed, dump, hash) VALUES(1, ?1, ?2, ?3, ?4)"
            " ON CONFLICT DO UPDATE SET executed=?1, failed=?2, dump=?3, hash=?4")
      .execute(now.executed, now.failed(), dump_version, std::string_view(hash));
  transaction.commit();
  seals_->certified();
}

}  // namespace smallscope::results
