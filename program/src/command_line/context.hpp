// What the commands share: the campaigns of this program, how a name is looked up, how errors end a command.
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
  output_closed = 141  ///< as the shell reports a program that SIGPIPE has ended
};

/// Wrong use of the command line: ends the command with status 2. The text holds the value and the remedy.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Context {
 public:
  /// `arguments` are those of main(), a null pointer behind the last.
  Context(std::string invocation, char** arguments, std::vector<Entry> campaigns)
      : invocation_(std::move(invocation)), arguments_(arguments), campaigns_(std::move(campaigns)) {}

  const std::vector<Entry>& campaigns() const { return campaigns_; }
  /// The program as the user called it, for commands to be printed.
  const std::string& invocation() const { return invocation_; }
  /// The command line as it was given, for a program that is started in place of this one.
  char** arguments() const { return arguments_; }
  /// The campaign of this name, or of the specification file of this name. Throws UsageError that lists what there is.
  runner::Campaign campaign(const std::string& name) const;
  bool has(const std::string& name) const;
  /// A command of this program to be printed, as the user may paste it.
  std::string command(std::initializer_list<std::string_view> words) const;
  /// What a manifest records of who made a store: the program's path, then the specification if any.
  std::vector<std::string> program(const std::string& campaign) const;

 private:
  std::string invocation_;
  char** arguments_;
  std::vector<Entry> campaigns_;
};

/// Whether the argument is meant as a specification file.
bool is_specification(const std::string& name);
/// Opens a store for reading; a missing file is a UsageError.
results::Store inspect_store(const std::string& file);

}  // namespace smallscope::program
