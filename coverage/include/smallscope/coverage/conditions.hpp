// SPDX-License-Identifier: Apache-2.0
// Conditions in the machine code of a module, and how a subject is made to take one of them the other way.
//
// A condition is an instruction that depends on the flags of the processor: a conditional jump, move or set. The lowest
// bit of its code negates it, so the runtime that a subject links can switch it when the process starts: no file is
// changed, nothing is compiled again, and every execution of the condition is negated. Zhang, Gupta and Gupta (ICSE
// 2006) switch single executions of a predicate with a debugger. On x86-64 only. Values; pure functions of files, for
// any thread.
//
// Example: for (const Condition& condition : conditions_of(module).conditions)
//            start_subject_with(environment(Switch{module.id, condition.branches}));
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <smallscope/coverage/covered.hpp>

namespace smallscope::coverage {

/// An instruction, by the byte that says on which flags it depends.
struct Branch {
  std::uint64_t address = 0;  ///< link-time, of that byte
  std::uint8_t code = 0;      ///< the byte
  friend auto operator<=>(const Branch&, const Branch&) = default;
};

/// A condition of the source: compilers make several branches of some, one for each way in which it is reached.
struct Condition {
  std::vector<Branch> branches;  ///< by address; at least one
  std::vector<Element> blocks;   ///< that they belong to, ascending: it is executed only if one of them is covered
  /// Its place in the source, for Symbols::place().
  Point point() const {
    return {.address = branches.front().address + 1, .kind = Kind::equal, .is_return_address = true};
  }
  friend bool operator==(const Condition&, const Condition&) = default;
};

struct Conditions {
  std::vector<Condition> conditions;  ///< by address
  std::string problem;                ///< why there are none, or what is missing; empty: nothing is
};

/// Reads the file at the module's path, and decodes all functions that have blocks. Branches of one line and column of
/// a function that compare alike, or for the opposite, behind equal instructions are one condition; without debug
/// information, each is one of its own. What the compiler added to record coverage is none. Never throws for what the
/// file holds.
Conditions conditions_of(const Module& module);

/// A condition that is to be negated.
struct Switch {
  std::string module;  ///< its id
  std::vector<Branch> branches;
  friend bool operator==(const Switch&, const Switch&) = default;
};

/// The variable by which the runtime of a subject learns of it: its name and its value. It is obeyed only where
/// coverage is collected (Collector::environment()), and if the code is what it should be: Collector::switched() says
/// whether it was.
std::pair<std::string, std::string> environment(const Switch& condition);

}  // namespace smallscope::coverage
