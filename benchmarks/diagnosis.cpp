// SPDX-License-Identifier: Apache-2.0
// Spectra of one million tests by ten thousand elements, and minimal hitting sets.
//
// A spectrum is taken in, ranked and divided into groups, beside a pass that copies and counts the bits of the same
// rows. Each word of a row stands for elements in groups of two to three. Then it is written in our format and read
// again. Which elements are responsible for failures is asked of a tenth of the tests. Hitting sets are those of the
// recorded problems and of problems of 1,000 elements and conflicts.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <ctime>
#include <functional>
#include <random>

#include <smallscope/diagnosis/ambiguity_groups.hpp>
#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/diagnosis/ranking.hpp>
#include <smallscope/diagnosis/responsible.hpp>
#include <smallscope/generators/hash.hpp>

#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace ss = smallscope::diagnosis;

constexpr std::size_t tests = 1'000'000;
constexpr ss::Column columns = 10'000;

/// Processor time: all work here is on one thread, and a machine has other work.
double seconds_of(const std::function<void()>& work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

double mebibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// In a process of its own, so that its peak of memory is its own.
void alone(const std::function<void()>& work) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    work();
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) std::exit(3);
}

/// The words of a row; about a quarter of the bits are set. Words recur, as the blocks of straight code do.
void draw(std::uint64_t number, std::vector<ss::Word>& row) {
  constexpr std::size_t different = 63;
  for (std::size_t word = 0; word < row.size(); ++word) {
    const std::uint64_t seed = (number * different + word % different) * smallscope::generators::golden_gamma;
    row[word] = smallscope::generators::mixed(seed) & smallscope::generators::mixed(~seed);
  }
  row.back() &= ~ss::Word{0} >> (row.size() * ss::word_bits - columns);
}

std::vector<ss::Element> lines() {
  std::vector<ss::Element> elements;
  for (ss::Column i = 0; i < columns; ++i)
    elements.push_back({.name = fmt::format("a.c:{}", i + 1), .file = "a.c", .line = i + 1});
  return elements;
}

void rank_and_group(const ss::Spectrum& spectrum) {
  const auto ranking = ss::rank(spectrum.counts(), *ss::find_measure("ochiai"));
  const auto groups = ss::ambiguity_groups(spectrum);
  if (ranking.order.size() != columns || groups.size() >= columns) std::exit(3);
}

void spectrum(const std::string& name, std::size_t distinct, double goal_seconds, double goal_mebibytes) {
  std::mt19937_64 random(1);
  ss::Spectrum spectrum(lines());
  constexpr std::size_t at_a_time = 50;  // rows, which stay in the cache between drawing and adding
  std::vector<std::vector<ss::Word>> rows(at_a_time, std::vector<ss::Word>(spectrum.width()));
  std::vector<ss::Word> copy(spectrum.width());
  double ours = 0, floor = 0;
  std::uint64_t bits = 0;
  for (std::size_t first = 0; first < tests; first += at_a_time) {
    for (std::size_t i = 0; i < at_a_time; ++i) draw(first + i < distinct ? first + i : random() % distinct, rows[i]);
    floor += seconds_of([&] {
      for (const std::vector<ss::Word>& row : rows) {
        std::memcpy(copy.data(), row.data(), row.size() * sizeof(ss::Word));
        for (const ss::Word word : copy) bits += static_cast<std::uint64_t>(std::popcount(word));
      }
    });
    ours += seconds_of([&] {
      for (std::size_t i = 0; i < at_a_time; ++i)
        spectrum.add(first + i, (first + i) % 10 == 0 ? ss::Outcome::fail : ss::Outcome::pass,
                     std::span<const ss::Word>(rows[i]));
    });
  }
  if (bits == 0 || spectrum.rows() != distinct) std::exit(3);
  ours += seconds_of([&] { rank_and_group(spectrum); });
  const double memory = mebibytes();
  print_row(fmt::format("spectrum of 10^6 tests by 10^4 elements, {}", name), fmt::format("{:.2f} s", floor),
            fmt::format("{:.2f} s", ours), ours, goal_seconds, "seconds to add, rank and group");
  print_row("the same: peak memory", "", fmt::format("{:.0f} MiB", memory), memory, goal_mebibytes, "MiB");
}

/// Five faults among 10^4 elements: which are responsible for the failures of 10^5 tests.
void responsible(const std::string& name, std::size_t distinct, double goal_seconds, double goal_mebibytes) {
  constexpr std::size_t some = tests / 10;
  constexpr std::array<ss::Column, 5> faults{300, 2'500, 4'800, 7'100, 9'500};
  std::mt19937_64 random(1);
  ss::Spectrum spectrum(lines());
  std::vector<ss::Word> row(spectrum.width());
  for (std::size_t test = 0; test < some; ++test) {
    draw(test < distinct ? test : random() % distinct, row);
    const bool fails = std::ranges::any_of(faults, [&](ss::Column fault) {
      return (row[fault / ss::word_bits] >> fault % ss::word_bits & 1u) != 0 && random() % 10 < 2;
    });
    spectrum.add(test, fails ? ss::Outcome::fail : ss::Outcome::pass, std::span<const ss::Word>(row));
  }
  const double floor = seconds_of([&] { rank_and_group(spectrum); });
  ss::Responsibility found;
  const double ours = seconds_of([&] { found = ss::responsible_elements(spectrum); });
  for (const ss::Column fault : faults)
    if (std::ranges::none_of(found.elements, [&](const ss::ResponsibleElement& each) {
          return std::ranges::binary_search(each.group, fault);
        }))
      std::exit(3);
  const double memory = mebibytes();
  print_row(fmt::format("responsible elements of 10^5 tests by 10^4 elements, {}, five faults", name),
            fmt::format("{:.2f} s", floor), fmt::format("{:.2f} s", ours), ours, goal_seconds,
            "seconds; the floor ranks and groups");
  print_row("the same: peak memory", "", fmt::format("{:.0f} MiB", memory), memory, goal_mebibytes, "MiB");
}

void write_spectrum(std::size_t distinct, const std::filesystem::path& file) {
  ss::RecordedSpectrum recorded{.name = "benchmark", .spectrum = ss::Spectrum(lines())};
  std::mt19937_64 random(1);
  std::vector<ss::Word> row(recorded.spectrum.width());
  for (std::size_t test = 0; test < tests; ++test) {
    draw(test < distinct ? test : random() % distinct, row);
    recorded.spectrum.add(test, test % 10 == 0 ? ss::Outcome::fail : ss::Outcome::pass, std::span<const ss::Word>(row));
  }
  ss::write_spectra(std::span(&recorded, 1), ss::SpectrumFormat::compact, file);
}

void read_spectrum(const std::string& name, const std::filesystem::path& file, double goal_seconds,
                   double goal_mebibytes) {
  std::uint64_t bits = 0;
  const double floor = seconds_of([&] {
    std::FILE* const input = std::fopen(file.c_str(), "rb");
    std::vector<ss::Word> piece(1 << 17);
    for (std::size_t got = 0; (got = std::fread(piece.data(), sizeof(ss::Word), piece.size(), input)) > 0;)
      for (std::size_t i = 0; i < got; ++i) bits += static_cast<std::uint64_t>(std::popcount(piece[i]));
    std::fclose(input);
  });
  if (bits == 0) std::exit(3);
  const double ours = seconds_of([&] { rank_and_group(ss::read_spectra(file).at(0).spectrum); });
  const double memory = mebibytes();
  print_row(fmt::format("the same read from a file of {} MB, {}", std::filesystem::file_size(file) / 1'000'000, name),
            fmt::format("{:.2f} s", floor), fmt::format("{:.2f} s", ours), ours, goal_seconds,
            "seconds to read, rank and group");
  print_row("the same: peak memory", "", fmt::format("{:.0f} MiB", memory), memory, goal_mebibytes, "MiB");
}

/// What the published MMCS and MHS2 took for the problem, in seconds on one thread: docs/diagnosis.md says how
/// measured.
void hitting_sets(const std::string& problem, std::size_t expected, double published_mmcs, double mhs2) {
  const auto conflicts = ss::conflicts_of(
      ss::read_spectra(std::filesystem::path(SMALLSCOPE_HITTING_SETS) / (problem + ".mhs2")).at(0).spectrum);
  double least = 1e300;
  for (int repetition = 0; repetition < 20 && (repetition < 5 || least < 0.01); ++repetition) {
    std::size_t found = 0;
    least = std::min(
        least, seconds_of([&] { ss::for_each_minimal_hitting_set(conflicts, {}, [&](auto) { return ++found > 0; }); }));
    if (found != expected) std::exit(3);
  }
  const std::string workload = fmt::format("{} minimal hitting sets of {}", expected, problem);
  const std::string ours = fmt::format("{:.3g} ms", least * 1e3);
  print_row(workload, fmt::format("MMCS {:.3g} ms", published_mmcs * 1e3), ours, least / published_mmcs, 0.1);
  print_row(workload, fmt::format("MHS2 {:.3g} ms", mhs2 * 1e3), ours, least / mhs2, 0.01);
}

void most_hitting_sets(double density, double mhs2) {
  std::mt19937_64 random(7);
  std::bernoulli_distribution is_covered(density);
  std::vector<ss::ElementSet> conflicts(1000);
  for (ss::ElementSet& conflict : conflicts)
    for (ss::Column column = 0; column < 1000; ++column)
      if (is_covered(random)) conflict.push_back(column);
  double found = 0;
  const double seconds = seconds_of([&] {
    ss::for_each_minimal_hitting_set(conflicts, {.time = std::chrono::seconds(10)}, [&](auto) { return ++found > 0; });
  });
  const double in_ten_seconds = found / seconds * 10;
  print_row(fmt::format("minimal hitting sets of 1,000 by 1,000, density {}, in 10 s", density),
            fmt::format("MHS2 {:.0f}", mhs2), fmt::format("{:.0f}", in_ten_seconds), mhs2 / in_ten_seconds, 0.01);
}

void run() {
  constexpr std::size_t few = tests / 10, many = tests / 10 * 6;
  alone([] { spectrum("10% distinct rows", few, 2, 500); });
  alone([] { spectrum("60% distinct rows", many, 10, 1536); });
  alone([] { responsible("10% distinct rows", 10'000, 1, 200); });
  alone([] { responsible("60% distinct rows", 60'000, 5, 500); });
  const ScratchFile file("diagnosis-benchmark.spectra");
  for (const std::size_t distinct : {few, many}) {
    alone([&] { write_spectrum(distinct, file.path()); });
    const bool is_few = distinct == few;
    alone([&] {
      read_spectrum(is_few ? "10% distinct rows" : "60% distinct rows", file.path(), is_few ? 2 : 10,
                    is_few ? 500 : 1536);
    });
  }
  hitting_sets("bernoulli-20-25", 384, 0.000268, 0.013);
  hitting_sets("bernoulli-30-25", 27'280, 0.0326, 1.25);
  hitting_sets("bernoulli-40-25", 608'115, 1.05, 60);
  hitting_sets("bernoulli-40-50", 49'603, 0.0514, 2.44);
  hitting_sets("bernoulli-40-75", 4'260, 0.0015, 0.048);
  most_hitting_sets(0.25, 70'538);
  most_hitting_sets(0.5, 142'820);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() { smallscope_benchmarks::run(); }
