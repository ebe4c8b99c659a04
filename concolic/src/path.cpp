// SPDX-License-Identifier: Apache-2.0
#include <smallscope/concolic/path.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace smallscope::concolic {

namespace {

/// The outcomes by place and number of the evaluation there.
std::map<std::pair<Place, std::size_t>, std::int64_t> numbered(std::span<const Step> steps) {
  std::map<Place, std::size_t> times;
  std::map<std::pair<Place, std::size_t>, std::int64_t> outcomes;
  for (const Step& each : steps) outcomes.emplace(std::pair(each.place, times[each.place]++), each.outcome);
  return outcomes;
}

double subset_similarity(std::span<const Step> a, std::span<const Step> b) {
  const auto of_a = numbered(a), of_b = numbered(b);
  std::size_t either = of_b.size(), alike = 0;
  for (const auto& [condition, outcome] : of_a) {
    const auto found = of_b.find(condition);
    if (found == of_b.end())
      ++either;
    else
      alike += found->second == outcome ? 1 : 0;
  }
  return static_cast<double>(alike) / static_cast<double>(either);
}

double subsequence_similarity(std::span<const Step> a, std::span<const Step> b) {
  std::vector<std::size_t> ends(b.size() + 1);  // the run that ends with a step of a and one of b
  std::size_t longest = 0;
  for (const Step& each : a)
    for (std::size_t i = b.size(); i > 0; --i) {
      ends[i] = each == b[i - 1] ? ends[i - 1] + 1 : 0;
      longest = std::max(longest, ends[i]);
    }
  return static_cast<double>(longest) / static_cast<double>(std::max(a.size(), b.size()));
}

}  // namespace

std::string Place::function_name() const {
  const std::string_view whole = function.substr(0, function.find('('));
  const std::size_t space = whole.rfind(' ');
  return std::string(space == std::string_view::npos ? whole : whole.substr(space + 1));
}

std::vector<Step> steps(std::span<const Branch> branches) {
  std::vector<Step> steps;
  for (const Branch& each : branches)
    if (each.role == Role::subject) steps.push_back({each.place, each.outcome});
  return steps;
}

std::string_view name(PathForm form) { return form == PathForm::subset ? "subset" : "subsequence"; }

double similarity(std::span<const Step> a, std::span<const Step> b, PathForm form) {
  if (a.empty() && b.empty()) return 1;
  return form == PathForm::subset ? subset_similarity(a, b) : subsequence_similarity(a, b);
}

}  // namespace smallscope::concolic
