// SPDX-License-Identifier: Apache-2.0
// One writer per store: the lock that a process holds from opening a store for writing until it closes it.
//
// The lock is on the open file description, on a byte of the store's file that SQLite never locks. So it ends with the
// process, in whatever way the process ends, and is not lost when SQLite closes one of its descriptors. On a file
// system without such locks, a file beside the store takes their place; it names the writing process. A lock belongs to
// one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sqlite.hpp"

namespace smallscope::results {

/// A process, identified so that others can tell whether it still runs.
struct ProcessIdentity {
  std::string host;           ///< name and, if there is one, machine id
  std::string boot;           ///< id of this start of the system
  std::string process_space;  ///< the namespace in which pids are counted
  std::int64_t pid = 0;
  std::uint64_t started = 0;  ///< clock ticks after boot; distinguishes a process from a later one with the same pid
  friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;

  static ProcessIdentity own();
  /// "process 123 on HOST"
  std::string text() const;
  /// One line that parse() reads.
  std::string line() const;
  /// Empty if the line has another form.
  static std::optional<ProcessIdentity> parse(std::string_view line);
  enum class State { running, ended, unknown };
  /// `unknown` for a process of another machine or another container.
  State state() const;
};

class WriterLock {
 public:
  enum class Mechanism { automatic, lock_file };

  /// Locks the store `file`, which exists. Throws StoreBusy if another store object or process holds it, StoreError.
  explicit WriterLock(const std::filesystem::path& file, Mechanism mechanism = Mechanism::automatic);
  /// Locks a store that is being made as `unfinished` and will get the name `file`. `replaced` is the lock of the store
  /// that still has the name: it must live until the name has changed hands.
  WriterLock(const std::filesystem::path& unfinished, const std::filesystem::path& file, WriterLock* replaced,
             Mechanism mechanism = Mechanism::automatic);
  /// From now on the store is asked for under this name: while it is filled, before it gets its own.
  void ask_for(const std::filesystem::path& name) { file_ = std::filesystem::absolute(name); }
  /// Throws StoreError if the name has come to mean another file or none, since it was locked or first asked for.
  void require_in_place();
  WriterLock(WriterLock&&) noexcept;
  WriterLock& operator=(WriterLock&&) = delete;
  ~WriterLock();

 private:
  class LockFile;
  /// The file's device and inode. A store object of this process holds it: closing another descriptor of that file
  /// would drop the locks that SQLite has on it.
  using Identity = std::pair<std::uint64_t, std::uint64_t>;

  void lock(const std::filesystem::path& held, const std::filesystem::path& file, Mechanism mechanism);
  /// False if the path now names another file.
  bool lock_description(const std::filesystem::path& held, const std::filesystem::path& file, bool& unsupported);

  std::filesystem::path file_;  ///< absolute: the working directory may change
  std::optional<Identity> in_place_;
  int descriptor_ = -1;
  std::optional<Identity> identity_;
  std::unique_ptr<LockFile> lock_file_;
};

/// What a store is called while it is being made: its name, this, and something random.
inline constexpr std::string_view unfinished_suffix = ".new-";
/// Removes what processes left that were killed while they made this store. Does nothing where files cannot be locked.
void remove_left_overs(const std::filesystem::path& file);

/// Whether files can be locked where this one is; true if it cannot be opened. For after an error: the call ends the
/// locks that other connections of this process have on the file.
bool has_locks(const std::filesystem::path& file);

/// Records in the store that this process writes it.
void record_writer(const Connection& connection);

}  // namespace smallscope::results
