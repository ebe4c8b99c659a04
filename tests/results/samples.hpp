// SPDX-License-Identifier: Apache-2.0
// Values for the tests of the result store.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <smallscope/results/store.hpp>
#include <string>
#include <vector>

#include "files.hpp"

namespace smallscope::results::samples {

Manifest manifest(Ordinal inputs);
/// A failing case whose every field is a function of the ordinal.
Case failing(Ordinal ordinal, Ordinal test, Verdict verdict = Verdict::fail);
/// The batch that commits positions [from, to) of a pass in the dense order; every `period`-th ordinal fails.
Batch dense_batch(int pass, Ordinal from, Ordinal to, Ordinal period);
/// What the test of an ordinal covers: some blocks of a program, for some also of a library.
TestSpectrum spectrum(Ordinal ordinal);
/// What a store has of a test in one text: its modules by build, with addresses and kinds.
std::map<Ordinal, std::string> spectra_of(const Store& store, int level = 0);
/// Texts that are empty, long, hold NUL bytes, quotes, control characters, or are not UTF-8.
std::string odd_text(std::mt19937_64& random);
std::vector<Case> cases_of(const Store& store, bool by_test = false);
/// Positions [begin, end) of the dense order.
Pass dense_pass(Ordinal begin, Ordinal end, int level = 0);
/// What the StoreError says that `action` throws, or "no error".
std::string error_of(const std::function<void()>& action);
/// Executes SQL on the file, as any program could.
void execute(const std::filesystem::path& file, const std::string& sql);
/// The first column of what SQL reads.
std::vector<std::string> texts(const std::filesystem::path& file, const std::string& sql);

}  // namespace smallscope::results::samples
