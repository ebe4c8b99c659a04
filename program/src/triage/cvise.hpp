// SPDX-License-Identifier: Apache-2.0
// C-Vise, a reducer for C and C++ that knows their syntax: run on the files of an input, asking this program whether a
// variant still fails.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <smallscope/subjects/observation.hpp>

namespace smallscope::program {

/// Whether the file's name is one of C or C++.
bool is_of_c(const std::string& file);

struct CviseOptions {
  /// A command that ends with 0 if the texts of tested_by_cvise() fail alike. It gets `--rest` and the directory of
  /// what C-Vise leaves alone.
  std::vector<std::string> test;
  unsigned jobs = 1;
  std::filesystem::path scratch = {};  ///< a directory is made below it; empty: the system's temporary directory
  std::optional<std::chrono::duration<double>> budget;
};

/// The input with the C and C++ files that C-Vise leaves; after a stop request or the budget, its smallest so far. The
/// caller judges it: C-Vise only knows what its test said. Throws subjects::SubjectUnavailable if C-Vise does not work;
/// the message has its last words.
subjects::Input reduced_by_cvise(const subjects::Input& input, const CviseOptions& options,
                                 const std::stop_token& stop);

/// The input with the texts that C-Vise tests: its files of C and C++ are those in `tested`; the others, which C-Vise
/// leaves alone, and standard input are those that reduced_by_cvise() was given, which are in `rest`. Throws UsageError
/// if a file cannot be read.
subjects::Input tested_by_cvise(subjects::Input input, const std::filesystem::path& tested,
                                const std::filesystem::path& rest);

}  // namespace smallscope::program
