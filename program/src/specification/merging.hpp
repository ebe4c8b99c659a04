// SPDX-License-Identifier: Apache-2.0
// [inputs.merging]: which part of a template is a fragment, how many are merged, and what messages say of them.
//
// Private to the loader; values.
#pragma once

#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/runner/campaign.hpp>

#include "fragments.hpp"
#include "holes.hpp"

namespace smallscope::program::specification {

struct MergingTable {
  generators::Merging merging;
  runner::MergingHooks hooks;
};
/// Reads [inputs.merging]. `texts` are the names of the texts of an input, `hiding` the beginnings of judgements that
/// are known to hide other fragments. Throws Mistake.
MergingTable merging_of(const Value& table, const std::vector<std::string>& texts, std::vector<std::string> hiding);

/// The inputs that have one value for each hole of `frame` and, at level 0, one fragment; merged levels have several.
/// The frame is outermost. Throws Mistake for an exclusion that names holes of both, and if the size overflows.
generators::AnyGenerator<Filling> fillings_of(const Levels& levels, HoleTable frame, HoleTable fragment,
                                              const generators::Merging& merging, const Value& inputs);

/// Both tables as one, for what only reads the holes.
HoleTable joined(const HoleTable& frame, const HoleTable& fragment);

}  // namespace smallscope::program::specification
