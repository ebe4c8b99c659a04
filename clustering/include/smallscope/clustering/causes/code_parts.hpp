// SPDX-License-Identifier: Apache-2.0
// Failures in parts: to which element of the code each of them belongs.
//
// What a test covered is evidence that neither its choices nor its messages give. Which elements are responsible is
// found by module diagnosis; clustering only needs to know the parts. Values; each belongs to the thread that uses it.
// Example: parts.elements[parts.element_of[0]].name is where the first failure has its fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {

/// An element of the code that is responsible for failures.
struct CodeElement {
  std::string name;              ///< "calendar.c:40 ="
  std::string function;          ///< or ""
  std::size_t alternatives = 0;  ///< other elements that the same tests cover
  results::Ordinal failing = 0;  ///< tests that cover it and fail
  results::Ordinal judged = 0;   ///< tests that cover it and fail or pass
  bool is_everywhere = false;    ///< all tests that fail or pass cover it, so it tells none from another
};

struct CodeParts {
  std::vector<CodeElement> elements;
  /// Of each failure: an index of `elements`, or their number if it belongs to none.
  std::vector<std::uint32_t> element_of;
};

/// The parts of failing inputs of level 0, ascending, with their kinds of messages, as if no other inputs failed.
using PartsOf =
    std::function<CodeParts(std::span<const results::Ordinal> failing, std::span<const std::uint32_t> kinds)>;

}  // namespace smallscope::clustering
