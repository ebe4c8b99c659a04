// SPDX-License-Identifier: Apache-2.0
// The implementation of a Store: the connection, its statements, and the manifest and orders read from the file.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "bitmaps.hpp"
#include "json.hpp"
#include "judging.hpp"
#include "seals.hpp"
#include "spectra/spectra.hpp"
#include "sqlite.hpp"
#include "writer_lock.hpp"

namespace smallscope::results {

class Store::Database {
 public:
  /// How a store was opened.
  enum class Access { write, read, read_one_state };

  /// A writer passes its `lock`.
  Database(std::unique_ptr<Connection> opened, Access access, Manifest manifest, std::optional<WriterLock> lock);

  // Opening: opening.cpp.
  static std::unique_ptr<Database> create(const std::filesystem::path& file, const Manifest& manifest);
  static std::unique_ptr<Database> replace(const std::filesystem::path& file, const Manifest& manifest,
                                           const std::filesystem::path& aside);
  static std::unique_ptr<Database> create_in_memory(const Manifest& manifest);
  static std::unique_ptr<Database> open(const std::filesystem::path& file, Access access);
  static std::unique_ptr<Database> open_to_write(const std::filesystem::path& file, WriterLock lock);

  /// A new store, filled before it gets its name.
  static void create_whole(const std::filesystem::path& file, const Manifest& manifest, bool overwrite,
                           const std::function<void(Database&)>& fill);
  // Joining: gather.cpp.
  static Gathered gather(std::span<const std::filesystem::path> stores, const std::filesystem::path& output,
                         const GatherOptions& options);

  const Manifest& manifest() const { return manifest_; }
  const Connection& connection() const { return *connection_; }

  // Writing: commit.cpp.
  Pass add_pass(Pass pass);
  void commit(std::span<const Batch> batches);
  void compare_by(Signature signature) { signature_ = std::move(signature); }
  Agreement agreement(const Case& known, const Attempt& attempt) const;
  void add_attempts(const std::vector<Attempt>& attempts);
  void add_contradictions(std::span<const Case> failing);
  void set_first_failure(const FirstFailure& first);

  Spectra& spectra() { return spectra_; }

  // Reading: cases.cpp.
  void for_each_case(const std::function<bool(const Case&)>& visit, bool by_test, CaseParts parts);
  std::optional<Case> find_case(int level, Ordinal ordinal);
  std::vector<Attempt> attempts(int level, Ordinal ordinal);
  Executions executions(int level, Ordinal ordinal);
  std::optional<FirstFailure> first_failure();

  // The results of taking merged inputs apart: unmergings.cpp.
  void add_unmergings(std::span<const Unmerging> unmergings);
  std::optional<Unmerging> find_unmerging(int level, Ordinal ordinal);
  void for_each_unmerging(const std::function<bool(const Unmerging&)>& visit);
  void for_each_failure(const std::function<bool(const Case&)>& visit, bool by_test, CaseParts parts);
  std::optional<Case> find_failure(int level, Ordinal ordinal);

  // What has been executed: account.cpp.
  std::vector<Pass> passes();
  Account account();
  LevelCounts counts(int level);
  bool is_executed(int level, Ordinal ordinal, int except_pass = 0);
  void for_each_executed(int level, const std::function<bool(Ordinal, Ordinal)>& visit);
  std::optional<Verdict> verdict(int level, Ordinal ordinal);
  Discards discards(int level);

  // What oracles and the subject said about inputs that are not cases; further executions of open cases: retries.cpp.
  void add_retries(std::span<const Retry> retries);
  std::vector<std::pair<int, Ordinal>> open_cases();
  oracles::Tallies tallies(int level);
  std::vector<Reason> reasons(int level, Verdict verdict) { return judging_.reasons(level, verdict); }

  // Whether it is what was written: integrity.cpp.
  void require_whole();
  /// As Store::another().
  std::unique_ptr<Database> another() const;
  Integrity integrity();
  std::string certificate();
  void certify();

  // Comparing: dump.cpp.
  void dump(const std::function<void(std::string_view)>& sink);

 private:
  class Gathering;
  bool is_sealed() const;
  std::optional<std::string> stored_certificate();
  void require_writable();
  void set_durable(bool durable);
  void apply(const Batch& batch);
  /// Within a transaction; returns its id.
  int insert_pass(const Pass& pass);
  void apply_spectra(std::span<const Batch> batches);
  void apply_count(Ordinal inputs);
  void insert_case(const Pass& pass, const Case& added);
  void write_case(const Case& added, Verdict verdict, Verdict first);
  void apply_attempt(const Attempt& attempt);
  /// Whether it repeats a case in other words, whose own verdict stands.
  bool is_repeat_alike(const Attempt& attempt);
  void apply_retry(const Retry& retry);
  std::optional<Pass> find_pass(int id);
  /// The first pass that has executed the ordinal.
  std::optional<int> find_executing(int level, Ordinal ordinal, int except_pass);
  int pass_that_executed(int level, Ordinal ordinal);
  std::vector<Pass> passes_of(int level);
  std::optional<Verdict> find_verdict(int level, Ordinal ordinal);
  const generators::Order& order(const Pass& pass);
  bool is_discarded(int level, Ordinal ordinal);
  std::string judging_text(int pass) { return judging_.text(pass); }
  bool has_merged_results();
  void insert_unmerging(const Unmerging& unmerging);
  void erase_unmerging(int level, Ordinal ordinal);
  /// What the canonical dump says of it, by which two results of taking the same input apart are told apart.
  std::string text_of(const Unmerging& unmerging) const;
  Unmerging read_unmerging(const Rows& rows);
  void count_failures(std::map<Verdict, Ordinal>& cases);
  Account counted_account();
  std::vector<LevelAccount> merged_accounts();
  Case read_case(const Rows& rows, CaseParts parts = {}) const;
  Pass read_pass(const Rows& rows);
  std::shared_ptr<const std::vector<Ordinal>> list_of(int pass);
  /// Runs `read` on a column. A column that its writer cannot have written means a damaged file.
  template <class Read>
  auto decode(Read read, std::string_view text) const {
    try {
      return read(text);
    } catch (const BadJson& error) {
      connection_->damaged(error.what());
    }
  }

  std::optional<WriterLock> lock_;  // first, so it is released last
  std::unique_ptr<Connection> connection_;
  std::optional<Seals> seals_;  ///< of a writer
  Access access_;
  Manifest manifest_;
  std::optional<bool> durable_;
  Signature signature_;             ///< empty: words count
  std::optional<Account> account_;  ///< of one state, once it was asked for
  /// The list of each pass, null if it has none: passes keep theirs.
  std::map<int, std::shared_ptr<const std::vector<Ordinal>>> lists_;
  /// Keyed by what determines an order: its specification and the size of the level. The pass stands for its list.
  std::map<std::tuple<std::string, Ordinal, std::uint64_t, std::size_t, std::vector<generators::Factor>, Ordinal, int>,
           std::shared_ptr<const generators::Order>>
      orders_;
  Bitmaps bitmaps_;
  Judging judging_;
  Spectra spectra_;
  Statement insert_pass_, insert_list_, find_list_, passes_, find_pass_, update_pass_, count_seconds_;
  Statement insert_case_, find_case_, find_verdict_, find_first_verdict_, make_flaky_, cases_by_key_, cases_by_test_,
      count_cases_;
  Statement erase_case_, open_cases_, count_level_;
  Statement insert_attempt_, attempts_;
  Statement insert_first_, advance_first_, measure_first_, first_;
  Statement insert_unmerging_, insert_part_, unmergings_, find_unmerging_, parts_, find_part_;
  Statement failures_by_key_, failures_by_test_;
};

}  // namespace smallscope::results
