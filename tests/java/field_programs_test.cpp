// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/field_programs.hpp>

#include <gtest/gtest.h>

#include <javac.hpp>

#include "programs.hpp"

namespace smallscope::java {
namespace {

auto single() { return single_class_field_references(field_declarations(), {.most_uses = 5, .uses_at_a_time = 2}); }

auto dual() {
  return dual_class_field_references(
      relations(), field_declarations(types({{"int"}, {"int", 1}}), visibilities(), field_kinds()), {.most_uses = 4});
}

TEST(FieldPrograms, Sizes) {
  EXPECT_EQ(level_sizes(single()), (std::vector<gen::Ordinal>{144 * 5 * 2 * 5, 144 * 2 * 5, 144 * 5, 144 * 3}));
  EXPECT_EQ(level_sizes(dual()).back(), 12u * 2 * 4 * 3);
}

TEST(FieldPrograms, Laws) {
  for (int level = 0; level <= 3; ++level) {
    gen::expect_laws(gen::at_level(single(), level));
    gen::expect_laws(gen::at_level(dual(), level));
  }
  expect_merging_laws(single(), 50);
  expect_merging_laws(dual(), 50);
}

TEST(FieldPrograms, SeveralReferencesAreSeveralStatements) {
  const SingleFieldProgram program{field({"int"}, Visibility::private_visible, FieldKind::initialised),
                                   {{Place::in_a, "f"}, {Place::in_a, "this.f"}},
                                   {Member::method, Member::constructor},
                                   {{"int g = 2; $ = g;"}, {"$++;"}}};
  EXPECT_EQ(print(unit(program)), R"(public class A {
  private int f = 1;
  void use() {
    int g0 = 2; f = g0;
    f++;
    int g2 = 2; this.f = g2;
    this.f++;
  }
  A() {
  }
  A(int constructed) {
    int g0 = 2; f = g0;
    f++;
    int g2 = 2; this.f = g2;
    this.f++;
  }
  void show() {
    System.out.println(f);
  }
}
class Main {
  public static void main(String[] arguments) {
    A a = new A();
    a.use();
    new A(1).show();
    a.show();
  }
}
)");
}

TEST(FieldPrograms, ReferencesStandInTheClassesOfTheirPlaces) {
  const DualFieldProgram program{{Nesting::b_inner, Inheritance::b_extends_a},
                                 field({"int"}, Visibility::public_visible, FieldKind::initialised),
                                 {{Place::in_b, "super.f"}, {Place::in_u, "new A().new B().f"}},
                                 {{"$ += $;"}}};
  EXPECT_EQ(print(unit(program)), R"(class A {
  public int f = 1;
  void show() {
    System.out.println(f);
  }
  class B extends A {
    void useInB() {
      super.f += super.f;
      show();
    }
  }
}
class U {
  void useInU() {
    new A().new B().f += new A().new B().f;
  }
}
class Main {
  public static void main(String[] arguments) {
    new A().new B().useInB();
    new U().useInU();
  }
}
)");
}

TEST(FieldPrograms, AllCompile) {
  SMALLSCOPE_REQUIRE_JAVAC();
  for (int level = 0; level <= 3; ++level) {
    SMALLSCOPE_EXPECT_COMPILE(spread_texts(single(), level, 100));
    SMALLSCOPE_EXPECT_COMPILE(spread_texts(dual(), level, 150));
  }
}

}  // namespace
}  // namespace smallscope::java
