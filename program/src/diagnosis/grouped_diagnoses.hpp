// SPDX-License-Identifier: Apache-2.0
// The posterior of a planning session as people and tools read it: diagnoses of groups, each by its elements.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <smallscope/diagnosis/planning/session.hpp>
#include <smallscope/report/json.hpp>

namespace smallscope::program {

struct GroupedDiagnoses {
  std::vector<diagnosis::Element> elements;
  std::vector<std::vector<diagnosis::Column>> groups;  ///< of elements that nothing told apart
  diagnosis::Diagnoses diagnoses;                      ///< of groups
};
GroupedDiagnoses grouped_diagnoses(const diagnosis::planning::Session& session);

/// The elements of a diagnosis, each with those that nothing told apart from it, those with a line first; a few.
std::string elements_text(const GroupedDiagnoses& found, const diagnosis::Diagnosis& diagnosis);
/// The first of them.
const diagnosis::Element& first_element(const GroupedDiagnoses& found, const diagnosis::Diagnosis& diagnosis);

/// A table of the first `top` diagnoses, and how many there are beside them.
std::string text(const GroupedDiagnoses& found, std::size_t top,
                 const std::function<std::string(const diagnosis::Element&)>& source);
report::Json to_json(const GroupedDiagnoses& found, std::size_t top);

}  // namespace smallscope::program
