// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/print.hpp>

#include <gtest/gtest.h>

namespace smallscope::java {
namespace {

TEST(Print, AnEmptyClass) { EXPECT_EQ(print(CompilationUnit{{Class{.name = "A"}}}), "class A {\n}\n"); }

TEST(Print, EverythingThatThereIs) {
  Class a{.modifiers = {Visibility::public_visible, false, true}, .name = "A", .superclass = "B"};
  a.fields = {{{Visibility::private_visible, true, true}, {"int", 1}, "f", "new int[] {1}"}, {{}, {"T"}, "g", ""}};
  Method constructor{{Visibility::protected_visible}, "", {}, "A", {}, {}};
  Method m = procedure("m", {{"if (x)", {{"y();"}, {"", {{"z();"}}}}}, {"", {}, {Class{.name = "L"}}}, {"return t;"}});
  m.type_parameters = "T";
  m.result = {"T"};
  m.parameters = {{{"T"}, "t"}, {{"String"}, "words", true}};
  a.methods = {constructor, m};
  a.classes = {Class{.name = "I"}};
  EXPECT_EQ(print(CompilationUnit{{a, Class{.name = "B"}}}), R"(public final class A extends B {
  private static final int[] f = new int[] {1};
  T g;
  protected A() {
  }
  <T> T m(T t, String... words) {
    if (x) {
      y();
      {
        z();
      }
    }
    class L {
    }
    return t;
  }
  class I {
  }
}
class B {
}
)");
}

TEST(Print, AMarkInANameStays) {
  EXPECT_EQ(print(Class{.modifiers = {}, .name = "A", .superclass = "", .fields = {{{}, {"int"}, "«f", ""}}}),
            "class A {\n  int «f;\n}\n");
}

TEST(Print, AMainClass) {
  EXPECT_EQ(print(main_class({print("1")})),
            "class Main {\n  public static void main(String[] arguments) {\n    System.out.println(1);\n  }\n}\n");
}

}  // namespace
}  // namespace smallscope::java
