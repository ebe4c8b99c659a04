// Studies as tables for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include <smallscope/evaluation/merging_study.hpp>
#include <smallscope/evaluation/order_study.hpp>

#include <smallscope/report/json.hpp>

namespace smallscope::program {

report::Json to_json(const evaluation::Estimate& estimate);

/// For each campaign a table of its orders, for synthetic failures a line a space, then one of the geometric means for each family.
std::string text(const std::vector<evaluation::OrderStudy>& studies);
report::Json to_json(const std::vector<evaluation::OrderStudy>& studies);

/// For each campaign a table of its levels and what they missed, then the sum over all.
std::string text(const std::vector<evaluation::MergingStudy>& studies);
report::Json to_json(const std::vector<evaluation::MergingStudy>& studies);

}  // namespace smallscope::program
