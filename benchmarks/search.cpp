// SPDX-License-Identifier: Apache-2.0
// Searches: candidates per second against ten times Korat's own 1.8 million, and both kinds of search against
// hand-written loops for the same work. The structures are counted at the largest sizes of
// tests/generators/korat-counts.csv; any other count is an error.
#include <array>
#include <stdexcept>

#include <smallscope/generators/search/choose.hpp>
#include <smallscope/generators/search/indexed_search.hpp>

#include "best_times.hpp"
#include "binary_tree.hpp"
#include "heap_array.hpp"
#include "red_black_tree.hpp"
#include "search_floors.hpp"
#include "search_tree.hpp"
#include "singly_linked_list.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;

struct Structure {
  std::string name;
  std::uint64_t valid, explored;
};

void require_counts(const Structure& expected, std::uint64_t valid, std::uint64_t explored) {
  if (valid != expected.valid || explored != expected.explored)
    throw std::runtime_error(fmt::format("{}: {} valid of {} explored, but Korat has {} of {}", expected.name, valid,
                                         explored, expected.valid, expected.explored));
}

template <class Function>
void add(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), [function](benchmark::State& state) {
    for (auto _ : state) {
      auto result = function();
      benchmark::DoNotOptimize(result);
    }
  })->Iterations(1);
}

template <class P>
void add(const Structure& structure, const gen::Search<P>& search) {
  add(structure.name, [structure, search] {
    auto walk = search.begin();
    while (walk.next()) {
    }
    require_counts(structure, walk.inputs(), walk.paths());
    return walk.inputs();
  });
}

constexpr int digits = 8;
constexpr std::uint64_t sequences = 100'000'000;  // 10^digits
constexpr int bits = 21;

template <class Search>
std::uint64_t sum_of(const Search& search) {
  std::uint64_t sum = 0;
  search.walk(0, Search::no_limit, [&](gen::Ordinal, int value) {
    sum += static_cast<std::uint64_t>(value);
    return true;
  });
  return sum;
}

/// `digits`, known only at run time.
int digits_at_run_time() {
  const volatile int count = digits;
  return count;
}

void add_choices() {
  add("replay by hand", [] { return replayed_sums(digits_at_run_time(), 10); });
  add("nested loops", [] { return nested_sums(digits_at_run_time(), 10); });
  add("chosen", [] {
    const int choices = digits_at_run_time();
    return sum_of(gen::chosen([choices](gen::Chooser& choose) { return chosen_sum(choose, choices, 10); }));
  });
  // Half of the 2^21 paths are rejected.
  add("rejected by hand", [] { return odd_sums_by_hand(bits); });
  add("rejected by nothing", [] {
    return sum_of(gen::chosen([](gen::Chooser& choose) -> std::optional<int> {
      const int sum = chosen_sum(choose, bits, 2);
      if (sum % 2 == 0) return std::nullopt;
      return sum;
    }));
  });
  add("rejected by accepts", [] {
    return sum_of(gen::chosen([](gen::Chooser& choose) -> int {
      const int sum = chosen_sum(choose, bits, 2);
      if (!choose.accepts(sum % 2 != 0)) return {};
      return sum;
    }));
  });
  add("rejected by require", [] {
    return sum_of(gen::chosen([](gen::Chooser& choose) {
      const int sum = chosen_sum(choose, bits, 2);
      choose.require(sum % 2 != 0);
      return sum;
    }));
  });
}

void run(int argc, char** argv) {
  const Structure binary_trees{"BinaryTree 12", 208'012, 12'284'830};
  const Structure search_trees{"SearchTree 9", 4'862, 20'086'300};
  const Structure red_black_trees{"RedBlackTree 9", 122, 1'510'006};
  const Structure heap_arrays{"HeapArray 9", 10'391'382, 51'460'480};
  const Structure lists{"SinglyLinkedList 9", 21'147, 289'324};
  add(binary_trees, structures::binary_trees(12));
  add(search_trees, structures::search_trees(9));
  add(red_black_trees, structures::red_black_trees(9));
  add(heap_arrays, structures::heap_arrays(9));
  add(lists, structures::singly_linked_lists(9));
  add("BinaryTree by hand", [binary_trees] {
    TreesByHand search(12);
    search.run();
    require_counts(binary_trees, search.valid, search.explored);
    return search.valid;
  });
  add_choices();
  const auto trees = structures::search_trees(9);
  for (const unsigned threads : {1u, 2u})
    add(fmt::format("indexed, {} threads", threads),
        [trees, threads] { return gen::indexed(trees, {.threads = threads}).size(); });
  const auto heaps = gen::indexed(structures::heap_arrays(7));
  constexpr std::uint64_t places = 1000;
  add("at", [heaps] {
    std::uint64_t sizes = 0;
    for (std::uint64_t i = 0; i < places; ++i) sizes += heaps.at(i * 7919 % heaps.size()).text().size();
    return sizes;
  });

  BestTimes times;
  times.run(argc, argv, 9);
  for (const Structure& structure : {binary_trees, search_trees, red_black_trees, heap_arrays, lists}) {
    const Best* best = times.find(structure.name);
    if (best == nullptr) continue;
    constexpr double ten_times_korat = 18e6;
    const double rate = static_cast<double>(structure.explored) / best->cpu;
    print_row(fmt::format("search: {}, {} candidates", structure.name, structure.explored), "10 Korat, 18 M/s",
              fmt::format("{:.1f} M/s", rate / 1e6), ten_times_korat / rate, 1);
  }
  const auto candidates = static_cast<double>(binary_trees.explored);
  times.compare("search: BinaryTree 12 against the same by hand", "BinaryTree by hand", candidates, binary_trees.name,
                candidates);
  const auto inputs = static_cast<double>(sequences);
  times.compare("search: chosen(), 8 choices of 10, against replay by hand", "replay by hand", inputs, "chosen", inputs,
                1.5);
  times.compare("search: the same against nested loops", "nested loops", inputs, "chosen", inputs);
  constexpr auto words = static_cast<double>(1u << bits);
  times.compare("search: half the paths rejected, by returning nothing", "rejected by hand", words,
                "rejected by nothing", words, 1.5);
  times.compare("search: the same by accepts()", "rejected by hand", words, "rejected by accepts", words, 1.5);
  times.compare("search: the same by require()", "rejected by hand", words, "rejected by require", words);
  const Best* one = times.find("indexed, 1 threads");
  const Best* two = times.find("indexed, 2 threads");
  if (one != nullptr && two != nullptr)
    print_row("search: indexed(SearchTree 9), wall time of 2 threads against 1", fmt::format("{:.3g} s", one->real),
              fmt::format("{:.3g} s", two->real), two->real / one->real, 0);
  if (const Best* at = times.find("at"))
    print_row("search: at() of indexed(HeapArray 7)", "", "", at->cpu / places * 1e6, 0, "microseconds");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) { smallscope_benchmarks::run(argc, argv); }
