// SPDX-License-Identifier: Apache-2.0
// The elements of the code that a store knows, as columns of a spectrum: blocks as they are, or lines and functions.
//
// Made from a store, which it does not keep. Immutable: any thread may read it.
//
// Example: CodeColumns columns(store, CodeElements::functions); columns.row(covered)
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::diagnosis {

/// Whether the file belongs to a compiler or its standard library of C++ ("/usr/include/c++/12/vector"): code that is
/// compiled into every subject and seldom its fault.
bool is_of_compiler(std::string_view file);

/// Which elements of the code are the columns of a spectrum.
enum class CodeElements {
  blocks,      ///< basic blocks
  predicates,  ///< blocks, and the outcomes of comparisons (<, =, >), if the code reports them
  values,      ///< these, and what calls returned (a kind of value, such as null), if the code reports it
  lines,       ///< a line is covered if one of its blocks is
  functions    ///< the same of functions
};

/// All but those of the compiler's own files (is_of_compiler()), unless there are no others.
class CodeColumns {
 public:
  /// Linear in the elements of the store. Throws results::StoreError.
  CodeColumns(const results::Store& store, CodeElements elements);

  /// By file, line and address.
  const std::vector<Element>& elements() const { return elements_; }
  /// The lines of each element, ascending; none of functions.
  const std::vector<std::vector<std::uint32_t>>& lines() const { return lines_; }
  /// What identifies each element in any store of the same build: its module, address and kind; of lines and functions,
  /// file and name, so those of any build.
  const std::vector<std::string>& keys() const { return keys_; }
  /// How many elements of the store are in the compiler's own files and therefore no columns.
  std::size_t of_compiler() const { return of_compiler_; }
  /// Whether the store knew every element that a test covers (results::VisitSpectrum) when this was made.
  bool knows(std::span<const std::uint64_t> covered) const;
  /// The columns that it covers, of those elements that were known.
  std::vector<Word> row(std::span<const std::uint64_t> covered) const;

 private:
  std::vector<Element> elements_;
  std::vector<std::vector<std::uint32_t>> lines_;
  std::vector<std::string> keys_;
  std::vector<std::vector<Column>> parts_of_;  ///< by the element's index in the store
  std::size_t of_compiler_ = 0;
};

}  // namespace smallscope::diagnosis
