// SPDX-License-Identifier: Apache-2.0
// Folders with the coverage of each test, as gcov and llvm-cov export it: one run of a subject is one test.
//
//     tests.csv                     "test,outcome", then the tests: pass, fail, crash, hang or skip behind a comma
//     TEST.gcov.json[.gz]           gcov --json-format: a document for each object file, one behind the other
//     TEST.llvm.json[.gz]           llvm-cov export -format=text
//     TEST/*.gcov.json[.gz]         instead of one file, a folder of them; also for llvm-cov
//
// read_spectra() of formats.hpp reads such a folder and write_spectra() writes it. What is here needs no files.
// Elements are lines ("a.c:7") and, if they were recorded, outcomes of branches: "a.c:7 branch 0" of gcov,
// "a.c:7:12 true" of llvm-cov. They are numbered by file, line and function. Functions without state: any thread.
//
// Example: parse_coverage("test,outcome\nt1,fail\n", "folder", [](const std::string& test, const auto& sink) { ... });
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include <smallscope/diagnosis/formats.hpp>

namespace smallscope::diagnosis {

/// Takes the next file of a test: its text, unpacked, and its name for messages.
using CoverageSink = std::function<void(std::string_view text, const std::string& file)>;
/// Gives the sink the files of a test, one at a time. Gives none only for a skipped test, which then covers nothing.
using CoverageSource = std::function<void(const std::string& test, const CoverageSink& sink)>;

/// The spectrum of such a folder. A count above 0 covers. Lines of gcov are those that it lists; a line of several
/// functions, such as instances of a template, is one for each of them. Lines of llvm-cov are those that its own report
/// counts, computed from segments, and their function is the innermost one at their beginning. Relative names of files
/// which were compiled in several folders are written from the innermost folder that these have in common. Throws
/// FormatError for a text or a test that is wrong, with file, place and remedy. Memory: some ten times the largest
/// text, and two rows for each distinct one.
RecordedSpectrum parse_coverage(std::string_view tests, const std::string& folder, const CoverageSource& source);

/// The text of tests.csv. Throws FormatError for a name that is no plain file name, for tests of one name, for known
/// faults, which have no place in it, and for a spectrum without elements or tests.
std::string coverage_tests_text(const RecordedSpectrum& recorded);
/// The document of one test, in SpectrumFormat::gcov or SpectrumFormat::llvm. Throws FormatError for what has no place
/// in it: an element that is no line and no outcome of a branch, or has a name that readers would not give it; two
/// equal elements; a branch without its line or its other outcomes; for llvm-cov, a line of two functions; text that is
/// not UTF-8.
std::string coverage_text(const RecordedSpectrum& recorded, std::size_t test, SpectrumFormat format);

}  // namespace smallscope::diagnosis
