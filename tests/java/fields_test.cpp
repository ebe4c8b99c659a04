// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/fields.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <javac.hpp>
#include <laws.hpp>
#include <smallscope/java/print.hpp>

namespace smallscope::java {
namespace {

std::vector<std::string> texts(const gen::Elements<Access>& all, Place place) {
  std::vector<std::string> result;
  for (const Access& access : gen::values(all))
    if (access.place == place) result.push_back(access.text);
  return result;
}

std::vector<std::string> patterns(const gen::Elements<Use>& all) {
  std::vector<std::string> result;
  for (const Use& use : gen::values(all)) result.push_back(use.pattern);
  return result;
}

TEST(Fields, DeclarationsAreEveryCombination) {
  gen::expect_laws(field_declarations());
  EXPECT_EQ(field_declarations().size(), 12u * 4 * 3);
  const Field last = field_declarations().at(12 * 4 * 3 - 1);
  EXPECT_EQ(last, (Field{{Visibility::package_visible, true}, {"Object"}, "f", "\"one\""}));
}

TEST(Fields, AccessesFollowFromTheRelationAndTheVisibility) {
  using Texts = std::vector<std::string>;
  const auto child = accesses(Relation{Nesting::apart, Inheritance::b_extends_a}, {Visibility::public_visible});
  EXPECT_EQ(texts(child, Place::in_b),
            (Texts{"f", "this.f", "super.f", "((A) this).f", "new A().f", "new B().f", "B.this.f"}));
  EXPECT_EQ(texts(child, Place::in_a), (Texts{"f", "this.f", "new A().f", "A.this.f", "((A) this).f", "new B().f"}));
  EXPECT_EQ(texts(child, Place::in_u), (Texts{"new A().f", "new B().f"}));
  EXPECT_EQ(choices(child, 2).front().label, "B: super.f");

  const auto hidden = accesses(Relation{Nesting::b_inner, Inheritance::b_extends_a}, {Visibility::private_visible});
  EXPECT_EQ(texts(hidden, Place::in_b), (Texts{"f", "super.f", "((A) this).f", "new A().f", "A.this.f"}));
  EXPECT_TRUE(texts(hidden, Place::in_u).empty());
  const auto unseen = accesses(Relation{Nesting::apart, Inheritance::b_extends_a}, {Visibility::private_visible});
  EXPECT_TRUE(texts(unseen, Place::in_b).empty());
  const auto of_class = accesses(Relation{}, {Visibility::public_visible, true});
  EXPECT_EQ(texts(of_class, Place::in_b), (Texts{"new A().f", "A.f"}));
}

TEST(Fields, ThereAreFiveToEighteenAccesses) {
  for (const Relation& relation : gen::values(relations())) {
    for (const Visibility visibility : gen::values(visibilities())) {
      for (const bool is_static : {false, true}) {
        const gen::Ordinal size = accesses(relation, {visibility, is_static}).size();
        EXPECT_TRUE(size >= 5 && size <= 18) << label_of(relation) << ": " << size;
      }
    }
  }
}

TEST(Fields, UsesFollowFromTheType) {
  const auto has = [](const Type& type, const char* pattern) {
    const std::vector<std::string> all = patterns(uses(type));
    return std::count(all.begin(), all.end(), pattern) == 1;
  };
  EXPECT_TRUE(has({"byte"}, "$++;"));
  EXPECT_TRUE(has({"int"}, "$ += $;"));
  EXPECT_TRUE(has({"byte"}, "$ = (byte) ($ + 1);"));
  EXPECT_TRUE(has({"boolean"}, "System.out.println(!$);"));
  EXPECT_FALSE(has({"boolean"}, "$++;"));
  EXPECT_TRUE(has({"int", 1}, "$[0]++;"));
  EXPECT_EQ(choices(uses(Type{"int"}), 2).front().label, "f = 2;");
  for (const Type& type : field_types()) {
    const std::vector<std::string> all = patterns(uses(type));
    EXPECT_TRUE(all.size() >= 9 && all.size() <= 18) << to_string(type) << ": " << all.size();
    EXPECT_EQ(uses(type, 5).size(), 5u);
    gen::expect_laws(uses(type));
  }
}

TEST(Fields, VariablesOfUsesAreKeptApart) {
  EXPECT_EQ(applied({"int g = 2; $ = g;"}, {Place::in_b, "super.f"}, "7").text, "int g7 = 2; super.f = g7;");
}

TEST(Fields, EveryUseOfEveryTypeCompiles) {
  SMALLSCOPE_REQUIRE_JAVAC();
  std::vector<std::string> programs;
  for (const Type& type : field_types()) {
    Class a{.modifiers = {}, .name = "A", .superclass = ""};
    a.fields = {field(type, Visibility::public_visible, FieldKind::initialised)};
    for (const Use& use : gen::values(uses(type))) {
      a.methods = {procedure("use", {applied(use, {Place::in_a, "this.f"}, "")})};
      programs.push_back(print(a));
    }
  }
  SMALLSCOPE_EXPECT_COMPILE(programs);
}

}  // namespace
}  // namespace smallscope::java
