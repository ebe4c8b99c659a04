// SPDX-License-Identifier: Apache-2.0
// Reads what a tester decided from the fields of a fault.
#pragma once

#include "known_faults/toml_fields.hpp"

namespace smallscope::clustering {

/// Reads the fields of decisions, of all faults of a file.
class DecisionReader {
 public:
  explicit DecisionReader(const TomlFields& fields) : fields_(fields) {}
  /// Whether the key is one of those of a decision; then `decision` has its value. Throws FaultsError.
  bool read_into(Decision& decision, const std::string& key, const toml::node& node);
  /// Refuses what does not go together. `fault` is the table of the fault.
  void check(const Decision& decision, std::size_t campaigns, const toml::table& fault) const;

  /// The keys of a decision, for messages.
  static const std::vector<std::string>& keys();

 private:
  Day day(const std::string& key, const toml::node& node) const;
  std::vector<WrittenTerm> terms(const std::string& key, const toml::node& node) const;
  ChoiceCondition condition(const std::string& choice, const toml::node& node) const;

  const TomlFields& fields_;
  std::size_t ordinals_left_ = 10'000'000;  ///< of the file, so that no file can exhaust the memory
};

}  // namespace smallscope::clustering
