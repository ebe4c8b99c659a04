// SPDX-License-Identifier: Apache-2.0
// Reduction: planted failures with known smallest texts, the same for any number of jobs; slipped failures; positions.
#include <smallscope/runner/reduce.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "carriers.hpp"

namespace smallscope::runner {
namespace {

using subjects::Input;
using subjects::NamedText;
using subjects::Observation;
using testing::HasSubstr;
using Behaviour = std::function<std::string(const Input&)>;

/// Crashes with the message that the behaviour gives, if any.
class Planted final : public subjects::Subject {
 public:
  explicit Planted(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}
  std::unique_ptr<subjects::Session> open(const std::filesystem::path&) const override {
    return std::make_unique<Once>(behaviour_);
  }
  std::string describe() const override { return "planted"; }

 private:
  class Once final : public subjects::Session {
   public:
    explicit Once(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}
    Observation observe(const Input& input, std::stop_token) override {
      Observation observation;
      observation.standard_output = "done";
      const std::string message = behaviour_(input);
      if (!message.empty()) observation = {.ending = subjects::Ending::crashed, .messages = {message}};
      return observation;
    }

   private:
    Behaviour behaviour_;
  };
  Behaviour behaviour_;
};

Campaign campaign(Input input, Behaviour behaviour,
                  std::vector<oracles::OraclePointer> oracles = {oracles::no_crash()}) {
  return observed(
      "planted", generators::elements(std::vector<int>{0}), [input](int) { return input; },
      std::make_shared<Planted>(std::move(behaviour)), std::move(oracles));
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string message_of(const Outcome& outcome) {
  return outcome.judgements.empty() || outcome.judgements.front().messages.empty()
             ? "?"
             : outcome.judgements.front().messages.front();
}

class Reduce : public EveryCarrier {
 protected:
  static Reduced reduce(const Campaign& campaign, ReduceOptions options = {}, std::stop_token interrupt = {}) {
    Engine engine(campaign, carried());
    options.failure = message_of;
    return engine.reduce(*campaign.space->render(0), options, std::move(interrupt));
  }
  static std::string obstacle(const Campaign& campaign) {
    try {
      reduce(campaign);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }
};

std::string numbered_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "line " + std::to_string(i) + " of the text;\n";
  return text;
}

TEST_P(Reduce, FindsTheSmallestTextOfEachFileAndOfStandardInput) {
  const Input input{.files = {{"a.txt", numbered_lines(100)}, {"b.txt", "x = \"two words\" + 'c' + 17;\n"}},
                    .parameters = {},
                    .standard_input = "one two three"};
  const auto planted = campaign(input, [](const Input& given) -> std::string {
    const std::string& a = given.files[0].text;
    const bool fails = has(a, "line 17") && has(a, "94 of") && has(given.files[1].text, "\"two words\"") &&
                       has(given.standard_input, "two");
    return fails ? "bad" : "";
  });
  const Reduced reduced = reduce(planted);
  EXPECT_EQ(reduced.stop, Stop::finished);
  EXPECT_EQ(reduced.failure, "bad");
  EXPECT_EQ(reduced.smallest.input.files[0].text, "line 1794 of");
  EXPECT_EQ(reduced.smallest.input.files[1].text, "\"two words\"");
  EXPECT_EQ(reduced.smallest.input.standard_input, "two");
  EXPECT_TRUE(reduced.slipped.empty());
  EXPECT_GT(reduced.tests, 30u);
  EXPECT_LT(reduced.tests, 600u);
}

TEST_P(Reduce, TakesTheSameStepsForAnyNumberOfJobs) {
  // Many candidates fail alike, so what is taken first matters; and what slips depends on the way.
  const Input input{.files = {{"a.txt", numbered_lines(60)}}, .parameters = {}, .standard_input = ""};
  const auto planted = campaign(input, [](const Input& given) -> std::string {
    const auto lines = std::count(given.files[0].text.begin(), given.files[0].text.end(), '\n');
    if (lines % 7 == 3 && has(given.files[0].text, "9")) return "three";
    return lines > 5 && has(given.files[0].text, "of the") ? "many" : "";
  });
  std::vector<std::string> steps, serial_steps;
  const auto watched = [](std::vector<std::string>& to) {
    return ReduceOptions{.failure = message_of, .progress = [&to](const ReduceProgress& at) {
                           to.push_back(std::to_string(at.tests) + " " + std::to_string(at.bytes));
                         }};
  };
  Engine serial(planted, {.jobs = 1, .scheduler = Scheduler::serial});
  const Reduced expected = serial.reduce(*planted.space->render(0), watched(serial_steps));
  const Reduced reduced = reduce(planted, watched(steps));
  EXPECT_EQ(reduced.smallest.input, expected.smallest.input);
  EXPECT_EQ(steps, serial_steps);
  ASSERT_EQ(reduced.slipped.size(), 1u);
  EXPECT_EQ(reduced.slipped.at("three").input, expected.slipped.at("three").input);
  EXPECT_EQ(message_of(reduced.slipped.at("three").outcome), "three");
}

TEST_P(Reduce, NoLineAndNoTokenOfTheResultCanBeRemoved) {
  // Removing one token may make another removable, also one in a line that could not be removed before.
  const Input input{.files = {{"a.txt", "if (a < 10) {\n  \"b c\";\n  d = 1.5e3;\n}\nelse { e; f; }\n// g\n"}},
                    .parameters = {},
                    .standard_input = ""};
  const Behaviour behaviour = [](const Input& given) -> std::string {
    const std::string& text = given.files[0].text;
    const auto count = [&](char c) { return std::count(text.begin(), text.end(), c); };
    const bool balanced = count('{') == count('}') && count('(') == count(')');
    return balanced && has(text, "1.5e3") && (has(text, "a") || !has(text, "f")) ? "bad" : "";
  };
  const std::string smallest = reduce(campaign(input, behaviour)).smallest.input.files[0].text;
  EXPECT_LT(smallest.size(), input.files[0].text.size());
  EXPECT_NE(behaviour({.files = {{"", smallest}}, .parameters = {}, .standard_input = ""}), "");
  // Tokens of this text, written down by hand: characters between blanks and words.
  for (std::size_t begin = 0; begin < smallest.size();) {
    std::size_t end = smallest.find_first_not_of("abcdefgils0123456789.", begin);
    end = end == begin ? begin + 1 : std::min(end, smallest.size());
    const std::string without = smallest.substr(0, begin) + smallest.substr(end);
    EXPECT_EQ(behaviour({.files = {{"", without}}, .parameters = {}, .standard_input = ""}), "") << smallest << begin;
    begin = end;
  }
}

TEST_P(Reduce, KeepsTheSmallestTextOfEachOtherFailure) {
  const Input input{.files = {{"a", "alpha beta gamma delta\nepsilon zeta\n"}}, .parameters = {}, .standard_input = ""};
  const auto planted = campaign(input, [](const Input& given) -> std::string {
    const std::string& text = given.files[0].text;
    if (has(text, "beta") && has(text, "zeta")) return "bad";
    return has(text, "epsilon") ? "worse" : "";
  });
  const Reduced reduced = reduce(planted);
  EXPECT_EQ(reduced.smallest.input.files[0].text, "betazeta");
  ASSERT_EQ(reduced.slipped.size(), 1u);
  const Input& slipped = reduced.slipped.at("worse").input;
  EXPECT_TRUE(has(slipped.files[0].text, "epsilon"));
  EXPECT_LT(text_bytes(slipped), text_bytes(input));
}

TEST_P(Reduce, KeepsWhatTheAnswerDependsOn) {
  const Input input{.files = {{"a", "alpha beta gamma delta\nepsilon zeta\n"}}, .parameters = {}, .standard_input = ""};
  const auto planted = [&](std::string_view needed) {
    // Without what is needed, another number is printed each time.
    const auto times = std::make_shared<std::atomic<int>>(0);
    auto of = campaign(input, [=](const Input& given) -> std::string {
      const std::string& text = given.files[0].text;
      if (!has(text, "beta")) return "";
      return "bad " + std::to_string(has(text, needed) ? 0 : 1 + ++*times);
    });
    return of;
  };
  const auto reduced = [](const Campaign& of) {
    Engine engine(of, carried());
    ReduceOptions options;
    options.failure = [](const Outcome& outcome) { return message_of(outcome).substr(0, 3); };
    return engine.reduce(*of.space->render(0), options, {});
  };
  EXPECT_EQ(reduced(planted("zeta")).smallest.input.files[0].text, "betazeta");
  EXPECT_EQ(reduced(planted("beta")).smallest.input.files[0].text, "beta");
  EXPECT_EQ(reduced(planted("what it never had")).smallest.input.files[0].text, "beta") << "the input is no better";
}

TEST_P(Reduce, EndsWhereItIsTold) {
  const Input input{.files = {{"a", numbered_lines(40)}}, .parameters = {}, .standard_input = ""};
  const auto planted = campaign(input, [](const Input& given) -> std::string {
    return has(given.files[0].text, "line 7 ") && has(given.files[0].text, "33") ? "bad" : "";
  });
  const Reduced few = reduce(planted, {.max_tests = 12});
  EXPECT_EQ(few.stop, Stop::max_tests);
  EXPECT_EQ(few.tests, 12u);
  EXPECT_LT(text_bytes(few.smallest.input), text_bytes(input));
  EXPECT_TRUE(has(few.smallest.input.files[0].text, "line 7 "));
  const Reduced none = reduce(planted, {.budget = std::chrono::seconds(0)});
  EXPECT_EQ(none.stop, Stop::budget);
  EXPECT_EQ(none.smallest.input, input);

  std::stop_source interrupt;
  const Reduced interrupted = reduce(planted,
                                     {.progress =
                                          [&](const ReduceProgress& at) {
                                            if (at.bytes < 400) interrupt.request_stop();
                                          }},
                                     interrupt.get_token());
  EXPECT_EQ(interrupted.stop, Stop::interrupted);
  EXPECT_LT(text_bytes(interrupted.smallest.input), 400u);
  EXPECT_TRUE(has(interrupted.smallest.input.files[0].text, "33"));
}

TEST_P(Reduce, PositionsFollowWhatIsRemovedBeforeThem) {
  const std::string text = "# \u00e4\u00f6\u00fc first\nvalue = 1\nprint(value)\nother()\n";
  const auto at = [](const std::string& whole, std::string_view part) {
    return std::to_string(whole.substr(0, whole.find(part)).size() - 3);  // three characters of two bytes
  };
  const Input input{.files = {{"a.py", text}, {"b.py", "x\n"}},
                    .parameters = {{"offset", at(text, "value)")}, {"name", "new"}},
                    .standard_input = ""};
  const Behaviour behaviour = [](const Input& given) -> std::string {
    // All that is left is ASCII when the comment is gone.
    const std::string& now = given.files[0].text;
    const auto offset = std::stoul(*subjects::find(given.parameters, "offset"));
    if (has(now, "\u00e4")) return now.substr(std::min(now.size(), offset + 3)).starts_with("value)") ? "bad" : "moved";
    return now.substr(std::min(now.size(), offset)).starts_with("value)") ? "bad" : "";
  };
  Campaign planted = campaign(input, behaviour);
  EXPECT_THAT(obstacle(planted), HasSubstr("the input has the parameters offset, and the campaign does not say"));
  planted.texts = TextRules{.positions = {"offset"}};
  const Reduced reduced = reduce(planted);
  EXPECT_EQ(reduced.smallest.input.files[0].text, "value)");
  EXPECT_EQ(reduced.smallest.input.files[1].text, "");
  EXPECT_EQ(reduced.smallest.input.parameters, (std::vector<NamedText>{{"offset", "0"}, {"name", "new"}}));
  EXPECT_TRUE(reduced.slipped.empty()) << "no candidate had the position elsewhere";
  planted.texts = TextRules{.positions = {"name"}};
  EXPECT_THAT(obstacle(planted), HasSubstr("the parameter name is declared as a position, and \"new\" is no position"));
}

TEST_P(Reduce, OnlyTextsAboutWhichTheOraclesAreRight) {
  const Input input{.files = {{"a", "one two three"}}, .parameters = {}, .standard_input = ""};
  const Behaviour nothing = [](const Input&) { return ""; };
  const auto expected = oracles::expected_output("nothing");
  Campaign planted = campaign(input, nothing, {expected});
  EXPECT_THAT(obstacle(planted), HasSubstr("`expected output` judges the inputs of the space and may be wrong"));
  EXPECT_EQ(reduce(campaign(input, nothing, {oracles::of_any_text(expected)})).smallest.input.files[0].text, "");
  planted.texts = TextRules{.valid = {{.arguments = {"grep", "-q", "two", "{input}"}}}};
  EXPECT_EQ(reduce(planted).smallest.input.files[0].text, "two");
  planted.texts->valid[0].arguments[2] = "four";
  EXPECT_THAT(obstacle(planted), HasSubstr("the input does not fail (discarded); valid text"));
}

TEST_P(Reduce, WhatIsRefused) {
  const Behaviour bad = [](const Input&) { return "bad"; };
  EXPECT_THAT(obstacle(campaign({.files = {}, .parameters = {{"n", "1"}}, .standard_input = ""}, bad)),
              HasSubstr("no files and no standard input"));
  EXPECT_THAT(obstacle(campaign({.files = {{"a", "b"}}, .parameters = {}, .standard_input = ""},
                                [](const Input&) { return ""; })),
              HasSubstr("the input does not fail (pass)"));
  EXPECT_THAT(obstacle(triples()), HasSubstr("its inputs are values in the process, not texts"));
}

INSTANTIATE_TEST_SUITE_P(Carriers, Reduce, testing::ValuesIn(carriers), name_of_carrier);

}  // namespace
}  // namespace smallscope::runner
