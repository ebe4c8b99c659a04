// SPDX-License-Identifier: Apache-2.0
// The searches of docs/searches.md: a sorted, doubly linked list, tested on all lists within bounds (a predicate
// recognises them) and with all scripts of operations (a function chooses them).
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>

namespace gen = smallscope::generators;
namespace runner = smallscope::runner;

namespace {

/// The code under test. Nodes are numbered; -1 means no node.
class SortedList {
 public:
  struct Node {
    int key = 0, next = -1, previous = -1;
  };
  std::vector<Node> nodes;
  int head = -1;

  void insert(int key) {
    int before = -1, after = head;
    while (after != -1 && nodes[index(after)].key < key) before = std::exchange(after, nodes[index(after)].next);
    const int added = static_cast<int>(nodes.size());
    nodes.push_back({key, after, before});
    (before == -1 ? head : nodes[index(before)].next) = added;
    if (after != -1 && before != -1) nodes[index(after)].previous = added;  // wrong if it is inserted in front
  }
  void erase(int key) {
    int at = head;
    while (at != -1 && nodes[index(at)].key != key) at = nodes[index(at)].next;
    if (at == -1) return;
    const auto [ignored, next, previous] = nodes[index(at)];
    (previous == -1 ? head : nodes[index(previous)].next) = next;
    if (next != -1) nodes[index(next)].previous = previous;
  }
  /// The differences from the list that should have these keys.
  std::vector<std::string> differences(const std::vector<int>& expected) const {
    std::vector<int> keys;
    int last = -1;
    for (int at = head; at != -1 && keys.size() <= nodes.size(); at = nodes[index(at)].next) {
      if (nodes[index(at)].previous != last) return {"a node does not refer back to the one before it"};
      keys.push_back(nodes[index(at)].key);
      last = at;
    }
    if (keys != expected) return {"the keys are others"};
    return {};
  }

 private:
  static std::size_t index(int node) { return static_cast<std::size_t>(node); }
};

auto sorted_lists(int most_nodes) {
  gen::GraphBounds bounds;
  const auto node = bounds.objects("Node", static_cast<std::size_t>(most_nodes));
  const auto head = bounds.reference("head", node);
  const auto next = bounds.reference(node, "next", node);
  const auto previous = bounds.reference(node, "previous", node);
  const auto key = bounds.integer(node, "key", 1, 4);
  const auto is_sorted_list = [=](auto& list) {
    gen::Reference last;
    for (gen::Reference at = list(head); at; at = list(next, at)) {
      if (list(previous, at) != last) return false;
      if (last && list(key, last) > list(key, at)) return false;
      last = at;
    }
    return true;
  };
  const auto built = [=](const gen::ObjectGraph& list) {
    const auto number = [](gen::Reference at) { return at ? static_cast<int>(at.index()) : -1; };
    SortedList result;
    result.head = number(list(head));
    for (gen::Reference at = list(head); at; at = list(next, at))
      result.nodes.push_back({list(key, at), number(list(next, at)), number(list(previous, at))});
    return result;
  };
  return gen::indexed(gen::object_graphs(bounds, is_sorted_list)).map(built);
}

runner::Campaign insert_into_list() {
  const auto space = gen::tuples(sorted_lists(5).named("list"), gen::range(0, 5).named("inserted"));
  return runner::in_process(
      "insert", space, runner::property("inserts in order", [](const std::tuple<SortedList, int>& input) {
        auto [list, inserted] = input;
        std::vector<int> expected{inserted};
        for (const SortedList::Node& node : list.nodes) expected.push_back(node.key);
        std::sort(expected.begin(), expected.end());
        list.insert(inserted);
        return list.differences(expected);
      }));
}

struct Step {
  char operation = '+';
  int key = 0;
};
std::string choice_label(const Step& step) { return step.operation + std::to_string(step.key); }

auto scripts(int most_steps, int keys) {
  return gen::chosen([=](gen::Chooser& choose) {
    std::vector<Step> script;
    std::vector<int> present;
    for (int left = choose.named("steps").range(0, most_steps); left > 0; --left) {
      if (choose.named("operation")("insert", "erase") == std::string_view("insert")) {
        present.push_back(choose.named("key").range(1, keys));
        script.push_back({'+', present.back()});
      } else {
        // Only keys in the list can be erased. An empty list leaves no choice, and the path is abandoned.
        const int key = choose.named("key")(present);
        present.erase(std::find(present.begin(), present.end(), key));
        script.push_back({'-', key});
      }
    }
    return script;
  });
}

template <class Scripts>
runner::Campaign scripts_on_list(const std::string& name, const Scripts& scripts) {
  return runner::in_process(name, scripts,
                            runner::property("does what a multiset does", [](const std::vector<Step>& script) {
                              SortedList list;
                              std::multiset<int> model;
                              for (const Step& step : script) {
                                if (step.operation == '+') {
                                  list.insert(step.key);
                                  model.insert(step.key);
                                } else {
                                  list.erase(step.key);
                                  model.erase(model.find(step.key));
                                }
                              }
                              return list.differences({model.begin(), model.end()});
                            }));
}

}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv,
                                   {{"insert", "a key inserted into every sorted list", insert_into_list},
                                    {"script", "every script of insertions and erasures",
                                     [] { return scripts_on_list("script", gen::indexed(scripts(5, 3))); }},
                                    {"long-script", "longer scripts, as far as the run goes",
                                     [] { return scripts_on_list("long-script", scripts(20, 3)); }}});
}
