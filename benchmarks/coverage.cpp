// SPDX-License-Identifier: Apache-2.0
// What native coverage costs: loops that compute, runs of a program that does next to nothing, and the collector.
//
// The programs are compiled here, by each clang that is installed, and by gcc with gcov, at -O2. Plain and instrumented
// ones run in turns; the least processor times are compared.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>

#include <smallscope/coverage/collector.hpp>
#include <smallscope/coverage/symbols.hpp>

#include "bare_process.hpp"
#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

namespace fs = std::filesystem;
namespace ss = smallscope::coverage;

const std::string clang_options = " -g -fsanitize-coverage=bb,no-prune,inline-bool-flag,pc-table ";

/// A folder for what is compiled, removed at the end.
class Workshop {
 public:
  Workshop() : path_(fs::temp_directory_path() / ("smallscope-coverage-" + std::to_string(getpid()))) {
    fs::create_directory(path_);
  }
  ~Workshop() { fs::remove_all(path_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const fs::path& path() const { return path_; }

  /// False if there is no such compiler, or it fails.
  bool compile(const std::string& compiler, const std::string& options, const std::string& source,
               const std::string& name, const std::string& libraries = "") const {
    const std::string to = (path_ / name).string();
    const std::string command = compiler + options + " -c " + source + " -o " + to + ".o && " + compiler + " " + to +
                                ".o " + libraries + " -o " + to;
    return std::system(("(" + command + ") >/dev/null 2>&1").c_str()) == 0;
  }

 private:
  fs::path path_;
};

/// Processor seconds of a child, and its wall time.
Cost cost_of(const std::vector<std::string>& command, const std::vector<std::string>& settings) {
  const double start = wall_seconds();
  const pid_t child = spawn(command, settings);
  rusage usage{};
  int status = 0;
  wait4(child, &status, 0, &usage);
  Cost cost;
  cost.wall = wall_seconds() - start;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
    cost.cpu += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  }
  return cost;
}

double least(double one, double other) { return std::min(one, other); }

void compare_loops(const Workshop& workshop, ss::Collector& collector, const std::string& version) {
  const std::string source = SMALLSCOPE_COVERAGE_LOOPS, clang = "clang-" + version;
  const auto program = [&](const std::string& name) { return (workshop.path() / name).string(); };
  if (!workshop.compile(clang, " -O2", source, "plain") ||
      !workshop.compile(clang, clang_options + "-O2", source, "covered", SMALLSCOPE_COVERAGE_RUNTIME) ||
      !workshop.compile("gcc", " -O2", source, "gcc") ||
      !workshop.compile("gcc", " -O2 --coverage", source, "gcov", "--coverage")) {
    return;
  }
  const auto [variable, folder] = collector.environment();
  const std::vector<std::string> on = {variable + "=" + folder};
  for (const std::string loop : {"quicksort", "matrix", "strings", "sieve", "tree"}) {
    std::map<std::string, double> best;
    for (int turn = 0; turn < 15; ++turn) {
      for (const std::string name : {"plain", "covered", "gcc", "gcov"}) {
        const double cpu = cost_of({program(name), loop}, name == "covered" ? on : std::vector<std::string>{}).cpu;
        best[name] = turn == 0 ? cpu : least(best[name], cpu);
      }
    }
    print_row(fmt::format("{} of clang {} (gcov: {:.2f} times gcc)", loop, version, best["gcov"] / best["gcc"]),
              fmt::format("{:.1f} ms", 1e3 * best["plain"]), fmt::format("{:.1f} ms", 1e3 * best["covered"]),
              best["covered"] / best["plain"], 1.25);
  }
}

void compare_runs(const Workshop& workshop) {
  const std::string source = SMALLSCOPE_COVERAGE_LOOPS;
  const std::vector<std::string> plain = {(workshop.path() / "plain").string()};
  const std::vector<std::string> covered = {(workshop.path() / "covered").string()};
  for (const std::string link : {"", "-static"}) {
    ss::Collector collector(workshop.path() / ("runs" + link));
    const auto [variable, folder] = collector.environment();
    const std::vector<std::string> on = {variable + "=" + folder};
    if (!workshop.compile("clang-14", " -O2", source, "plain", link) ||
        !workshop.compile("clang-14", clang_options + "-O2", source, "covered",
                          SMALLSCOPE_COVERAGE_RUNTIME " " + link)) {
      return;
    }
    double without = 1e300, with = 1e300, taken = 1e300;
    for (int turn = 0; turn < 2000; ++turn) {
      without = least(without, cost_of(plain, {}).wall);
      with = least(with, cost_of(covered, on).wall);
      const double start = wall_seconds();
      collector.clear();
      cost_of(covered, on);
      collector.take();
      taken = least(taken, wall_seconds() - start);
    }
    print_row(fmt::format("a run of a small {} program", link.empty() ? "dynamic" : "static"),
              fmt::format("{:.0f} us", 1e6 * without), fmt::format("{:.0f} us", 1e6 * with), with / without, 1.1);
    print_row("the same with clear() and take()", fmt::format("{:.0f} us", 1e6 * without),
              fmt::format("{:.0f} us", 1e6 * taken), taken / without, 1.1);
  }
}

/// A module of ten thousand blocks, three thousand of them covered.
void take_many(const Workshop& workshop) {
  std::string source;
  for (int function = 0; function < 1000; ++function) {
    source += fmt::format("int f{}(int n) {{ switch (n) {{", function);
    for (int i = 0; i < 7; ++i) source += fmt::format("case {}: return {} + n * n;\n", i, 7 * function + i);
    source += "default: return 0; } }\n";
  }
  source += "int main(void) { int sum = 0;\n";
  for (int function = 0; function < 1000; ++function)
    source += fmt::format("sum += f{}({});\n", function, function % 7);
  source += "return sum == 3; }\n";
  const fs::path file = workshop.path() / "many.c";
  std::ofstream(file) << source;
  if (!workshop.compile("clang-14", clang_options + "-O0", file.string(), "many", SMALLSCOPE_COVERAGE_RUNTIME)) return;
  ss::Collector collector(workshop.path() / "many-lane");
  const auto [variable, folder] = collector.environment();
  cost_of({(workshop.path() / "many").string()}, {variable + "=" + folder});
  usleep(50'000);  // the folder's time is then old enough not to be looked at again
  std::size_t covered = 0;
  double take = 1e300, clear = 1e300;
  for (int turn = 0; turn < 200; ++turn) {
    double start = wall_seconds();
    covered = collector.take().parts.at(0).elements.size();
    take = least(take, wall_seconds() - start);
  }
  const auto module = collector.modules().at(0);
  for (int turn = 0; turn < 200; ++turn) {
    const double start = wall_seconds();
    collector.clear();
    clear = least(clear, wall_seconds() - start);
  }
  print_row(fmt::format("take(): {} of {} blocks", covered, module->blocks.size()), "",
            fmt::format("{:.1f} us", 1e6 * take), 1e6 * take, 20, "us");
  print_row("clear() of the same", "", fmt::format("{:.1f} us", 1e6 * clear), 1e6 * clear, 20, "us");
  const double start = wall_seconds();
  const ss::Symbols symbols(*module);
  std::size_t lines = 0;
  for (ss::Element i = 0; i < module->blocks.size(); ++i) lines += symbols.place(module->point(i)).lines.size();
  print_row(fmt::format("symbols of the same: {} lines", lines), "",
            fmt::format("{:.0f} ms", 1e3 * (wall_seconds() - start)), wall_seconds() - start, 1, "s");
}

void all() {
  const Workshop workshop;
  ss::Collector collector(workshop.path() / "lane");
  for (const std::string version : {"14", "19"}) compare_loops(workshop, collector, version);
  compare_runs(workshop);
  take_many(workshop);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() { smallscope_benchmarks::all(); }
