// SPDX-License-Identifier: Apache-2.0
// One file of data that subjects write (runtime/layout.h), read without trust: a subject may have written anything into
// the folder. Nothing is mapped, because a file that becomes shorter would end this process. One thread at a time.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/coverage/covered.hpp>

#include "layout.h"

namespace smallscope::coverage {

/// A file is not what the runtime writes. The message says why.
struct DataFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a file holds, in the order of elements.
enum class DataKind : std::uint8_t { flags, returns, code };

class DataFile {
 public:
  /// Throws DataFileError.
  explicit DataFile(std::filesystem::path path);
  ~DataFile();
  DataFile(const DataFile&) = delete;
  DataFile& operator=(const DataFile&) = delete;

  /// What the header and the table say of the module; the blocks are sorted.
  const Module& module() const { return module_; }
  DataKind kind() const { return kind_; }
  std::uint64_t edge_size() const { return header_.edge_size; }
  bool is_switched() const { return header_.switched != 0; }
  /// Device and inode.
  std::pair<dev_t, ino_t> identity() const { return identity_; }

  /// Appends what is set, ascending. Throws DataFileError if the file has another size now.
  void append_covered(std::vector<Element>& to);
  /// Sets everything back. Throws DataFileError likewise.
  void clear();

 private:
  void check_header() const;
  void check_size() const;
  std::uint64_t size() const;
  void read_blocks();
  void read_names();
  void read(void* bytes, std::size_t size, std::uint64_t offset) const;
  void append_flags(std::vector<Element>& to);
  void append_code(std::vector<Element>& to);
  std::uint64_t cells_size() const;
  template <typename Use>
  void for_each_piece(const Use& use);

  std::filesystem::path path_;
  DataKind kind_;
  int file_ = -1;
  std::pair<dev_t, ino_t> identity_;
  smallscope_coverage_header header_{};
  Module module_;
  std::vector<std::uint32_t> position_;  ///< in the table, of each sorted block; empty: the table is sorted
  std::vector<unsigned char> bytes_;
  std::vector<unsigned char> sorted_;
};

}  // namespace smallscope::coverage
