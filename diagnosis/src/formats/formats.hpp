// SPDX-License-Identifier: Apache-2.0
// A reader and a writer for each format, one source each.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/formats.hpp>

namespace smallscope::diagnosis {

inline constexpr std::string_view compact_beginning = "smallscope-spectra 1\n";

std::vector<RecordedSpectrum> parse_compact(std::string_view text, const std::string& file);
RecordedSpectrum parse_tcm(std::string_view text, const std::string& file);
RecordedSpectrum parse_mhs2(std::string_view text, const std::string& file);
RecordedSpectrum parse_bgu(std::string_view text, const std::string& file);
std::vector<RecordedSpectrum> parse_siemens(std::string_view text, const std::string& file);
std::vector<RecordedSpectrum> parse_multi(std::string_view text, const std::string& file);

/// Takes the next piece of a text.
using TextSink = std::function<void(std::string_view)>;
/// Piece by piece, because the text may be as large as memory.
void write_compact(std::span<const RecordedSpectrum> recorded, const TextSink& sink);
std::string tcm_text(const RecordedSpectrum& recorded);
std::string mhs2_text(const RecordedSpectrum& recorded);
std::string bgu_text(const RecordedSpectrum& recorded);

/// Whether its tests.csv is that of coverage_folders.hpp.
bool is_coverage_folder(const std::filesystem::path& folder);
RecordedSpectrum read_coverage_folder(const std::filesystem::path& folder);
/// The folder is created. Files of other tests that are in it stay.
void write_coverage_folder(const RecordedSpectrum& recorded, SpectrumFormat format,
                           const std::filesystem::path& folder);

/// The name of a test, or one made of its position.
std::string test_name(const RecordedSpectrum& recorded, std::size_t test);

}  // namespace smallscope::diagnosis
