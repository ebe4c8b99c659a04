// SPDX-License-Identifier: Apache-2.0
// When inputs fail, by when they do not.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "explanations/question.hpp"

namespace smallscope::clustering {

/// What an input that is no member is to a question; nothing if it passes.
using RoleOf = std::function<std::optional<Role>(Ordinal)>;

/// Explains the members by a scope and its exceptions: by what tells the inputs that match the scope and pass from the
/// members. `scope` is a condition of the question's attributes that all members match, with its matches counted;
/// without literals every input does. Other failing inputs may be exceptions or not; what is shorter is taken. Empty
/// unless that says more than `terms`, or the same in fewer bits, where what all terms have in common counts once, as
/// the scope does; and if no fewer inputs of the scope pass than there are members, or too many to list.
/// O(inputs of the scope x attributes), and the cost of a cover.
std::optional<Explanation> exceptions_if_better(const Question& question, const Term& scope,
                                                std::span<const Ordinal> members, const RoleOf& role_of,
                                                const Explanation& terms, const ExplainOptions& options);

}  // namespace smallscope::clustering
