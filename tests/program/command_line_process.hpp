// SPDX-License-Identifier: Apache-2.0
// Programs as their users meet them: started as child processes, with captured outputs and directories of
// their own.
//
// Thread rule: from the one thread of a test.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files.hpp"

namespace smallscope::command_line {

std::vector<std::string> lines_of(std::string_view text);

/// What a program did.
struct Ended {
  int status = -1;  ///< exit status; -1 when a signal ended it
  int signal = 0;
  std::string out, err;
};
/// For the messages of failing expectations.
void PrintTo(const Ended& ended, std::ostream* stream);

/// What is unusual about a start.
struct Setting {
  std::map<std::string, std::string> environment = {};  ///< added to that of the test
  std::string out = {};             ///< standard output goes there; or "closed", or an "unread pipe"
  std::string err = {};             ///< the same of standard error
  std::uint64_t greatest_file = 0;  ///< bytes; 0: no limit. Stands for a full disk.
  bool without_rights = false;      ///< as nobody, for whom directories may be read-only
};

/// Reaps what descendants have left to us, for as long as there may be some; whether all are gone.
bool no_process_is_left();

/// A started program. Its end is waited for at the latest when the object goes.
class Child {
 public:
  Child(const std::vector<std::string>& command, const std::filesystem::path& directory,
        const std::filesystem::path& capture, const Setting& setting);
  Child(Child&& other) noexcept;
  ~Child();
  void send(int signal) const;
  /// To all that it has started, except its own program.
  void send_to_subjects(int signal) const;
  /// Waits until the condition holds or the program has ended; says whether the condition holds.
  bool wait_until(const std::function<bool()>& condition);
  /// Waits for the end; fails the test when that takes unreasonably long.
  Ended wait();
  const std::filesystem::path& standard_error() const { return err_; }

 private:
  bool has_ended(int patience_milliseconds);
  pid_t pid_ = -1;
  int descriptor_ = -1;
  int status_ = 0;
  std::filesystem::path out_, err_;
};

/// A directory of its own to work in, and one for scratch files ($TMPDIR). Fails the test in the end when
/// programs have left processes or scratch files behind, and removes everything.
class Bench {
 public:
  Bench();
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  std::filesystem::path operator/(std::string_view name) const { return directory_ / name; }
  const std::filesystem::path& directory() const { return directory_; }
  /// Copies a file of tests/program/golden here. `@PYTHON@` in it becomes an interpreter.
  std::string specification(const std::string& name) const;
  std::string write(const std::string& name, std::string_view text) const;

  Child start(const std::vector<std::string>& command, const Setting& setting = {});
  Ended run(const std::vector<std::string>& command, const Setting& setting = {}) {
    return start(command, setting).wait();
  }
  /// A program was killed, so that it could not clean up.
  void forgive_scratch_files() { scratch_forgiven_ = true; }

 private:
  std::filesystem::path root_, directory_, scratch_;
  int started_ = 0;
  bool scratch_forgiven_ = false;
};

/// Removes what differs between two runs: durations, rates, paths of this machine.
std::string normalised(std::string text);

/// Compares with tests/program/golden/NAME; with $SMALLSCOPE_UPDATE_GOLDEN set, writes that file instead.
void expect_golden(const std::string& name, const std::string& text);

}  // namespace smallscope::command_line
