// SPDX-License-Identifier: Apache-2.0
// A function as a benchmark of Google Benchmark that runs it once per repetition: the functions here loop themselves.
#pragma once

#include <benchmark/benchmark.h>

template <class Function>
void add(const char* name, Function function) {
  benchmark::RegisterBenchmark(name, [function](benchmark::State& state) {
    for (auto _ : state) {
      auto result = function();
      benchmark::DoNotOptimize(result);
    }
  })->Iterations(1);
}
