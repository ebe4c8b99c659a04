// SPDX-License-Identifier: Apache-2.0
#include "places.hpp"

#include <algorithm>

namespace smallscope::runner {

results::CodePlace Places::find(const coverage::Module& module, coverage::Element element) {
  const coverage::Symbols& symbols = modules_.try_emplace(module.id, module).first->second;
  coverage::Place found = symbols.place(module.point(element));
  results::CodePlace place{std::move(found.function), {}, {}};
  if (found.lines.empty()) return place;
  // Of other files are lines of what was inlined: elements of that file show them.
  const std::uint32_t file = found.lines.front().file;
  place.file = symbols.files().at(file);
  for (const coverage::SourceLine& each : found.lines)
    if (each.file == file) place.lines.push_back(each.line);
  std::ranges::sort(place.lines);
  place.lines.erase(std::unique(place.lines.begin(), place.lines.end()), place.lines.end());
  return place;
}

std::vector<std::string> Places::problems() const {
  std::vector<std::string> texts;
  for (const auto& [id, symbols] : modules_)
    if (!symbols.problem().empty()) texts.push_back(symbols.problem());
  return texts;
}

}  // namespace smallscope::runner
