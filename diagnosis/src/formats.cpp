// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/formats.hpp>

#include <algorithm>

#include <fmt/format.h>

#include "formats/files.hpp"
#include "formats/formats.hpp"

namespace smallscope::diagnosis {

namespace {

namespace fs = std::filesystem;

const RecordedSpectrum& only(std::span<const RecordedSpectrum> recorded, SpectrumFormat format) {
  if (recorded.size() != 1)
    throw FormatError(fmt::format("{} spectra for the format {}, which holds one: write compact, or each by itself",
                                  recorded.size(), name(format)));
  return recorded[0];
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_of_coverage(SpectrumFormat format) { return format == SpectrumFormat::gcov || format == SpectrumFormat::llvm; }

}  // namespace

std::string_view name(SpectrumFormat format) {
  static constexpr std::string_view names[] = {"compact", "gzoltar", "gcov",    "llvm", "tcm",
                                               "mhs2",    "bgu",     "siemens", "multi"};
  return names[static_cast<std::size_t>(format)];
}

bool can_write(SpectrumFormat format) { return format != SpectrumFormat::siemens && format != SpectrumFormat::multi; }

ElementSet faulty_elements(const RecordedSpectrum& recorded) {
  ElementSet all;
  for (const ElementSet& fault : recorded.faults) all.insert(all.end(), fault.begin(), fault.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::string test_name(const RecordedSpectrum& recorded, std::size_t test) {
  return recorded.test_names.empty() ? fmt::format("t{}", test) : recorded.test_names[test];
}

std::vector<RecordedSpectrum> parse_spectra(std::string_view text, const std::string& file) {
  if (text.starts_with(compact_beginning)) return parse_compact(text, file);
  if (text.starts_with("siemens-spectra 1")) return parse_siemens(text, file);
  if (text.starts_with("multi-spectra 1")) return parse_multi(text, file);
  const std::string_view begun = text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
  if (begun.starts_with("#")) return {parse_tcm(text, file)};
  if (begun.starts_with("{")) return {parse_bgu(text, file)};
  if (!begun.empty() && is_digit(begun[0])) return {parse_mhs2(begun, file)};
  throw FormatError(
      fmt::format("{}:1: this begins no known format of spectra: compact, tcm, mhs2, bgu, siemens, multi, or a folder "
                  "of gzoltar, gcov or llvm-cov",
                  file));
}

std::vector<RecordedSpectrum> read_spectra(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return parse_spectra(bytes_of(path), path.string());
  if (is_coverage_folder(path)) return {read_coverage_folder(path)};
  if (!fs::exists(path / "matrix.txt", ignored))
    throw FormatError(fmt::format(
        "{}: this folder has no spectra: it has neither matrix.txt and spectra.csv, as those of GZoltar, nor "
        "a tests.csv that begins with the line 'test,outcome', as those of gcov and llvm-cov",
        path.string()));
  GzoltarTexts texts{.matrix = bytes_of(path / "matrix.txt"), .spectra = bytes_of(path / "spectra.csv"), .tests = {}};
  if (fs::exists(path / "tests.csv", ignored)) texts.tests = bytes_of(path / "tests.csv");
  return {parse_gzoltar(texts, path.string())};
}

std::string spectra_text(std::span<const RecordedSpectrum> recorded, SpectrumFormat format) {
  switch (format) {
    case SpectrumFormat::compact: {
      std::string text;
      write_compact(recorded, [&](std::string_view piece) { text += piece; });
      return text;
    }
    case SpectrumFormat::tcm:
      return tcm_text(only(recorded, format));
    case SpectrumFormat::mhs2:
      return mhs2_text(only(recorded, format));
    case SpectrumFormat::bgu:
      return bgu_text(only(recorded, format));
    case SpectrumFormat::gzoltar:
    case SpectrumFormat::gcov:
    case SpectrumFormat::llvm:
      throw FormatError(fmt::format("the format {} is a folder of files: write it with write_spectra()", name(format)));
    case SpectrumFormat::siemens:
    case SpectrumFormat::multi:
      break;
  }
  throw FormatError(fmt::format("the format {} is only read: write compact instead", name(format)));
}

void write_spectra(std::span<const RecordedSpectrum> recorded, SpectrumFormat format, const fs::path& path) {
  if (format == SpectrumFormat::compact)
    return write_file(path, [&](const TextSink& sink) { write_compact(recorded, sink); });
  if (is_of_coverage(format)) return write_coverage_folder(only(recorded, format), format, path);
  if (format != SpectrumFormat::gzoltar) return write_file(path, spectra_text(recorded, format));
  const GzoltarTexts texts = gzoltar_texts(only(recorded, format));
  std::error_code error;
  fs::create_directories(path, error);
  write_file(path / "matrix.txt", texts.matrix);
  write_file(path / "spectra.csv", texts.spectra);
  write_file(path / "tests.csv", *texts.tests);
}

}  // namespace smallscope::diagnosis
