// SPDX-License-Identifier: Apache-2.0
// The Eclipse worker on the real engine: the programs of tests/examples/eclipse, and what happens when things go wrong.
// Where Eclipse is not installed, these tests are skipped.
#include <engine.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include <smallscope/coverage/symbols.hpp>

#include "files.hpp"

namespace eclipse_campaigns {
namespace {

namespace fs = std::filesystem;
using smallscope::subjects::Ending;
using smallscope::subjects::find;
using smallscope::subjects::Input;
using smallscope::subjects::NamedText;
using smallscope::subjects::Observation;
using smallscope::subjects::Session;
using smallscope::subjects::SubjectUnavailable;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The functions that an observation covered, with their files.
std::set<std::string> covered_functions(const Observation& observation) {
  std::set<std::string> functions;
  if (!observation.covered) return functions;
  for (const smallscope::coverage::Part& part : observation.covered->parts) {
    const smallscope::coverage::Symbols symbols(*part.module);
    for (const smallscope::coverage::Element element : part.elements)
      functions.insert(symbols.files().at(0) + " " + symbols.place(part.module->point(element)).function);
  }
  return functions;
}

/// A file of tests/examples/eclipse: comments and parameters, then sections: the units of the program, how it ends if
/// not done, and all outputs that are not empty.
struct Case {
  std::string name;
  Input input;
  std::string ending = "completed", messages, outputs;
};

Case case_of(const fs::path& path) {
  Case result;
  result.name = path.stem();
  std::ifstream file(path);
  std::string* section = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      const std::string name = line.substr(3);
      if (name.ends_with(".java")) {
        section = &result.input.files.emplace_back(NamedText{name, ""}).text;
      } else if (name == "refused" || name == "crashed") {
        result.ending = name;
        section = &result.messages;
      } else {
        section = &(result.outputs += line + "\n");
      }
    } else if (section != nullptr) {
      *section += line + "\n";
    } else if (!line.empty() && line[0] != '#') {
      const std::size_t colon = line.find(": ");
      result.input.parameters.push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
  }
  return result;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& entry : fs::directory_iterator(fs::path(SMALLSCOPE_SOURCE_DIR) / "tests/examples/eclipse"))
    all.push_back(case_of(entry.path()));
  std::sort(all.begin(), all.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return all;
}

std::string in_lines(const std::vector<std::string>& messages) {
  std::string text;
  for (const std::string& message : messages) text += message + "\n";
  return text;
}

/// The outputs that are not empty, as the files have them.
std::string spoken(const Observation& observation) {
  std::string text;
  for (const NamedText& output : observation.outputs)
    if (!output.text.empty())
      text += "== " + output.name + "\n" + output.text + (output.text.ends_with('\n') ? "" : "\n");
  return text;
}

class EclipseEngine : public testing::Test {
 protected:
  void SetUp() override {
    try {
      session_ = engine()->open(directory_.path());
    } catch (const SubjectUnavailable& unavailable) {
      const std::string reason = unavailable.what();
      if (reason.find("Debian packages") == std::string::npos && reason.find("was built without") == std::string::npos)
        FAIL() << reason;
      GTEST_SKIP() << reason;
    }
  }

  Observation observe(const Input& input) { return session_->observe(input, {}); }
  /// Of a class A with a field f, whose main program is `statements`.
  Observation observe_main(const std::string& statements) {
    return observe({{{"A.java", "class A {\n    int «f = 1;\n    public static void main(String[] arguments) {\n" +
                                    statements + "\n    }\n}\n"}},
                    {{"refactoring", "rename field"}, {"new name", "g"}, {"main", "A"}},
                    ""});
  }
  void expect_good_health() {
    const Observation observation = observe_main("System.out.println(7);");
    EXPECT_EQ(observation.ending, Ending::completed) << testing::PrintToString(observation.messages);
    const std::string* behaviour = find(observation.outputs, "behaviour after");
    ASSERT_NE(behaviour, nullptr);
    EXPECT_EQ(*behaviour, "7\n");
  }

  TemporaryDirectory directory_;
  std::unique_ptr<Session> session_;
};

TEST_F(EclipseEngine, AnswersAsTheFilesSay) {
  EXPECT_EQ(session_->version(), "eclipse 3.27.100");
  EXPECT_GE(cases().size(), 30u);
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const Observation observation = observe(one.input);
    EXPECT_EQ(name(observation.ending), one.ending);
    EXPECT_EQ(in_lines(observation.messages), one.messages);
    EXPECT_EQ(spoken(observation), one.outputs);
  }
  // What a display-free Eclipse stumbles over, it logs.
  EXPECT_TRUE(fs::exists(directory_.path() / "worker/instance/.metadata"));
  EXPECT_FALSE(fs::exists(directory_.path() / "worker/instance/.metadata/.log"));
}

TEST_F(EclipseEngine, ReportsWhatWasAskedForAndNothingElse) {
  const auto names = [&](std::vector<NamedText> parameters) {
    parameters.insert(parameters.end(), {{"refactoring", "rename field"}, {"new name", "g"}});
    const std::string program = "class A {\n    int «f;\n    public static void main(String[] a) {\n    }\n}\n";
    std::vector<std::string> found;
    for (const NamedText& output : observe({{{"A.java", program}}, parameters, ""}).outputs)
      found.push_back(output.name);
    return found;
  };
  EXPECT_THAT(names({}), ElementsAre("compile errors before", "severity", "status", "after", "compile errors after"));
  EXPECT_THAT(names({{"javac", "no"}, {"there and back", "no"}}), testing::SizeIs(5));
  EXPECT_THAT(names({{"javac", "yes"}, {"there and back", "yes"}, {"main", "A"}}),
              ElementsAre("compile errors before", "severity", "status", "after", "compile errors after",
                          "javac errors after", "behaviour before", "behaviour after", "before", "there and back"));
}

TEST_F(EclipseEngine, AnswersDoNotDependOnTheOrder) {
  std::vector<Case> all = cases();
  std::mt19937 random(4);
  for (int round = 0; round < 2; ++round) {
    std::shuffle(all.begin(), all.end(), random);
    for (const Case& one : all) {
      SCOPED_TRACE(one.name);
      if (one.name == "no-end") continue;
      const Observation observation = observe(one.input);
      EXPECT_EQ(name(observation.ending), one.ending);
      EXPECT_EQ(spoken(observation), one.outputs);
    }
  }
}

TEST_F(EclipseEngine, MalformedRequestsAreLost) {
  const auto message = [&](const std::string& file, std::vector<NamedText> parameters, const char* name = "A.java") {
    const Observation observation = observe({{{name, file}}, std::move(parameters), ""});
    EXPECT_EQ(observation.ending, Ending::lost) << file;
    EXPECT_THAT(observation.outputs, IsEmpty());
    return in_lines(observation.messages);
  };
  const std::string good = "class A { int «f; }\n";
  const NamedText rename{"refactoring", "rename field"}, new_name{"new name", "g"};
  EXPECT_THAT(message(good, {}), HasSubstr("there is no refactoring; known are encapsulate field, pull up method"));
  EXPECT_THAT(message(good, {{"refactoring", "inline"}}), HasSubstr("the refactoring \"inline\" is unknown"));
  EXPECT_THAT(message(good, {rename}), HasSubstr("a renaming needs the parameter \"new name\""));
  EXPECT_THAT(message(good, {rename, {"newname", "g"}}), HasSubstr("there is no parameter \"newname\""));
  EXPECT_THAT(message(good, {rename, new_name, {"javac", "1"}}), HasSubstr("\"javac\" is \"1\", not yes or no"));
  EXPECT_THAT(message(good, {rename, new_name, {"main", "B"}}), HasSubstr("the program has no class B"));
  EXPECT_THAT(message(good, {rename, new_name}, "A.txt"), HasSubstr("\"A.txt\" is not the name of a compilation unit"));
  EXPECT_THAT(message("class A { int f; }\n", {rename, new_name}), HasSubstr("no file has the mark «"));
  EXPECT_THAT(message("class A { int «f, «g; }\n", {rename, new_name}), HasSubstr("there are two marks «"));
  EXPECT_THAT(message("class «A { int f; }\n", {rename, new_name}), HasSubstr("the mark is not before the name"));
  EXPECT_THAT(message("class A { void «f() { } }\n", {rename, new_name}), HasSubstr("the mark is before a method"));
  EXPECT_THAT(message("\xff class A { int «f; }\n", {rename, new_name}), HasSubstr("A.java is not UTF-8"));
  expect_good_health();
}

TEST_F(EclipseEngine, ProgramsThatExhaustMemoryAreLost) {
  const Observation observation = observe_main(
      "java.util.List<Object> all = new java.util.ArrayList<>();\n"
      "try { while (true) all.add(new int[10000]); } catch (Throwable caught) { System.out.println(caught); }");
  EXPECT_EQ(observation.ending, Ending::lost) << testing::PrintToString(observation.messages);
  expect_good_health();
}

TEST_F(EclipseEngine, ProgramsThatEndTheWorkerAreLost) {
  const Observation observation = observe_main("System.exit(0);");
  EXPECT_EQ(observation.ending, Ending::lost);
  EXPECT_THAT(observation.messages, ElementsAre("the program ended the worker (System.exit)"));
  expect_good_health();
}

TEST_F(EclipseEngine, ProgramsThatCannotBeStoppedDoNotDisturbOthers) {
  const Observation observation =
      observe_main("while (true) try { while (true); } catch (Throwable caught) { System.out.println(1); }");
  EXPECT_EQ(observation.ending, Ending::completed);
  EXPECT_EQ(*find(observation.outputs, "behaviour after"), "(no end within 2 s)\n");
  expect_good_health();
}

TEST_F(EclipseEngine, OutputIsBounded) {
  const Observation observation = observe_main("for (int i = 0; i < 100000; ++i) System.out.println(i);");
  const std::string& behaviour = *find(observation.outputs, "behaviour before");
  EXPECT_THAT(behaviour, testing::EndsWith("(and more)\n"));
  EXPECT_LT(behaviour.size(), 70'000u);
  EXPECT_EQ(behaviour, *find(observation.outputs, "behaviour after"));
}

/// The process that works in `directory`.
pid_t working_in(const fs::path& directory) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code gone;
    if (fs::equivalent(entry.path() / "cwd", directory, gone)) return std::stoi(entry.path().filename());
  }
  return 0;
}

TEST_F(EclipseEngine, AKilledWorkerCostsOneObservation) {
  expect_good_health();
  const pid_t worker = working_in(fs::canonical(directory_.path() / "worker"));
  ASSERT_GT(worker, 0);
  std::thread killer([worker] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    kill(worker, SIGKILL);
  });
  const Observation observation = observe_main("while (true);");
  killer.join();
  EXPECT_EQ(observation.ending, Ending::lost);
  expect_good_health();
}

TEST_F(EclipseEngine, TwoSessionsAtOnce) {
  const std::vector<Case> all = cases();
  const TemporaryDirectory other;
  const auto session = engine()->open(other.path());
  const auto answers = [&all](Session& one, std::size_t first) {
    for (std::size_t i = first; i < all.size(); i += 2)
      EXPECT_EQ(spoken(one.observe(all[i].input, {})), all[i].outputs) << all[i].name;
  };
  std::thread lane([&] { answers(*session, 0); });
  answers(*session_, 1);
  lane.join();
}

/// In a session of its own, because the other tests' engine reports none.
TEST_F(EclipseEngine, ReportsWhatItCoversInsideItsBundles) {
  session_.reset();
  try {
    session_ = engine()->with_coverage()->open(directory_.path());
  } catch (const SubjectUnavailable& unavailable) {
    GTEST_SKIP() << "NOT TESTED: " << unavailable.what();
  }
  const auto covered_by = [&](const std::string& name) {
    const std::vector<Case> all = cases();
    const auto one = std::ranges::find(all, name, &Case::name);
    if (one == all.end()) throw std::logic_error("there is no case " + name);
    const Observation observation = observe(one->input);
    EXPECT_EQ(spoken(observation), one->outputs) << "what is reported does not depend on coverage";
    return covered_functions(observation);
  };
  const std::string processors = "org/eclipse/jdt/internal/corext/refactoring/";
  const std::string push_down =
      processors + "structure/PushDownRefactoringProcessor.java PushDownRefactoringProcessor.createChange";
  const std::string rename = processors + "rename/RenameFieldProcessor.java RenameFieldProcessor.createChange";
  const std::set<std::string> first = covered_by("push-down-field");
  EXPECT_THAT(first, testing::Contains(push_down));
  EXPECT_THAT(first, testing::Not(testing::Contains(rename)));
  const std::set<std::string> second = covered_by("rename-field");
  EXPECT_THAT(second, testing::Contains(rename));
  EXPECT_THAT(second, testing::Not(testing::Contains(push_down)));
  EXPECT_THAT(session_->remarks(), IsEmpty());
}

TEST(EclipseEngineMissing, IsUnavailableWithARemedy) {
  const TemporaryDirectory directory;
  setenv("SMALLSCOPE_JAVA", "/no/such/java", 1);
  EXPECT_THROW(engine()->open(directory.path()), SubjectUnavailable);
  unsetenv("SMALLSCOPE_JAVA");
  const std::string path = getenv("PATH");
  setenv("PATH", directory.path().c_str(), 1);
  unsetenv("JAVA_HOME");
  try {
    engine()->open(directory.path());
    ADD_FAILURE() << "there is no Java, and still it opens";
  } catch (const SubjectUnavailable& unavailable) {
    EXPECT_THAT(unavailable.what(), HasSubstr("openjdk-17-jdk-headless; as root: apt-get install"));
  }
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace eclipse_campaigns
