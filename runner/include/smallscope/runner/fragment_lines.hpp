// SPDX-License-Identifier: Apache-2.0
// Which fragments of a merged input messages are about, by the lines of files that they name.
//
// A campaign says which lines its messages name (MergingHooks::lines), the rendering of its inputs says where fragments
// stand (Space::fragment_lines()), and un-merging puts both together (unmerge.hpp). Values, and a function without
// state, for any thread. Example: fragments_on({{"input.c", 37}}, {{0, "input.c", 3, 20}, {1, "input.c", 21, 40}}) is
// {1}.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::runner {

/// A line that a message names: "input.c:37: error: ...".
struct NamedLine {
  std::string file;      ///< as the input calls it
  std::size_t line = 0;  ///< counted from 1
  friend auto operator<=>(const NamedLine&, const NamedLine&) = default;
};

/// Lines of a file of an input that hold text of a fragment. A fragment may have several such stretches.
struct FragmentLines {
  generators::Ordinal fragment = 0;  ///< Fragment::number
  std::string file;                  ///< as the input calls it
  std::size_t first = 1, last = 1;   ///< counted from 1; both hold text of the fragment
  friend bool operator==(const FragmentLines&, const FragmentLines&) = default;
};

/// The fragments that stand on the lines, each once, ascending. A line that several fragments share blames none of
/// them, nor does one without a fragment. O((lines + stretches) log lines), and a step for each fragment on a line.
std::vector<generators::Ordinal> fragments_on(const std::vector<NamedLine>& lines,
                                              const std::vector<FragmentLines>& fragments);

}  // namespace smallscope::runner
