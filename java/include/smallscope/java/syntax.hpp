// SPDX-License-Identifier: Apache-2.0
// Java programs as values: compilation units, classes, fields, methods, statements.
//
// Generators build and merge these values, and print.hpp prints them. Declarations are structs, because merging puts
// fields, methods and classes beside one another. Expressions and simple statements are text, because merging never
// reaches inside them. Plain values, compared by their members, for any thread. Nothing here knows what a program is
// used for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/composition/atoms.hpp>

namespace smallscope::java {

namespace gen = smallscope::generators;

enum class Visibility { package_visible, public_visible, protected_visible, private_visible };

struct Modifiers {
  Visibility visibility = Visibility::package_visible;
  bool is_static = false;
  bool is_final = false;
  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

/// A type by its name, including generic arguments, and the dimensions of an array of it.
struct Type {
  std::string name;  ///< "int", "String", "java.util.List<String>", "void"
  int dimensions = 0;
  friend bool operator==(const Type&, const Type&) = default;
};

using Expression = std::string;

struct Field {
  Modifiers modifiers;
  Type type;
  std::string name;
  Expression initialiser;  ///< "": none
  friend bool operator==(const Field&, const Field&) = default;
};

struct Parameter {
  Type type;
  std::string name;
  bool is_variable = false;  ///< "String... words"
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Class;

/// A simple statement, including its semicolon; with a body, the head of a block ("if (x)"); or a local class.
struct Statement {
  std::string text;
  std::vector<Statement> body = {};
  std::vector<Class> local_class;  ///< none or one, which replaces the text
  friend bool operator==(const Statement&, const Statement&) = default;
};

struct Method {
  Modifiers modifiers;
  std::string type_parameters;  ///< "T", or "" for a method that is not generic
  Type result;                  ///< of a constructor: an empty name
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Statement> body;
  friend bool operator==(const Method&, const Method&) = default;
};

struct Class {
  Modifiers modifiers;
  std::string name;
  std::string superclass;  ///< "": Object
  std::vector<Field> fields = {};
  std::vector<Method> methods = {};
  std::vector<Class> classes;
  friend bool operator==(const Class&, const Class&) = default;
};

struct CompilationUnit {
  std::vector<Class> classes;
  friend bool operator==(const CompilationUnit&, const CompilationUnit&) = default;
};

/// "int[]".
std::string to_string(const Type& type);
/// "public", and "" where Java has no word for it.
std::string_view to_string(Visibility visibility);
/// What reports call it: "public", "package".
std::string label_of(Visibility visibility);

bool is_array(const Type& type);
bool is_void(const Type& type);
/// int, long, short, byte, char, float, double.
bool is_numeric(const Type& type);
/// Narrower than int, so the type of arithmetic on it differs from its own: short, byte, char.
bool is_narrow(const Type& type);

/// A value of the type as an expression that can be assigned to it. Other numbers from 0 to 2 give other values, except
/// for boolean. Throws std::invalid_argument for a type without known values; those of field_types() have them.
Expression value_of(const Type& type, int number);

/// `text` with `replacement` for each placeholder $.
std::string filled(std::string_view text, std::string_view replacement);
/// `name` if it is the only one of `count`, otherwise `name` with its number: keeps the names of merged fragments
/// apart.
std::string numbered(std::string_view name, std::size_t number, std::size_t count);

/// These visibilities, labelled as in Java.
gen::Elements<Visibility> visibilities(std::vector<Visibility> chosen);
/// All four: public, private, protected, package.
gen::Elements<Visibility> visibilities();

/// void name() { body }, visible in the package.
Method procedure(std::string name, std::vector<Statement> body);
/// System.out.println(expression);
Statement print(const Expression& expression);
/// A class Main whose main() executes the statements in sequence.
Class main_class(std::vector<Statement> statements);

}  // namespace smallscope::java
