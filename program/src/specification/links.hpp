// SPDX-License-Identifier: Apache-2.0
// Holes that depend on others: which case applies for which of their values.
//
// Private to the loader; values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "combinations.hpp"
#include "document.hpp"

namespace smallscope::program::specification {

/// One row of `cases`: for each parent the labels that it asks for (empty: any), and the case that applies.
struct CaseRow {
  std::vector<std::vector<std::string>> labels;
  std::uint32_t which = 0;
};

/// How the case of a hole follows from others: the first row that agrees.
struct Selector {
  const Value* cases = nullptr;      ///< where they are written, for messages
  std::vector<std::size_t> parents;  ///< by their places among the declared holes, ascending
  std::vector<CaseRow> rows;
  std::optional<std::uint32_t> otherwise;
};

/// The selector where these parents have these values: they are parents no longer.
Selector within(const Selector& selector, const std::map<std::size_t, std::string>& fixed);

/// The links of a hole whose parents are `holes`, at these places of their level. Throws Mistake if a combination of
/// their values has no case. Linear in the alternatives of the parents.
Links links_of(const Selector& selector, const std::vector<const Hole*>& parents, const std::vector<std::size_t>& at);

}  // namespace smallscope::program::specification
