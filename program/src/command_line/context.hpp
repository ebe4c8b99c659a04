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
enum Status { nothing_failed = 0, failures_found = 1, wrong_use = 2, not_carried_out = 3, interrupted = 130 };

/// Wrong use of the command line: ends the command with status 2. The text holds the value and the remedy.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Context {
 public:
  Context(std::string invocation, std::vector<Entry> campaigns)
      : invocation_(std::move(invocation)), campaigns_(std::move(campaigns)) {}

  const std::vector<Entry>& campaigns() const { return campaigns_; }
  /// The program as the user called it, for commands to be printed.
  const std::string& invocation() const { return invocation_; }
  /// The campaign of this name, or of the specification file of this name. Throws UsageError that lists what there is.
  runner::Campaign campaign(const std::string& name) const;
  bool has(const std::string& name) const;
  /// What a manifest records so that the program can be started again: its path, then the specification if any.
  std::vector<std::string> program(const std::string& campaign) const;

 private:
  std::string invocation_;
  std::vector<Entry> campaigns_;
};

/// A line on standard error; when that cannot be written there is nobody to tell.
void complain(const std::string& line);
/// Whether the argument is meant as a specification file.
bool is_specification(const std::string& name);
/// The candidate that differs least from `word`, when that is little enough to be a slip.
std::optional<std::string> closest(const std::string& word, const std::vector<std::string>& candidates);
/// Opens a store for reading; a missing file is a UsageError.
results::Store inspect_store(const std::string& file);

}  // namespace smallscope::program
