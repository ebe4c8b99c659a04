// SPDX-License-Identifier: Apache-2.0
// Encapsulate field and rename field: class layouts x declarations x places of the reference x forms of reference.
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

/// A program that declares the field f of class A and has each reference in each place. Without merging there is one of
/// each.
struct FieldProgram {
  Layout layout;
  Declaration declaration;
  std::vector<Place> places;
  std::vector<std::string> references;
};

/// The places; from merge level 2 on, all three in one program.
auto places() {
  using Places = std::vector<Place>;
  const auto single =
      enumeration<Place>({{"method", Place::method}, {"module", Place::module}, {"other class", Place::other_class}});
  return merged(single.map([](Place place) { return Places{place}; }),
                [](const std::vector<Fragment<Places>>& fragments) {
                  Places all;
                  for (const auto& fragment : fragments) all.push_back(fragment.value.front());
                  return all;
                },
                {.from_level = 2});
}

auto field_programs() {
  return product<FieldProgram>(enumeration<Layout>({{"single", Layout::single},
                                                    {"subclass", Layout::subclass},
                                                    {"nested", Layout::nested},
                                                    {"same name in another class", Layout::same_name},
                                                    {"overriding", Layout::overriding}})
                                   .named("layout"),
                               enumeration<Declaration>({{"in constructor", Declaration::in_constructor},
                                                         {"in class", Declaration::in_class},
                                                         {"annotated in class", Declaration::annotated}})
                                   .named("declaration"),
                               places().named("place"), mergeable(fragments(field_references())).named("reference"));
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

/// A reference in a place, with the names that belong to it if there are several.
struct Use {
  Place place;
  std::string reference;
  std::string variable, method, user;

  std::string to(const std::string& object) const { return renamed(reference, "X", object); }
};

std::vector<Use> uses(const FieldProgram& program) {
  std::vector<Use> all;
  const std::size_t count = program.places.size() * program.references.size();
  for (const Place place : program.places) {
    for (const std::string& reference : program.references) {
      const std::size_t number = all.size();
      all.push_back(
          {place, reference, numbered("a", number, count), numbered("m", number, count), numbered("U", number, count)});
    }
  }
  return all;
}

std::string render(const FieldProgram& program) {
  const std::vector<Use> all = uses(program);
  std::vector<std::string> members{declaration(program.declaration, "«f", "7")};
  for (const Use& use : all)
    if (use.place == Place::method) members.push_back(block("def " + use.method + "(self):", use.to("self")));
  const std::string a = block("class A:", lines(members));
  const std::string other_field = declaration(program.declaration, "f", "8");

  std::string classes = a, object = "A()";
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
      break;
    case Layout::overriding:
      classes = lines({a, block("class B(A):", other_field)});
      break;
  }

  const auto body = [&](const Use& use) {
    std::string what;
    switch (use.place) {
      case Place::method:
        what = use.variable + "." + use.method + "()";
        break;
      case Place::module:
        what = use.to(use.variable);
        break;
      case Place::other_class:
        // The local variable is created here, so rope can know its type.
        what = lines({block("class " + use.user + ":",
                            block("def use(self):", lines({use.variable + " = " + object, use.to(use.variable)}))),
                      use.user + "().use()"});
        break;
    }
    std::string more;
    if (program.layout == Layout::overriding && use.place == Place::method) more = "B()." + use.method + "()";
    if (program.layout == Layout::overriding || program.layout == Layout::same_name)
      more = lines({more, "print(B().f)"});
    return lines({"y = 0", use.variable + " = " + object, what, "print(" + use.variable + ".f)", more});
  };
  std::vector<std::string> texts{classes};
  for (std::size_t i = 0; i < all.size(); ++i)
    texts.push_back(all.size() == 1 ? body(all[i]) : guarded(i, body(all[i])));
  return lines(texts);
}

/// Printing f"{X.f=}" prints the name: by the rules of the language, a changed name is a changed behaviour.
Input field_request(const FieldProgram& program, std::vector<NamedText> parameters) {
  std::vector<std::string> references;
  for (const Use& use : uses(program)) references.push_back(use.reference);
  ignore_behaviour(parameters, references, {"{X.f=}"});
  return request(render(program), std::move(parameters));
}

const std::vector<std::string> identifiers{"A", "B", "O", "U", "C", "f", "get_f", "set_f", "renamed"};

}  // namespace

smallscope::runner::Campaign encapsulate_field() {
  const auto input = [](const FieldProgram& program) {
    return field_request(program, {{"refactoring", "encapsulate-field"}});
  };
  return campaign("rope/encapsulate-field", "a field's reads and writes become calls of accessors", field_programs(),
                  input, refactoring_oracles(), identifiers);
}

smallscope::runner::Campaign rename_field() {
  const auto input = [](const FieldProgram& program) {
    return field_request(program, {{"refactoring", "rename"}, {"old name", "f"}, {"new name", "renamed"}});
  };
  return campaign("rope/rename-field", "a field gets a new name, there and back", field_programs(), input,
                  renaming_oracles(), identifiers);
}

}  // namespace rope_campaigns
