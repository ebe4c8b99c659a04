// SPDX-License-Identifier: Apache-2.0
// The [[oracles]] tables of a specification. Private to the loader.
#pragma once

#include <smallscope/oracles/oracle.hpp>
#include <vector>

#include "commands.hpp"

namespace smallscope::program::specification {

/// One oracle for each table of `tables` (nullptr: none). Throws Mistake, also for an oracle that can never judge the
/// subject.
std::vector<oracles::OraclePointer> oracles_of(const Value* tables, const subjects::Subject& subject,
                                               Surroundings& surroundings);

/// A pattern and its replacement, with the position for error messages.
struct RuleTable {
  const Value* pattern;
  std::string replacement;
};
/// Reads a list of { pattern, replacement } tables, called `name` in messages. Throws Mistake.
std::vector<RuleTable> rules_of(const Value& list, const std::string& name);

}  // namespace smallscope::program::specification
