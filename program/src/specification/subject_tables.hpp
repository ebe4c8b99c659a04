// SPDX-License-Identifier: Apache-2.0
// The table [subject] of a specification: a command or a worker, its limits, and what its refusals mean.
//
// Every function throws Mistake. Private to the loader.
#pragma once

#include <memory>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/subject.hpp>
#include <string>
#include <vector>

#include "commands.hpp"
#include "section.hpp"

namespace smallscope::program::specification {

/// The subject of the table. What oracles need to know of it is left in `surroundings`.
std::shared_ptr<const subjects::Subject> subject_of(const Value& table, Surroundings& surroundings);

/// The parameters that every request of a worker has; none may be called as a hole.
std::vector<subjects::NamedText> parameters_of(const Value& subject, const std::vector<std::string>& holes);

/// What a refusal means.
runner::ObservedOptions refusal_of(const Value& subject);

}  // namespace smallscope::program::specification
