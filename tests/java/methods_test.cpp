// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/methods.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <javac.hpp>
#include <laws.hpp>
#include <smallscope/java/print.hpp>

namespace smallscope::java {
namespace {

std::vector<std::string> labels(const gen::Elements<Call>& all) {
  std::vector<std::string> result;
  for (gen::Ordinal i = 0; i < all.size(); ++i) result.push_back(choices(all, i).front().label);
  return result;
}

bool contains(const std::vector<std::string>& all, const char* label) {
  return std::count(all.begin(), all.end(), label) == 1;
}

TEST(Methods, DeclarationsAreEveryCombination) {
  gen::expect_laws(method_declarations());
  EXPECT_EQ(method_declarations().size(), 4u * 2 * 5);
  Class a{.modifiers = {}, .name = "A", .superclass = ""};
  a.methods = {method(Visibility::private_visible, true, Signature::generic)};
  EXPECT_EQ(print(a), R"(class A {
  private static <T> T m(T t) {
    System.out.println("m");
    return t;
  }
}
)");
}

TEST(Methods, CallsFollowFromTheDeclaration) {
  const auto simple = labels(calls(method(Visibility::public_visible, false, Signature::procedure), "n"));
  EXPECT_TRUE(contains(simple, "statement, A.this.m()"));
  EXPECT_TRUE(contains(simple, "method reference, this::m"));
  EXPECT_TRUE(contains(simple, "local subclass, super.m()"));
  EXPECT_TRUE(contains(simple, "local class with the other name, m()"));
  EXPECT_FALSE(contains(simple, "local class, this.m()"));  // this is another object there
  EXPECT_FALSE(contains(simple, "argument, m()"));
  EXPECT_FALSE(contains(simple, "statement, A.m()"));

  const auto of_class = labels(calls(method(Visibility::private_visible, true, Signature::of_int), "n"));
  EXPECT_TRUE(contains(of_class, "argument, A.m(1)"));
  EXPECT_TRUE(contains(of_class, "nested argument, this.m(1)"));
  EXPECT_FALSE(contains(of_class, "local subclass, this.m(1)"));  // private: not inherited
  for (const Method& method : gen::values(method_declarations())) {
    const gen::Ordinal size = calls(method, "n").size();
    EXPECT_TRUE(size >= 36 && size <= 80) << size;
  }
}

TEST(Methods, NamesOfCallsAreKeptApart) {
  Class a{.modifiers = {}, .name = "A", .superclass = ""};
  std::vector<Statement> body;
  add_call(a, body, {Call::Kind::inner_class, "m()", "n"}, "3");
  add_call(a, body, {Call::Kind::field_initialiser, "this.m()", ""}, "4");
  add_call(a, body, {Call::Kind::statement, "Runnable v = () -> m(); v.run();", ""}, "5");
  a.methods = {procedure("mPrime", body)};
  EXPECT_EQ(print(a), R"(class A {
  int w4 = this.m();
  void mPrime() {
    new L3().in();
    Runnable v5 = () -> m(); v5.run();
  }
  class L3 {
    void n(int i) {
    }
    void in() {
      m();
    }
  }
}
)");
}

TEST(Methods, CallersHaveTwoSignaturesAndVisibilities) {
  gen::expect_laws(callers());
  Class a{.modifiers = {}, .name = "B", .superclass = ""};
  a.methods = {caller({Visibility::private_visible, true}, {"m()", "this.m()"}),
               runner_of({Visibility::private_visible, true})};
  EXPECT_EQ(print(a), R"(class B {
  private void mPrime(int i) {
    m();
    this.m();
  }
  void run() {
    mPrime(1);
  }
}
)");
}

TEST(Methods, EveryCallOfEveryDeclarationCompiles) {
  SMALLSCOPE_REQUIRE_JAVAC();
  std::vector<std::string> programs;
  for (const Method& method : gen::values(method_declarations())) {
    // One program a declaration with all its calls: javac names the one that is wrong.
    Class a{.modifiers = {}, .name = "A", .superclass = "", .fields = {}, .methods = {method}};
    std::vector<Statement> body;
    int number = 0;
    for (const Call& call : gen::values(calls(method, "n"))) add_call(a, body, call, std::to_string(number++));
    for (const Namesake kind : gen::values(namesakes())) add_namesake(a, kind, "n");
    a.methods.push_back(procedure("mPrime", body));
    programs.push_back(print(a));
  }
  SMALLSCOPE_EXPECT_COMPILE(programs);
}

}  // namespace
}  // namespace smallscope::java
