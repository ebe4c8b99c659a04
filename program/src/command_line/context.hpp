// SPDX-License-Identifier: Apache-2.0
// What the commands share: the campaigns of this program, the look-up of names, and how errors end a command.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <smallscope/program/main.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::program {

/// Exit statuses, as documented at main().
enum Status {
  nothing_failed = 0,
  failures_found = 1,
  wrong_use = 2,
  not_carried_out = 3,
  interrupted = 130,
  output_closed = 141  ///< as the shell reports a program ended by SIGPIPE
};

/// Wrong use of the command line: ends the command with status 2. The message gives the value and the remedy.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Context {
 public:
  /// `arguments` are those of main(), terminated by a null pointer.
  Context(std::string invocation, char** arguments, std::vector<Entry> campaigns)
      : invocation_(std::move(invocation)), arguments_(arguments), campaigns_(std::move(campaigns)) {}

  const std::vector<Entry>& campaigns() const { return campaigns_; }
  /// The program as the user called it, for printed commands.
  const std::string& invocation() const { return invocation_; }
  /// The command line as given, for a program that replaces this one.
  char** arguments() const { return arguments_; }
  /// The campaign with this name, or of the specification file with this name. Throws UsageError; the message lists the
  /// existing ones.
  runner::Campaign campaign(const std::string& name) const;
  bool has(const std::string& name) const;
  /// A command of this program to be printed, in a form that the user can paste.
  std::string command(std::initializer_list<std::string_view> words) const;
  /// What a manifest records about the maker of a store: the program's path, then the specification if any.
  std::vector<std::string> program(const std::string& campaign) const;

 private:
  std::string invocation_;
  char** arguments_;
  std::vector<Entry> campaigns_;
};

/// Whether the argument is meant as a specification file.
bool is_specification(const std::string& name);
/// Opens a store for reading. Everything that a command reads of it is one state, also while a run writes it. A missing
/// file is a UsageError; one that is not what was written, by its checksums, a results::StoreError.
results::Store inspect_store(const std::string& file);
/// The same without a look at the checksums.
results::Store open_unchecked(const std::string& file);

}  // namespace smallscope::program
