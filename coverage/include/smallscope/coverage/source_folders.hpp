// SPDX-License-Identifier: Apache-2.0
// Where the source of a module may lie.
//
// Pure functions of files, for any thread. All that a module says comes from outside.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace smallscope::coverage {

/// The folders to which names of a module's files are relative, the likeliest first: for a file of Python or Java, that
/// of its outermost package, as far as the file is there. For a program or library, those in which it was compiled, as
/// its debug information says if the build with this id is still there; and that of the module. Reads the header of
/// each unit of the debug information.
std::vector<std::filesystem::path> source_folders(std::string_view id, const std::filesystem::path& module);

}  // namespace smallscope::coverage
