// SPDX-License-Identifier: Apache-2.0
// Where elements of the code are in the source, from the debug information of their modules; for results::Store.
//
// The store's writer asks for new elements. Belongs to one thread at a time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <smallscope/coverage/symbols.hpp>
#include <smallscope/results/spectra.hpp>

namespace smallscope::runner {

class Places {
 public:
  results::CodePlace find(const coverage::Module& module, coverage::Element element);
  /// What could not be found, each with the remedy.
  std::vector<std::string> problems() const;

 private:
  std::map<std::string, coverage::Symbols> modules_;  ///< by id
};

}  // namespace smallscope::runner
