// SPDX-License-Identifier: Apache-2.0
#include <smallscope/evaluation/planning/call_graph.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace smallscope::evaluation::planning {
namespace {

using diagnosis::Column;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

bool has_cycle(const CallGraph& graph) {
  std::vector<int> states(graph.functions.size());
  const std::function<bool(Column)> visit = [&](Column at) {
    states[at] = 1;
    for (const auto& group : graph.callees[at])
      for (const Column callee : group)
        if (states[callee] == 1 || (states[callee] == 0 && visit(callee))) return true;
    states[at] = 2;
    return false;
  };
  return visit(graph.entry);
}

TEST(CallGraph, IsReadFromText) {
  const CallGraph graph = parse_call_graph("# of nothing\nmain: a b\na: c\n\nb: c d\n");
  EXPECT_THAT(graph.functions, ElementsAre("main", "a", "b", "c", "d"));
  EXPECT_EQ(graph.entry, 0u);
  EXPECT_THAT(graph.callees[2][0], ElementsAre(3, 4));
  EXPECT_THAT([] { parse_call_graph("main: a\nb c\n"); },
              ThrowsMessage<diagnosis::SpectrumError>(HasSubstr("line 2: 'b c'")));
  EXPECT_THAT([] { parse_call_graph("# nothing\n"); },
              ThrowsMessage<diagnosis::SpectrumError>(HasSubstr("without functions")));
}

TEST(CallGraph, ShortestPathsAreTests) {
  const CallGraph graph = parse_call_graph("main: a b\na: c\nb: d c\nd: e\nalone: main\n");
  const auto paths = shortest_paths(graph, PathTrace::path);
  ASSERT_EQ(paths.size(), 6u);                  // not `alone`, which main does not reach
  EXPECT_THAT(paths[0], ElementsAre(0));        // main
  EXPECT_THAT(paths[3], ElementsAre(0, 1, 3));  // c, by a: the first in the order of execution
  EXPECT_THAT(paths[5], ElementsAre(0, 2, 4, 5));
  // Before b runs, main has called a.
  EXPECT_THAT(shortest_paths(graph, PathTrace::groups)[5], ElementsAre(0, 1, 2, 4, 5));
}

TEST(CallGraph, LosesItsCyclesOnly) {
  const CallGraph graph = parse_call_graph("main: a b main\na: b c\nb: a\nc: main d\nd: c\n");
  ASSERT_TRUE(has_cycle(graph));
  const CallGraph acyclic = without_cycles(graph);
  EXPECT_FALSE(has_cycle(acyclic));
  EXPECT_THAT(acyclic.callees[0][0], ElementsAre(1, 2));
  EXPECT_THAT(acyclic.callees[1][0], ElementsAre(2, 3));
  EXPECT_EQ(shortest_paths(acyclic, PathTrace::path).size(), 5u);
}

TEST(CallGraph, OfByaccHasAbout300FunctionsWhichItsMainReaches) {
  const CallGraph graph = without_cycles(byacc_calls());
  EXPECT_FALSE(has_cycle(graph));
  EXPECT_EQ(graph.functions[graph.entry], "main");
  EXPECT_EQ(graph.functions.size(), 265u);
  EXPECT_EQ(shortest_paths(graph, PathTrace::path).size(), 265u);
}

TEST(CallGraph, DrawnAtRandomHasThePapersDensityAndGroups) {
  generators::Randomness random(1);
  double calls = 0;
  for (int i = 0; i < 20; ++i) {
    const CallGraph graph = random_call_graph(300, 0.013, random);
    for (Column function = 0; function < 300; ++function) {
      EXPECT_GE(graph.callees[function].size(), 1u);
      EXPECT_LE(graph.callees[function].size(), 4u);
      for (const auto& group : graph.callees[function]) calls += static_cast<double>(group.size());
    }
  }
  EXPECT_NEAR(calls / 20, 300 * 299 * 0.013, 20);
}

}  // namespace
}  // namespace smallscope::evaluation::planning
