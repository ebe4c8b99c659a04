// SPDX-License-Identifier: Apache-2.0
// The cost of the result store when cases are looked up one by one: at 10^6 cases, in a repeating pass, for clusters.
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/generators.hpp>
#include <smallscope/results/gather.hpp>
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/run.hpp>

#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace clustering = smallscope::clustering;
namespace gen = smallscope::generators;
namespace results = smallscope::results;
namespace runner = smallscope::runner;
using results::Ordinal;

constexpr Ordinal cases = 1'000'000;
constexpr Ordinal lookups = 100'000;
constexpr Ordinal stride = 611'953;  // a prime: look-ups are scattered

/// Seconds, the least of three runs: only disturbances make a run longer.
double best_of_three(const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

void require(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

/// A store in which every input of the part [begin, end) fails, with `messages` different messages.
void fill_part(const std::filesystem::path& file, Ordinal inputs, Ordinal begin, Ordinal end, Ordinal messages) {
  results::Manifest manifest;
  manifest.campaign = "benchmark";
  manifest.inputs = inputs;
  results::Store store = results::Store::create(file, manifest);
  results::Pass pass;
  pass.order.name = "dense";
  pass.begin = begin;
  pass.end = end;
  pass.whole = inputs;
  pass = store.add_pass(pass);
  constexpr Ordinal step = 10'000;
  for (Ordinal first = begin; first < end; first += step) {
    results::Batch batch;
    batch.pass = pass.id;
    batch.begin = first;
    batch.done = std::min(first + step, end);
    batch.executed = batch.done - first;
    for (Ordinal ordinal = first; ordinal < batch.done; ++ordinal) {
      results::Case& added = batch.cases.emplace_back();
      added.ordinal = ordinal;
      added.test = ordinal + 1;
      std::string word;  // letters, because numbers are masked
      for (Ordinal number = ordinal % messages; number > 0; number /= 26) word += static_cast<char>('a' + number % 26);
      added.judgements = {{"oracle", smallscope::oracles::Verdict::fail, {"wrong " + word}}};
    }
    store.commit(batch);
  }
}

void fill(const std::filesystem::path& file, Ordinal inputs, Ordinal messages) {
  fill_part(file, inputs, 0, inputs, messages);
}

/// Reads the same columns by row number alone, the least work that SQLite can do.
void read_by_row(const std::filesystem::path& file) {
  sqlite3* connection = nullptr;
  sqlite3_stmt* statement = nullptr;
  require(sqlite3_open(file.c_str(), &connection) == SQLITE_OK, "open");
  require(sqlite3_prepare_v2(connection,
                             "SELECT level, ordinal, test, verdict, seconds, judgements, choices, input, observed, "
                             "reproduction FROM cases WHERE id=?",
                             -1, &statement, nullptr) == SQLITE_OK,
          "prepare");
  for (Ordinal i = 0; i < lookups; ++i) {
    sqlite3_bind_int64(statement, 1, static_cast<sqlite3_int64>(i * stride % cases + 1));
    require(sqlite3_step(statement) == SQLITE_ROW, "row");
    std::string copies;
    for (int column = 5; column < 10; ++column)
      copies += reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  sqlite3_close(connection);
}

void look_up() {
  const ScratchFile file("store.sqlite");
  fill(file.path(), cases, 100);
  const double floor = best_of_three([&] { read_by_row(file.path()); });
  const results::Store store = results::Store::inspect(file.path());
  const double ours = best_of_three([&] {
    for (Ordinal i = 0; i < lookups; ++i) require(store.find_case(0, i * stride % cases).has_value(), "case");
  });
  const double us = 1e6 / static_cast<double>(lookups);
  print_row("store, look-up of one of 10^6 cases", fmt::format("{:.3g} us", floor * us),
            fmt::format("{:.3g} us", ours * us), ours / floor, 4);
}

/// Half of the inputs fail.
double seconds_of_run(const std::string& order, bool repeat, Ordinal inputs) {
  const auto campaign = runner::in_process("store", gen::range<Ordinal>(0, inputs - 1).named("number"),
                                           runner::property("even", [](Ordinal number) { return number % 2 == 0; }));
  runner::RunOptions options;
  options.order.name = order;
  options.repeat = repeat;
  return best_of_three([&] {
    const ScratchFile file("repeat.sqlite");
    runner::Observer nobody;
    runner::Engine engine(campaign, {.jobs = 1});
    results::Store store = results::Store::create(file.path(), engine.manifest());
    engine.run(store, options, nobody);
    require(store.account().failed() == inputs / 2, "failures");
  });
}

void repeat() {
  constexpr Ordinal inputs = 160'000;
  const double floor = seconds_of_run("dense", false, inputs), ours = seconds_of_run("jump", true, inputs);
  print_row("--order jump --repeat, 80,000 failures / dense, once", fmt::format("{:.3g} s", floor),
            fmt::format("{:.3g} s", ours), ours / floor, 4);
}

void clusters() {
  constexpr Ordinal inputs = 100'000;
  const ScratchFile file("clusters.sqlite");
  fill(file.path(), inputs, inputs);
  const results::Store store = results::Store::inspect(file.path());
  const clustering::Options options{.most_signatures = clustering::every_signature};
  std::vector<clustering::Cluster> found;
  const double floor = best_of_three([&] { found = clustering::cluster(store, options); });
  require(found.size() == inputs, "clusters");
  const double ours = best_of_three([&] {
    found = clustering::cluster(store, options);
    for (const clustering::Cluster& cluster : found)
      require(store.find_failure(cluster.representative.first, cluster.representative.second).has_value(), "failure");
  });
  print_row("10^5 clusters with their representatives / without", fmt::format("{:.3g} s", floor),
            fmt::format("{:.3g} s", ours), ours / floor, 4);
}

/// Joins the stores of so many shards in which everything fails; seconds.
double seconds_of_joining(Ordinal shards, Ordinal inputs) {
  std::vector<std::unique_ptr<ScratchFile>> files;
  std::vector<std::filesystem::path> stores;
  for (Ordinal shard = 0; shard < shards; ++shard) {
    files.push_back(std::make_unique<ScratchFile>(fmt::format("shard-{}.sqlite", shard)));
    stores.push_back(files.back()->path());
    fill_part(stores.back(), inputs, inputs * shard / shards, inputs * (shard + 1) / shards, 100);
  }
  return best_of_three([&] {
    const ScratchFile file("whole.sqlite");
    require(results::gather(stores, file.path()).gaps.empty(), "gaps");
  });
}

void join() {
  constexpr Ordinal inputs = 500'000, small_stores = 500;
  const double floor = best_of_three([&] {
    const ScratchFile file("whole.sqlite");
    fill(file.path(), inputs, 100);
  });
  const double ours = seconds_of_joining(10, inputs);
  print_row("gather: 10 stores, 500,000 cases / writing them once", fmt::format("{:.3g} s", floor),
            fmt::format("{:.3g} s", ours), ours / floor, 2);
  const double small = seconds_of_joining(small_stores, small_stores);
  print_row("gather: 500 stores of one case each", "-",
            fmt::format("{:.3g} ms a store", 1e3 * small / static_cast<double>(small_stores)),
            1e3 * small / static_cast<double>(small_stores), 10, "ms");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  smallscope_benchmarks::look_up();
  smallscope_benchmarks::repeat();
  smallscope_benchmarks::clusters();
  smallscope_benchmarks::join();
}
