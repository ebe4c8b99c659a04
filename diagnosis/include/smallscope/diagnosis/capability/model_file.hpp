// SPDX-License-Identifier: Apache-2.0
// The file of a learned criterion: text, one parameter a line, in the order of Network::parameters().
//
//     smallscope-capability 1
//     features paper
//     embedding learned
//     parameters 1201
//     -0.0123...
//     end
//
// A number is written so that reading it gives the same one. `features` is paper or relative, `embedding` learned or
// none. Functions without state: any thread.
//
// Example: scorer(read_learned("rlfdc.txt"))
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <smallscope/diagnosis/capability/learning.hpp>
#include <smallscope/diagnosis/formats.hpp>

namespace smallscope::diagnosis::capability {

std::string learned_text(const LearnedCriterion& criterion);
/// `file` names it in messages. Throws FormatError for a text that is none: another version, a number that is missing,
/// not finite or one too many.
LearnedCriterion parse_learned(std::string_view text, const std::string& file);
/// The same for a file, which may be compressed with gzip. Throws FormatError if it cannot be read.
LearnedCriterion read_learned(const std::filesystem::path& path);

}  // namespace smallscope::diagnosis::capability
