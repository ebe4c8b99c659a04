// SPDX-License-Identifier: Apache-2.0
#include "faulty_files.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace smallscope::results::faulty {

namespace {

/// What a disk writes whole or not at all.
constexpr std::size_t sector = 512;

enum class Operation { open, read, write, truncate, sync, size, lock, map, remove, access };
constexpr const char* names[] = {"open", "read", "write", "truncate", "sync",
                                 "size", "lock", "map",   "remove",   "access"};

int error_of(Operation operation) {
  switch (operation) {
    case Operation::open:
      return SQLITE_CANTOPEN;
    case Operation::read:
      return SQLITE_IOERR_READ;
    case Operation::write:
      return SQLITE_IOERR_WRITE;
    case Operation::truncate:
      return SQLITE_IOERR_TRUNCATE;
    case Operation::sync:
      return SQLITE_IOERR_FSYNC;
    case Operation::size:
      return SQLITE_IOERR_FSTAT;
    case Operation::lock:
      return SQLITE_IOERR_LOCK;
    case Operation::map:
      return SQLITE_IOERR_SHMMAP;
    case Operation::remove:
      return SQLITE_IOERR_DELETE;
    case Operation::access:
      break;
  }
  return SQLITE_IOERR_ACCESS;
}

bool concerns(Kind kind, Operation operation) {
  switch (kind) {
    case Kind::fills_up:
      return operation == Operation::write;
    case Kind::reads_less:
      return operation == Operation::read;
    case Kind::has_no_shared_map:
      return operation == Operation::map;
    default:
      return true;
  }
}

bool goes_on(Kind kind) { return kind != Kind::fails && kind != Kind::reads_less; }

/// What was done to a file since it was synced: bytes were written, or, without any, it got another size.
struct Change {
  std::size_t at = 0;
  std::string bytes;
  bool is_size = false;
};
/// A file as the disk knows it, and what has been done since.
struct OnDisk {
  std::string synced;
  std::vector<Change> changes;
  std::set<std::string> names;
};
using Identity = std::pair<dev_t, ino_t>;

struct State {
  sqlite3_vfs* real = nullptr;
  std::optional<Plan> plan;
  std::uint64_t concerned = 0;
  std::string last;
  std::map<Identity, OnDisk> files;  ///< kept while a power failure is planned
};
State& state() {
  static State state;
  return state;
}
bool keeps_files() { return state().plan && state().plan->kind == Kind::loses_power; }

std::optional<Identity> identity_of(const std::string& name) {
  struct stat status {};
  if (stat(name.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino};
}

void put(std::string& content, std::size_t at, std::string_view bytes) {
  if (content.size() < at + bytes.size()) content.resize(at + bytes.size());
  content.replace(at, bytes.size(), bytes);
}

/// What may be left of a file: of changes that were not synced, any sectors.
std::string after_power_failure(const OnDisk& file, std::mt19937_64& random) {
  std::string content = file.synced;
  const unsigned kept_in_ten = std::array{0U, 5U, 9U}[random() % 3];
  const auto is_kept = [&] { return random() % 10 < kept_in_ten; };
  for (const Change& change : file.changes) {
    if (change.is_size) {
      if (is_kept()) content.resize(change.at);
      continue;
    }
    for (std::size_t from = 0; from < change.bytes.size();) {
      const std::size_t to = std::min(change.bytes.size(), (change.at + from) / sector * sector + sector - change.at);
      if (is_kept()) put(content, change.at + from, std::string_view(change.bytes).substr(from, to - from));
      from = to;
    }
  }
  return content;
}

[[noreturn]] void end_process() {
  if (keeps_files()) {
    std::mt19937_64 random(state().plan->seed);
    for (const auto& [identity, file] : state().files)
      for (const std::string& name : file.names) {
        if (identity_of(name) != identity) continue;
        std::ofstream(name, std::ios::binary | std::ios::trunc) << after_power_failure(file, random);
        break;
      }
  }
  _exit(ended_status);
}

/// Whether the operation is to fail.
bool fails(Operation operation, const char* name) {
  State& now = state();
  if (!now.plan || !concerns(now.plan->kind, operation)) return false;
  ++now.concerned;
  if (now.plan->at == 0 || now.concerned < now.plan->at) return false;
  if (now.concerned > now.plan->at && !goes_on(now.plan->kind)) return false;
  if (now.plan->kind == Kind::killed || now.plan->kind == Kind::loses_power) end_process();
  now.last = std::string(names[static_cast<int>(operation)]) + " " + (name ? name : "a temporary file");
  return true;
}

/// Lies before the file of the layer below.
struct File {
  sqlite3_file base;
  const char* name;  ///< SQLite keeps it as long as the file is open
  std::optional<Identity>* identity;
  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  OnDisk* on_disk() {
    if (!keeps_files() || !*identity) return nullptr;
    const auto found = state().files.find(**identity);
    return found == state().files.end() ? nullptr : &found->second;
  }
};
File& file_of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* real_of(sqlite3_file* file) { return file_of(file).real(); }
const sqlite3_io_methods& methods_of(sqlite3_file* file) { return *real_of(file)->pMethods; }

int do_close(sqlite3_file* file) {
  const int code = methods_of(file).xClose(real_of(file));
  delete file_of(file).identity;
  return code;
}

int do_read(sqlite3_file* file, void* bytes, int count, sqlite3_int64 at) {
  if (fails(Operation::read, file_of(file).name)) {
    if (state().plan->kind != Kind::reads_less) return error_of(Operation::read);
    const int code = methods_of(file).xRead(real_of(file), bytes, count, at);
    if (code != SQLITE_OK) return code;
    std::memset(static_cast<char*>(bytes) + count / 2, 0, static_cast<std::size_t>(count - count / 2));
    return SQLITE_IOERR_SHORT_READ;
  }
  return methods_of(file).xRead(real_of(file), bytes, count, at);
}

int write_through(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) {
  const int code = methods_of(file).xWrite(real_of(file), bytes, count, at);
  if (OnDisk* disk = file_of(file).on_disk(); disk && code == SQLITE_OK)
    disk->changes.push_back({static_cast<std::size_t>(at),
                             std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(count)), false});
  return code;
}

int do_write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) {
  if (!fails(Operation::write, file_of(file).name)) return write_through(file, bytes, count, at);
  if (state().plan->kind != Kind::fills_up) return error_of(Operation::write);
  if (state().concerned == state().plan->at) write_through(file, bytes, count / 2, at);
  return SQLITE_FULL;
}

int do_truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (fails(Operation::truncate, file_of(file).name)) return error_of(Operation::truncate);
  const int code = methods_of(file).xTruncate(real_of(file), size);
  if (OnDisk* disk = file_of(file).on_disk(); disk && code == SQLITE_OK)
    disk->changes.push_back({static_cast<std::size_t>(size), "", true});
  return code;
}

/// Really waiting for the disk would show nothing more, and take long.
int do_sync(sqlite3_file* file, int) {
  if (fails(Operation::sync, file_of(file).name)) return error_of(Operation::sync);
  if (OnDisk* disk = file_of(file).on_disk()) {
    for (const Change& change : std::exchange(disk->changes, {})) {
      if (change.is_size)
        disk->synced.resize(change.at);
      else
        put(disk->synced, change.at, change.bytes);
    }
  }
  return SQLITE_OK;
}

int do_size(sqlite3_file* file, sqlite3_int64* size) {
  if (fails(Operation::size, file_of(file).name)) return error_of(Operation::size);
  return methods_of(file).xFileSize(real_of(file), size);
}

int do_lock(sqlite3_file* file, int level) {
  if (fails(Operation::lock, file_of(file).name)) return error_of(Operation::lock);
  return methods_of(file).xLock(real_of(file), level);
}

int do_unlock(sqlite3_file* file, int level) { return methods_of(file).xUnlock(real_of(file), level); }

int do_check_lock(sqlite3_file* file, int* result) {
  return methods_of(file).xCheckReservedLock(real_of(file), result);
}

int do_control(sqlite3_file* file, int operation, void* argument) {
  return methods_of(file).xFileControl(real_of(file), operation, argument);
}

int do_sector_size(sqlite3_file* file) { return methods_of(file).xSectorSize(real_of(file)); }

int do_characteristics(sqlite3_file* file) { return methods_of(file).xDeviceCharacteristics(real_of(file)); }

int do_map(sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
  if (fails(Operation::map, file_of(file).name)) return error_of(Operation::map);
  return methods_of(file).xShmMap(real_of(file), region, size, extend, memory);
}

int do_map_lock(sqlite3_file* file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) != 0 && fails(Operation::lock, file_of(file).name)) return SQLITE_IOERR_SHMLOCK;
  return methods_of(file).xShmLock(real_of(file), offset, count, flags);
}

void do_map_barrier(sqlite3_file* file) { methods_of(file).xShmBarrier(real_of(file)); }

int do_unmap(sqlite3_file* file, int remove) { return methods_of(file).xShmUnmap(real_of(file), remove); }

// Without xFetch: files are not mapped, so every read is seen.
const sqlite3_io_methods methods{
    2,         do_close,      do_read,    do_write,       do_truncate,        do_sync, do_size,     do_lock,
    do_unlock, do_check_lock, do_control, do_sector_size, do_characteristics, do_map,  do_map_lock, do_map_barrier,
    do_unmap,  nullptr,       nullptr};

/// Begins to follow what the disk has of a file. Reads through SQLite's own descriptor: closing another one would drop
/// its locks.
void follow(const Identity& identity, sqlite3_file* real, const char* name) {
  sqlite3_int64 size = 0;
  real->pMethods->xFileSize(real, &size);
  const auto [known, is_new] = state().files.try_emplace(identity);
  known->second.names.insert(name);
  if (!is_new && size != 0) return;
  known->second.changes.clear();
  known->second.synced.assign(static_cast<std::size_t>(size), '\0');
  if (size != 0) real->pMethods->xRead(real, known->second.synced.data(), static_cast<int>(size), 0);
}

int do_open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* flags_out) {
  file->pMethods = nullptr;
  if (fails(Operation::open, name)) return error_of(Operation::open);
  auto& opened = *new (file) File{.base = {}, .name = name, .identity = nullptr};
  const int code = state().real->xOpen(state().real, name, opened.real(), flags, flags_out);
  if (code != SQLITE_OK) return code;
  opened.base.pMethods = &methods;
  opened.identity = new std::optional<Identity>(name ? identity_of(name) : std::nullopt);
  if (keeps_files() && *opened.identity) follow(**opened.identity, opened.real(), name);
  return SQLITE_OK;
}

int do_remove(sqlite3_vfs*, const char* name, int sync_directory) {
  if (fails(Operation::remove, name)) return error_of(Operation::remove);
  if (keeps_files())
    if (const auto identity = identity_of(name)) state().files.erase(*identity);
  return state().real->xDelete(state().real, name, sync_directory);
}

int do_access(sqlite3_vfs*, const char* name, int flags, int* result) {
  if (fails(Operation::access, name)) return error_of(Operation::access);
  return state().real->xAccess(state().real, name, flags, result);
}

int do_full_name(sqlite3_vfs*, const char* name, int size, char* out) {
  return state().real->xFullPathname(state().real, name, size, out);
}

int do_sleep(sqlite3_vfs*, int microseconds) { return microseconds; }

}  // namespace

std::string name(Kind kind) {
  return std::array{"Fails", "FailsForEver", "FillsUp", "ReadsLess", "Killed", "LosesPower", "HasNoSharedMap"}
      [static_cast<std::size_t>(kind)];
}

void install() {
  static sqlite3_vfs layer{};
  if (state().real) return;
  if (access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 1);
  state().real = sqlite3_vfs_find(nullptr);
  layer = *state().real;
  layer.pNext = nullptr;
  layer.zName = "faulty";
  layer.szOsFile = static_cast<int>(sizeof(File)) + state().real->szOsFile;
  layer.xOpen = do_open;
  layer.xDelete = do_remove;
  layer.xAccess = do_access;
  layer.xFullPathname = do_full_name;
  layer.xSleep = do_sleep;
  sqlite3_vfs_register(&layer, 1);
}

void arm(const Plan& plan) {
  state().plan = plan;
  state().concerned = 0;
  state().last.clear();
  state().files.clear();
}

std::uint64_t disarm() {
  state().plan.reset();
  return state().concerned;
}

std::string last_failure() { return state().last; }

}  // namespace smallscope::results::faulty
