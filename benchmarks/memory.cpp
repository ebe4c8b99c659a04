// SPDX-License-Identifier: Apache-2.0
// Peak memory of whole runs with growing numbers of tests, in process and of commands, each run in its own process.
//
// Without arguments, measures everything; with `ORDER KIND TESTS`, makes one run and prints its peak in KiB.
#include <sys/resource.h>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/runner/run.hpp>

#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace gen = smallscope::generators;
namespace results = smallscope::results;
namespace runner = smallscope::runner;

struct Four {
  int a, b, c, d;
};

void run(const runner::Campaign& campaign, const std::string& order, unsigned jobs) {
  runner::RunOptions options;
  options.order.name = order;
  const ScratchFile file("memory.sqlite");
  runner::Observer nobody;
  runner::Engine engine(campaign, {.jobs = jobs});
  results::Store store = results::Store::create(file.path(), engine.manifest());
  engine.run(store, options, nobody);
}

template <class G>
void run_all(const G& space, const std::string& order) {
  run(runner::in_process("memory", space, runner::property("holds", [](const Four& v) { return v.a + v.d >= 0; })),
      order, 1);
}

/// Commands that end at once; every thousandth fails.
void run_commands(const std::string& order, int tests) {
  const auto render = [](int number) {
    return smallscope::subjects::Input{.parameters = {{"status", number % 1000 == 0 ? "1" : "0"}}};
  };
  run(runner::observed("commands", gen::range(0, tests - 1).named("number"), render,
                       smallscope::subjects::commands({{{"/bin/test", "{status}", "=", "0"}, {}, std::nullopt}}),
                       {smallscope::oracles::exit_status(0)}),
      order, 2);
}

void run_values(const std::string& order, const std::string& kind, int tests) {
  const auto space =
      gen::product<Four>(gen::range(1, tests / 100'000), gen::range(0, 99), gen::range(0, 9), gen::range(0, 99));
  if (kind == "filtered")
    run_all(space.filter([](const Four& v) { return v.d != 50; }), order);
  else
    run_all(space, order);
}

int measure(const std::string& order, const std::string& kind, int tests) {
  if (kind == "commands")
    run_commands(order, tests);
  else
    run_values(order, kind, tests);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  fmt::print("{}\n", usage.ru_maxrss);
  return 0;
}

/// KiB, or 0 if the child failed.
long measured(const std::string& program, const std::string& order, const std::string& kind, int tests) {
  const std::string command = fmt::format("{} {} {} {}", program, order, kind, tests);
  FILE* output = popen(command.c_str(), "r");
  long kib = 0;
  if (output == nullptr || std::fscanf(output, "%ld", &kib) != 1) kib = 0;
  if (output != nullptr) pclose(output);
  return kib;
}

struct Row {
  std::string order, kind, tests;  // as shown
  std::vector<int> sizes;
  std::size_t early, last;  // the two that are compared
  std::string figure;
};

void measure_all(const std::string& program) {
  const std::vector<int> powers = {100'000, 1'000'000, 10'000'000, 100'000'000};
  std::vector<Row> rows;
  for (const char* const order : {"dense", "golden", "shuffle", "jump"})
    rows.push_back({order, "all", "10^5, 10^6, 10^7, 10^8 tests", powers, 1, 3, "10^8 / 10^6"});
  // Buffers for discards, which are bounded, are full from 10^9 tests on.
  rows.push_back({"dense",
                  "filtered",
                  "1% filtered, 10^6, 10^8, 10^9, 2 x 10^9 tests",
                  {1'000'000, 100'000'000, 1'000'000'000, 2'000'000'000},
                  2,
                  3,
                  "2 x 10^9 / 10^9"});
  rows.push_back({"dense", "commands", "10^3, 10^4, 10^5 commands", {1'000, 10'000, 100'000}, 1, 2, "10^5 / 10^4"});
  for (const Row& row : rows) {
    std::vector<double> peaks;
    for (const int tests : row.sizes)
      peaks.push_back(static_cast<double>(measured(program, row.order, row.kind, tests)) / 1024);
    print_row(fmt::format("memory: {}, {}", row.order, row.tests), fmt::format("{:.1f} MiB", peaks[row.early]),
              fmt::format("{:.1f} MiB", fmt::join(peaks, ", ")), peaks[row.last] / peaks[row.early], 1.25, row.figure);
  }
}

}  // namespace
}  // namespace smallscope_benchmarks

int main(int argc, char** argv) {
  if (argc == 4) return smallscope_benchmarks::measure(argv[1], argv[2], std::atoi(argv[3]));
  smallscope_benchmarks::measure_all(argv[0]);
}
