// SPDX-License-Identifier: Apache-2.0
// The keeper's executable (keeper/keeper.cpp), as bytes of this one.
#pragma once

#include <string_view>

namespace smallscope::subjects {

std::string_view keeper_image();

}  // namespace smallscope::subjects
