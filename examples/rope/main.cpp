// SPDX-License-Identifier: Apache-2.0
// smallscope-rope: exhaustive tests of the rope refactoring engine for Python.
//
// Example: smallscope-rope run rope/encapsulate-field --store rope.db
#include <smallscope/program/main.hpp>

#include "campaigns.hpp"

int main(int argc, char** argv) {
  using namespace rope_campaigns;
  return smallscope::program::main(
      argc, argv,
      {{"rope/encapsulate-field", "a field's reads and writes become calls of accessors", encapsulate_field},
       {"rope/rename-field", "a field gets a new name, there and back", rename_field},
       {"rope/rename-method", "a method gets a new name, there and back", rename_method},
       {"rope/inline-variable", "a variable's uses become its definition", inline_variable},
       {"rope/inline-method", "calls of a method become its body", inline_method},
       {"rope/extract-variable", "an expression becomes a variable", extract_variable},
       {"rope/extract-method", "an expression or statements become a function", extract_method},
       {"rope/change-signature", "parameters are added, removed, reordered; calls follow", change_signature}});
}
