// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/method_programs.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <javac.hpp>

#include "programs.hpp"

namespace smallscope::java {
namespace {

using Sizes = std::vector<gen::Ordinal>;

auto single_methods() { return single_class_method_references(method_declarations(), 5); }

TEST(MethodPrograms, Sizes) {
  EXPECT_EQ(level_sizes(triple_class_method_child()), (Sizes{1152, 192, 48}));
  EXPECT_EQ(level_sizes(dual_class_method_child()), (Sizes{576, 96, 24}));
  EXPECT_EQ(level_sizes(dual_class_method_parent()), (Sizes{960, 192, 48}));
  EXPECT_EQ(level_sizes(single_methods()).back(), 40u);
}

TEST(MethodPrograms, Laws) {
  for (int level = 0; level <= 3; ++level) {
    gen::expect_laws(gen::at_level(triple_class_method_child(), level));
    gen::expect_laws(gen::at_level(dual_class_method_child(), level));
    gen::expect_laws(gen::at_level(dual_class_method_parent(), level));
    gen::expect_laws(gen::at_level(single_methods(), level));
  }
  expect_merging_laws(triple_class_method_child(), 50);
  expect_merging_laws(dual_class_method_child(), 50);
  expect_merging_laws(dual_class_method_parent(), 50);
  expect_merging_laws(single_methods(), 50);
}

TEST(MethodPrograms, TheExampleOfThePaper) {
  const auto triples = triple_class_method_child();
  for (const std::size_t axis : {0u, 1u}) {
    const auto merged = constituents(gen::at_level(triples, 2), 0).axes;
    ASSERT_EQ(merged.size(), 2u);
    EXPECT_EQ(merged[axis].name, axis == 0 ? "reference" : "call");
  }
  EXPECT_EQ(print(unit(gen::at_level(triples, 2).at(23))), R"(public class A {
  public int f = 1;
  class B extends C {
    private void m() {
      System.out.println(f);
      System.out.println(new A().f);
      System.out.println(A.this.f);
      System.out.println(super.f);
      System.out.println(this.f);
      System.out.println(new C().f);
    }
    private void mPrime(int i) {
      m();
      new B().m();
      this.m();
      B.this.m();
    }
    void run() {
      mPrime(1);
    }
  }
}
class C {
  public int f = 2;
}
class Main {
  public static void main(String[] arguments) {
    new A().new B().run();
  }
}
)");
}

TEST(MethodPrograms, AllCompile) {
  SMALLSCOPE_REQUIRE_JAVAC();
  for (int level = 0; level <= 3; ++level) {
    SMALLSCOPE_EXPECT_COMPILE(spread_texts(dual_class_method_child(), level, 100));
    SMALLSCOPE_EXPECT_COMPILE(spread_texts(dual_class_method_parent(), level, 100));
    SMALLSCOPE_EXPECT_COMPILE(spread_texts(single_methods(), level, 150));
  }
}

TEST(MethodPrograms, TriplesCompileAsTheRecipeSays) {
  SMALLSCOPE_REQUIRE_JAVAC();
  const std::vector<std::string> answers = javac_answers(spread_texts(triple_class_method_child(), 0, 2000));
  ASSERT_EQ(answers.size(), 1152u);
  EXPECT_EQ(std::count(answers.begin(), answers.end(), "ok"), 736);
}

}  // namespace
}  // namespace smallscope::java
