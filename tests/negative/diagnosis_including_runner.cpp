// module: diagnosis
// expect: runner/run.hpp: No such file
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/run.hpp>
