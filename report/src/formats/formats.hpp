// SPDX-License-Identifier: Apache-2.0
// The writers of all formats, one file each; report/src/formats.cpp lists their names.
#pragma once

#include <smallscope/report/formats.hpp>

namespace smallscope::report {

using Output = std::ostream;

void export_json(const ExportContents& contents, Output& output);
void export_csv(const ExportContents& contents, Output& output);
void export_junit(const ExportContents& contents, Output& output);
void export_sarif(const ExportContents& contents, Output& output);
void export_codequality(const ExportContents& contents, Output& output);
void export_markdown(const ExportContents& contents, Output& output);

}  // namespace smallscope::report
