// SPDX-License-Identifier: Apache-2.0
// The terms that answer a question.
#pragma once

#include "explanations/question.hpp"

namespace smallscope::clustering {

/// Terms that match all covered rows and nothing that passes, with relations where choices alone need several terms.
/// Other failing inputs may match if that makes it shorter. O(as Explainer::explain()).
Explanation answer_with_relations(Question question, const ExplainOptions& options);
/// Whether the first says more, or the same in fewer bits.
bool is_better(const Explanation& a, const Explanation& b);
/// What it takes to name the matching inputs that fail in another way, one by one. Naming them as a set would cost less
/// where they are the majority, but then the explanation would be theirs.
double bits_of_others(const Matches& matches);

}  // namespace smallscope::clustering
