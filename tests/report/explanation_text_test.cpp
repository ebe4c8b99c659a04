// SPDX-License-Identifier: Apache-2.0
// Explanations in words. Labels come from a generator, and are shown inert.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/report/explanation_text.hpp>

namespace smallscope::report {
namespace {

using clustering::Explanation;
using clustering::Literal;
using clustering::Matches;
using clustering::Term;
using testing::HasSubstr;
using testing::Not;

Literal in(std::size_t attribute, std::vector<clustering::Value> values) {
  return {attribute, Literal::Kind::in, std::move(values)};
}
Literal not_in(std::size_t attribute, std::vector<clustering::Value> values) {
  return {attribute, Literal::Kind::not_in, std::move(values)};
}
Literal between(std::size_t attribute, clustering::Value first, clustering::Value last) {
  return {attribute, Literal::Kind::between, {first, last}};
}

Explanation explanation(std::vector<Term> terms = {}) {
  Explanation made{.attributes = {{"place", {"self", "other", ""}},
                                  {"size", {"1", "2", "3", "10"}},
                                  {"low = high", {"low differs from high", "low = high"}, true}},
                   .terms = std::move(terms)};
  made.bits_of_list = 1000;
  return made;
}

TEST(ExplanationText, SaysEveryKindOfCondition) {
  const Explanation e = explanation();
  EXPECT_EQ(literal_text(e, in(0, {0})), "place is `self`");
  EXPECT_EQ(literal_text(e, not_in(0, {1})), "place is not `other`");
  EXPECT_EQ(literal_text(e, in(0, {0, 2})), "place is one of `self`, absent");
  EXPECT_EQ(literal_text(e, not_in(0, {0, 1})), "place is none of `self`, `other`");
  EXPECT_EQ(literal_text(e, in(1, {0, 1, 3}), 2), "size is one of `1`, `2` and 1 more");
  EXPECT_EQ(literal_text(e, between(1, 1, 3)), "size is at least 2");
  EXPECT_EQ(literal_text(e, between(1, 0, 2)), "size is at most 3");
  EXPECT_EQ(literal_text(e, between(1, 1, 2)), "size is from 2 to 3");
  EXPECT_EQ(literal_text(e, in(2, {1})), "low = high");
  EXPECT_EQ(literal_text(e, not_in(2, {1})), "low differs from high");
  Explanation with_empty_text = e;
  with_empty_text.attributes.own().front().nothing = clustering::Attribute::Nothing::empty;
  EXPECT_EQ(literal_text(with_empty_text, in(0, {0, 2})), "place is one of `self`, empty");
}

TEST(ExplanationText, JoinsConditionsAndTerms) {
  const Explanation two = explanation({{{in(0, {0}), between(1, 1, 3)}, {}}, {{in(2, {1})}, {}}});
  EXPECT_EQ(term_text(two, two.terms[0]), "place is `self` and size is at least 2");
  EXPECT_EQ(explanation_line(two), "fails exactly when place is `self` and size is at least 2; or when low = high");
  EXPECT_EQ(explanation_line(two, {1, 4}), "fails exactly when place is `self` and size is at least 2; or 1 more term");
}

TEST(ExplanationText, SaysOnceWhatAllTermsHaveInCommon) {
  const Explanation e =
      explanation({{{in(0, {0}), in(2, {1})}, {90, 90, 0, 0, 0}}, {{in(0, {0}), between(1, 1, 3)}, {5, 5, 0, 0, 0}}});
  EXPECT_EQ(explanation_line(e), "fails exactly when place is `self` and either low = high; or size is at least 2");
  EXPECT_EQ(explanation_block(e),
            "  fails exactly when place is `self` and either\n"
            "    90  low = high\n"
            "     5  size is at least 2\n");
  EXPECT_EQ(explanation_block(e, {1, 8}),
            "  fails exactly when place is `self` and either\n"
            "    90  low = high\n"
            "    and 1 more term\n");
}

TEST(ExplanationText, ALineThatNobodyReadsToItsEndGivesWay) {
  Explanation e = explanation({Term{{in(1, {0})}, {9, 9, 0, 0, 0}}, Term{{in(1, {1})}, {8, 8, 0, 0, 0}}});
  e.attributes.own()[1].name = std::string(300, 's');
  e.matches.members = 17;
  EXPECT_EQ(cluster_condition(e), short_explanation(e)) << "nothing else is known";
  e.necessary = {{in(0, {0})}, {80, 17, 8, 0, 55}};
  EXPECT_EQ(cluster_condition(e), "fails only when place is `self` (17 of 80 such inputs)");
  e.necessary.literals.clear();
  e.unexplained = 3;
  EXPECT_THAT(leading_line(e), HasSubstr("always fails when sss"));
  EXPECT_EQ(cluster_condition(e), "") << "too long, and not even of all members";
}

TEST(ExplanationText, SaysWhatMostMembersHaveInCommonWhereThatSaysMore) {
  std::vector<Term> many(6, Term{{in(1, {0}), in(2, {1})}, {50, 50, 0, 0, 0}});
  Explanation e = explanation(many);
  e.matches.members = 80;
  e.unexplained = 20;
  const std::string leading = leading_line(e);
  EXPECT_EQ(usual_line(e), "") << "there is none";
  e.usual = {{in(0, {0})}, {.inputs = 140, .members = 90, .others = 5, .unjudged = 20, .passing = 25}};
  const std::string line = "fails mostly when place is `self` (90 of these 100, and 75% of such inputs)";
  EXPECT_EQ(usual_line(e), line);
  EXPECT_EQ(cluster_condition(e), line) << "F1 is .82, and .67 of the term that always fails";
  EXPECT_THAT(explanation_block(e), testing::StartsWith("  " + line + "\n  fails when"));
  e.usual.matches = {.inputs = 100, .members = 60, .passing = 40};
  EXPECT_EQ(cluster_condition(e), leading) << "F1 is .6";
  e.necessary = {{in(0, {0})}, {.inputs = 900, .members = 100, .passing = 800}};
  EXPECT_EQ(usual_line(e), "") << "it is said already, of all members";
  EXPECT_EQ(cluster_condition(e), "fails only when place is `self` (100 of 900 such inputs)");
  e.usual.literals = {in(2, {1})};
  EXPECT_EQ(cluster_condition(e), "fails mostly when low = high (60 of these 100, and 60% of such inputs)")
      << "F1 is .6, and .2 of what all members have in common";
  e.necessary.matches = {.inputs = 190, .members = 100, .passing = 90};
  EXPECT_EQ(cluster_condition(e), "fails only when place is `self` (100 of 190 such inputs)") << "F1 is .69";
  e.necessary.literals.clear();
  e.usual.literals = {in(0, {0})};
  e.unknown = 30;
  e.usual.matches = {.inputs = 130, .members = 90, .passing = 10, .undecided = 30};
  EXPECT_EQ(usual_line(e),
            "failed so far mostly when place is `self` (90 of these 100, and 90% of such inputs that "
            "were executed)");
  e.usual.literals = {in(1, {0})};
  e.attributes.own()[1].name = std::string(300, 's');
  EXPECT_EQ(cluster_condition(e), "") << "too long";
}

TEST(ExplanationText, SaysWhatAllMembersHaveInCommonWhereTheTermsAreTooMany) {
  std::vector<Term> many(6, Term{{in(1, {0}), in(2, {1})}, {5, 5, 0, 0, 0}});
  for (std::size_t i = 0; i < many.size(); ++i) many[i].literals[0].values = {static_cast<clustering::Value>(i % 4)};
  Explanation e = explanation(many);
  e.matches.members = 21;
  e.unexplained = 2;
  const std::string leading = "always fails when size is `1` and low = high (5 of these 23)";
  EXPECT_EQ(leading_line(e), leading);
  EXPECT_EQ(cluster_condition(e), leading) << "six terms are no line, and nothing else is known";
  e.unexplained = 0;
  e.necessary = {{in(0, {0}), in(2, {1})}, {80, 12, 8, 0, 60}};
  const std::string line = "fails only when place is `self` and low = high (12 of 80 such inputs)";
  EXPECT_EQ(necessary_line(e), line);
  EXPECT_EQ(cluster_condition(e), line);
  EXPECT_THAT(explanation_block(e),
              testing::StartsWith("  " + line + "\n  fails exactly when low = high and either\n"));
  EXPECT_THAT(explanation_block(e, {6, 8}), Not(HasSubstr("only"))) << "the terms are all there";
  e.necessary.literals.erase(e.necessary.literals.begin());
  EXPECT_THAT(explanation_block(e), Not(HasSubstr("only"))) << "the terms say it together";
  e.unknown = 7;
  EXPECT_EQ(leading_line(e), "always failed so far when size is `1` and low = high (5 of these 21)");
  e.necessary.matches.undecided = 30;
  EXPECT_EQ(necessary_line(e), "failed so far only when low = high (12 of 50 such inputs that were executed)");
  e.bits = e.bits_of_list;
  EXPECT_EQ(leading_line(e), "") << "the terms are no shorter than a list";
  e.bits = 0;
  e.exceptions = true;
  EXPECT_EQ(leading_line(e), "") << "its terms say what passes";
  EXPECT_EQ(leading_line(explanation()), "");
  const Explanation few = explanation({{{in(0, {0})}, {}}, {{in(2, {1})}, {}}});
  EXPECT_EQ(cluster_condition(few), short_explanation(few));
  Explanation three = explanation({{{in(0, {0}), in(1, {0, 1, 2})}, {3, 3}}});
  three.bits = 15;
  three.bits_of_list = 20;
  EXPECT_EQ(short_explanation(three), "") << "a list of three inputs is hardly longer";
  EXPECT_EQ(cluster_condition(three), "fails exactly when place is `self` and size is one of `1`, `2`, `3`");
  three.exceptions = true;
  EXPECT_EQ(cluster_condition(three), "") << "nobody reads a long list of exceptions";
  three.exceptions = false;
  three.bits = 20;
  EXPECT_EQ(cluster_condition(three), "") << "the list is as short";
  three.bits = 15;
  three.terms.front().matches = {1, 1};
  EXPECT_EQ(cluster_condition(three), "") << "that is the input";
}

TEST(ExplanationText, HasPartsForThoseWhoLayItOut) {
  const Explanation e =
      explanation({{{in(0, {0}), in(2, {1})}, {90, 90, 0, 0, 0}}, {{in(0, {0}), between(1, 1, 3)}, {5, 5, 0, 0, 0}}});
  const ExplanationParts parts = explanation_parts(e, {1, 8});
  EXPECT_EQ(parts.opening, "fails exactly when");
  EXPECT_EQ(parts.common, "place is `self`");
  ASSERT_EQ(parts.terms.size(), 1u);
  EXPECT_EQ(parts.terms[0].members, 90u);
  EXPECT_EQ(parts.terms[0].text, "low = high");
  EXPECT_EQ(parts.more, 1u);
  EXPECT_EQ(parts.beside, "");
}

TEST(ExplanationText, SaysInWhatWitnessesDiffer) {
  const auto choices = [](clustering::Ordinal ordinal) {
    return generators::Choices{{"place", ordinal, ordinal == 0 ? "self" : "other"}, {"size", 0, "1"}};
  };
  const clustering::Witness witness{.failing = 0, .without = 1, .differing = {0}};
  EXPECT_EQ(difference_text(choices, witness, explanation().attributes), "place = self | place = other");
}

TEST(ExplanationText, CountsWhatMatchesBesideTheCluster) {
  Explanation e = explanation({{{in(0, {0})}, {}}});
  e.matches = Matches{10, 7, 1, 2, 0};
  EXPECT_EQ(
      explanation_line(e),
      "fails exactly when place is `self` (1 of the matching inputs fails in another way; 2 of the matching inputs "
      "neither pass nor fail)");
  e.matches = {};
  e.unexplained = 3;
  EXPECT_EQ(explanation_line(e), "fails when place is `self` (3 failing inputs are not explained)") << "not exactly";
}

TEST(ExplanationText, AlwaysAndItsExceptions) {
  EXPECT_EQ(explanation_line(explanation({{{}, {}}})), "always fails");
  EXPECT_EQ(explanation_block(explanation({{{}, {}}})), "  always fails\n");
  Explanation of_few = explanation({{{}, {}}});
  of_few.bits = 9;
  of_few.bits_of_list = 1;
  EXPECT_EQ(explanation_block(of_few), "  always fails\n") << "nothing is shorter";
  Explanation e = explanation({{{in(0, {0})}, {2, 2, 0, 0, 0}}});
  e.exceptions = true;
  EXPECT_EQ(explanation_line(e), "always fails, except when place is `self`");
  e.terms.clear();
  EXPECT_EQ(explanation_line(e), "always fails");
  EXPECT_THAT(explanation_block(e), HasSubstr("always fails\n"));
}

TEST(ExplanationText, ExceptionsWithinAScope) {
  Explanation e = explanation({{{in(1, {0}), in(2, {1})}, {4, 3, 1, 0, 0}}, {{in(1, {0}), in(2, {0})}, {2, 2}}});
  e.exceptions = true;
  e.scope = {{in(0, {0})}, {20, 12, 1, 0, 7}};
  e.necessary = e.scope;
  const ExplanationParts parts = explanation_parts(e);
  EXPECT_EQ(parts.opening, "fails exactly when");
  EXPECT_EQ(parts.scope, "place is `self`");
  EXPECT_EQ(parts.common, "size is `1`");
  EXPECT_EQ(parts.necessary, "") << "the scope says it";
  EXPECT_EQ(explanation_block(e),
            "  fails exactly when place is `self`, except when size is `1` and either\n"
            "    4  low = high\n    2  low differs from high\n");
  const std::string conditions =
      "place is `self`, except when size is `1` and either low = high; or low differs from high";
  EXPECT_EQ(explanation_line(e), "fails exactly when " + conditions);
  EXPECT_EQ(conditions_text(e), conditions);
  EXPECT_EQ(cluster_condition(e), explanation_line(e));
  e.terms.pop_back();
  e.unexplained = e.matches.passing = 2;
  EXPECT_EQ(explanation_line(e),
            "fails when place is `self`, except when size is `1` and low = high (2 passing inputs are not among the "
            "exceptions)");
  EXPECT_EQ(cluster_condition(e), "fails only when place is `self` (12 of 20 such inputs)");
  e.unknown = 3;
  EXPECT_THAT(explanation_line(e), HasSubstr("failed so far when place is `self`, except when size"));
}

TEST(ExplanationText, OfAStoreThatIsNotCompleteSpeaksOfWhatWasExecuted) {
  Explanation e = explanation({{{}, {}}});
  e.unknown = 5;
  e.matches = {.inputs = 64, .members = 59, .undecided = 5};
  const std::string sample =
      "5 of the matching inputs were not executed (with 95% confidence, at least 95% of them fail if the 59 executed "
      "are a fair sample)";
  EXPECT_EQ(explanation_line(e), "always failed so far (" + sample + ")");
  e.terms.clear();
  e.exceptions = true;
  EXPECT_EQ(explanation_line(e), "always failed so far (" + sample + ")") << "there is no exception";
  e.terms = {{{in(0, {0})}, {2, 2, 0, 0, 0}}};
  EXPECT_EQ(explanation_line(e), "always failed so far, except when place is `self` (" + sample + ")");
  e.unexplained = e.matches.passing = 3;
  EXPECT_EQ(explanation_line(e),
            "always failed so far, except when place is `self` (5 of the matching inputs were not executed; 3 passing "
            "inputs are not among the exceptions)")
      << "the sample did not fail alike";
}

TEST(ExplanationText, AdmitsThatItIsHardlyShorterThanAList) {
  Explanation e = explanation({{{in(0, {0})}, {}}});
  EXPECT_THAT(explanation_block(e), Not(HasSubstr("hardly shorter")));
  e.bits = 600;
  EXPECT_THAT(explanation_block(e), HasSubstr("  hardly shorter than a list of these inputs\n"));
}

TEST(ExplanationText, LabelsAreShownInert) {
  Explanation e = explanation();
  e.attributes.own()[0].labels = {"\x1b[31mred\n", std::string(200, 'x'), "\xff"};
  EXPECT_EQ(literal_text(e, in(0, {0})), "place is `\\x1b[31mred\\n`");
  EXPECT_LT(literal_text(e, in(0, {1})).size(), 100u);
  EXPECT_EQ(literal_text(e, in(0, {2})), "place is `\\xff`");
}

}  // namespace
}  // namespace smallscope::report
