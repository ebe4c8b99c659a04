// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/syntax.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace smallscope::java {
namespace {

template <std::size_t N>
bool is_one_of(const Type& type, const std::array<std::string_view, N>& names) {
  return type.dimensions == 0 && std::find(names.begin(), names.end(), type.name) != names.end();
}

/// Three values for each type whose values are not plain integers.
struct Values {
  std::string_view type;
  std::array<std::string_view, 3> values;
};
constexpr std::array known_values{
    Values{"char", {"'a'", "'b'", "'c'"}},
    Values{"float", {"1.5f", "2.5f", "3.5f"}},
    Values{"double", {"1.5", "2.5", "3.5"}},
    Values{"boolean", {"true", "false", "true"}},
    Values{"String", {"\"one\"", "\"two\"", "\"three\""}},
    Values{"Object", {"\"one\"", "\"two\"", "\"three\""}},
    Values{"java.util.List<String>",
           {"java.util.Arrays.asList(\"one\")", "java.util.Arrays.asList(\"two\")",
            "java.util.Arrays.asList(\"one\", \"two\")"}},
};

}  // namespace

std::string to_string(const Type& type) {
  std::string text = type.name;
  for (int i = 0; i < type.dimensions; ++i) text += "[]";
  return text;
}

std::string_view to_string(Visibility visibility) {
  switch (visibility) {
    case Visibility::package_visible:
      return "";
    case Visibility::public_visible:
      return "public";
    case Visibility::protected_visible:
      return "protected";
    case Visibility::private_visible:
      return "private";
  }
  return "";
}

std::string label_of(Visibility visibility) {
  return visibility == Visibility::package_visible ? "package" : std::string(to_string(visibility));
}

bool is_array(const Type& type) { return type.dimensions > 0; }
bool is_void(const Type& type) { return type == Type{"void"}; }
bool is_narrow(const Type& type) { return is_one_of<3>(type, {"byte", "short", "char"}); }
bool is_numeric(const Type& type) { return is_narrow(type) || is_one_of<4>(type, {"int", "long", "float", "double"}); }

Expression value_of(const Type& type, int number) {
  if (type.dimensions > 0) {
    const Type element{type.name, type.dimensions - 1};
    return "new " + to_string(type) + " {" + value_of(element, number) + ", " + value_of(element, number + 1) + "}";
  }
  for (const Values& known : known_values)
    if (known.type == type.name) return Expression(known.values[static_cast<std::size_t>(number) % 3]);
  if (is_numeric(type) || type.name == "Integer") return std::to_string(number + 1);
  throw std::invalid_argument("value_of: no value is known of the type " + to_string(type) +
                              "; the types of field_types() have some");
}

std::string filled(std::string_view text, std::string_view replacement) {
  std::string result;
  for (const char character : text) {
    if (character == '$')
      result += replacement;
    else
      result += character;
  }
  return result;
}

std::string numbered(std::string_view name, std::size_t number, std::size_t count) {
  return std::string(name) + (count > 1 ? std::to_string(number) : "");
}

gen::Elements<Visibility> visibilities(std::vector<Visibility> chosen) {
  std::vector<std::string> labels;
  for (const Visibility visibility : chosen) labels.push_back(label_of(visibility));
  return gen::Elements<Visibility>(std::move(chosen), std::move(labels));
}

gen::Elements<Visibility> visibilities() {
  return visibilities({Visibility::public_visible, Visibility::private_visible, Visibility::protected_visible,
                       Visibility::package_visible});
}

Method procedure(std::string name, std::vector<Statement> body) {
  return {{}, "", {"void"}, std::move(name), {}, std::move(body)};
}

Statement print(const Expression& expression) { return {"System.out.println(" + expression + ");"}; }

Class main_class(std::vector<Statement> statements) {
  Method main = procedure("main", std::move(statements));
  main.modifiers = {Visibility::public_visible, true};
  main.parameters = {{{"String", 1}, "arguments"}};
  return {.modifiers = {}, .name = "Main", .superclass = "", .methods = {std::move(main)}};
}

}  // namespace smallscope::java
