// SPDX-License-Identifier: Apache-2.0
// Program spectra: which elements of the code each test covered, and how the test ended.
//
// Everything in this module begins with a Spectrum: measures count in it, hitting sets and Barinel take its failing
// rows, formats.hpp reads and writes it. A row is a bit for each element, in 64-bit words. Equal rows are stored once,
// because tests of one space mostly repeat what others covered. A Spectrum is a value: one thread may change it, or
// several may read it.
//
// Example: Spectrum spectrum({{.name = "parse"}, {.name = "print"}});
//          spectrum.add(17, Outcome::fail, std::vector<Column>{0});
//          spectrum.counts()[0].ef == 1
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::diagnosis {

using generators::Ordinal;
using Word = std::uint64_t;
/// The number of an element, from 0. Elements are numbered in the order of the code: ties are broken by it.
using Column = std::uint32_t;
inline constexpr Column word_bits = 64;

/// Wrong use, or a spectrum that contradicts itself. The message gives the value and the remedy.
struct SpectrumError : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// How a test ended. Fail, crash and hang are failing; a skipped test has a number but counts nowhere.
enum class Outcome : std::uint8_t { pass, fail, crash, hang, skip };
inline constexpr Outcome all_outcomes[] = {Outcome::pass, Outcome::fail, Outcome::crash, Outcome::hang, Outcome::skip};
bool is_failing(Outcome outcome);
/// "pass", "fail", "crash", "hang", "skip"
std::string_view name(Outcome outcome);

/// What an element is a piece of.
enum class ElementKind : std::uint8_t { unknown, line, block, branch, function, value, predicate, choice };
inline constexpr ElementKind all_element_kinds[] = {ElementKind::unknown,   ElementKind::line,     ElementKind::block,
                                                    ElementKind::branch,    ElementKind::function, ElementKind::value,
                                                    ElementKind::predicate, ElementKind::choice};
std::string_view name(ElementKind kind);

/// One element of the code under test. Only the name is needed.
struct Element {
  std::string name;
  std::string file = {};
  std::uint32_t line = 0;  ///< from 1; 0: not known
  std::string function = {};
  ElementKind kind = ElementKind::unknown;
  friend auto operator<=>(const Element&, const Element&) = default;
};

/// Tests that cover an element (e) or do not (n), and fail (f) or pass (p).
struct Counts {
  std::uint32_t ef = 0, ep = 0, nf = 0, np = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct CoveredTest {
  Ordinal ordinal = 0;  ///< in the population; in a file without ordinals, the position of the test
  Outcome outcome = Outcome::pass;
  std::uint32_t row = 0;  ///< of Spectrum::row(); equal rows have equal numbers
  friend bool operator==(const CoveredTest&, const CoveredTest&) = default;
};

/// How many tests that count have a row.
struct Weight {
  std::uint32_t passing = 0, failing = 0;
  friend bool operator==(const Weight&, const Weight&) = default;
};

class Spectrum {
 public:
  explicit Spectrum(std::vector<Element> elements = {});

  const std::vector<Element>& elements() const { return elements_; }
  Column columns() const { return static_cast<Column>(elements_.size()); }
  /// Words of a row.
  std::size_t width() const { return width_; }

  /// Adds a test that covers the elements whose bits are set: bit i % 64 of word i / 64. An empty row is a test that
  /// covers nothing. Throws SpectrumError for a row of another width, a bit beyond the last element, or the test
  /// number 2^32 - 1. Linear in the width.
  void add(Ordinal ordinal, Outcome outcome, std::span<const Word> covered);
  /// The same for a list of elements, in any order.
  void add(Ordinal ordinal, Outcome outcome, std::span<const Column> covered);

  /// Ends each test as `outcome_of` says of it; what it covers stays. Linear in the tests.
  void relabel(const std::function<Outcome(const CoveredTest&)>& outcome_of);

  std::size_t tests() const { return outcomes_.size(); }
  CoveredTest test(std::size_t number) const { return {ordinals_[number], outcomes_[number], row_of_[number]}; }
  std::uint32_t failing() const { return failing_; }
  std::uint32_t passing() const { return passing_; }

  /// Number of distinct rows. They are numbered as they first appear.
  std::size_t rows() const { return weights_.size(); }
  std::span<const Word> row(std::size_t number) const;
  Weight weight(std::size_t row) const { return weights_[row]; }
  bool covers(std::size_t row, Column column) const;

  /// The counts of each element. One pass over the distinct rows.
  std::vector<Counts> counts() const;

  friend bool operator==(const Spectrum& a, const Spectrum& b);

 private:
  void count(Outcome outcome, std::uint32_t row);
  std::uint32_t number_of(std::span<const Word> row);
  void grow_table();

  std::vector<Element> elements_;
  std::size_t width_;
  // Of rows. Only the first one ever grows, so that a large spectrum never needs twice its size.
  std::vector<std::vector<Word>> chunks_;
  std::size_t rows_in_chunk_;
  std::vector<Weight> weights_;        // by row
  std::vector<std::uint64_t> hashes_;  // by row
  std::vector<std::uint32_t> table_;   // open addressing: row number + 1, or 0
  std::vector<std::uint32_t> row_of_;  // by test
  std::vector<Ordinal> ordinals_;
  std::vector<Outcome> outcomes_;
  std::uint32_t failing_ = 0, passing_ = 0;
};

/// The words of a row in which these elements are covered. Throws SpectrumError for an element that there is not.
std::vector<Word> row_of(std::span<const Column> covered, Column columns);

/// Calls sink(column) for each set bit, ascending.
template <class Sink>
void for_each_bit(std::span<const Word> words, Sink&& sink) {
  for (std::size_t i = 0; i < words.size(); ++i)
    for (Word rest = words[i]; rest != 0; rest &= rest - 1)
      sink(static_cast<Column>(i * word_bits + static_cast<std::size_t>(std::countr_zero(rest))));
}

/// Into which coarser element each element goes.
struct Folding {
  std::vector<Element> elements;  ///< the coarser ones, in the order of their first parts
  std::vector<Column> target;     ///< for each finer element
};
/// Elements of one line of one file together; one without a line stays as it is. Also for functions.
Folding into_lines(const std::vector<Element>& elements);
Folding into_functions(const std::vector<Element>& elements);
/// A coarser element is covered if any of its parts is. Throws SpectrumError if the folding is not of these elements.
Spectrum folded(const Spectrum& spectrum, const Folding& folding);

/// The tests of both, by ascending ordinal. Equal elements become one; those that only one has are uncovered in the
/// tests of the other. A test that both have counts once. Throws SpectrumError if they have different rows or outcomes
/// for one ordinal. Merging is commutative in the tests and, for equal elements, altogether.
Spectrum merged(const Spectrum& a, const Spectrum& b);

}  // namespace smallscope::diagnosis
