// SPDX-License-Identifier: Apache-2.0
// The algebra against floors and peers: unranking, lists, trees; memory while walking 10^8 lists.
//
// Without arguments, measures everything; `lists LENGTH` walks lists of up to LENGTH items and prints its peak memory
// in KiB. RapidCheck is compared if it was found, SmallCheck if its program was built (SMALLSCOPE_SMALLCHECK).
#include <sys/resource.h>

#include <algorithm>
#include <smallscope/generators.hpp>
#ifdef SMALLSCOPE_RAPIDCHECK
#include <rapidcheck.h>
#endif

#include "best_times.hpp"
#include "registered.hpp"
#include "seven.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;
using Tree = gen::Tree<int, char>;
using List = std::vector<int>;

constexpr int items = 10;
constexpr std::size_t list_length = 6;
constexpr std::uint64_t tests = 1'000'000;

/// The property of every list: reversing it twice gives the list again.
bool reverses(const List& list) {
  List reversed(list.rbegin(), list.rend());
  std::reverse(reversed.begin(), reversed.end());
  return reversed == list;
}
/// The property of every tree: one leaf more than inner nodes.
std::pair<int, int> nodes_of(const Tree& tree) {
  if (tree.is_leaf()) return {1, 0};
  const auto [left_leaves, left_inner] = nodes_of(tree.left());
  const auto [right_leaves, right_inner] = nodes_of(tree.right());
  return {left_leaves + right_leaves, left_inner + right_inner + 1};
}
bool balances(const Tree& tree) {
  const auto [leaves, inner] = nodes_of(tree);
  return leaves == inner + 1;
}

auto lists(std::size_t length) { return gen::lists_of(gen::range(0, items - 1), 0, length); }
auto trees() { return gen::trees_of(gen::range(0, 1), gen::characters("+*"), gen::size_up_to(13)); }

template <class G, class Property>
std::uint64_t failing(const G& generator, Property property) {
  std::uint64_t count = 0;
  generator.walk(0, generator.size(), [&](gen::Ordinal, const auto& value) {
    count += !property(value);
    return true;
  });
  return count;
}

/// Seven digits of a number by precomputed reciprocals: the least work that unranking needs.
class Reciprocals {
 public:
  explicit Reciprocals(std::uint64_t radix) : by_(radix), radix_(radix) {}
  Seven at(std::uint64_t ordinal) const {
    int digits[7];
    for (int i = 6; i >= 0; --i) {
      const std::uint64_t rest = by_.quotient(ordinal);
      digits[i] = static_cast<int>(ordinal - rest * radix_);
      ordinal = rest;
    }
    return {digits[0], digits[1], digits[2], digits[3], digits[4], digits[5], digits[6]};
  }

 private:
  gen::Divisor by_;
  std::uint64_t radix_;
};
template <class Unrank>
std::uint64_t unrank(std::uint64_t size, const Unrank& at) {
  std::uint64_t count = 0, ordinal = 0;
  for (std::uint64_t test = 0; test < tests; ++test) {
    count += !passes(at(ordinal), unreachable());
    ordinal += 0x9e3779b97f4a7c15 % size;
    if (ordinal >= size) ordinal -= size;
  }
  return count;
}

#ifdef SMALLSCOPE_RAPIDCHECK
constexpr std::uint64_t random_tests = 20'000;
rc::Gen<Tree> random_trees(int depth) {
  auto leaves = rc::gen::map(rc::gen::inRange(0, 2), [](int leaf) { return Tree(leaf); });
  if (depth == 0) return leaves;
  const auto smaller = random_trees(depth - 1);
  const auto inner = rc::gen::map(rc::gen::tuple(rc::gen::element('+', '*'), smaller, smaller), [](const auto& parts) {
    return Tree(std::get<0>(parts), std::get<1>(parts), std::get<2>(parts));
  });
  return rc::gen::oneOf(leaves, inner);
}
/// RapidCheck's work to make and judge one value, without its loop, shrinking or reports.
template <class T, class Property>
std::uint64_t random_failing(const rc::Gen<T>& generator, Property property) {
  std::uint64_t count = 0;
  rc::Random random(1);
  for (std::uint64_t test = 0; test < random_tests; ++test) count += !property(generator(random.split(), 20).value());
  return count;
}
#endif

#ifdef SMALLSCOPE_SMALLCHECK
/// Compares with the program of smallcheck.hs, which prints the number of its tests and the CPU seconds.
void compare_with_smallcheck(const BestTimes& times, const std::string& what, double our_tests) {
  const Best* ours = times.find(what);
  if (ours == nullptr) return;
  FILE* output = popen((std::string(SMALLSCOPE_SMALLCHECK) + " " + what).c_str(), "r");
  double count = 0, seconds = 0;
  const bool read = output != nullptr && std::fscanf(output, "%lf %lf", &count, &seconds) == 2;
  if (output != nullptr) pclose(output);
  if (!read) return;
  const double peer_ns = seconds / count * 1e9, ns = ours->cpu / our_tests * 1e9;
  print_row("algebra: " + what + ", SmallCheck", fmt::format("{:.3g} ns", peer_ns), fmt::format("{:.3g} ns", ns),
            ns / peer_ns, 0.1, "of the peer's time");
}
#endif

int peak_of_lists(std::size_t length) {
  const auto all = lists(length);
  std::uint64_t sum = 0;
  all.walk(0, all.size(), [&](gen::Ordinal, const List& list) {
    sum += list.size();
    return true;
  });
  benchmark::DoNotOptimize(sum);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}\n", usage.ru_maxrss);
  return 0;
}
double measured_peak(const std::string& program, std::size_t length) {
  FILE* output = popen(fmt::format("{} lists {}", program, length).c_str(), "r");
  long kib = 0;
  if (output == nullptr || std::fscanf(output, "%ld", &kib) != 1) kib = 0;
  if (output != nullptr) pclose(output);
  return static_cast<double>(kib) / 1024;
}

void run(int argc, char** argv) {
  const auto space = sevens(bound());
  const Reciprocals floor(static_cast<std::uint64_t>(bound()));
  const auto all_lists = lists(list_length);
  const auto all_trees = trees();
  add("unrank/floor", [&] { return unrank(space.size(), [&](std::uint64_t ordinal) { return floor.at(ordinal); }); });
  add("unrank/product", [&] { return unrank(space.size(), [&](std::uint64_t ordinal) { return space.at(ordinal); }); });
  add("lists", [&] { return failing(all_lists, reverses); });
  add("trees", [&] { return failing(all_trees, balances); });
#ifdef SMALLSCOPE_RAPIDCHECK
  const auto random_lists =
      rc::gen::resize(static_cast<int>(list_length), rc::gen::container<List>(rc::gen::inRange(0, items)));
  const auto random_tree = random_trees(4);
  add("lists/rapidcheck", [&] { return random_failing(random_lists, reverses); });
  add("trees/rapidcheck", [&] { return random_failing(random_tree, balances); });
#endif

  BestTimes times;
  times.run(argc, argv, 7);
  const auto count = static_cast<double>(tests);
  // Only peers that are installed are compared.
  [[maybe_unused]] const auto list_count = static_cast<double>(all_lists.size());
  [[maybe_unused]] const auto tree_count = static_cast<double>(all_trees.size());
  times.compare("algebra: unranking a product of 7 ranges", "unrank/floor", count, "unrank/product", count, 1.5);
#ifdef SMALLSCOPE_RAPIDCHECK
  times.compare("algebra: lists, RapidCheck", "lists/rapidcheck", static_cast<double>(random_tests), "lists",
                list_count, 0.1);
  times.compare("algebra: trees, RapidCheck", "trees/rapidcheck", static_cast<double>(random_tests), "trees",
                tree_count, 0.1);
#endif
#ifdef SMALLSCOPE_SMALLCHECK
  compare_with_smallcheck(times, "lists", list_count);
  compare_with_smallcheck(times, "trees", tree_count);
#endif
  const double few = measured_peak(argv[0], 6), many = measured_peak(argv[0], 8);
  print_row("algebra: memory, 10^8 lists against 10^6", fmt::format("{:.1f} MiB", few), fmt::format("{:.1f} MiB", many),
            many / few, 1.25, "10^8 / 10^6");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "lists") return smallscope_benchmarks::peak_of_lists(std::stoul(argv[2]));
  smallscope_benchmarks::run(argc, argv);
}
