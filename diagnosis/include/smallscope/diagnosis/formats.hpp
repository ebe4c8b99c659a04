// SPDX-License-Identifier: Apache-2.0
// Files of spectra: those of other tools, read and written, and a compact format of our own.
//
// A format is recognised by what a file begins with, never by its name; gzip is unpacked. All other modules get their
// spectra from runs or from here. What a file says wrong is a FormatError with file, line, value and remedy. Functions
// without state: any thread.
//
// Example: read_spectra("spectra/tcas.spectra.txt.gz")[1].spectrum.counts()
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/hitting_sets.hpp>

namespace smallscope::diagnosis {

/// "FILE:LINE: what is wrong with which value; the remedy". Text of the file is quoted as it is: print it visibly.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A spectrum with what a file says beyond it.
struct RecordedSpectrum {
  std::string name;  ///< "tcas v1"; of a file with one nameless spectrum, empty
  Spectrum spectrum = Spectrum();
  std::vector<std::string> test_names = {};  ///< one for each test, or none
  std::vector<ElementSet> faults = {};       ///< known faults, each by its elements
  friend bool operator==(const RecordedSpectrum&, const RecordedSpectrum&) = default;
};

/// All known faulty elements, ascending.
ElementSet faulty_elements(const RecordedSpectrum& recorded);

enum class SpectrumFormat {
  compact,  ///< our own: everything, equal rows once
  gzoltar,  ///< a folder with matrix.txt, spectra.csv and tests.csv
  gcov,     ///< a folder with tests.csv and what gcov says of each test: coverage_folders.hpp
  llvm,     ///< the same of llvm-cov
  tcm,      ///< of FLITSR: #tests, #uuts, #matrix
  mhs2,     ///< "M N", then a row of 0 and 1 for each test
  bgu,      ///< JSON with components_names, initial_tests, bugs and tests_details
  siemens,  ///< "siemens-spectra 1": hexadecimal rows; read only
  multi     ///< "multi-spectra 1": gaps between elements; read only
};
inline constexpr SpectrumFormat all_spectrum_formats[] = {
    SpectrumFormat::compact, SpectrumFormat::gzoltar, SpectrumFormat::gcov,
    SpectrumFormat::llvm,    SpectrumFormat::tcm,     SpectrumFormat::mhs2,
    SpectrumFormat::bgu,     SpectrumFormat::siemens, SpectrumFormat::multi};
std::string_view name(SpectrumFormat format);
bool can_write(SpectrumFormat format);

/// The spectra of a file, or of a folder of GZoltar, gcov or llvm-cov. Throws FormatError.
std::vector<RecordedSpectrum> read_spectra(const std::filesystem::path& path);
/// The same for the text of a file. `file` names it in messages.
std::vector<RecordedSpectrum> parse_spectra(std::string_view text, const std::string& file);

/// The three files of a GZoltar folder; without `tests`, tests have no names.
struct GzoltarTexts {
  std::string matrix, spectra;
  std::optional<std::string> tests;
};
RecordedSpectrum parse_gzoltar(const GzoltarTexts& texts, const std::string& folder);
GzoltarTexts gzoltar_texts(const RecordedSpectrum& recorded);

/// The text of a file with these spectra. The compact format keeps everything. Others keep what they have a place for:
/// ordinals become positions, crashes and hangs failures, and skipped tests are left out. Throws FormatError for
/// several spectra in a format for one, for a name that the format cannot hold, for a format that is a folder, and for
/// one that is only read.
std::string spectra_text(std::span<const RecordedSpectrum> recorded, SpectrumFormat format);
/// Writes that text, or the folder, which is created. In a folder of gcov or llvm-cov, tests keep all outcomes, and
/// what has no place is a FormatError: coverage_folders.hpp. Throws FormatError if it cannot be written.
void write_spectra(std::span<const RecordedSpectrum> recorded, SpectrumFormat format,
                   const std::filesystem::path& path);

}  // namespace smallscope::diagnosis
