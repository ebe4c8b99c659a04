// SPDX-License-Identifier: Apache-2.0
// The inputs of a specification with fragments: frames, and in each the fragments that it allows.
//
// As bind() of frames to merged fragments denotes them. Fragments merge only with fragments of the same frame. Private
// to the loader; values.
#pragma once

#include <set>
#include <smallscope/generators/merging/merge.hpp>
#include <string>

#include "fragments.hpp"
#include "holes.hpp"

namespace smallscope::program::specification {

/// The inputs that have one value for each hole of `frame` and, at level 0, one fragment; merged levels have several.
/// The frame is outermost. `fragment` is what levels.fragments(used, frame) gives. If fragments depend on the frame, by
/// a hole or by a row of `exclude` that names holes of both, each frame has those that it allows. Then frames are
/// walked: linear in their number. Throws Mistake if the size overflows, or if there are too many frames or too many
/// different ones.
generators::AnyGenerator<Filling> fillings_of(const Levels& levels, const std::set<std::string>& used,
                                              const HoleTable& frame, const HoleTable& fragment,
                                              const generators::Merging& merging, const Value& inputs);

/// Both tables as one, for what only reads the holes. Links of `fragment` count the holes of `frame` before its own.
HoleTable joined(const HoleTable& frame, const HoleTable& fragment);

}  // namespace smallscope::program::specification
