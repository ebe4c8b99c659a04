// SPDX-License-Identifier: Apache-2.0
// Where the spectra are that this project reads but never copies: a folder shared/data beside one that holds it.
#pragma once

#include <filesystem>

/// Empty if this machine does not have them.
inline std::filesystem::path shared_data() {
  std::filesystem::path folder = SMALLSCOPE_SOURCE_DIR;
  for (; folder.has_relative_path(); folder = folder.parent_path())
    if (exists(folder.parent_path() / "shared/data/siemens")) return folder.parent_path() / "shared/data";
  return {};
}
