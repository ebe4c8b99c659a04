// SPDX-License-Identifier: Apache-2.0
// How well faults are located with a few chosen tests, as tables and as JSON.
#pragma once

#include <string>

#include <smallscope/evaluation/capability/capability_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

/// A table by numbers of tests, one by programs, and which methods differ.
std::string text(const evaluation::capability::CapabilityStudy& study,
                 const evaluation::capability::CapabilitySettings& settings);
report::Json to_json(const evaluation::capability::CapabilityStudy& study,
                     const evaluation::capability::CapabilitySettings& settings);

}  // namespace smallscope::program
