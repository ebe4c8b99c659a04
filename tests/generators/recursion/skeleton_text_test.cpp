// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <smallscope/generators/recursion/skeleton_text.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SkeletonText, FillsTheHolesUpToRenaming) {
  const auto programs = programs_up_to_renaming("{{scope int a b}}int a, b; {{int}} = {{int}} + {{ int }};{{end}}");
  EXPECT_THAT(values(programs), ElementsAre("int a, b; a = a + a;", "int a, b; a = a + b;", "int a, b; a = b + a;",
                                            "int a, b; a = b + b;"));
  expect_laws(programs);
  EXPECT_EQ(choices(programs, 1), (Choices{{"[0]", 0, "a"}, {"[1]", 0, "a"}, {"[2]", 1, "b"}}));
}

TEST(SkeletonText, KeepsScopesAndTypesApart) {
  const auto programs = programs_up_to_renaming(
      "<scope int a; char p q>{int a; char p, q;\n  {<scope int b>int b; <int> = <char>; <end>}\n  <int> = "
      "<char>;}<end>",
      {"<", ">"});
  // The ints: a or b, then a. The chars: p p or p q.
  EXPECT_THAT(values(programs.map([](const std::string& text) { return text.substr(text.find("int b; ") + 7); })),
              ElementsAre("a = p; }\n  a = p;}", "a = p; }\n  a = q;}", "b = p; }\n  a = p;}", "b = p; }\n  a = q;}"));
  expect_laws(programs);
}

TEST(SkeletonText, WithoutHolesIsOneText) {
  EXPECT_THAT(values(programs_up_to_renaming("no holes")), ElementsAre("no holes"));
  EXPECT_THAT(values(programs_up_to_renaming("")), ElementsAre(""));
}

TEST(SkeletonText, MistakesAreErrorsWithTheLine) {
  const auto error = [](const char* text) { return error_of([text] { programs_up_to_renaming(text); }); };
  EXPECT_THAT(error("a\n{{scope int a"), HasSubstr("line 2: `{{` is not closed"));
  EXPECT_THAT(error("\n\n{{int}}"), HasSubstr("line 3: `int` stands outside all scopes"));
  EXPECT_THAT(error("{{end}}"), HasSubstr("line 1: `end` stands outside all scopes"));
  EXPECT_THAT(error("{{scope int a}}\n"), HasSubstr("line 2: a scope is not closed"));
  EXPECT_THAT(error("{{scope int a}}{{ }}{{end}}"), HasSubstr("the mark is empty"));
  EXPECT_THAT(error("{{scope int a}}{{unsigned int}}{{end}}"), HasSubstr("`unsigned int` is neither a type"));
  EXPECT_THAT(error("{{scope int a}}{{char}}{{end}}"), HasSubstr("hole 0 sees no variable of type `char`"));
  EXPECT_THAT(error_of([] { programs_up_to_renaming("", {"", "}"}); }), HasSubstr("the marks are empty"));
}

}  // namespace
}  // namespace smallscope::generators
