// SPDX-License-Identifier: Apache-2.0
// Our own format: all that a recorded spectrum holds, each distinct row once.
//
//     smallscope-spectra 1
//     spectrum NAME
//     elements N            then a line for each: kind, line, name, file and function with tabs between them
//     faults K              then a line for each: its elements
//     names N               then a line for each test; N is 0 if they have none
//     tests N               then runs of tests with one row and outcome: how many, outcome, row, ordinal of the first;
//                           their ordinals are consecutive. Behind a run that has the next new row stand its words,
//                           eight bytes each, lowest first, and a line end
//     end
//
// In texts, \n, \t and \\ stand for a line end, a tab and a backslash.
#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis {

namespace {

static_assert(std::endian::native == std::endian::little, "the words of a row are written as they are in memory");

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\t' || c == '\\' || c == '\r') result += '\\';
    result += c == '\n' ? 'n' : c == '\t' ? 't' : c == '\r' ? 'r' : c;
  }
  return result;
}

std::string unescaped(const Lines& lines, std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
      continue;
    }
    const char next = ++i < text.size() ? text[i] : ' ';
    const std::size_t known = std::string_view("ntr\\").find(next);
    if (known == std::string_view::npos) lines.fail(text, "has a backslash before what is no n, t, r or backslash");
    result += "\n\t\r\\"[known];
  }
  return result;
}

template <class Enumerators>
std::optional<typename std::remove_cvref_t<decltype(std::declval<Enumerators>()[0])>> named(const Enumerators& all,
                                                                                            std::string_view wanted) {
  for (const auto each : all)
    if (name(each) == wanted) return each;
  return std::nullopt;
}

std::uint64_t counted(Lines& lines, std::string_view word) {
  // Each line of what is counted takes a byte at least.
  const std::string_view digits = lines.require_word(word);
  return lines.number(digits, lines.size_left(), fmt::format("the number of {}", word));
}

Element parse_element(const Lines& lines, std::string_view line) {
  const std::string_view whole = line;
  if (std::ranges::count(line, '\t') != 4) lines.fail(whole, "is no element: kind, line, name, file, function");
  const std::string_view kind_name = take_until(line, '\t');
  const auto kind = named(all_element_kinds, kind_name);
  if (!kind) lines.fail(kind_name, "is no kind of element: it is line, block, function or such");
  Element element{.name = {}, .kind = *kind};
  element.line = static_cast<std::uint32_t>(
      lines.number(take_until(line, '\t'), std::numeric_limits<std::uint32_t>::max(), "the line of an element"));
  element.name = unescaped(lines, take_until(line, '\t'));
  element.file = unescaped(lines, take_until(line, '\t'));
  element.function = unescaped(lines, line);
  return element;
}

/// A run of tests; reads the words of its row if they follow.
void parse_run(Lines& lines, Spectrum& spectrum, std::uint64_t tests) {
  const std::string_view line = lines.require("a run of tests");
  const auto words = words_of(line);
  if (words.size() != 4) lines.fail(line, "is no run of tests: how many, outcome, row, ordinal");
  const std::uint64_t count = lines.number(words[0], tests - spectrum.tests(), "the number of tests");
  const auto outcome = named(all_outcomes, words[1]);
  if (!outcome) lines.fail(words[1], "is no outcome: pass, fail, crash, hang or skip");
  const std::uint64_t row_number = lines.number(words[2], spectrum.rows(), "the number of a row");
  const Ordinal first = lines.number(words[3], std::numeric_limits<Ordinal>::max(), "an ordinal");
  if (count == 0 || count - 1 > std::numeric_limits<Ordinal>::max() - first)
    lines.fail(words[0], "tests: there is at least one, and ordinals have 64 bits");
  std::vector<Word> row(spectrum.width());
  const bool is_new = row_number == spectrum.rows();
  if (is_new) {
    const std::string_view bytes = lines.require_bytes(row.size() * sizeof(Word), "the words of a row");
    std::memcpy(row.data(), bytes.data(), bytes.size());
    if (!lines.require("the line end behind a row").empty()) lines.fail("", "a row is longer than its elements need");
  } else {
    std::ranges::copy(spectrum.row(row_number), row.begin());
  }
  for (std::uint64_t i = 0; i < count; ++i) try {
      spectrum.add(first + i, *outcome, std::span<const Word>(row));
    } catch (const SpectrumError& error) {
      lines.fail(words[2], fmt::format("is a row that cannot be: {}", error.what()));
    }
  if (is_new && spectrum.rows() != row_number + 1)
    lines.fail(words[2], "is a row that was there before: name that one");
}

RecordedSpectrum parse_compact_spectrum(Lines& lines) {
  RecordedSpectrum recorded{.name = unescaped(lines, lines.require_word("spectrum"))};
  std::vector<Element> elements;
  for (std::uint64_t left = counted(lines, "elements"); left > 0; --left)
    elements.push_back(parse_element(lines, lines.require("an element")));
  recorded.spectrum = Spectrum(std::move(elements));
  Spectrum& spectrum = recorded.spectrum;
  for (std::uint64_t left = counted(lines, "faults"); left > 0; --left) {
    ElementSet fault;
    for (const std::string_view word : words_of(lines.require("a fault"))) {
      if (spectrum.columns() == 0) lines.fail(word, "is an element, but there are none");
      fault.push_back(static_cast<Column>(lines.number(word, spectrum.columns() - 1, "the number of an element")));
      if (fault.size() > 1 && fault[fault.size() - 2] >= fault.back())
        lines.fail(word, "is out of order: the elements of a fault ascend");
    }
    recorded.faults.push_back(std::move(fault));
  }
  for (std::uint64_t left = counted(lines, "names"); left > 0; --left)
    recorded.test_names.push_back(unescaped(lines, lines.require("the name of a test")));
  const std::string_view declared = lines.require_word("tests");
  const std::uint64_t tests = lines.number(declared, most_declared_tests, "the number of tests");
  if (!recorded.test_names.empty() && recorded.test_names.size() != tests)
    lines.fail(declared, fmt::format("tests, but {} names of tests", recorded.test_names.size()));
  while (spectrum.tests() < tests) parse_run(lines, spectrum, tests);
  lines.require_word("end");
  return recorded;
}

void write(const RecordedSpectrum& recorded, const TextSink& sink) {
  constexpr std::size_t piece = 1 << 20;
  const Spectrum& spectrum = recorded.spectrum;
  std::string text = fmt::format("spectrum {}\nelements {}\n", escaped(recorded.name), spectrum.columns());
  for (const Element& each : spectrum.elements())
    text += fmt::format("{}\t{}\t{}\t{}\t{}\n", name(each.kind), each.line, escaped(each.name), escaped(each.file),
                        escaped(each.function));
  text += fmt::format("faults {}\n", recorded.faults.size());
  for (const ElementSet& fault : recorded.faults) text += fmt::format("{}\n", fmt::join(fault, " "));
  text += fmt::format("names {}\n", recorded.test_names.size());
  for (const std::string& each : recorded.test_names) text += escaped(each) + '\n';
  text += fmt::format("tests {}\n", spectrum.tests());
  std::size_t rows = 0;
  for (std::size_t first = 0, end = 0; first < spectrum.tests(); first = end) {
    const CoveredTest begin = spectrum.test(first);
    const auto continues = [&](std::size_t i) {
      const CoveredTest test = spectrum.test(i);
      return test.row == begin.row && test.outcome == begin.outcome && test.ordinal == begin.ordinal + (i - first) &&
             test.ordinal > begin.ordinal;
    };
    for (end = first + 1; end < spectrum.tests() && continues(end);) ++end;
    text += fmt::format("{} {} {} {}\n", end - first, name(begin.outcome), begin.row, begin.ordinal);
    if (begin.row == rows) {
      const std::span<const Word> row = spectrum.row(rows++);
      text.append(reinterpret_cast<const char*>(row.data()), row.size_bytes());
      text += '\n';
    }
    if (text.size() < piece) continue;
    sink(text);
    text.clear();
  }
  sink(text + "end\n");
}

}  // namespace

std::vector<RecordedSpectrum> parse_compact(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  lines.require_word("smallscope-spectra");
  std::vector<RecordedSpectrum> all;
  while (!lines.at_end()) all.push_back(parse_compact_spectrum(lines));
  return all;
}

void write_compact(std::span<const RecordedSpectrum> recorded, const TextSink& sink) {
  sink(compact_beginning);
  for (const RecordedSpectrum& each : recorded) write(each, sink);
}

}  // namespace smallscope::diagnosis
