// SPDX-License-Identifier: Apache-2.0
// Requests to the engine: a program with the mark « before the name of the declaration to refactor. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/java.hpp>
#include <smallscope/subjects/observation.hpp>

namespace eclipse_campaigns {

/// The unit's text with « before the name of the field or method `member` of the class `owner`, wherever that class is.
/// Throws std::logic_error if there is none.
std::string marked(smallscope::java::CompilationUnit unit, std::string_view owner, std::string_view member);

/// The request for a refactoring of that member: the file A.java, whose class Main is run before and after. `more` are
/// the parameters of the refactoring, and javac: yes for a second opinion.
smallscope::subjects::Input request(std::string_view refactoring, smallscope::java::CompilationUnit unit,
                                    std::string_view owner, std::string_view member,
                                    std::vector<smallscope::subjects::NamedText> more = {});

}  // namespace eclipse_campaigns
