// SPDX-License-Identifier: Apache-2.0
// Preprocessed with a module's include path: says which modules' headers can be included there.
// What follows is not C++.
// clang-format off
#if __has_include(<smallscope/generators/generator.hpp>)
sees: generators
#endif
#if __has_include(<smallscope/concolic/explorer.hpp>)
sees: concolic
#endif
#if __has_include(<smallscope/diagnosis/spectrum.hpp>)
sees: diagnosis
#endif
#if __has_include(<smallscope/coverage/collector.hpp>)
sees: coverage
#endif
#if __has_include(<smallscope/subjects/subject.hpp>)
sees: subjects
#endif
#if __has_include(<smallscope/oracles/oracle.hpp>)
sees: oracles
#endif
#if __has_include(<smallscope/results/store.hpp>)
sees: results
#endif
#if __has_include(<smallscope/clustering/clusters.hpp>)
sees: clustering
#endif
#if __has_include(<smallscope/report/text.hpp>)
sees: report
#endif
#if __has_include(<smallscope/evaluation/failures.hpp>)
sees: evaluation
#endif
#if __has_include(<smallscope/runner/run.hpp>)
sees: runner
#endif
#if __has_include(<smallscope/gtest.hpp>)
sees: gtest
#endif
#if __has_include(<smallscope/program/main.hpp>)
sees: program
#endif
sees: nothing else
