// SPDX-License-Identifier: Apache-2.0
// The Eclipse campaigns on the real engine: a part of each, and the minimal program of every fault that
// examples/eclipse/faults.toml labels. Skipped where Eclipse is not installed.
#include <engine.hpp>
#include <oracles.hpp>

#include <algorithm>
#include <set>
#include <smallscope/clustering/faults.hpp>

#include "../program/command_line_programs.hpp"
#include "../subjects/temporary.hpp"

namespace smallscope::examples {
namespace {

using command_line::Bench;
using command_line::Ended;
using command_line::Json;
using command_line::parsed;

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

/// The request that the campaign makes of a program like this one.
subjects::Input request(const clustering::Fault& fault) {
  const std::string refactoring = refactoring_of(fault.campaigns.front());
  subjects::Input input{{{"A.java", fault.program}}, {{"refactoring", refactoring}}, ""};
  if (refactoring.starts_with("rename")) {
    input.parameters.push_back({"new name", refactoring == "rename field" ? "g" : "n"});
    input.parameters.push_back({"there and back", "yes"});
  }
  if (refactoring.ends_with("method")) input.parameters.push_back({"javac", "yes"});
  if (fault.program.find("class Main") != std::string::npos) input.parameters.push_back({"main", "Main"});
  return input;
}

class Eclipse : public testing::Test {
 protected:
  std::unique_ptr<subjects::Session> session() {
    try {
      return eclipse_campaigns::engine()->open(directory_.path());
    } catch (const subjects::SubjectUnavailable& unavailable) {
      if (!is_missing(unavailable.what())) throw;
      return nullptr;
    }
  }
  TemporaryDirectory directory_;
};

TEST_F(Eclipse, EveryLabelledFaultIsShownByItsMinimalProgram) {
  const auto engine = session();
  if (!engine) GTEST_SKIP() << "Eclipse is not installed";
  oracles::Bench bench(eclipse_campaigns::refactoring_oracles({.warned = false, .warned_as_error = false}),
                       directory_.path());
  std::set<std::string> refactorings;
  for (std::size_t i = 0; i < faults().all().size(); ++i) {
    const clustering::Fault& fault = faults().all()[i];
    SCOPED_TRACE(fault.name);
    EXPECT_NE(fault.why, "");
    const subjects::Input input = request(fault);
    const subjects::Observation observation = engine->observe(input, {});
    results::Case found;
    found.verdict = oracles::Verdict::fail;
    found.input = input;
    found.judgements = bench.judge(input, observation, {});
    found.observed = observation.outputs;
    std::erase_if(found.judgements, [](const auto& judgement) { return !oracles::is_failing(judgement.verdict); });
    ASSERT_FALSE(found.judgements.empty()) << "the program shows nothing wrong";
    // Messages as they are: a rule that needs abstract ones names them in both forms.
    EXPECT_TRUE(faults().shows(i, found, {})) << ::testing::PrintToString(clustering::messages(found.judgements, {}));
    refactorings.insert(refactoring_of(fault.campaigns.front()));
  }
  EXPECT_GE(faults().all().size(), 5u);
  EXPECT_GE(refactorings.size(), 5u) << "at least one fault in each refactoring that has any";
}

TEST_F(Eclipse, APartOfEachCampaignRuns) {
  Bench bench;
  for (const std::string campaign :
       {"eclipse/push-down-field/dual-class-field-reference", "eclipse/encapsulate-field/single-class-field-reference",
        "eclipse/push-down-method/dual-class-method-parent", "eclipse/pull-up-method/dual-class-method-child",
        "eclipse/rename-field/single-class-field-reference", "eclipse/rename-method/single-class-method-reference"}) {
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

TEST_F(Eclipse, ThePullUpStudyFindsItsFault) {
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
