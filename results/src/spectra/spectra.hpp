// SPDX-License-Identifier: Apache-2.0
// The tables of spectra in a store's file. Belongs to its connection's thread; writes within a transaction of the
// caller.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include <smallscope/results/spectra.hpp>

#include "spectra/rows.hpp"
#include "sqlite.hpp"

namespace smallscope::results {

class Spectra {
 public:
  explicit Spectra(const Connection& connection);

  /// Adds those of tests that the pass executed. A test that has one already gets this one in its place.
  void add(int pass, std::span<const TestSpectrum> tests);
  /// Adds those of a pass of another store.
  void copy(Spectra& source, int source_pass, int pass);
  /// Forgets what was added in a transaction that is rolled back.
  void roll_back() { known_.reset(); }
  /// Asks it for the place of each new element; without it, they have none.
  void find_places_with(FindPlace find) { find_place_ = std::move(find); }

  std::vector<CodeModule> modules();
  std::vector<CodeElement> elements();
  /// Each test once; those of later commits come first.
  void for_each(int level, const VisitSpectrum& visit);
  Ordinal count();

 private:
  /// The elements of one module that have a number, ascending.
  struct Known {
    std::int64_t number = 0;  ///< of the module
    std::vector<std::pair<coverage::Element, std::int64_t>> elements;
  };
  std::map<std::string, Known>& known();
  Known& known(const CodeModule& module);
  /// The numbers of the elements, in their order. Those that have none get one.
  std::vector<std::int64_t> numbers_of(const coverage::Part& covered);
  /// That of an element of another store with these modules.
  std::int64_t number_of(const std::vector<CodeModule>& modules, CodeElement element);
  /// Gives the element the next number.
  std::int64_t insert(const CodeElement& element);
  void write(int pass, std::vector<SpectrumRow>& rows);
  void visit_rows(std::string_view packed, const VisitSpectrum& visit) const;

  const Connection& connection_;
  FindPlace find_place_;
  /// By id; read when first needed.
  std::optional<std::map<std::string, Known>> known_;
  std::int64_t next_ = 0;  ///< the number of the next element
  Statement modules_, elements_, insert_module_, insert_element_, insert_, of_pass_, of_level_, count_;
};

}  // namespace smallscope::results
