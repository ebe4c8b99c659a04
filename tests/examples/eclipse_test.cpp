// SPDX-License-Identifier: Apache-2.0
// The Eclipse campaigns on the real engine: a part of each, and the faults that examples/eclipse/faults.toml labels.
// Their rules look at inputs, so they foretell what fails, and Eclipse is asked whether that is so. Tests that need
// Eclipse are skipped where it is not installed.
#include <campaigns.hpp>
#include <engine.hpp>
#include <oracles.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/runner/campaign.hpp>

#include "../program/command_line_programs.hpp"
#include "files.hpp"
#include "thorough.hpp"

namespace smallscope::examples {
namespace {

using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;
using runner::Ordinal;

const std::string eclipse_program = SMALLSCOPE_ECLIPSE;

const clustering::Faults& faults() {
  static const clustering::Faults read =
      clustering::Faults::read(std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "examples/eclipse/faults.toml");
  return read;
}

/// Whether a message says that Eclipse is not installed here, which is a reason to skip.
bool is_missing(const std::string& message) {
  return message.find("Debian packages") != std::string::npos || message.find("was built without") != std::string::npos;
}

/// "eclipse/pull-up-method/triple-class-method-child": "pull up method".
std::string refactoring_of(const std::string& campaign) {
  const std::size_t begin = campaign.find('/') + 1;
  std::string name = campaign.substr(begin, campaign.find('/', begin) - begin);
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

/// The space of the campaign of that name.
std::shared_ptr<const runner::Space> space_of(const std::string& campaign) {
  for (const program::Entry& entry : eclipse_campaigns::campaigns())
    if (entry.name == campaign) return entry.make().space;
  throw std::invalid_argument("no campaign is called " + campaign);
}

/// The input, as a case that nobody has judged yet.
results::Case case_of(const runner::Space& space, Ordinal ordinal) {
  results::Case found;
  found.ordinal = ordinal;
  found.choices = space.choices(ordinal);
  found.input = space.render(ordinal).value();
  return found;
}

/// The names of the campaign's faults that the case shows by its rules, as far as it is known.
std::set<std::string> shown_by(const results::Case& found, const std::string& campaign) {
  std::set<std::string> names;
  for (const std::size_t fault : faults().of_campaign(campaign))
    if (faults().rules_hold(fault, found, {})) names.insert(faults().all()[fault].name);
  return names;
}

/// A campaign, and what its complete store has (docs/evaluation-clustering.md).
struct Campaign {
  std::string name;
  Ordinal failing;
  std::vector<Ordinal> shown;  ///< inputs that show each fault, in the order of the file
};

void PrintTo(const Campaign& campaign, std::ostream* stream) { *stream << campaign.name; }

class EclipseLabels : public testing::TestWithParam<Campaign> {};

TEST_P(EclipseLabels, ForetellAsManyFailuresAsEclipseShows) {
  const Campaign& campaign = GetParam();
  const auto space = space_of(campaign.name);
  const std::vector<std::size_t> known = faults().of_campaign(campaign.name);
  Ordinal failing = 0;
  std::map<std::string, Ordinal> shown;
  for (Ordinal ordinal = 0; ordinal < space->size(); ++ordinal) {
    const std::set<std::string> names = shown_by(case_of(*space, ordinal), campaign.name);
    if (!names.empty()) ++failing;
    for (const std::string& name : names) ++shown[name];
  }
  EXPECT_EQ(failing, campaign.failing);
  ASSERT_EQ(known.size(), campaign.shown.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string& name = faults().all()[known[i]].name;
    EXPECT_EQ(shown[name], campaign.shown[i]) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Campaigns, EclipseLabels,
    ::testing::Values(Campaign{"eclipse/push-down-field/dual-class-field-reference", 2'088, {810, 1'242, 36}},
                      Campaign{"eclipse/push-down-method/dual-class-method-parent", 240, {25, 80, 40, 155}},
                      Campaign{
                          "eclipse/encapsulate-field/dual-class-field-reference", 3'505, {645, 860, 860, 500, 98, 572}},
                      Campaign{"eclipse/encapsulate-field/single-class-field-reference", 1'320, {360, 360, 180, 420}},
                      Campaign{"eclipse/pull-up-method/triple-class-method-child", 32, {32}},
                      Campaign{"eclipse/pull-up-method/dual-class-method-child", 96, {96}},
                      Campaign{"eclipse/rename-field/dual-class-field-reference", 0, {}},
                      Campaign{"eclipse/rename-field/single-class-field-reference", 0, {}},
                      Campaign{"eclipse/rename-method/single-class-method-reference", 202, {192, 10}}),
    [](const auto& test) {
      std::string name = test.param.name.substr(8);
      std::replace_if(
          name.begin(), name.end(), [](char c) { return c == '-' || c == '/'; }, '_');
      return name;
    });

/// One choice of a fault's program without which it shows nothing.
struct Cause {
  std::string fault, choice, other_label;
};

std::vector<Cause> causes() {
  return {
      {"a reference to the enclosing instance moves out of its class", "C", "inner"},
      {"this, qualified with the method's own class, moves to the superclass", "reference", "this.f"},
      {"a reference from outside the class to what is pushed down stays behind", "access", "B: f"},
      {"objects to references that still find what is pushed down", "host", "B outer, public m, public mPrime() in B"},
      {"objects to a reference that goes to another object afterwards", "call", "A.this.m()"},
      {"warns of a change of visibility that it makes and that breaks nothing", "field", "public"},
      {"the setter of a narrow type gets a constant", "field/type", "int"},
      {"compound assignment to a narrow type is not cast", "field/type", "int"},
      {"increment of a narrow type is not cast", "field/type", "int"},
      {"a right-hand side that is itself the field stays as it is", "use", "f -= 2;"},
      {"super is lost: the setter of the enclosing object is called", "access", "B: ((A) this).f"},
      {"objects to an expression that may stay as it is", "use", "f++;"},
      {"a call of the renamed method finds a method of a class around it", "call", "anonymous class, m()"},
      {"a private method is hidden by an overload that a local subclass inherits", "method/visibility", "protected"},
  };
}

/// The first input of the space for which `matches` holds of its case; none: throws.
template <class Matches>
results::Case first_case(const runner::Space& space, const Matches& matches) {
  for (Ordinal ordinal = 0; ordinal < space.size(); ++ordinal) {
    results::Case found = case_of(space, ordinal);
    if (matches(found)) return found;
  }
  throw std::invalid_argument("the space has no such input");
}

using Labels = std::map<std::string, std::string>;

Labels labels_of(const results::Case& found) {
  Labels labels;
  for (const generators::Choice& choice : found.choices) labels[choice.name] = choice.label;
  return labels;
}

class Eclipse : public testing::Test {
 protected:
  /// Opens the engine, or skips the test.
  void SetUp() override {
    try {
      session_ = eclipse_campaigns::engine()->open(directory_.path());
    } catch (const subjects::SubjectUnavailable& unavailable) {
      if (!is_missing(unavailable.what())) throw;
      GTEST_SKIP() << "Eclipse is not installed";
    }
  }
  /// Lets Eclipse refactor the input, and keeps what it did and what is wrong with that.
  void judge(results::Case& found) {
    const subjects::Observation observation = session_->observe(found.input, {});
    found.observed = observation.outputs;
    found.judgements = bench_.judge(found.input, observation, {});
    std::erase_if(found.judgements, [](const auto& judgement) { return !oracles::is_failing(judgement.verdict); });
  }
  static std::string wrong_with(const results::Case& found) {
    return ::testing::PrintToString(clustering::messages(found.judgements, {}));
  }

  TemporaryDirectory directory_;
  std::unique_ptr<subjects::Session> session_;
  oracles::Bench bench_{eclipse_campaigns::refactoring_oracles({.warned = false, .warned_as_error = false}),
                        directory_.path()};
};

TEST_F(Eclipse, ShowsEveryLabelledFaultInItsProgramAndNothingWithoutItsCause) {
  const std::vector<Cause> all = causes();
  std::set<std::string> refactorings;
  for (const clustering::Fault& fault : faults().all()) {
    SCOPED_TRACE(fault.name);
    EXPECT_NE(fault.why, "");
    const std::string& campaign = fault.campaigns.front();
    const auto space = space_of(campaign);
    results::Case shows =
        first_case(*space, [&](const results::Case& found) { return found.input.files.at(0).text == fault.program; });
    judge(shows);
    EXPECT_FALSE(shows.judgements.empty()) << "the program shows nothing wrong";
    EXPECT_EQ(shown_by(shows, campaign), std::set{fault.name}) << wrong_with(shows);
    refactorings.insert(refactoring_of(campaign));

    const auto cause = std::ranges::find(all, fault.name, &Cause::fault);
    ASSERT_NE(cause, all.end()) << "there is no control";
    Labels without = labels_of(shows);
    ASSERT_TRUE(without.contains(cause->choice));
    without[cause->choice] = cause->other_label;
    results::Case control = first_case(*space, [&](const auto& found) { return labels_of(found) == without; });
    judge(control);
    EXPECT_TRUE(control.judgements.empty()) << wrong_with(control);
    EXPECT_EQ(shown_by(control, campaign), std::set<std::string>());
  }
  EXPECT_EQ(all.size(), faults().all().size());
  EXPECT_GE(refactorings.size(), 5u) << "at least one fault in each refactoring that has any";
}

// The labels of a campaign foretell which of some inputs, spread over its space, fail.
TEST_F(Eclipse, FailsWhereTheLabelsForetell) {
  const Ordinal inputs = thorough() ? 40 : 8;
  for (const program::Entry& entry : eclipse_campaigns::campaigns()) {
    if (!entry.name.starts_with("eclipse/")) continue;
    SCOPED_TRACE(entry.name);
    const auto space = space_of(entry.name);
    for (Ordinal i = 0; i < inputs; ++i) {
      // A stride without a factor in common with the sizes of most choices meets all of their values.
      results::Case found = case_of(*space, (i * 10'007) % space->size());
      judge(found);
      EXPECT_EQ(!found.judgements.empty(), !shown_by(found, entry.name).empty())
          << "#" << found.ordinal << ": " << wrong_with(found) << "\n"
          << found.input.files.at(0).text;
    }
  }
}

TEST(EclipseCampaigns, RunInPart) {
  Bench bench;
  const std::vector<std::string> all{
      "eclipse/push-down-field/dual-class-field-reference", "eclipse/encapsulate-field/single-class-field-reference",
      "eclipse/push-down-method/dual-class-method-parent",  "eclipse/pull-up-method/dual-class-method-child",
      "eclipse/rename-field/single-class-field-reference",  "eclipse/rename-method/single-class-method-reference"};
  for (const std::string& campaign : part_of(all, 3)) {
    SCOPED_TRACE(campaign);
    const Ended ended =
        bench.run({eclipse_program, "run", campaign, "--merge-level", "2", "--unmerge", "none", "--max-tests", "12",
                   "--jobs", "2", "--json", "--store", refactoring_of(campaign) + ".sqlite"});
    if (ended.status == 3 && is_missing(ended.err)) GTEST_SKIP() << "Eclipse is not installed";
    ASSERT_LE(ended.status, 1) << ::testing::PrintToString(ended);
    const Json verdicts = parsed(ended.out).value("verdicts", Json::object());
    for (const char* trouble : {"infrastructure", "oracle error", "crashed", "timed out", "flaky"})
      EXPECT_FALSE(verdicts.contains(trouble)) << trouble;
  }
}

TEST(EclipseCampaigns, ThePullUpStudyFindsItsFault) {
  Bench bench;
  const Ended ended = bench.run({eclipse_program, "run", "eclipse/pull-up-method/triple-class-method-child",
                                 "--max-tests", "40", "--jobs", "2", "--json", "--store", "s.sqlite"});
  if (ended.status == 3 && is_missing(ended.err)) GTEST_SKIP() << "Eclipse is not installed";
  ASSERT_EQ(ended.status, 1) << ::testing::PrintToString(ended);
  const Json json = parsed(ended.out);
  EXPECT_EQ(json["inputs"], 1'152);
  EXPECT_EQ(json["executed"], 40);
  EXPECT_EQ(json["clusters"], 1);
}

}  // namespace
}  // namespace smallscope::examples
