// module: gtest
// expect: smallscope/program/main.hpp: No such file or directory
// A unit test needs neither the command line nor the studies.
#include <smallscope/program/main.hpp>
