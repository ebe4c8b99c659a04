// SPDX-License-Identifier: Apache-2.0
#include "keeper_image.hpp"

// The build gives the path of the executable.
asm(R"(
  .section .rodata
  .hidden smallscope_keeper_begin
  .global smallscope_keeper_begin
  .hidden smallscope_keeper_end
  .global smallscope_keeper_end
smallscope_keeper_begin:
  .incbin ")" SMALLSCOPE_KEEPER_FILE R"("
smallscope_keeper_end:
  .previous
)");

extern "C" {
extern const char smallscope_keeper_begin[];
extern const char smallscope_keeper_end[];
}

namespace smallscope::subjects {

std::string_view keeper_image() { return {smallscope_keeper_begin, smallscope_keeper_end}; }

}  // namespace smallscope::subjects
