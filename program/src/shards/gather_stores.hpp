// SPDX-License-Identifier: Apache-2.0
// Joining stores for `gather`, and for `status`, which knows where they are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command_line/context.hpp"

namespace smallscope::program {

struct GatherRequest {
  std::vector<std::filesystem::path> stores;
  std::filesystem::path output;
  bool overwrite = false;
  bool json = false;
};

/// Joins the stores, says what they hold together and what is missing, and returns the exit status. Throws UsageError,
/// results::StoreError.
int gather_stores(const Context& context, const GatherRequest& request);

}  // namespace smallscope::program
