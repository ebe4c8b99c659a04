// Labelled faults: which failing cases show which known fault, by rules that a person wrote down and can defend.
//
// A file of faults is TOML, an array of tables [[fault]]: `campaign` (a name or a list of names), `name`, at least one
// of the rules `messages`, `input` and `observed.NAME` (Boost.Regex, Perl syntax), a minimal `program` that fails, and
// `why` it is one fault. All rules of a fault must hold; a case may show several faults, or none that is known.
// Immutable; may be shared by threads.
// Example: examples/tcc/faults.toml.
#pragma once

#include <filesystem>
#include <memory>
#include <smallscope/evaluation/failures.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::clustering {

/// A file of faults that cannot be used: file, line, what is wrong and the remedy.
struct FaultsError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// One fault of the code under test.
struct Fault {
  std::vector<std::string> campaigns;  ///< in which it can be seen, at least one
  std::string name;
  std::string program;  ///< a minimal input that fails; or ""
  std::string why;      ///< why its failures are one fault
  std::string note;     ///< anything else, such as what was observed and what is right
};

/// The faults of a file, with their rules.
class Faults {
 public:
  Faults();  ///< none
  /// Those of the file. Throws FaultsError.
  static Faults read(const std::filesystem::path& file) { return read(std::vector{file}); }
  /// Those of all the files, in this order.
  static Faults read(const std::vector<std::filesystem::path>& files);

  const std::vector<Fault>& all() const;
  /// The places in all() of those that can be seen in a campaign, ascending.
  std::vector<std::size_t> of_campaign(std::string_view campaign) const;
  /// Whether the failing case shows the fault all()[fault]. `messages` is searched in its abstract messages (see
  /// messages, a line each), `input` in the texts of its files, `observed.NAME` in what was observed.
  bool shows(std::size_t fault, const results::Case& found, const Options& options) const;

 private:
  struct Rules;
  std::shared_ptr<const Rules> rules_;
};

/// The failing inputs of level 0 by labelled fault, in the order of the file; faults that no input shows are left out.
struct LabelledFailures {
  FailureTable faults;              ///< an input may be in several groups
  std::vector<Ordinal> unlabelled;  ///< failing inputs that show no known fault, ascending
  std::vector<std::string> unseen;  ///< faults of the campaign that no failing input shows
};
/// Throws EvaluationError for a store in which an input of level 0 has no verdict. O(cases x faults) searches.
LabelledFailures labelled_failures(const results::Store& store, const Faults& faults, const Options& options);

}  // namespace smallscope::clustering
