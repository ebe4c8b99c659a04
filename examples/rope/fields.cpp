// Encapsulate field and rename field: class layouts x declarations x places of the reference x forms of
// reference.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"
#include "fragments.hpp"
#include "text.hpp"

namespace rope_campaigns {
namespace {

using namespace smallscope::generators;
using smallscope::subjects::Input;
using smallscope::subjects::NamedText;

enum class Layout { single, subclass, nested, same_name, overriding };
enum class Declaration { in_constructor, in_class, annotated };
enum class Place { method, module, other_class };

/// A program that declares the field f of class A and refers to it once.
struct FieldProgram {
  Layout layout;
  Declaration declaration;
  Place place;
  std::string reference;
};

auto field_programs() {
  return product<FieldProgram>(
      enumeration<Layout>({{"single", Layout::single},
                           {"subclass", Layout::subclass},
                           {"nested", Layout::nested},
                           {"same name in another class", Layout::same_name},
                           {"overriding", Layout::overriding}})
          .named("layout"),
      enumeration<Declaration>({{"in constructor", Declaration::in_constructor},
                                {"in class", Declaration::in_class},
                                {"annotated in class", Declaration::annotated}})
          .named("declaration"),
      enumeration<Place>(
          {{"method", Place::method}, {"module", Place::module}, {"other class", Place::other_class}})
          .named("place"),
      fragments(field_references()).named("reference"));
}

/// The declaration of a field; `name` is f, or «f where the refactoring is applied.
std::string declaration(Declaration form, const std::string& name, const std::string& value) {
  switch (form) {
    case Declaration::in_constructor:
      return block("def __init__(self):", "self." + name + " = " + value);
    case Declaration::in_class:
      return name + " = " + value;
    case Declaration::annotated:
      return name + ": int = " + value;
  }
  return {};
}

std::string render(const FieldProgram& program) {
  const auto reference = [&](const std::string& object) { return renamed(program.reference, "X", object); };
  const std::string method = program.place == Place::method ? block("def m(self):", reference("self")) : "";
  const std::string a = block("class A:", lines({declaration(program.declaration, "«f", "7"), method}));
  const std::string other_field = declaration(program.declaration, "f", "8");

  std::string classes = a, object = "A()", more;
  switch (program.layout) {
    case Layout::single:
      break;
    case Layout::subclass:
      classes = lines({a, "class B(A):\n    pass"});
      object = "B()";
      break;
    case Layout::nested:
      classes = block("class O:", a);
      object = "O.A()";
      break;
    case Layout::same_name:
      classes = lines({a, block("class B:", other_field)});
      more = "print(B().f)";
      break;
    case Layout::overriding:
      classes = lines({a, block("class B(A):", other_field)});
      more = lines({program.place == Place::method ? "B().m()" : "", "print(B().f)"});
      break;
  }

  std::string use;
  switch (program.place) {
    case Place::method:
      use = "a.m()";
      break;
    case Place::module:
      use = reference("a");
      break;
    case Place::other_class:
      // The local a is created here, so that rope can know its type.
      use = lines({block("class U:", block("def use(self):", lines({"a = " + object, reference("a")}))),
                   "U().use()"});
      break;
  }
  return lines({classes, "y = 0", "a = " + object, use, "print(a.f)", more});
}

/// Printing f"{X.f=}" prints the name: a changed name is a changed behaviour, by the language.
Input field_request(const FieldProgram& program, std::vector<NamedText> parameters) {
  if (program.reference.find("{X.f=}") != std::string::npos) parameters.push_back(behaviour_ignored);
  return request(render(program), std::move(parameters));
}

const std::vector<std::string> identifiers{"A", "B", "O", "U", "C", "f", "get_f", "set_f", "renamed"};

}  // namespace

smallscope::runner::Campaign encapsulate_field() {
  const auto input = [](const FieldProgram& program) {
    return field_request(program, {{"refactoring", "encapsulate-field"}});
  };
  return campaign("rope/encapsulate-field", "a field's reads and writes become calls of accessors",
                  field_programs(), input, refactoring_oracles(), identifiers);
}

smallscope::runner::Campaign rename_field() {
  const auto input = [](const FieldProgram& program) {
    return field_request(program, {{"refactoring", "rename"}, {"old name", "f"}, {"new name", "renamed"}});
  };
  return campaign("rope/rename-field", "a field gets a new name, there and back", field_programs(), input,
                  renaming_oracles(), identifiers);
}

}  // namespace rope_campaigns
