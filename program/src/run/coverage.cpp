// SPDX-License-Identifier: Apache-2.0
#include "run/coverage.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"
#include "command_line/counted.hpp"

namespace smallscope::program {

namespace {

constexpr const char* guide =
    "docs/coverage.md says how C and C++ are compiled and linked, and what starts Python, Java and JavaScript";

results::Ordinal executed_without(const results::Store& store) {
  const results::Account account = store.account();
  const results::Ordinal executed = account.executed - account.filtered;
  return executed - std::min(executed, store.spectra());
}

}  // namespace

runner::Campaign with_coverage(runner::Campaign campaign) {
  auto body = campaign.body->with_coverage();
  if (body == nullptr && campaign.body->takes_texts())
    throw UsageError(fmt::format(
        "--coverage: the subject of {} cannot be observed; if it is one of your own that starts another, override "
        "Subject::with_coverage()",
        campaign.name));
  if (body == nullptr)
    throw UsageError(fmt::format(
        "--coverage: {} executes inputs in process, where threads cover code at the same time; add --isolate",
        campaign.name));
  campaign.body = std::move(body);
  return campaign;
}

std::string early_coverage_warning() { return fmt::format("no process has reported what it covers so far: {}", guide); }

std::string coverage_text(const runner::Summary& summary, const results::Store& store, bool wanted) {
  const results::Ordinal spectra = store.spectra();
  if (!wanted && spectra == 0) return "";
  const std::size_t elements = store.code_elements().size();
  std::string text = fmt::format("{:<10} {} covered {} in {}", "coverage", counted(spectra, "test"),
                                 counted(elements, "element"), counted(store.code_modules().size(), "module"));
  if (store.account().merged.empty())
    if (const results::Ordinal without = executed_without(store); without > 0)
      text += fmt::format("; {} executed without", report::grouped(without));
  text += "\n";
  if (wanted && elements == 0) text += fmt::format("{:<10} no process reported what it covers: {}\n", "warning", guide);
  for (const std::string& remark : summary.remarks)
    text += fmt::format("{:<10} {}\n", "warning", report::one_line(remark, 400));
  return text;
}

report::Json coverage_json(const runner::Summary& summary, const results::Store& store) {
  const results::Ordinal spectra = store.spectra();
  if (spectra == 0) return {};
  report::Json remarks = report::Json::array();
  for (const std::string& remark : summary.remarks) remarks.push_back(report::text_json(remark));
  return {{"tests", spectra},
          {"elements", store.code_elements().size()},
          {"modules", store.code_modules().size()},
          {"remarks", std::move(remarks)}};
}

}  // namespace smallscope::program
