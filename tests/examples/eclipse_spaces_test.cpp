// SPDX-License-Identifier: Apache-2.0
// The nine spaces of examples/eclipse/spaces: counts, golden requests, merging, and what compiles. No engine is needed.
#include <spaces.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <javac.hpp>
#include <programs.hpp>
#include <sstream>

namespace eclipse_campaigns {
namespace {

namespace gen = smallscope::generators;
using smallscope::java::level_sizes;
using smallscope::java::spread_texts;
using smallscope::subjects::Input;
using Sizes = std::vector<gen::Ordinal>;

template <class Program>
using Render = Input (*)(const Program&);

/// The program of a request without its mark.
std::string program_of(const Input& input) {
  std::string text = input.files.front().text;
  const std::size_t mark = text.find("«");
  EXPECT_NE(mark, std::string::npos);
  EXPECT_EQ(text.find("«", mark + 1), std::string::npos) << "two marks";
  return text.erase(mark, std::string("«").size());
}

/// Compares requests with a file; SMALLSCOPE_REWRITE_GOLDEN=1 in the environment writes the file instead.
template <class G>
void expect_golden(const std::string& name, const G& generator, Render<typename G::value_type> render,
                   const std::vector<std::pair<int, gen::Ordinal>>& chosen) {
  std::string text;
  for (const auto& [level, ordinal] : chosen) {
    const Input input = render(gen::at_level(generator, level).at(ordinal));
    text += "==== level " + std::to_string(level) + ", #" + std::to_string(ordinal) + "\n";
    for (const auto& parameter : input.parameters) text += parameter.name + ": " + parameter.text + "\n";
    for (const auto& file : input.files) text += "---- " + file.name + "\n" + file.text;
  }
  const std::string path = SMALLSCOPE_SOURCE_DIR "/tests/examples/eclipse_spaces/" + name + ".txt";
  if (std::getenv("SMALLSCOPE_REWRITE_GOLDEN") != nullptr) {
    std::ofstream(path) << text;
    return;
  }
  std::ostringstream golden;
  golden << std::ifstream(path).rdbuf();
  EXPECT_EQ(text, golden.str()) << path;
}

template <class G>
void expect_laws_and_merging(const G& generator) {
  for (int level = 0; level <= generator.merge_levels(); ++level) {
    const gen::CheckReport report = gen::check(gen::at_level(generator, level), {.visits = 2000});
    EXPECT_TRUE(report.lawful()) << to_string(report);
    EXPECT_EQ(report.repeated, 0u) << to_string(report);
  }
  smallscope::java::expect_merging_laws(generator, 100);
}

/// Where all programs compile, all merged ones must.
template <class G>
void expect_all_compile(const G& generator, Render<typename G::value_type> render) {
  SMALLSCOPE_REQUIRE_JAVAC();
  std::vector<std::string> programs;
  for (int level = 0; level <= generator.merge_levels(); ++level)
    for (std::string& text : spread_texts(generator, level, level == 0 ? 250 : 40,
                                          [&](const auto& program) { return program_of(render(program)); }))
      programs.push_back(std::move(text));
  SMALLSCOPE_EXPECT_COMPILE(programs);
}

TEST(PushDownFieldDualClassFieldReference, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(parent_field_references()), (Sizes{6624, 954, 106, 56}));
  expect_golden("push-down-field-dual-class-field-reference", parent_field_references(), push_down_field,
                {{0, 18}, {0, 6000}, {1, 0}, {2, 1}, {3, 30}});
  expect_laws_and_merging(parent_field_references());
}
TEST(PushDownFieldDualClassFieldReference, AllCompile) {
  expect_all_compile(parent_field_references(), push_down_field);
}

TEST(EncapsulateFieldDualClassFieldReference, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(dual_class_field_references()), (Sizes{22790, 3498, 231, 147}));
  expect_golden("encapsulate-field-dual-class-field-reference", dual_class_field_references(), encapsulate_field,
                {{0, 36}, {0, 12345}, {1, 4}, {2, 20}, {3, 1}});
  expect_laws_and_merging(dual_class_field_references());
}
TEST(EncapsulateFieldDualClassFieldReference, AllCompile) {
  expect_all_compile<decltype(dual_class_field_references())>(dual_class_field_references(), encapsulate_field);
}

TEST(EncapsulateFieldSingleClassFieldReference, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(single_class_field_references()), (Sizes{8400, 1680, 840, 216}));
  expect_golden("encapsulate-field-single-class-field-reference", single_class_field_references(), encapsulate_field,
                {{0, 5}, {0, 8001}, {1, 1000}, {2, 500}, {3, 100}});
  expect_laws_and_merging(single_class_field_references());
}
TEST(EncapsulateFieldSingleClassFieldReference, AllCompile) {
  expect_all_compile<decltype(single_class_field_references())>(single_class_field_references(), encapsulate_field);
}

TEST(PushDownMethodDualClassMethodParent, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(smallscope::java::dual_class_method_parent()), (Sizes{960, 192, 48}));
  expect_golden("push-down-method-dual-class-method-parent", dual_class_method_parent(), push_down_method,
                {{0, 7}, {0, 959}, {1, 5}, {2, 11}});
  expect_laws_and_merging(dual_class_method_parent());
}
TEST(PushDownMethodDualClassMethodParent, AllCompile) {
  expect_all_compile(dual_class_method_parent(), push_down_method);
}

TEST(PullUpMethodDualClassMethodChild, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(smallscope::java::dual_class_method_child()), (Sizes{576, 96, 24}));
  expect_golden("pull-up-method-dual-class-method-child", dual_class_method_child(), pull_up_method,
                {{0, 0}, {0, 575}, {1, 50}, {2, 3}});
  expect_laws_and_merging(dual_class_method_child());
}
TEST(PullUpMethodDualClassMethodChild, AllCompile) {
  expect_all_compile<decltype(dual_class_method_child())>(dual_class_method_child(), pull_up_method);
}

TEST(PullUpMethodTripleClassMethodChild, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(smallscope::java::triple_class_method_child()), (Sizes{1152, 192, 48}));
  expect_golden("pull-up-method-triple-class-method-child", triple_class_method_child(), pull_up_method,
                {{0, 416}, {0, 1151}, {1, 33}, {2, 20}});
  expect_laws_and_merging(triple_class_method_child());
}

TEST(PullUpMethodTripleClassMethodChild, CompileWithJavacAsTheRecipeSays) {
  SMALLSCOPE_REQUIRE_JAVAC();
  const auto triples = triple_class_method_child();
  const auto answers_of = [&](int level) {
    return javac_answers(
        spread_texts(triples, level, 2000, [](const auto& program) { return program_of(pull_up_method(program)); }));
  };
  const std::vector<std::string> answers = answers_of(0);
  ASSERT_EQ(answers.size(), 1152u);
  EXPECT_EQ(std::count(answers.begin(), answers.end(), "ok"), 736);
  for (int level = 1; level <= 2; ++level) {
    const auto merged = gen::at_level(triples, level);
    const std::vector<std::string> merged_answers = answers_of(level);
    ASSERT_EQ(merged_answers.size(), merged.size());
    for (gen::Ordinal ordinal = 0; ordinal < merged.size(); ++ordinal) {
      const bool all_compile =
          constituents(merged, ordinal).for_each([&](gen::Ordinal part) { return answers[part] == "ok"; });
      EXPECT_EQ(merged_answers[ordinal] == "ok", all_compile) << "level " << level << " #" << ordinal;
    }
  }
}

TEST(RenameField, GoldenRequests) {
  expect_golden("rename-field", dual_class_field_references(), rename_field, {{0, 22789}, {1, 3000}});
  expect_golden("rename-field-single", single_class_field_references(), rename_field, {{0, 4321}, {3, 200}});
}

TEST(RenameMethodSingleClassMethodReference, CountsGoldenLaws) {
  EXPECT_EQ(level_sizes(single_class_method_references()), (Sizes{9560, 1264, 160, 40}));
  expect_golden("rename-method-single-class-method-reference", single_class_method_references(), rename_method,
                {{0, 100}, {0, 9000}, {1, 8}, {2, 4}, {3, 30}});
  expect_laws_and_merging(single_class_method_references());
}
TEST(RenameMethodSingleClassMethodReference, AllCompile) {
  expect_all_compile(single_class_method_references(), rename_method);
}

TEST(Marks, OnlyAMemberThatExistsCanBeMarked) {
  const smallscope::java::CompilationUnit unit{{smallscope::java::Class{.name = "A"}}};
  EXPECT_THROW((void)marked(unit, "A", "f"), std::logic_error);
}

}  // namespace
}  // namespace eclipse_campaigns
