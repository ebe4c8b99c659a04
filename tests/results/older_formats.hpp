// SPDX-License-Identifier: Apache-2.0
// Stores as older programs wrote them.
#pragma once

#include <filesystem>

namespace smallscope::results::samples {

/// Turns a store of the current format into one of an older format, with what that format can hold.
void make_older(const std::filesystem::path& file, int format);

}  // namespace smallscope::results::samples
