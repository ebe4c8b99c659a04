// module: runner
// expect: in_process: give at least one property
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators.hpp>
#include <smallscope/runner/in_process.hpp>

auto campaign = smallscope::runner::in_process("judges nothing", smallscope::generators::range(0, 3));
