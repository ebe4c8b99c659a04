// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/formats.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "drawn.hpp"
#include "files.hpp"
#include "shared_data.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

const std::string multi =
    "multi-spectra 1\nspectrum a components 5 tests 3 bugs 1 4\nP2 1 3\nF1\nend\n"
    "spectrum b components 2 tests 1 bugs\nF1 0 1\nend\n";
const std::string siemens =
    "siemens-spectra 1\nprogram tcas\nversion v7\nelements 54 55 60 61 80\nfaults 60 54 approx\nrawdiff 53 60\n"
    "rows 2\n12\n0c\ntests 0 1 1 0\noutcomes P1 C1 F1 H1\nend\n";
const std::string tcm =
    "#metadata\nanything\n\n#tests\nA.a PASSED\nwith a blank FAILED\nC ERROR\n\n#uuts\nx.c:f:12\ny | 10 | 9\n"
    "z | 9\n\n#matrix\n0 1 2 7\n\n1 3 0 0\n";
const std::string bgu =
    R"({"components_names": [[0,"c0"],[5,"c1"],[2,"c2"]], "initial_tests": ["t1"], "bugs": ["c1", 2],
"tests_details": [["t1",[5,2],1],["t2",[],0]]})";
const GzoltarTexts gzoltar{
    .matrix = "1 0 1 +\n0 0 0 -\n",
    .spectra = "name\na.b$C#f(int):7\na.b$C#f(int):9\na.b$C$D#g():12\n",
    .tests = "name,outcome,runtime,stacktrace\na.b.T#one[1,2],PASS,12,\na.b.T#two,FAIL,9,java.lang.X: a, b\n"};

ElementSet covered(const RecordedSpectrum& recorded, std::size_t test) {
  ElementSet columns;
  for_each_bit(recorded.spectrum.row(recorded.spectrum.test(test).row),
               [&](Column column) { columns.push_back(column); });
  return columns;
}

std::string outcomes(const RecordedSpectrum& recorded) {
  std::string letters;
  for (std::size_t i = 0; i < recorded.spectrum.tests(); ++i)
    letters += "PFCHS"[static_cast<std::size_t>(recorded.spectrum.test(i).outcome)];
  return letters;
}

TEST(Formats, ReadsMhs2) {
  const auto read = parse_spectra("3 2  \n1 1 0 x  \n1 0 3 .  \n", "f");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].spectrum.elements()[2].name, "3");
  EXPECT_EQ(outcomes(read[0]), "FP");
  EXPECT_THAT(covered(read[0], 0), ElementsAre(0, 1));
  EXPECT_THAT(covered(read[0], 1), ElementsAre(0, 2));
}

TEST(Formats, ReadsTcm) {
  const RecordedSpectrum read = parse_spectra(tcm, "f").at(0);
  EXPECT_THAT(read.test_names, ElementsAre("A.a", "with a blank", "C"));
  EXPECT_EQ(outcomes(read), "PFC");
  EXPECT_THAT(covered(read, 0), ElementsAre(0, 2));
  EXPECT_THAT(covered(read, 1), IsEmpty());
  EXPECT_THAT(covered(read, 2), ElementsAre(1));
  EXPECT_THAT(read.faults, ElementsAre(ElementSet{1, 2}, ElementSet{1}));  // 9, then 10
  const Element line{.name = "x.c:f:12", .file = "x.c", .line = 12, .function = "f", .kind = ElementKind::line};
  EXPECT_EQ(read.spectrum.elements()[0], line);
}

TEST(Formats, ReadsBgu) {
  const RecordedSpectrum read = parse_spectra(bgu, "f").at(0);
  EXPECT_EQ(read.spectrum.elements()[1].name, "c1");
  EXPECT_EQ(outcomes(read), "FP");
  EXPECT_THAT(covered(read, 0), ElementsAre(1, 2));
  EXPECT_THAT(read.faults, ElementsAre(ElementSet{1}, ElementSet{2}));
}

TEST(Formats, ReadsGzoltar) {
  const RecordedSpectrum read = parse_gzoltar(gzoltar, "g");
  EXPECT_THAT(read.test_names, ElementsAre("a.b.T#one[1,2]", "a.b.T#two"));
  EXPECT_EQ(outcomes(read), "PF");
  EXPECT_THAT(covered(read, 0), ElementsAre(0, 2));
  EXPECT_THAT(covered(read, 1), IsEmpty());
  const Element& element = read.spectrum.elements()[2];
  EXPECT_EQ(element.file, "a.b$C$D");
  EXPECT_EQ(element.function, "a.b$C$D#g()");
  EXPECT_EQ(element.line, 12u);
  EXPECT_EQ(into_functions(read.spectrum.elements()).elements.size(), 2u);
}

TEST(Formats, ReadsSiemens) {
  const RecordedSpectrum read = parse_spectra(siemens, "f").at(0);
  EXPECT_EQ(read.name, "tcas v7");
  EXPECT_EQ(read.spectrum.elements()[4].line, 80u);
  EXPECT_THAT(read.faults, ElementsAre(ElementSet{0, 2}));
  EXPECT_EQ(outcomes(read), "PCFH");
  EXPECT_THAT(covered(read, 0), ElementsAre(1, 4));
  EXPECT_THAT(covered(read, 1), ElementsAre(2, 3));
}

TEST(Formats, ReadsMulti) {
  const auto read = parse_spectra(multi, "f");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(outcomes(read[0]), "PPF");
  EXPECT_THAT(covered(read[0], 1), ElementsAre(1, 4));
  EXPECT_THAT(covered(read[0], 2), IsEmpty());
  EXPECT_THAT(read[0].faults, ElementsAre(ElementSet{1}, ElementSet{4}));
  EXPECT_EQ(faulty_elements(read[0]), (ElementSet{1, 4}));
  EXPECT_THAT(covered(read[1], 0), ElementsAre(0, 1));
}

TEST(Formats, CompactKeepsEverything) {
  RecordedSpectrum recorded{.name = "a\tname\n\\", .spectrum = Spectrum({{.name = "x\r\n", .file = "", .line = 4}})};
  recorded.spectrum.add(std::numeric_limits<Ordinal>::max(), Outcome::hang, ElementSet{0});
  recorded.spectrum.add(7, Outcome::skip, ElementSet{});
  recorded.test_names = {"", "two\nlines"};
  recorded.faults = {{0}, {}};
  RecordedSpectrum large{.spectrum = drawn(4, 130, 500, 60, 0.4)};
  const std::vector<RecordedSpectrum> both{recorded, large, {}};
  EXPECT_EQ(parse_spectra(spectra_text(both, SpectrumFormat::compact), "f"), both);
}

TEST(Formats, CompactWritesEqualRowsAndRunsOnce) {
  RecordedSpectrum recorded{.spectrum = Spectrum(numbered_elements(6400))};
  for (Ordinal ordinal = 0; ordinal < 5000; ++ordinal) recorded.spectrum.add(ordinal, Outcome::pass, ElementSet{3});
  const std::size_t without_tests =
      spectra_text(std::vector{RecordedSpectrum{.spectrum = Spectrum(numbered_elements(6400))}},
                   SpectrumFormat::compact)
          .size();
  EXPECT_LT(spectra_text(std::vector{recorded}, SpectrumFormat::compact).size(), without_tests + 6400 / 8 + 40);
}

/// What is read of a format is written and read back unchanged, in that format and in compact.
TEST(Formats, RoundTrips) {
  const TemporaryDirectory directory;
  for (const auto& [text, format] : {std::pair(std::string("3 2\n1 1 0 x\n1 0 1 .\n"), SpectrumFormat::mhs2),
                                     {tcm, SpectrumFormat::tcm},
                                     {bgu, SpectrumFormat::bgu}}) {
    std::vector<RecordedSpectrum> read = parse_spectra(text, "f");
    if (format == SpectrumFormat::tcm) read[0].test_names[1] = "without";  // FLITSR ends a name at a blank
    EXPECT_EQ(parse_spectra(spectra_text(read, format), "f"), read) << name(format);
    write_spectra(read, SpectrumFormat::compact, directory / "compact");
    EXPECT_EQ(read_spectra(directory / "compact"), read) << name(format);
  }
  const std::vector<RecordedSpectrum> read{parse_gzoltar(gzoltar, "g")};
  write_spectra(read, SpectrumFormat::gzoltar, directory / "folder");
  EXPECT_EQ(read_spectra(directory / "folder"), read);
  for (const std::string& text : {siemens, multi}) {
    const auto several = parse_spectra(text, "f");
    EXPECT_EQ(parse_spectra(spectra_text(several, SpectrumFormat::compact), "f"), several);
  }
}

TEST(Formats, OthersLeaveOutSkippedTestsAndRenumber) {
  RecordedSpectrum recorded{.spectrum = pictured({"1 F", "0 S", "1 H", "0 C", "0 P"})};
  for (const SpectrumFormat format : {SpectrumFormat::tcm, SpectrumFormat::mhs2, SpectrumFormat::bgu}) {
    const RecordedSpectrum read = parse_spectra(spectra_text(std::vector{recorded}, format), "f").at(0);
    EXPECT_EQ(outcomes(read), format == SpectrumFormat::tcm ? "FFCP" : "FFFP") << name(format);
    EXPECT_EQ(read.spectrum.counts(), recorded.spectrum.counts());
  }
}

TEST(Formats, SayWhatTheyCannotWrite) {
  const std::vector<RecordedSpectrum> none, one{{.spectrum = Spectrum({{.name = "a | b"}})}};
  const auto write = [](const auto& recorded, SpectrumFormat format) {
    return [&recorded, format] { spectra_text(recorded, format); };
  };
  EXPECT_THAT(write(none, SpectrumFormat::mhs2),
              ThrowsMessage<FormatError>(HasSubstr("0 spectra for the format mhs2")));
  EXPECT_THAT(write(one, SpectrumFormat::tcm), ThrowsMessage<FormatError>(HasSubstr("'a | b' has no place")));
  for (const SpectrumFormat format : all_spectrum_formats)
    if (!can_write(format)) {
      EXPECT_THAT(write(one, format), ThrowsMessage<FormatError>(HasSubstr("is only read: write compact")));
    }
  for (const SpectrumFormat format : {SpectrumFormat::gzoltar, SpectrumFormat::gcov, SpectrumFormat::llvm})
    EXPECT_THAT(write(one, format), ThrowsMessage<FormatError>(HasSubstr("is a folder")));
}

TEST(Formats, SayWhatIsWrongWhereAndWithWhat) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"", "f:1: this begins no known format"},
      {"hello", "f:1: this begins no known format"},
      {"3 2\n1 1 x\n", "f:2: '1 1 x' has 3 words"},
      {"3 2\n1 1 0 x\n", "f:2: '2' tests are announced, but there are 1"},
      {"3 1\n1 a 0 x\n", "f:2: 'a' is not a number"},
      {"3 1\n1 1 0 maybe\n", "f:2: 'maybe' is no outcome: write x"},
      {"99999999999 1\n", "f:1: '99999999999' is too great: the number of elements is at most 1000000"},
      {"#tests\nA ok\n", "f:2: 'ok' is no outcome: write PASSED"},
      {"#tests\nA PASSED\n\n#uuts\nx\n\n#matrix\n1 1\n",
       "f:8: '1' is too great: the number of an element is at most 0"},
      {"#tests\nA PASSED\n\n#uuts\nx\n\n#matrix\n0\n", "f:8: '0' is no row"},
      {"#tests\nA PASSED\n\n", "there is no section #matrix"},
      {"#uuts\nx | \n", "f:2: 'x | ' has an empty fault"},
      {"{\"components_names\": [\n1", "f:2: the text is not JSON"},
      {"{}", "f: 'components_names' is missing"},
      {R"({"components_names": [[0,"a"]], "tests_details": [["t",[1],0]]})",
       "f: tests_details[0]: 1 must be a component"},
      {R"({"components_names": [[0,"a"]], "tests_details": [["t",[0],2]]})", "f: tests_details[0]: 2 must be 0"},
      {"siemens-spectra 1\nprogram p\nversion v1\nelements 3 2\n", "f:4: '2' is out of order"},
      {"siemens-spectra 1\nprogram p\nversion v1\nelements 3\nfaults 4\n", "f:5: '4' is a faulty line, but no element"},
      {"siemens-spectra 1\nprogram p\nversion v1\nelements 3\nfaults\nrawdiff\nrows 1\n2\n", "f:8: '2' is no row of 1"},
      {"siemens-spectra 1\nprogram p\nversion v1\nelements 3\nfaults\nrawdiff\nrows 1\n1\ntests 0\noutcomes P2\n",
       "f:10: '2' is too great"},
      {"siemens-spectra 1\nprogram p\n", ""},
      {"siemens-spectra 1\n", "f:2: the file ends where a line 'program' must follow"},
      {"multi-spectra 1\nspectrum a components 2 tests 1 bugs 2\n", "f:2: '2' is too great"},
      {"multi-spectra 1\nspectrum a components 2 tests 1 bugs\nP1 1 1\n", "f:3: '1' is too great"},
      {"multi-spectra 1\nspectrum a components 2 tests 1 bugs\nend\n", "f:3: 'end' follows 0 tests, but 1 are"},
      {"smallscope-spectra 1\nspectrum a\nelements 1\nline\t1\tx\ty\n", "f:4: 'line\t1\tx\ty' is no element"},
      {"smallscope-spectra 1\nspectrum a\nelements 0\nfaults 0\nnames 0\ntests 1\n1 pass 0 0\nshort",
       "f:8: the file ends"},
      {"smallscope-spectra 1\nspectrum a\nelements 0\nfaults 0\nnames 0\ntests 1\n1 odd 0 0\n",
       "f:7: 'odd' is no outcome"},
  };
  for (const auto& [text, message] : mistakes) {
    if (message.empty()) {
      EXPECT_THAT(parse_spectra(text, "f"), IsEmpty());
    } else {
      EXPECT_THAT([&] { parse_spectra(text, "f"); }, ThrowsMessage<FormatError>(HasSubstr(message))) << text;
    }
  }
  GzoltarTexts other = gzoltar;
  other.matrix = "1 0 1 -\n0 0 0 -\n";
  EXPECT_THAT(
      [&] { parse_gzoltar(other, "g"); },
      ThrowsMessage<FormatError>(HasSubstr("g/matrix.txt:1: 'a.b.T#one[1,2]' has another outcome in tests.csv")));
  other = gzoltar;
  other.matrix = "1 0 1 +\n";
  EXPECT_THAT([&] { parse_gzoltar(other, "g"); },
              ThrowsMessage<FormatError>(HasSubstr("has 1 rows, but tests.csv has 2")));
}

TEST(Formats, FilesThatAreNotThere) {
  const TemporaryDirectory directory;
  EXPECT_THAT([&] { read_spectra(directory / "none"); }, ThrowsMessage<FormatError>(HasSubstr("cannot be opened")));
  EXPECT_THAT([&] { read_spectra(directory.path()); },
              ThrowsMessage<FormatError>(AllOf(HasSubstr("matrix.txt"), HasSubstr("tests.csv"))));
  EXPECT_THAT([&] { write_spectra({}, SpectrumFormat::compact, directory / "no" / "folder"); },
              ThrowsMessage<FormatError>(HasSubstr("cannot be written")));
}

TEST(Formats, UnpackGzip) {
  const TemporaryDirectory directory;
  directory.write("plain", multi);
  ASSERT_EQ(std::system(("gzip -k " + (directory / "plain").string()).c_str()), 0);
  EXPECT_EQ(read_spectra(directory / "plain.gz"), read_spectra(directory / "plain"));
  const std::string packed = text_of(directory / "plain.gz");
  directory.write("damaged.gz", packed.substr(0, packed.size() - 9));
  EXPECT_THAT([&] { read_spectra(directory / "damaged.gz"); },
              ThrowsMessage<FormatError>(HasSubstr("gzip is damaged")));
}

/// Problems of the Bernoulli distribution with seed 7 and the counts that MHS2 and others agree on.
TEST(Formats, HittingSetsOfTheRecordedProblems) {
  const std::filesystem::path folder = std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "tests/diagnosis/hitting_sets";
  for (const auto& [file, expected] : {std::pair("bernoulli-20-25.mhs2", 384u),
                                       {"bernoulli-30-25.mhs2", 27'280u},
                                       {"bernoulli-40-25.mhs2", 608'115u},
                                       {"bernoulli-40-50.mhs2", 49'603u},
                                       {"bernoulli-40-75.mhs2", 4'260u}}) {
    const auto conflicts = conflicts_of(read_spectra(folder / file).at(0).spectrum);
    std::size_t found = 0;
    EXPECT_EQ(for_each_minimal_hitting_set(conflicts, {}, [&](std::span<const Column>) { return ++found > 0; }),
              Enumeration::complete);
    EXPECT_EQ(found, expected) << file;
  }
}

/// Shared data that is never copied into the project.
TEST(Formats, ReadsTheSharedSpectra) {
  const std::filesystem::path folder = shared_data();
  if (folder.empty()) GTEST_SKIP() << "there is no folder shared/data with the Siemens spectra on this machine";
  std::size_t versions = 0, faulty = 0;
  for (const auto& [program, tests] :
       {std::pair("tcas", 1608u), {"totinfo", 1052u}, {"schedule", 2650u}, {"printtokens", 4130u}})
    for (const RecordedSpectrum& version :
         read_spectra(folder / "siemens" / (std::string(program) + ".spectra.txt.gz"))) {
      EXPECT_EQ(version.spectrum.tests(), tests);
      ++versions;
      faulty += version.faults.empty() ? 0 : 1;
    }
  EXPECT_EQ(versions, 84u);  // 80 faulty ones, and the correct one of each program
  EXPECT_EQ(faulty, 78u);
  const auto maven = read_spectra(folder / "multi/maven.spectra.txt.gz");
  ASSERT_EQ(maven.size(), 19u);
  EXPECT_EQ(maven[0].spectrum.columns(), 5740u);
  EXPECT_EQ(maven[0].faults.size(), 3u);
}

}  // namespace
}  // namespace smallscope::diagnosis
