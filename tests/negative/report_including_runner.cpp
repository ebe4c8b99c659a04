// module: report
// expect: smallscope/runner/run.hpp: No such file or directory
// SPDX-License-Identifier: Apache-2.0
// A report is written of a store, whoever ran it.
#include <smallscope/runner/run.hpp>
