// SPDX-License-Identifier: Apache-2.0
// The result store: one SQLite file per campaign that outlives the run.
//
// A Store belongs to one thread at a time. Several Stores (in several processes) may have the same file open. One of
// them may write: it holds a lock from create(), replace() or open() until it is destroyed, or its process ends. Writer
// puts a store behind a thread and an ordered queue. docs/result-store.md describes the format.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <smallscope/results/record.hpp>

namespace smallscope::results {

/// A store cannot be created, opened, read or written. The message names the file, what is wrong and the remedy.
struct StoreError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// A new store was to be created, but the file already exists.
struct StoreExists : StoreError {
  using StoreError::StoreError;
};
/// Another process (or another object of this one) writes the store. The message says which, and what can be done.
struct StoreBusy : StoreError {
  using StoreError::StoreError;
};
/// The store belongs to another campaign, or another version of it. The message says what differs.
struct StoreMismatch : StoreError {
  using StoreError::StoreError;
};

struct Gathered;  // gather.hpp
struct GatherOptions;

/// What examining a store found.
struct Integrity {
  int format = 0;
  bool is_sealed = false;   ///< whether its format has checksums
  Ordinal rows = 0;         ///< compared with their checksums
  std::string certificate;  ///< stored when the run was complete, and still right; "" if there is none
  std::vector<std::string> damage;
};

class Store {
 public:
  /// Creates the file (and its directory) with this manifest. Throws StoreExists, StoreError.
  static Store create(const std::filesystem::path& file, const Manifest& manifest);
  /// Creates the file in place of the store of that name, which is moved to `aside` (replacing what is there), or
  /// removed if `aside` is empty. The name is without a store only for the duration of a rename. Throws StoreBusy if
  /// somebody writes the old store, and StoreError if the file to be removed is not a store.
  static Store replace(const std::filesystem::path& file, const Manifest& manifest,
                       const std::filesystem::path& aside = {});
  /// A store in memory that lives as long as the object.
  static Store in_memory(const Manifest& manifest);
  /// Opens an existing store for reading and writing. Throws StoreBusy if somebody else has done so; StoreError if
  /// there is no such file, or if it is not a store, has a newer format or is damaged.
  static Store open(const std::filesystem::path& file);
  /// Opens for reading only; works while another process writes, and in a read-only directory.
  static Store inspect(const std::filesystem::path& file);
  /// The same, and everything that is read is one state of the file, whatever others commit meanwhile. The file's log
  /// grows until the object is destroyed.
  static Store snapshot(const std::filesystem::path& file);
  /// Another reader of the state that a snapshot() shows, for another thread. Empty where one reader is as fast: for a
  /// file below 32 MiB and on a machine with one processor; and if there is none: for a store that is no snapshot, that
  /// has changed since, or that cannot be opened again.
  std::optional<Store> another() const;
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  const Manifest& manifest() const;
  const std::filesystem::path& file() const;  ///< empty for a store in memory
  /// Throws StoreMismatch unless the fingerprint and the size equal this campaign's.
  void require_same_campaign(const Manifest& manifest) const;

  /// Adds a pass and returns it with its id.
  Pass add_pass(Pass pass);
  std::vector<Pass> passes() const;
  /// Adds a batch in one transaction. Throws StoreError, and writes nothing, unless the batch begins where its pass is
  /// done: everything that a store says was executed was executed, once. If the batch contains a failing case, it is
  /// synced to disk before the function returns.
  void commit(const Batch& batch);
  /// Adds several batches, in order, in one transaction.
  void commit(std::span<const Batch> batches);
  /// From now on, a repeat with other words than its case is `alike` if the signatures are equal. Without it, words
  /// count. The signature may be called from any thread.
  void compare_by(Signature signature);
  /// Whether the attempt, which was judged, has the result of the case, by verdict, judgements and compare_by(). May be
  /// called from any thread.
  Agreement agreement(const Case& known, const Attempt& attempt) const;
  /// Adds attempts. If an attempt of a failing case has another verdict or other judgements, the case becomes flaky (it
  /// keeps its first judgements), unless the attempt is `alike` and has its verdict. Attempts that ended in
  /// oracle_error or infrastructure say nothing about it.
  void add_attempts(const std::vector<Attempt>& attempts);
  /// Adds inputs that have been executed and passed, and failed when they were executed again: their cases are flaky,
  /// with the judgements given here. Those that are cases already stay as they are.
  void add_contradictions(std::span<const Case> failing);
  /// Replaces open cases by further executions, in one transaction, and keeps the replaced ones as attempts. Cases that
  /// are not open stay as they are.
  void add_retries(std::span<const Retry> retries);
  /// The open cases (oracles::is_open), by (level, ordinal).
  std::vector<std::pair<int, Ordinal>> open_cases() const;
  /// Adds what taking merged inputs apart found, in one transaction. Entries that already exist stay unchanged.
  void add_unmergings(std::span<const Unmerging> unmergings);
  std::optional<Unmerging> find_unmerging(int level, Ordinal ordinal) const;
  /// Visits them in the order in which they were added; stops when the visitor returns false.
  void for_each_unmerging(const std::function<bool(const Unmerging&)>& visit) const;
  /// Records when the first failing case was committed, more exactly than the commit itself could (which records the
  /// seconds of all batches so far). Does nothing for another case than the recorded one, or the second time.
  void set_first_failure(const FirstFailure& first);
  std::optional<FirstFailure> first_failure() const;

  Account account() const;
  /// O(log n) in the cases of the level, and one row for each chunk of discards.
  LevelCounts counts(int level) const;
  /// Visits cases in order of (level, ordinal), or of `test` when `by_test`; stops when the visitor returns false.
  void for_each_case(const std::function<bool(const Case&)>& visit, bool by_test = false, CaseParts parts = {}) const;
  std::optional<Case> find_case(int level, Ordinal ordinal) const;
  /// Visits each known failure once: cases of level 0; parts that un-merging found and that level 0 has not executed;
  /// merged cases that have not been taken apart. In order of (level, ordinal), or of `test`.
  void for_each_failure(const std::function<bool(const Case&)>& visit, bool by_test = false,
                        CaseParts parts = {}) const;
  /// The failure that for_each_failure() visits under this key.
  std::optional<Case> find_failure(int level, Ordinal ordinal) const;
  std::vector<Attempt> attempts(int level, Ordinal ordinal) const;
  /// Of a case, its first execution and its attempts; all 0 for another input.
  Executions executions(int level, Ordinal ordinal) const;
  /// Whether a committed pass visited the ordinal.
  bool is_executed(int level, Ordinal ordinal) const;
  /// So many different executed ordinals of level 0, or all if there are fewer; ascending, the same for the same seed.
  std::vector<Ordinal> sample(std::uint64_t wanted, std::uint64_t seed) const;
  /// Visits the executed ordinals as maximal half-open ranges, ascending; stops when the visitor returns false. O(1) if
  /// passes cover the level or are dense; otherwise the time is proportional to them, with the memory of a compressed
  /// bitmap.
  void for_each_executed(int level, const std::function<bool(Ordinal first, Ordinal last)>& visit) const;
  /// The verdict of an executed ordinal; empty if it was not run.
  std::optional<Verdict> verdict(int level, Ordinal ordinal) const;
  /// The ordinals of a level that neither passed nor failed, ascending. Memory: 16 bytes per filtered range, 8 per
  /// other ordinal.
  Discards discards(int level) const;
  /// What each oracle said about the executed inputs of a level, in the campaign's order; empty for a store older than
  /// format 3.
  oracles::Tallies tallies(int level) const;
  /// Why inputs of a level were rejected or refused, the most frequent first, then by their least ordinal.
  std::vector<Reason> reasons(int level, Verdict verdict) const;

  /// How many spectra of tests runs with coverage have added.
  Ordinal spectra() const;
  /// The modules of the code under test, and their elements that some test covered, in the order in which the store
  /// first saw them.
  std::vector<CodeModule> code_modules() const;
  std::vector<CodeElement> code_elements() const;
  /// Visits the tests of a level that have a spectrum, each once; those of later commits come first.
  void for_each_spectrum(int level, const VisitSpectrum& visit) const;
  /// From now on commits ask it for the place of each new element in the source; without it, elements have none.
  void find_places_with(FindPlace find);

  /// The text by which stores are compared: all but times, hosts, paths, attempts and spectra. Equal campaigns that
  /// ran to the same point have equal dumps, for any number of jobs and any interruption.
  std::string canonical_dump() const;
  /// The certificate of a complete store: the 128-bit FNV-1a hash of the canonical dump, in hexadecimal. "" for an
  /// incomplete store. Throws StoreError if it is not the one that certify() has stored.
  std::string certificate() const;
  /// Stores the certificate of a complete store; does nothing for an incomplete one. The next change removes it.
  void certify();

  /// Throws StoreError, with the damaged place, unless every row is what was written, by its checksum, and is found by
  /// every index. Reads the whole file, in some seconds for a million cases. A store older than format 5 has no
  /// checksums.
  void require_whole() const;
  /// The same, and whether SQLite's pages are sound and the stored certificate holds; does not throw for damage that it
  /// finds. Several times as slow.
  Integrity integrity() const;

 private:
  class Database;
  explicit Store(std::unique_ptr<Database> database);
  friend Gathered gather(std::span<const std::filesystem::path>, const std::filesystem::path&, const GatherOptions&);
  std::unique_ptr<Database> database_;
};

}  // namespace smallscope::results
