// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <smallscope/generators/recursion/renaming.hpp>

#include "laws.hpp"

namespace smallscope::generators {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Filling = std::vector<std::size_t>;

/// All fillings of the holes with variables that they see, by brute force.
std::vector<Filling> all_fillings(const Skeleton& skeleton) {
  std::vector<Filling> fillings{{}};
  for (const auto& hole : skeleton.holes()) {
    std::vector<Filling> longer;
    for (const Filling& filling : fillings)
      for (std::optional<std::size_t> scope = hole.scope; scope; scope = skeleton.scopes()[*scope])
        for (std::size_t variable = 0; variable < skeleton.variables().size(); ++variable)
          if (skeleton.variables()[variable].scope == *scope && skeleton.variables()[variable].type == hole.type) {
            longer.push_back(filling);
            longer.back().push_back(variable);
          }
    fillings = std::move(longer);
  }
  return fillings;
}

/// All ways to rename variables among those of the same scope and type.
std::vector<std::vector<std::size_t>> renamings(const Skeleton& skeleton) {
  const auto& variables = skeleton.variables();
  std::vector<std::size_t> renaming(variables.size());
  for (std::size_t i = 0; i < renaming.size(); ++i) renaming[i] = i;
  std::vector<std::vector<std::size_t>> all;
  do {
    bool keeps = true;
    for (std::size_t i = 0; i < renaming.size(); ++i)
      keeps = keeps && variables[i].scope == variables[renaming[i]].scope &&
              variables[i].type == variables[renaming[i]].type;
    if (keeps) all.push_back(renaming);
  } while (std::next_permutation(renaming.begin(), renaming.end()));
  return all;
}

/// Every class of equivalent fillings is met exactly once.
void expect_one_of_each_class(const Skeleton& skeleton) {
  const auto all = all_fillings(skeleton);
  const auto group = renamings(skeleton);
  const auto class_of = [&](const Filling& filling) {
    std::set<Filling> members;
    for (const auto& renaming : group) {
      Filling renamed;
      for (const std::size_t variable : filling) renamed.push_back(renaming[variable]);
      members.insert(renamed);
    }
    return *members.begin();
  };
  std::set<Filling> classes, met;
  for (const Filling& filling : all) classes.insert(class_of(filling));
  const auto denoted = fillings(skeleton);
  expect_laws(denoted);
  for (const Filling& filling : values(denoted))
    EXPECT_TRUE(met.insert(class_of(filling)).second) << "twice the same class";
  EXPECT_EQ(met, classes);
  EXPECT_EQ(denoted.size(), classes.size());
}

TEST(RestrictedGrowthStrings, AreLexicographic) {
  EXPECT_THAT(values(restricted_growth_strings(3, 3)),
              ElementsAre(ElementsAre(0, 0, 0), ElementsAre(0, 0, 1), ElementsAre(0, 1, 0), ElementsAre(0, 1, 1),
                          ElementsAre(0, 1, 2)));
  EXPECT_THAT(values(restricted_growth_strings(0, 3)), ElementsAre(ElementsAre()));
  expect_laws(restricted_growth_strings(6, 3));
  expect_laws(restricted_growth_strings(4, 9));
  expect_laws(restricted_growth_strings(5, 1));
}

TEST(RestrictedGrowthStrings, AreSumsOfStirlingNumbers) {
  // The figures of skeletal program enumeration; without renaming 1,024, 65,536 and 16,777,216.
  EXPECT_EQ(restricted_growth_strings(10, 2).size(), 512u);
  EXPECT_EQ(restricted_growth_strings(8, 4).size(), 2795u);
  EXPECT_EQ(restricted_growth_strings(12, 4).size(), 700'075u);
  EXPECT_EQ(values(restricted_growth_strings(8, 4)).size(), 2795u);
  EXPECT_EQ(restricted_growth_strings(25, 25).size(), 4638590332229999353u) << "the Bell number";
  EXPECT_THAT(error_of([] { restricted_growth_strings(26, 26); }), HasSubstr("overflows"));
}

TEST(Fillings, OfNestedScopesAreOneOfEachClass) {
  Skeleton skeleton;
  const auto outer = skeleton.scope();
  const auto inner = skeleton.scope(outer);
  skeleton.variables(outer, "int", {"a", "b"});
  skeleton.variables(inner, "int", {"c", "d"});
  skeleton.hole(outer, "int");
  skeleton.hole(inner, "int");
  skeleton.hole(inner, "int");
  skeleton.hole(outer, "int");
  skeleton.hole(inner, "int");
  expect_one_of_each_class(skeleton);
}

TEST(Fillings, OfSiblingsAndSeveralTypesAreOneOfEachClass) {
  Skeleton skeleton;
  const auto file = skeleton.scope(), first = skeleton.scope(file), second = skeleton.scope(file),
             deepest = skeleton.scope(second);
  skeleton.variables(file, "int", {"a", "b"});
  skeleton.variables(first, "int", {"c"});
  skeleton.variables(first, "char", {"p", "q"});
  skeleton.variables(second, "char", {"r"});
  skeleton.variables(deepest, "char", {"s", "t"});
  for (const auto& [scope, type] : {std::pair(file, "int"),
                                    {first, "int"},
                                    {first, "char"},
                                    {second, "int"},
                                    {first, "char"},
                                    {deepest, "char"},
                                    {deepest, "int"},
                                    {deepest, "char"}})
    skeleton.hole(scope, type);
  expect_one_of_each_class(skeleton);
}

TEST(Fillings, OfTwoOutermostScopesAreOneOfEachClass) {
  Skeleton skeleton;
  for (std::size_t number = 0; number < 2; ++number) {
    const auto scope = skeleton.scope();
    skeleton.variables(scope, "int", {"a", "b", "c"});
    for (int hole = 0; hole < 3; ++hole) skeleton.hole(scope, "int");
  }
  expect_one_of_each_class(skeleton);
  EXPECT_EQ(fillings(skeleton).size(), 5u * 5);
}

TEST(Fillings, ChoicesAreTheVariablesByHole) {
  Skeleton skeleton;
  const auto outer = skeleton.scope(), inner = skeleton.scope(outer);
  skeleton.variables(outer, "int", {"a"});
  skeleton.variables(inner, "int", {"b", "c"});
  skeleton.hole(outer, "int");
  skeleton.hole(inner, "int");
  skeleton.hole(inner, "int");
  const auto all = fillings(skeleton).named("uses");
  EXPECT_EQ(choices(all, all.size() - 1), (Choices{{"uses[1]", 1, "b"}, {"uses[2]", 2, "c"}}));
  EXPECT_THAT(error_of([&] {
                (void)ordinal_of(all, Choices{{"uses[1]", 2, "c"}, {"uses[2]", 1, "b"}});
              }),
              HasSubstr("hole 1 takes a variable before the one that is declared earlier"));
}

TEST(Fillings, OfWrongSkeletonsAreErrors) {
  Skeleton skeleton;
  EXPECT_THAT(error_of([&] { skeleton.hole(0, "int"); }), HasSubstr("there is no scope 0"));
  EXPECT_THAT(error_of([&] { skeleton.scope(3); }), HasSubstr("there is no scope 3"));
  const auto outer = skeleton.scope(), inner = skeleton.scope(outer);
  skeleton.variables(inner, "int", {"a"});
  skeleton.hole(outer, "int");
  EXPECT_THAT(error_of([&] { fillings(skeleton); }), HasSubstr("hole 0 sees no variable of type `int`"));
  EXPECT_THAT(error_of([] { restricted_growth_strings(2, 0); }), HasSubstr("hole 0 sees no variable"));
}

TEST(Fillings, TooManyStatesAreAnErrorInsteadOfAllTheMemory) {
  Skeleton skeleton;
  std::optional<std::size_t> scope;
  for (int depth = 0; depth < 12; ++depth) {
    scope = skeleton.scope(scope);
    skeleton.variables(*scope, "int", {"a", "b", "c"});
  }
  for (int hole = 0; hole < 14; ++hole) skeleton.hole(*scope, "int");
  EXPECT_THAT(error_of([&] { fillings(skeleton); }), HasSubstr("states of used variables"));
}

}  // namespace
}  // namespace smallscope::generators
