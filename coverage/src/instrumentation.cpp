// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/instrumentation.hpp>

#include "elf_file.hpp"
#include "layout.h"

namespace smallscope::coverage {

bool lacks_runtime(const std::filesystem::path& program) {
  const ElfFile file(program);
  return file.has_section("__sancov_bools") && !file.has_text(SMALLSCOPE_COVERAGE_VARIABLE);
}

}  // namespace smallscope::coverage
