// module: gtest
// expect: smallscope/program/main.hpp: No such file or directory
// SPDX-License-Identifier: Apache-2.0
// A unit test needs neither the command line nor the studies.
#include <smallscope/program/main.hpp>
