// SPDX-License-Identifier: Apache-2.0
// Whole runs in process: the engine with its store against nested loops without a store.
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/run.hpp>

#include "best_times.hpp"
#include "scratch_file.hpp"
#include "seven.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;
namespace results = smallscope::results;
namespace runner = smallscope::runner;

runner::Campaign sevens_pass(int bound, int wrong) {
  return runner::in_process("sevens", sevens(bound),
                            runner::property("not wrong", [wrong](const Seven& v) { return passes(v, wrong); }));
}

/// Sevens whose predicate makes `multiplications` multiplications, one after the other: about a nanosecond each.
runner::Campaign busy_sevens(int bound, int multiplications) {
  return runner::in_process("busy", sevens(bound), runner::property("not zero", [multiplications](const Seven& v) {
                              auto product = static_cast<unsigned>(v.a + v.b + v.c + v.d + v.e + v.f + v.g) | 1u;
                              for (int i = 0; i < multiplications; ++i) product *= product | 3u;
                              return product != 0;
                            }));
}

struct Words {
  std::string first, second, third;
};
runner::Campaign words_pass() {
  const auto words = gen::strings("abcd", 0, bound() / 4);
  return runner::in_process(
      "words", gen::product<Words>(words, words, words),
      runner::property("short", [](const Words& v) { return v.first.size() + v.third.size() < 99; }));
}

enum class Kept { in_memory, in_file };

/// The whole cost of a run: the engine, a new store, the run, and the end of both. Returns the size of the store. The
/// order "" is the default one.
std::uintmax_t whole_run(const runner::Campaign& campaign, const char* order, unsigned jobs, Kept kept) {
  runner::RunOptions options;
  options.order.name = order;
  const ScratchFile file("in-process.sqlite");
  runner::Observer nobody;
  {
    runner::Engine engine(campaign, {.jobs = jobs});
    results::Store store = kept == Kept::in_memory ? results::Store::in_memory(engine.manifest())
                                                   : results::Store::create(file.path(), engine.manifest());
    const runner::Summary summary = engine.run(store, options, nobody);
    if (summary.visited != campaign.space->size()) std::abort();
  }
  return kept == Kept::in_file ? std::filesystem::file_size(file.path()) : 0;
}

std::string row(const std::string& predicate, const std::string& order, unsigned jobs) {
  return fmt::format("predicate of {}, {} order, {} job{}", predicate, order.empty() ? "default" : order, jobs,
                     jobs == 1 ? "" : "s");
}

template <class Function>
void add(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [function](benchmark::State& state) {
                                 for (auto _ : state) function();
                               })
      ->Iterations(1)
      ->MeasureProcessCPUTime();
}

void run(int argc, char** argv) {
  const runner::Campaign campaign = sevens_pass(bound(), unreachable());
  const runner::Campaign fewer = sevens_pass(bound() - 4, unreachable());  // 10^7: enough for orders that cost more
  const runner::Campaign texts = words_pass();
  // 10^6 tests, every tenth failing.
  const runner::Campaign failing = runner::in_process(
      "failing", gen::range(0, 999'999), runner::property("no multiple of ten", [](int v) { return v % 10 != 0; }));
  const runner::Campaign busy = busy_sevens(bound(), 10), slow = busy_sevens(bound() - 7, 1000);
  std::uintmax_t bytes = 0;
  add("loops", [] { benchmark::DoNotOptimize(nested_loops(bound(), unreachable())); });
  add("memory", [&] { whole_run(campaign, "dense", 1, Kept::in_memory); });
  add("file", [&] { whole_run(campaign, "dense", 1, Kept::in_file); });
  add("default", [&] { whole_run(campaign, "", 1, Kept::in_file); });
  add("shuffle-dense", [&] { whole_run(campaign, "shuffle-dense", 1, Kept::in_file); });
  add("pairwise", [&] { whole_run(fewer, "pairwise", 1, Kept::in_file); });
  add("golden", [&] { whole_run(fewer, "golden", 1, Kept::in_file); });
  add("shuffle", [&] { whole_run(fewer, "shuffle", 1, Kept::in_file); });
  add("jump", [&] { whole_run(fewer, "jump", 1, Kept::in_file); });
  for (const unsigned jobs : {1u, 2u}) {
    for (const std::string order : {"dense", ""}) {
      add(row("10 ns", order, jobs), [&busy, order, jobs] { whole_run(busy, order.c_str(), jobs, Kept::in_file); });
      add(row("1 us", order, jobs), [&slow, order, jobs] { whole_run(slow, order.c_str(), jobs, Kept::in_file); });
    }
  }
  add("words", [&] { whole_run(texts, "dense", 1, Kept::in_file); });
  add("words, golden", [&] { whole_run(texts, "golden", 1, Kept::in_file); });
  add("failing", [&] { bytes = whole_run(failing, "dense", 1, Kept::in_file); });

  BestTimes times;
  times.run(argc, argv, 9);
  const auto tests = static_cast<double>(campaign.space->size());
  times.compare("run: dense, store in memory", "loops", tests, "memory", tests, 3);
  times.compare("run: dense, store in a file", "loops", tests, "file", tests, 3);
  times.compare("run: default order, store in a file", "loops", tests, "default", tests, 1.3);
  times.compare("run: shuffle-dense, store in a file", "loops", tests, "shuffle-dense", tests, 1.3);
  for (const char* order : {"pairwise", "golden", "shuffle", "jump"})
    times.compare(fmt::format("run: {}", order), "loops", tests, order, static_cast<double>(fewer.space->size()));
  for (const char* const predicate : {"10 ns", "1 us"}) {
    for (const std::string order : {"dense", ""}) {
      const Best* one = times.find(row(predicate, order, 1));
      const Best* two = times.find(row(predicate, order, 2));
      if (one == nullptr || two == nullptr) continue;
      print_row("run: wall time against 1 job, " + row(predicate, order, 2), fmt::format("{:.3g} s", one->real),
                fmt::format("{:.3g} s", two->real), two->real / one->real, 1 / 1.9);
    }
  }
  const auto text_tests = static_cast<double>(texts.space->size());
  times.compare("run: strings, golden against dense", "words", text_tests, "words, golden", text_tests);
  if (const Best* best = times.find("failing")) {
    constexpr double cases = 100'000;
    print_row("run: 10^6 tests, every tenth failing", "", fmt::format("{:.0f} cases/s", cases / best->real),
              static_cast<double>(bytes) / cases, 0, "bytes a case");
  }
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) { smallscope_benchmarks::run(argc, argv); }
