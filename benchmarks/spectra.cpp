// SPDX-License-Identifier: Apache-2.0
// What spectra cost in a store: the size of its file, the time to commit them and to read them again, for 10^5 tests by
// 10^4 blocks. Once as unlike as they can be, every bit drawn, and once each like the test before it but for three
// blocks, as inputs are that follow each other in a space.
#include <chrono>
#include <stdexcept>
#include <vector>

#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/generators/randomness.hpp>

#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace coverage = smallscope::coverage;
namespace diagnosis = smallscope::diagnosis;
namespace results = smallscope::results;
using results::Ordinal;
using smallscope::generators::Randomness;

constexpr Ordinal tests = 100'000;
constexpr coverage::Element blocks = 10'000;
constexpr Ordinal together = 1'000;  ///< tests of one commit

using Row = std::vector<bool>;

Row drawn(Randomness& random) {
  Row row(blocks);
  for (coverage::Element block = 0; block < blocks; ++block) row[block] = (random.next() >> 40 & 1u) != 0;
  return row;
}

std::shared_ptr<const coverage::Module> module() {
  coverage::Module made{.id = "benchmark", .path = "benchmark", .code_begin = 0x1000, .code_size = 8 * blocks};
  for (coverage::Element block = 0; block < blocks; ++block) made.blocks.push_back(0x1000 + 8 * block);
  return std::make_shared<const coverage::Module>(std::move(made));
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class NextRow>
void measure(const char* name, NextRow next_row) {
  const ScratchFile file("spectra.sqlite");
  double committing = 0;
  {
    results::Manifest manifest;
    manifest.campaign = "benchmark";
    manifest.inputs = tests;
    results::Store store = results::Store::create(file.path(), manifest);
    store.find_places_with([](const coverage::Module&, coverage::Element block) {
      return results::CodePlace{"function", "file.c", {block + 1}};
    });
    results::Pass pass;
    pass.order.name = "dense";
    pass.end = tests;
    pass.whole = tests;
    pass = store.add_pass(pass);
    const auto code = module();
    for (Ordinal first = 0; first < tests; first += together) {
      results::Batch batch{.pass = pass.id, .begin = first, .done = first + together, .executed = together};
      for (Ordinal ordinal = first; ordinal < batch.done; ++ordinal) {
        const Row row = next_row();
        coverage::Part part{code, {}};
        for (coverage::Element block = 0; block < blocks; ++block)
          if (row[block]) part.elements.push_back(block);
        batch.spectra.push_back({ordinal, {{std::move(part)}}});
      }
      const auto start = std::chrono::steady_clock::now();
      store.commit(batch);
      committing += seconds_since(start);
    }
  }
  const double megabytes = static_cast<double>(std::filesystem::file_size(file.path())) / 1e6;
  const auto start = std::chrono::steady_clock::now();
  const results::Store store = results::Store::snapshot(file.path());
  const auto stored = diagnosis::stored_spectrum(store);
  if (stored.spectrum.tests() != tests) throw std::runtime_error("a test is missing");
  const double reading = seconds_since(start);
  print_row(fmt::format("spectra of 10^5 tests by 10^4 blocks in a store, {}", name), "a bit each, 125 MB",
            fmt::format("{:.1f} MB; committed in {:.1f} s, read in {:.1f} s", megabytes, committing, reading),
            megabytes, 200, "MB");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  using namespace smallscope_benchmarks;
  Randomness random(1);
  measure("every bit drawn", [&] { return drawn(random); });
  Row row = drawn(random);
  measure("each like the one before", [&] {
    for (int i = 0; i < 3; ++i) row[random.next() % blocks].flip();
    return row;
  });
}
