// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/structure.hpp>

namespace smallscope::generators {

std::string to_string(const Structure& structure) {
  std::string text = structure.name.empty() ? "" : structure.name + ": ";
  text += structure.kind + " " + size_text(structure.size);
  if (structure.children.empty()) return text;
  text += "(";
  for (std::size_t i = 0; i < structure.children.size(); ++i) {
    if (i > 0) text += ", ";
    text += to_string(structure.children[i]);
  }
  return text + ")";
}

namespace {

/// Collects the components of nested unnamed products, as texts.
void collect_texts(const Structure& structure, std::vector<std::string>& parts) {
  if (!structure.name.empty()) {
    parts.push_back(structure.name + " " + size_text(structure.size));
  } else if (structure.contribution == Contribution::linked) {
    // The part linked to the first generator's values has no size of its own: the two count together.
    std::vector<std::string> first;
    for (const Structure& child : structure.children) collect_texts(child, first);
    parts.push_back("linked " + (first.empty() ? "" : first.front().substr(0, first.front().rfind(' ')) + " ") +
                    std::to_string(structure.size));
  } else if (structure.contribution == Contribution::components || structure.contribution == Contribution::child) {
    for (const Structure& child : structure.children) collect_texts(child, parts);
  } else if (structure.size > 1) {
    parts.push_back(structure.kind + " " + size_text(structure.size));
  }
}

void collect_factors(const Structure& structure, std::vector<Ordinal>& factors) {
  const auto of_children = [&] {
    for (const Structure& child : structure.children) collect_factors(child, factors);
  };
  // A node over one child that has the same size adds nothing to the choices of the child.
  const bool as_child = structure.children.size() == 1 && structure.children.front().size == structure.size;
  switch (structure.contribution) {
    case Contribution::components:
      return of_children();
    case Contribution::items:
      for (std::size_t item = 0; item < (as_child ? 1 : structure.length); ++item) of_children();
      return;
    case Contribution::child:
    case Contribution::linked:
      if (as_child) return of_children();
      break;
    case Contribution::itself:
      break;
  }
  factors.push_back(structure.size);
}

}  // namespace

std::vector<Ordinal> factors(const Structure& structure) {
  std::vector<Ordinal> result;
  collect_factors(structure, result);
  return result;
}

std::string summary(const Structure& structure) {
  std::vector<std::string> parts;
  collect_texts(structure, parts);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " x ") + part;
  return text.empty() ? structure.kind + " " + size_text(structure.size) : text;
}

}  // namespace smallscope::generators
