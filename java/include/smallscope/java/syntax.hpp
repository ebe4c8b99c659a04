// Java programs as values: compilation units, classes, fields, methods, statements.
//
// What generators build and merge, and print.hpp prints. Declarations are structs, because merging puts fields, methods
// and classes beside one another; expressions and simple statements are text, because nothing is ever merged inside
// one. Plain values, compared by their members; thread-safe as such. Nothing here knows what a program is used for.
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

/// A type by its name, generic arguments included, and the dimensions of an array of it.
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

/// A simple statement, its semicolon included; with a body, the head of a block ("if (x)"); or a local class.
struct Statement {
  std::string text;
  std::vector<Statement> body = {};
  std::vector<Class> local_class;  ///< none or one, which stands in place of the text
  friend bool operator==(const Statement&, const Statement&) = default;
};

struct Method {
  Modifiers modifiers;
  std::string type_parameters;  ///< "T", or "" for a method that is not generic
  Type result;                  ///< with an empty name: a constructor
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
/// Narrower than int, so that arithmetic on it has another type than its own: short, byte, char.
bool is_narrow(const Type& type);

/// A value of the type as an expression that can be assigned to it; other numbers from 0 to 2 give other values of all
/// types but boolean. std::invalid_argument for a type of which none is known: those of field_types() are.
Expression value_of(const Type& type, int number);

/// `text` with each placeholder $ replaced.
std::string filled(std::string_view text, std::string_view replacement);
/// `name` where it is the only one of `count`, else with its number: keeps names of merged fragments apart.
std::string numbered(std::string_view name, std::size_t number, std::size_t count);

/// These visibilities, labelled as Java names them.
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
