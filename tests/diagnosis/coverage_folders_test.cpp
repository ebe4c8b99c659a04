// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/coverage_folders.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "drawn.hpp"
#include "files.hpp"

namespace smallscope::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

using Texts = std::map<std::string, std::vector<std::string>>;

/// The spectrum of tests.csv and the texts of each test.
RecordedSpectrum parsed(const std::string& tests, const Texts& texts) {
  return parse_coverage(tests, "dir", [&](const std::string& test, const CoverageSink& sink) {
    const auto found = texts.find(test);
    if (found == texts.end()) return;
    for (const std::string& text : found->second) sink(text, test + ".json");
  });
}

RecordedSpectrum parsed(const std::string& text) { return parsed("test,outcome\nt,fail\n", {{"t", {text}}}); }

std::filesystem::path sample(const std::string& name) {
  return std::filesystem::path(SMALLSCOPE_SOURCE_DIR) / "tests/diagnosis/coverage" / name;
}

/// Names of covered elements, or of those that are not.
std::vector<std::string> names(const RecordedSpectrum& recorded, std::size_t test, ElementKind kind, bool covered) {
  std::vector<std::string> found;
  for (Column column = 0; column < recorded.spectrum.columns(); ++column) {
    const Element& element = recorded.spectrum.elements()[column];
    if (element.kind == kind && recorded.spectrum.covers(recorded.spectrum.test(test).row, column) == covered)
      found.push_back(element.name.substr(element.name.find(':') + 1));
  }
  return found;
}

std::set<std::string> functions_of_line(const RecordedSpectrum& recorded, std::uint32_t line) {
  std::set<std::string> functions;
  for (const Element& element : recorded.spectrum.elements())
    if (element.line == line) functions.insert(element.function);
  return functions;
}

TEST(CoverageFolders, ReadWhatGcovWrites) {
  const RecordedSpectrum read = read_spectra(sample("gcov")).at(0);
  EXPECT_THAT(read.test_names, ElementsAre("none", "four"));
  EXPECT_EQ(read.spectrum.test(0).outcome, Outcome::pass);
  EXPECT_EQ(read.spectrum.test(1).outcome, Outcome::fail);
  // As `gcov regions.gcda` prints them; lines of the template are there for each of its two instances.
  EXPECT_THAT(names(read, 0, ElementKind::line, true),
              ElementsAre("4", "4", "5", "5", "6", "6", "10", "11", "12", "14", "19", "20", "23"));
  EXPECT_THAT(names(read, 0, ElementKind::line, false), ElementsAre("9", "13", "21"));
  EXPECT_THAT(names(read, 1, ElementKind::line, false), IsEmpty());
  EXPECT_THAT(names(read, 0, ElementKind::branch, true),
              ElementsAre("5 branch 1", "5 branch 1", "12 branch 1", "20 branch 1", "23 branch 1"));
  EXPECT_EQ(functions_of_line(read, 5), (std::set<std::string>{"double twice<double>(double)", "int twice<int>(int)"}));
  EXPECT_EQ(functions_of_line(read, 12), (std::set<std::string>{"main::{lambda(int)#1}::operator()(int) const"}));
  EXPECT_EQ(functions_of_line(read, 20), (std::set<std::string>{"main"}));
}

TEST(CoverageFolders, ReadWhatLlvmCovWrites) {
  const RecordedSpectrum read = read_spectra(sample("llvm")).at(0);
  // As `llvm-cov export -format=lcov` prints them.
  EXPECT_THAT(names(read, 0, ElementKind::line, true),
              ElementsAre("4", "5", "6", "7", "8", "10", "11", "12", "14", "15", "19", "20", "23", "24"));
  EXPECT_THAT(names(read, 0, ElementKind::line, false), ElementsAre("9", "13", "21"));
  EXPECT_THAT(names(read, 1, ElementKind::line, false), IsEmpty());
  EXPECT_THAT(names(read, 0, ElementKind::branch, true), ElementsAre("5:10 false", "12:9 false", "20:19 false"));
  EXPECT_THAT(names(read, 1, ElementKind::branch, true),
              ElementsAre("5:10 true", "9:40 true", "12:9 true", "20:19 true", "20:19 false"));
  EXPECT_EQ(functions_of_line(read, 5), (std::set<std::string>{"_ZL5twiceIiET_S0_"}));
  EXPECT_EQ(functions_of_line(read, 9), (std::set<std::string>{"_ZL11in_one_linei"}));
  EXPECT_EQ(functions_of_line(read, 11), (std::set<std::string>{"main"}));  // where the lambda begins
  EXPECT_EQ(functions_of_line(read, 13), (std::set<std::string>{"_ZZ4mainENK3$_0clEi"}));
  EXPECT_EQ(functions_of_line(read, 24), (std::set<std::string>{"main"}));
}

TEST(CoverageFolders, NamesOfFunctionsLoseTheirFile) {
  const std::string document = R"({"type": "llvm.coverage.json.export", "version": "2.0.0", "data": [{
      "files": [{"filename": "src/a.c", "segments": [[1, 1, 2, true, true], [4, 2, 0, false, false]]}],
      "functions": [{"name": "a.c:f", "filenames": ["src/a.c"], "regions": [[1, 1, 2, 9, 2, 0, 0, 0]]},
                    {"name": "b.c:g", "filenames": ["src/a.c"], "regions": [[3, 1, 4, 2, 2, 0, 0, 0]]}]}]})";
  const RecordedSpectrum read = parsed(document);
  EXPECT_EQ(read.spectrum.columns(), 4u);
  EXPECT_EQ(functions_of_line(read, 2), (std::set<std::string>{"f"}));
  EXPECT_EQ(functions_of_line(read, 3), (std::set<std::string>{"b.c:g"}));
}

std::string gcov_of(const std::string& folder, const std::string& file, int line, int count) {
  return R"({"format_version": "1", "current_working_directory": ")" + folder + R"(", "files": [{"file": ")" + file +
         R"(", "functions": [], "lines": [{"line_number": )" + std::to_string(line) + R"(, "count": )" +
         std::to_string(count) + "}]}]}\n";
}

TEST(CoverageFolders, SeveralFilesAndDocumentsAreOneTest) {
  // One line in both documents, covered in one of them; another one in the second file only; then a test without it.
  const RecordedSpectrum read =
      parsed("test,outcome\na,b,crash\nc,skip\nd,hang\n",
             {{"a,b", {gcov_of("/s", "m.c", 3, 0) + gcov_of("/s", "m.c", 3, 7), gcov_of("/s", "n.c", 1, 1)}},
              {"d", {gcov_of("/s", "m.c", 3, 0)}}});
  EXPECT_THAT(read.test_names, ElementsAre("a,b", "c", "d"));
  EXPECT_EQ(read.spectrum.elements()[0].name, "m.c:3");
  EXPECT_EQ(read.spectrum.elements()[1].name, "n.c:1");
  EXPECT_EQ(read.spectrum.counts(), (std::vector<Counts>{{1, 0, 1, 0}, {1, 0, 1, 0}}));
  EXPECT_EQ(read.spectrum.test(1).outcome, Outcome::skip);
}

TEST(CoverageFolders, FilesOfOneNameInSeveralFoldersAreSeveral) {
  const RecordedSpectrum read =
      parsed(gcov_of("/srv/s/a", "m.c", 1, 1) + gcov_of("/srv/s/b", "m.c", 1, 0) + gcov_of("/srv/s/b", "../x.h", 5, 0) +
             gcov_of("/srv/s/a/c", "../../x.h", 5, 1) + gcov_of("/srv/s/a", "/usr/include/y.h", 2, 1));
  std::vector<std::string> all;
  for (const Element& element : read.spectrum.elements()) all.push_back(element.name);
  EXPECT_THAT(all, ElementsAre("/usr/include/y.h:2", "a/m.c:1", "b/m.c:1", "x.h:5"));
  EXPECT_EQ(read.spectrum.counts(), (std::vector<Counts>{{1, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}, {1, 0, 0, 0}}));
}

/// Lines and branches as both formats can say them, in the order in which they are read.
RecordedSpectrum drawn_coverage(std::uint32_t seed, SpectrumFormat format) {
  std::mt19937 random(seed);
  std::vector<Element> elements;
  for (const std::string file : {"a.c", "b \"quoted\"/\xc3\xa9.c"})
    for (std::uint32_t line = 1; line < 20; ++line) {
      if (random() % 3 == 0) continue;
      const std::vector<std::string> functions{"", "f", "g<int, x>::h(int)"};
      // An instance of a template beside another one, which only gcov tells apart.
      const std::size_t first = random() % 3;
      const std::size_t last = format == SpectrumFormat::gcov ? first + random() % (3 - first) : first;
      for (std::size_t function = first; function <= last; ++function) {
        Element element{.name = file + ":" + std::to_string(line),
                        .file = file,
                        .line = line,
                        .function = functions[function],
                        .kind = ElementKind::line};
        elements.push_back(element);
        const std::string name = element.name;
        element.kind = ElementKind::branch;
        for (std::uint32_t branch = 0, all = random() % 3; branch < all; ++branch)
          for (std::uint32_t outcome = 0; outcome < 2; ++outcome) {
            element.name = format == SpectrumFormat::gcov
                               ? name + " branch " + std::to_string(2 * branch + outcome)
                               : name + ":" + std::to_string(3 + 9 * branch) + (outcome == 0 ? " true" : " false");
            elements.push_back(element);
          }
      }
    }
  RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum(elements)};
  for (std::size_t test = 0; test < 12; ++test) {
    Columns covered;
    for (Column column = 0; column < recorded.spectrum.columns(); ++column)
      if (random() % 4 == 0) covered.push_back(column);
    recorded.spectrum.add(test, all_outcomes[random() % std::size(all_outcomes)], covered);
    recorded.test_names.push_back("test, " + std::to_string(test));
  }
  return recorded;
}

TEST(CoverageFolders, RoundTrips) {
  for (const SpectrumFormat format : {SpectrumFormat::gcov, SpectrumFormat::llvm})
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      const TemporaryDirectory directory;
      const std::vector<RecordedSpectrum> recorded{drawn_coverage(seed, format)};
      write_spectra(recorded, format, directory / "folder");
      EXPECT_EQ(read_spectra(directory / "folder"), recorded) << name(format) << " " << seed;
    }
}

TEST(CoverageFolders, RoundTripsOfSamples) {
  for (const SpectrumFormat format : {SpectrumFormat::gcov, SpectrumFormat::llvm}) {
    const TemporaryDirectory directory;
    const auto read = read_spectra(sample(std::string(name(format))));
    write_spectra(read, format, directory / "folder");
    EXPECT_EQ(read_spectra(directory / "folder"), read) << name(format);
  }
}

TEST(CoverageFolders, FoldersAndGzip) {
  const TemporaryDirectory directory;
  const RecordedSpectrum expected = read_spectra(sample("gcov")).at(0);
  directory.write("tests.csv", "test,outcome\r\nnone,pass\r\nfour,fail\r\n");
  std::filesystem::create_directories(directory / "none/deeper");
  directory.write("none/regions.gcov.json", text_of(sample("gcov") / "none.gcov.json"));
  directory.write("none/notes.txt", "not coverage");
  directory.write("four.gcov.json", text_of(sample("gcov") / "four.gcov.json"));
  ASSERT_EQ(std::system(("gzip " + (directory / "four.gcov.json").string()).c_str()), 0);
  EXPECT_EQ(read_spectra(directory.path()).at(0), expected);
}

TEST(CoverageFolders, SayWhatIsWrongWithAFolder) {
  const TemporaryDirectory directory;
  const std::string text = text_of(sample("gcov") / "none.gcov.json");
  const auto read = [&] { read_spectra(directory.path()); };
  EXPECT_THAT(read, ThrowsMessage<FormatError>(AllOf(HasSubstr("neither matrix.txt"), HasSubstr("'test,outcome'"))));
  directory.write("tests.csv", "test,outcome\na,pass\n");
  EXPECT_THAT(read, ThrowsMessage<FormatError>(AllOf(HasSubstr("the test 'a' has no coverage"), HasSubstr("is skip"))));
  directory.write("a.gcov.json", text);
  EXPECT_NO_THROW(read());
  directory.write("b.gcov.json", text);
  EXPECT_THAT(read, ThrowsMessage<FormatError>(HasSubstr("tests.csv has no test 'b': add it")));
  std::filesystem::rename(directory / "b.gcov.json", directory / "a.llvm.json");
  EXPECT_THAT(read, ThrowsMessage<FormatError>(HasSubstr("are both coverage of the test 'a'")));
  std::filesystem::remove(directory / "a.llvm.json");
  directory.write("tests.csv", "test,outcome\na,pass\nb,fail\n");
  directory.write("b.llvm.json", text_of(sample("llvm") / "none.llvm.json"));
  EXPECT_THAT(read, ThrowsMessage<FormatError>(HasSubstr("this is of llvm-cov, but ")));
  EXPECT_THAT([&] { read_spectra(directory / "a.gcov.json"); },
              ThrowsMessage<FormatError>(AllOf(HasSubstr("the coverage of one run"), HasSubstr("tests.csv"))));
  EXPECT_THAT([&] { read_spectra(directory / "b.llvm.json"); },
              ThrowsMessage<FormatError>(HasSubstr("the coverage of one run")));
}

TEST(CoverageFolders, SayWhatIsWrongInTheTable) {
  for (const auto& [tests, message] :
       {std::pair<std::string, std::string>{"", "dir/tests.csv:1: the file ends where the line 'test,outcome' must"},
        {"test,result\n", "dir/tests.csv:1: 'test,result' is not the head"},
        {"test,outcome\na\n", "dir/tests.csv:2: 'a' has no outcome"},
        {"test,outcome\na,failed\n", "dir/tests.csv:2: 'failed' is no outcome: write pass, fail"},
        {"test,outcome\na,skip\na,skip\n", "dir/tests.csv:3: 'a' is the name of an earlier test"},
        {"test,outcome\n,skip\n", "dir/tests.csv:2: is no name of a test: it must not be empty"},
        {"test,outcome\n../a,skip\n", "'../a' is no name of a test: it must not begin with a dot"},
        {"test,outcome\na/b,skip\n", "'a/b' is no name of a test: it must be the name of a file in the folder"}})
    EXPECT_THAT([&] { parsed(tests, {}); }, ThrowsMessage<FormatError>(HasSubstr(message))) << tests;
}

TEST(CoverageFolders, SayWhatIsWrongInADocument) {
  const std::string gcov = R"({"format_version": "1", "files": [{"file": "a.c", "functions": [], "lines": [)";
  const std::string llvm = R"({"type": "llvm.coverage.json.export", "version": "2.0.1", "data": [{"files": [)"
                           R"({"filename": "a.c", "segments": [)";
  for (const auto& [text, message] :
       {std::pair<std::string, std::string>{"", "t.json:1: the file is empty"},
        {"[1]", "t.json:1: the text is not JSON of gcov or llvm-cov"},
        {"\n{\"a\": [\n", "t.json:3: the text ends within its JSON"},
        {"{\"a\":\n 1x}", "t.json:2: the text is not JSON (byte "},
        {R"({"a": "}]\"", "b": [{}]} {"a)", "t.json: this is the JSON of no known tool"},
        {"{\"a\": \"\xff\"}", "t.json:1: the text is not JSON"},
        {std::string(100'000, '[').insert(0, "{\"a\":"), "nested more than 16 deep"},
        {R"({"a": 1})", "t.json: this is the JSON of no known tool"},
        {R"({"format_version": "9", "files": []})", "t.json: format_version is 9, and 1 and 2 are known"},
        {R"({"format_version": "1", "files": []})", "t.json: it lists no source: gcov found no notes"},
        {R"({"format_version": "1", "files": 7})", "t.json: 'files' must be a list"},
        {R"({"format_version": "1", "files": [7]})", "t.json: files[0]: must be an object"},
        {gcov + R"({"line_number": 1, "count": 1}, {"count": 1}]}]})", "t.json: files[0].lines[1]: 'line_number' is"},
        {gcov + R"({"line_number": 0, "count": 1}]}]})", "'line_number' must be the number of a line, from 1"},
        {gcov + R"({"line_number": 4294967296, "count": 1}]}]})", "'line_number' must be the number of a line"},
        {gcov + R"({"line_number": 1, "count": "1"}]}]})", "'count' must be a number"},
        {gcov + R"({"line_number": 1, "count": 1, "branches": [{}]}]}]})", "lines[0].branches[0]: 'count' is missing"},
        {R"({"type": "llvm.coverage.json.export", "version": "1.0.0", "data": []})", "version is 1.0.0, and 2 and 3"},
        {R"({"type": "llvm.coverage.json.export", "version": "2.0.1", "data": []})", "it lists no source: name the"},
        {R"({"type": "llvm.coverage.json.export", "version": "2.0.1", "data": [{"files": [{"filename": "a"}]}]})",
         "data[0].files[0]: 'segments' is missing: export without -summary-only"},
        {llvm + "[1, 1, 0, true, true, false], [1000001, 1, 0, true, true, false]]}]}]}",
         "segments[1]: [0] must be the line of a segment, a whole number of at most 1000000"},
        {llvm + "[2, 1, 0, true, true, false], [1, 1, 0, true, true, false]]}]}]}", "line 1 is out of order"},
        {llvm + "[1, 1, 0, 1, true, false]]}]}]}", "segments[0]: [3] must be true or false"},
        {llvm + "[1, 1]]}]}]}", "segments[0]: must be a list of more than 2 values"},
        {llvm + "7]}]}]}", "segments[0]: must be a list of more than 0 values"}})
    EXPECT_THAT([&] { parsed(text); }, ThrowsMessage<FormatError>(HasSubstr(message))) << text.substr(0, 200);
}

TEST(CoverageFolders, ElementsThatFilesOnlyImplyAreBounded) {
  std::string files;
  for (int i = 0; i < 5; ++i)
    files += std::string(i == 0 ? "" : ",") + R"({"filename": "f)" + std::to_string(i) +
             R"(", "segments": [[1, 1, 1, true, true, false], [1000000, 1, 0, false, false, false]]})";
  EXPECT_THAT(
      [&] {
        parsed(R"({"type": "llvm.coverage.json.export", "version": "2.0.1", "data": [{"files": [)" + files + "]}]}");
      },
      ThrowsMessage<FormatError>(
          HasSubstr("files[4]: with this source there are 5000000 elements, and 4000000 are possible")));
}

TEST(CoverageFolders, SayWhatTheyCannotWrite) {
  const Element line{.name = "a.c:3", .file = "a.c", .line = 3, .function = "f", .kind = ElementKind::line};
  const auto branch = [&](const std::string& suffix) {
    Element element = line;
    element.name += suffix;
    element.kind = ElementKind::branch;
    return element;
  };
  const auto with = [&](auto change) {
    Element element = line;
    change(element);
    return element;
  };
  const Element other_function = with([](Element& each) { each.function = "g"; });
  const std::vector<std::tuple<std::vector<Element>, SpectrumFormat, std::string>> refused{
      {{with([](Element& each) { each.kind = ElementKind::function; })},
       SpectrumFormat::gcov,
       "it is no line of a file"},
      {{with([](Element& each) { each.file = ""; })}, SpectrumFormat::llvm, "it is no line of a file"},
      {{with([](Element& each) { each.line = 0; })}, SpectrumFormat::gcov, "it is no line of a file"},
      {{with([](Element& each) { each.name = "a.c:f:3"; })}, SpectrumFormat::gcov, "so fold into lines first"},
      {{with([](Element& each) { each.name = each.file = "\xff", each.name += ":3"; })},
       SpectrumFormat::gcov,
       "not UTF-8 has no place in the format gcov"},
      {{with([](Element& each) { each.line = 1'000'001, each.name = "a.c:1000001"; })},
       SpectrumFormat::llvm,
       "at most 1000000 lines"},
      {{with([](Element& each) { each.function = "a.c:f"; })},
       SpectrumFormat::llvm,
       "the file is left out before a colon"},
      {{line, line}, SpectrumFormat::gcov, "another element is equal to it"},
      {{line, other_function}, SpectrumFormat::llvm, "a line has one function"},
      {{line, branch(" branch 1")}, SpectrumFormat::gcov, "another outcome of the branch is no element"},
      {{line, branch(" branch 0"), branch(" branch 0")}, SpectrumFormat::gcov, "another element is equal to it"},
      {{line, branch(" branch 00")}, SpectrumFormat::gcov, "is named 'FILE:LINE branch NUMBER'"},
      {{line, branch(":7 true")}, SpectrumFormat::gcov, "is named 'FILE:LINE branch NUMBER'"},
      {{branch(" branch 0")}, SpectrumFormat::gcov, "the line of the branch is no element"},
      {{line, branch(" branch 0")}, SpectrumFormat::llvm, "is named 'FILE:LINE:COLUMN true' or 'false'"},
      {{line, branch(":7 true")}, SpectrumFormat::llvm, "another outcome of the branch is no element"},
      {{line, branch(":7 false")}, SpectrumFormat::llvm, "another outcome of the branch is no element"},
      {{line, branch(":7")}, SpectrumFormat::llvm, "is named 'FILE:LINE:COLUMN true' or 'false'"},
      {{}, SpectrumFormat::llvm, "without elements or tests"}};
  const TemporaryDirectory directory;
  const auto write = [&](const RecordedSpectrum& recorded, SpectrumFormat format) {
    write_spectra(std::span(&recorded, 1), format, directory / "folder");
  };
  for (const auto& [elements, format, message] : refused) {
    RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum(elements)};
    recorded.spectrum.add(0, Outcome::fail, Columns{});
    EXPECT_THAT([&] { write(recorded, format); }, ThrowsMessage<FormatError>(HasSubstr(message))) << message;
  }
  RecordedSpectrum recorded{.name = {}, .spectrum = Spectrum({line})};
  EXPECT_THAT([&] { write(recorded, SpectrumFormat::gcov); },
              ThrowsMessage<FormatError>(HasSubstr("without elements or tests")));
  recorded.spectrum.add(0, Outcome::fail, Columns{0});
  recorded.spectrum.add(1, Outcome::pass, Columns{});
  EXPECT_NO_THROW(write(recorded, SpectrumFormat::gcov));
  recorded.test_names = {"a", "a"};
  EXPECT_THAT([&] { write(recorded, SpectrumFormat::gcov); },
              ThrowsMessage<FormatError>(HasSubstr("two tests have the name 'a'")));
  recorded.test_names = {"a", "b/c"};
  EXPECT_THAT([&] { write(recorded, SpectrumFormat::gcov); },
              ThrowsMessage<FormatError>(HasSubstr("'b/c' is no name of a test")));
  recorded.test_names = {"a", "b"};
  recorded.faults = {{0}};
  EXPECT_THAT([&] { write(recorded, SpectrumFormat::llvm); },
              ThrowsMessage<FormatError>(HasSubstr("known faults have no place")));
}

}  // namespace
}  // namespace smallscope::diagnosis
