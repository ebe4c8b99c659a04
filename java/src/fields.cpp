// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/fields.hpp>

#include <array>
#include <utility>

namespace smallscope::java {
namespace {

/// How A itself reaches its field, in any relation.
constexpr std::array own_accesses{"f", "this.f", "new A().f", "A.this.f", "((A) this).f"};

/// Labels patterns with f, as readers write them.
gen::Elements<Use> labelled_uses(std::vector<Use> all) {
  std::vector<std::string> labels;
  for (const Use& use : all) labels.push_back(filled(use.pattern, "f"));
  return gen::Elements<Use>(std::move(all), std::move(labels));
}

std::string printing(const std::string& expression) { return "System.out.println(" + expression + ");"; }

void add_arithmetic(const Type& type, std::vector<std::string>& all) {
  all.insert(all.end(), {"$ += $;", "$ -= 2;", "$++;", "--$;"});
  all.push_back(is_narrow(type) ? "$ = (" + type.name + ") ($ + 1);" : "$ = $ + 1;");
  all.push_back(printing("-$"));
  all.push_back(printing("$++"));
}

void add_array(const Type& type, std::vector<std::string>& all) {
  all.push_back(printing("$[0]"));
  all.push_back("$[0] = " + value_of({type.name, type.dimensions - 1}, 2) + ";");
  all.insert(all.end(), {"$[0]++;", "$[0] += $[1];"});
  all.push_back("for (" + type.name + " v : $) " + printing("v"));
  all.push_back(printing("$.clone().length"));
}

std::vector<Use> all_uses(const Type& type) {
  const std::string name = to_string(type), two = value_of(type, 1);
  std::vector<std::string> all{shown(type, "$").text, name + " v = $;", "$ = " + two + ";",
                               name + " g = " + two + "; $ = g;"};
  if (is_numeric(type)) add_arithmetic(type, all);
  if (is_array(type)) add_array(type, all);
  if (type.name == "boolean") {
    all.insert(all.end(), {"$ |= $;", "$ &= false;", "$ = !$;", "if ($) $ = false;"});
    all.push_back(printing("!$"));
    all.push_back(printing("$ ? 1 : 2"));
  }
  if (type == Type{"String"}) {
    all.insert(all.end(), {"$ += $;", "$ += 1;"});
    all.push_back(printing("$.length()"));
  }
  if (!is_numeric(type) && type.name != "boolean") all.push_back(printing("$ == null"));
  if (!is_array(type)) {
    all.push_back(printing("\"\" + $"));
    all.push_back(printing("$ = " + two));
  }
  all.push_back("($) = " + two + ";");
  all.push_back("$ = $ = " + two + ";");
  all.push_back("Runnable v = () -> " + shown(type, "$").text.substr(0, shown(type, "$").text.size() - 1) +
                "; v.run();");
  std::vector<Use> result;
  for (std::string& pattern : all) result.push_back({std::move(pattern)});
  return result;
}

class Accesses {
 public:
  Accesses(const Relation& relation, const Modifiers& modifiers)
      : relation_(relation), is_private_(modifiers.visibility == Visibility::private_visible) {
    add_in_b();
    add_in_a();
    add_in_u();
    if (!modifiers.is_static) return;
    add(Place::in_a, "A.f");
    if (!is_private_ || shares_privates(relation)) add(Place::in_b, "A.f");
  }
  gen::Elements<Access> labelled() && {
    std::vector<std::string> labels;
    for (const Access& access : all_) {
      const char* place = access.place == Place::in_a ? "A: " : access.place == Place::in_b ? "B: " : "U: ";
      labels.push_back(place + access.text);
    }
    return gen::Elements<Access>(std::move(all_), std::move(labels));
  }

 private:
  void add(Place place, std::string text) { all_.push_back({place, std::move(text)}); }

  void add_in_b() {
    const bool is_inside = is_inside_a(relation_);
    if (is_private_ && !shares_privates(relation_)) return;
    const bool is_member = inherits(relation_) && !is_private_;  // private members are not inherited
    if (is_member || is_inside) add(Place::in_b, "f");
    if (is_member) add(Place::in_b, "this.f");
    // The superclass itself has its private members: super and a cast reach them where they are visible.
    if (is_member || relation_.inheritance == Inheritance::b_extends_a) add(Place::in_b, "super.f");
    if (inherits(relation_)) add(Place::in_b, "((A) this).f");
    add(Place::in_b, "new A().f");
    if (is_member) {
      add(Place::in_b, "new B().f");
      add(Place::in_b, "B.this.f");
    }
    if (is_inside) add(Place::in_b, "A.this.f");
  }
  void add_in_a() {
    for (const char* text : own_accesses) add(Place::in_a, text);
    if (inherits(relation_) && !is_private_ && relation_.nesting != Nesting::b_local) add(Place::in_a, "new B().f");
  }
  void add_in_u() {
    if (is_private_) return;
    add(Place::in_u, new_a(relation_) + ".f");
    if (inherits(relation_) && relation_.nesting != Nesting::b_local) add(Place::in_u, new_b(relation_) + ".f");
  }

  Relation relation_;
  bool is_private_;
  std::vector<Access> all_;
};

}  // namespace

std::vector<Type> field_types() {
  return {{"int"},     {"byte"},   {"char"},
          {"boolean"}, {"long"},   {"String"},
          {"int", 1},  {"double"}, {"java.util.List<String>"},
          {"short"},   {"float"},  {"Object"}};
}

gen::Elements<Type> types(std::vector<Type> chosen) {
  std::vector<std::string> labels;
  for (const Type& type : chosen) labels.push_back(to_string(type));
  return gen::Elements<Type>(std::move(chosen), std::move(labels));
}

gen::Elements<FieldKind> field_kinds(const std::vector<FieldKind>& chosen) {
  std::vector<gen::Labelled<FieldKind>> labelled;
  for (const FieldKind kind : chosen)
    labelled.push_back({kind == FieldKind::initialised     ? "initialised"
                        : kind == FieldKind::uninitialised ? "uninitialised"
                                                           : "static",
                        kind});
  return gen::labelled_elements<FieldKind>(std::move(labelled));
}

gen::Elements<FieldKind> field_kinds() {
  return field_kinds({FieldKind::initialised, FieldKind::uninitialised, FieldKind::class_variable});
}

Field field(const Type& type, Visibility visibility, FieldKind kind) {
  return {{visibility, kind == FieldKind::class_variable},
          type,
          "f",
          kind == FieldKind::uninitialised ? "" : value_of(type, 0)};
}

gen::Elements<Access> accesses(const Relation& relation, const Modifiers& modifiers) {
  return Accesses(relation, modifiers).labelled();
}

gen::Elements<Access> accesses() {
  std::vector<Access> all;
  std::vector<std::string> labels;
  for (const char* text : own_accesses) {
    all.push_back({Place::in_a, text});
    labels.emplace_back(text);
  }
  return gen::Elements<Access>(std::move(all), std::move(labels));
}

gen::Elements<Use> uses(const Type& type) { return labelled_uses(all_uses(type)); }

gen::Elements<Use> uses(const Type& type, std::size_t most) {
  const std::vector<Use> all = all_uses(type);
  if (all.size() <= most) return labelled_uses(all);
  std::vector<Use> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return labelled_uses(some);
}

Statement shown(const Type& type, const Expression& access) {
  return print(is_array(type) ? access + ".length" : access);
}

Statement applied(const Use& use, const Access& access, const std::string& suffix) {
  static const std::vector<std::string> variables{"v", "g"};
  return {filled(gen::separated(use.pattern, variables, suffix), access.text)};
}

}  // namespace smallscope::java
