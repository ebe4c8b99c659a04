// SPDX-License-Identifier: Apache-2.0
// The text of Java programs.
//
// One pass that appends to one string. Members of a class come in the order fields, methods, classes, indented by two
// spaces per level. Names are printed unchanged, so a caller may put a mark of its own into one. Pure functions, for
// any thread. Example: print(CompilationUnit{{Class{.name = "A"}}}) is "class A {\n}\n".
#pragma once

#include <string>

#include <smallscope/java/syntax.hpp>

namespace smallscope::java {

/// The classes one after another, each followed by a newline.
std::string print(const CompilationUnit& unit);
std::string print(const Class& type);

}  // namespace smallscope::java
