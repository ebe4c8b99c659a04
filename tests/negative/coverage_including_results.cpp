// module: coverage
// expect: results/record.hpp: No such file
// SPDX-License-Identifier: Apache-2.0
#include <smallscope/results/record.hpp>
