// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <smallscope/subjects/command.hpp>

namespace smallscope::subjects {

inline Command shell(std::string script) { return {{"/bin/sh", "-c", std::move(script)}, {}, {}}; }

}  // namespace smallscope::subjects
