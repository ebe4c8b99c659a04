// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of spectra: spectra that compact keeps as they are, and that the other formats write so that they
// can be read again, or FormatError. The same as coverage of one test, and as a learned criterion.
#include <cstdint>
#include <cstdlib>
#include <smallscope/diagnosis/capability/model_file.hpp>
#include <smallscope/diagnosis/coverage_folders.hpp>
#include <smallscope/diagnosis/formats.hpp>

namespace {

namespace ss = smallscope::diagnosis;

void write_and_read(const std::vector<ss::RecordedSpectrum>& all) {
  if (ss::parse_spectra(ss::spectra_text(all, ss::SpectrumFormat::compact), "written") != all) std::abort();
  for (const ss::SpectrumFormat format : {ss::SpectrumFormat::tcm, ss::SpectrumFormat::mhs2}) {
    std::string text;
    try {
      text = ss::spectra_text(all, format);
    } catch (const ss::FormatError&) {
      continue;  // there is no place for something
    }
    if (ss::parse_spectra(text, "written").at(0).spectrum.counts() != all[0].spectrum.counts()) std::abort();
  }
}

ss::RecordedSpectrum of_one_test(std::string_view coverage) {
  return ss::parse_coverage("test,outcome\nt,fail\n", "given",
                            [&](const std::string&, const ss::CoverageSink& sink) { sink(coverage, "t.json"); });
}

/// What gcov or llvm-cov says of one test.
void write_and_read_coverage(std::string_view text) {
  const ss::RecordedSpectrum read = of_one_test(text);
  for (const ss::SpectrumFormat format : {ss::SpectrumFormat::gcov, ss::SpectrumFormat::llvm}) {
    std::string written;
    try {
      if (ss::coverage_tests_text(read).empty()) std::abort();
      written = ss::coverage_text(read, 0, format);
    } catch (const ss::FormatError&) {
      continue;  // there is no place for something
    }
    if (of_one_test(written) != read) std::abort();
  }
}

void write_and_read_learned(std::string_view text) {
  namespace dc = ss::capability;
  const dc::LearnedCriterion criterion = dc::parse_learned(text, "given");
  if (dc::parse_learned(dc::learned_text(criterion), "written") != criterion) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    write_and_read(ss::parse_spectra(text, "given"));
  } catch (const ss::FormatError&) {
  }
  try {
    write_and_read_coverage(text);
  } catch (const ss::FormatError&) {
  }
  try {
    write_and_read_learned(text);
  } catch (const ss::FormatError&) {
  }
  // The three files of GZoltar, divided by a line "==".
  const std::size_t first = std::min(size, text.find("==\n")), second = std::min(size, text.find("==\n", first + 1));
  try {
    ss::parse_gzoltar({.matrix = std::string(text.substr(0, first)),
                       .spectra = std::string(text.substr(first, second - first)).erase(0, 3),
                       .tests = std::string(text.substr(second)).erase(0, 3)},
                      "given");
  } catch (const ss::FormatError&) {
  }
  return 0;
}
