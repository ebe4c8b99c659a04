// SPDX-License-Identifier: Apache-2.0
// The writers of all formats, one file each; report/src/formats.cpp lists their names.
#pragma once

#include <smallscope/report/formats.hpp>

namespace smallscope::report {

using Output = std::ostream;

void export_json(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output);
void export_csv(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output);
void export_junit(const results::Store& store, const std::vector<clustering::Cluster>& clusters, Output& output);

}  // namespace smallscope::report
