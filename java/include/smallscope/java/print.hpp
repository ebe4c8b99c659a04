// The text of Java programs.
//
// One pass that appends to one string; members of a class in the order fields, methods, classes; two spaces a level.
// Names are printed as they are, so that a caller may put a mark of its own into one. Pure functions.
// Example: print(CompilationUnit{{Class{.name = "A"}}}) is "class A {\n}\n".
#pragma once

#include <string>

#include <smallscope/java/syntax.hpp>

namespace smallscope::java {

/// The classes one after another, each ended by a line end.
std::string print(const CompilationUnit& unit);
std::string print(const Class& type);

}  // namespace smallscope::java
