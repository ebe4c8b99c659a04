// SPDX-License-Identifier: Apache-2.0
// Labelled faults: which failing cases show which known fault, by rules that a person wrote down and can defend.
//
// A file of faults is TOML, an array of tables [[fault]]: `campaign` (a name or a list of names), `name`, at least one
// of the rules `messages`, `input`, `observed.NAME` (Boost.Regex, Perl syntax) and `choices.NAME` (a label, or a list
// of labels), a minimal `program` that fails, and `why` it is one fault. All rules of a fault must hold; also one of
// the tables of rules in `any`, and none of those in `unless`. A case may show several faults, or no known fault.
// Instead of rules, or beside them, a fault may have what a tester decided (known_faults/decision.hpp): the message
// `keys` of its failures and what goes with them. docs/known-faults.md has all fields. Fields that are none of these
// are left alone, unless they look like a slip. Immutable; may be shared by threads. Example: examples/tcc/faults.toml.
#pragma once

#include <filesystem>
#include <memory>
#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/known_faults/decision.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::clustering {

/// A file of faults that cannot be used. The message has the file, the line, what is wrong and the remedy.
struct FaultsError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// The message key of a failing case, as clusters() gives it: of its abstract messages, whatever the options say.
std::string message_key(const results::Case& found, const Options& options);

/// One fault of the code under test.
struct Fault {
  std::vector<std::string> campaigns;  ///< that can show it, at least one
  std::string name;
  std::string program;  ///< a minimal input that fails; or ""
  std::string why;      ///< why its failures are one fault
  std::string note;     ///< anything else, such as the observed and the correct result
  Decision decision;    ///< what a tester decided about it
};

/// The faults of a file, with their rules.
class Faults {
 public:
  Faults();  ///< none
  /// The faults of the file. Throws FaultsError.
  static Faults read(const std::filesystem::path& file) { return read(std::vector{file}); }
  /// The faults of all the files, in this order.
  static Faults read(const std::vector<std::filesystem::path>& files);
  /// The faults of a text; messages call it `file`.
  static Faults parse(std::string_view text, const std::filesystem::path& file);

  const std::vector<Fault>& all() const;
  /// The indices in all() of the faults that a campaign can show, ascending.
  std::vector<std::size_t> of_campaign(std::string_view campaign) const;
  /// Whether the failing case shows the fault all()[fault]: its message key is among the fault's, or the rules hold.
  /// `messages` is searched in its abstract messages (see messages(), one per line), `input` in the texts of its files,
  /// `observed.NAME` in the observed output NAME; `choices.NAME` has the label of its choice NAME.
  bool shows(std::size_t fault, const results::Case& found, const Options& options) const;
  bool has_rules(std::size_t fault) const;
  /// Whether the fault has rules, and they hold.
  bool rules_hold(std::size_t fault, const results::Case& found, const Options& options) const;

 private:
  struct Rules;
  explicit Faults(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}
  std::shared_ptr<const Rules> rules_;
};

}  // namespace smallscope::clustering
