// SPDX-License-Identifier: Apache-2.0
// What the file of a program tells of its coverage before it runs.
//
// Pure functions of files, for any thread.
#pragma once

#include <filesystem>

namespace smallscope::coverage {

/// Whether a program was compiled with clang's flags for coverage, but linked without the runtime of smallscope, so
/// that it reports nothing: clang links a runtime of its own if it is given the option for coverage when it links.
/// False for what is no ELF file or cannot be read. Reads the program's data once.
bool lacks_runtime(const std::filesystem::path& program);

}  // namespace smallscope::coverage
