// SPDX-License-Identifier: Apache-2.0
// The alternatives of the sub-generators: fragments of Python, in the order that ordinals follow.
//
// Each function returns the same list every time.
#pragma once

#include <string>
#include <vector>

namespace rope_campaigns {

/// Uses of the field `f` of the object `X`, as statements.
std::vector<std::string> field_references();
/// Uses of the method `m` of the object `X`; @ stands for the call's parentheses, which a property lacks.
std::vector<std::string> method_uses();
/// Definitions of the variable `v` from the variables `p` and `q`.
std::vector<std::string> variable_definitions();
/// Expressions that use the variable `v`.
std::vector<std::string> variable_uses();
/// Bodies of the method `m(self, x)`.
std::vector<std::string> method_bodies();
/// Statements that call the method `m` of the object `a`.
std::vector<std::string> method_calls();
/// Function bodies around the expression @, with parameters `a` and `b`.
std::vector<std::string> expression_contexts();
/// Expressions over `a` and `b`.
std::vector<std::string> expressions();
/// Statements over the variables `x`, `y` and `a`.
std::vector<std::string> statements();
/// Expressions that call the function `f`.
std::vector<std::string> calls();

}  // namespace rope_campaigns
