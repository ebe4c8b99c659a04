// SPDX-License-Identifier: Apache-2.0
// smallscope-lib2to3: exhaustive tests of lib2to3, which converts programs from Python 2 to Python 3.
//
// Example: smallscope-lib2to3 run lib2to3/raise --store raise.db
#include <smallscope/program/main.hpp>

#include "campaigns.hpp"

int main(int argc, char** argv) {
  using namespace lib2to3_campaigns;
  return smallscope::program::main(argc, argv,
                                   {{"lib2to3/has-key", "d.has_key(k) becomes k in d", has_key},
                                    {"lib2to3/lists", "map and filter, which gave lists, are used", lists},
                                    {"lib2to3/raise", "raise and throw with a value and a traceback", raise_},
                                    {"lib2to3/except", "exceptions are caught and unpacked", except},
                                    {"lib2to3/lambdas", "lambdas unpack a tuple", lambdas}});
}
