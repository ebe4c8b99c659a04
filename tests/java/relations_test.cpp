// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/relations.hpp>

#include <gtest/gtest.h>

#include <javac.hpp>
#include <laws.hpp>
#include <smallscope/java/print.hpp>
#include <stdexcept>

namespace smallscope::java {
namespace {

Class running(const char* name) {
  return {.modifiers = {}, .name = name, .superclass = "", .fields = {}, .methods = {procedure("run", {})}};
}

TEST(Relations, EveryOneThatJavaAllows) {
  gen::expect_laws(relations());
  EXPECT_EQ(relations().size(), 12u);
  EXPECT_EQ(subclass_relations().size(), 6u);
  EXPECT_EQ(choices(relations(), 5).front().label, "B inner, B extends A");
}

TEST(Relations, WhatJavaForbidsIsRefused) {
  EXPECT_THROW((void)relations({{Nesting::a_inner, Inheritance::b_extends_a}}), std::invalid_argument);
  EXPECT_THROW((void)relations({{Nesting::b_local, Inheritance::a_extends_b}}), std::invalid_argument);
}

TEST(Relations, ClassesStandWhereTheRelationSays) {
  const Relation local{Nesting::b_local, Inheritance::b_extends_c, true};
  EXPECT_EQ(print(CompilationUnit{arranged(local, Class{.name = "A"}, running("B"), "run")}), R"(class A {
  void local() {
    class B extends C {
      void run() {
      }
    }
    new B().run();
  }
}
class C extends A {
}
class D extends A {
}
)");
  EXPECT_EQ(started(local, "run").text, "new A().local();");
  const Relation around{Nesting::a_inner, Inheritance::a_extends_b};
  EXPECT_EQ(print(CompilationUnit{arranged(around, Class{.name = "A"}, Class{.name = "B"}, "")}),
            "class B {\n  class A extends B {\n  }\n}\n");
  EXPECT_EQ(new_a(around), "new B().new A()");
  EXPECT_EQ(new_b({Nesting::b_inner}), "new A().new B()");
}

TEST(Relations, AllCompileAndCanBeStarted) {
  SMALLSCOPE_REQUIRE_JAVAC();
  std::vector<std::string> programs;
  for (const Relation& relation : gen::values(relations())) {
    for (const bool has_sibling : {false, true}) {
      if (has_sibling && relation.nesting == Nesting::a_inner) continue;
      Relation with = relation;
      with.has_sibling = has_sibling;
      CompilationUnit unit{arranged(with, Class{.name = "A"}, running("B"), "run")};
      unit.classes.push_back(main_class({{new_a(with) + ".hashCode();"}, started(with, "run")}));
      programs.push_back(print(unit));
    }
  }
  SMALLSCOPE_EXPECT_COMPILE(programs);
}

TEST(Relations, TriplesCompileUnlessTheSuperclassIsOutOfSight) {
  SMALLSCOPE_REQUIRE_JAVAC();
  std::vector<std::string> programs;
  std::vector<bool> compile;
  for (const Nesting b : gen::values(triple_b_placements())) {
    for (const Nesting c : gen::values(triple_c_placements())) {
      CompilationUnit unit{arranged({b, c}, Class{.name = "A"}, running("B"), Class{.name = "C"}, "run")};
      unit.classes.push_back(main_class({started(TriplePlacement{b, c}, "run")}));
      programs.push_back(print(unit));
      compile.push_back(b == Nesting::b_inner || c == Nesting::apart);
    }
  }
  const std::vector<std::string> answers = javac_answers(programs);
  ASSERT_EQ(answers.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(answers[i] == "ok", compile[i]) << programs[i] << answers[i];
}

}  // namespace
}  // namespace smallscope::java
