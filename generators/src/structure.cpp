// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/structure.hpp>

#include <algorithm>
#include <smallscope/generators/factor.hpp>
#include <utility>

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

/// Whether the only child has the size of the node, which then adds nothing to its choices.
bool is_as_child(const Structure& structure) {
  return structure.children.size() == 1 && structure.children.front().size == structure.size;
}

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
  } else if (structure.contribution == Contribution::components || structure.contribution == Contribution::child ||
             (structure.contribution == Contribution::alternatives && is_as_child(structure))) {
    for (const Structure& child : structure.children) collect_texts(child, parts);
  } else if (structure.size > 1) {
    parts.push_back(structure.kind + " " + size_text(structure.size));
  }
}

/// Gives every node that is one factor to `add`, the most significant first.
template <class Add>
void collect_factors(const Structure& structure, const Add& add) {
  const auto of_children = [&] {
    for (const Structure& child : structure.children) collect_factors(child, add);
  };
  switch (structure.contribution) {
    case Contribution::components:
      return of_children();
    case Contribution::items:
      for (std::size_t item = 0; item < (is_as_child(structure) ? 1 : structure.length); ++item) of_children();
      return;
    case Contribution::child:
    case Contribution::linked:
    case Contribution::alternatives:
      if (is_as_child(structure)) return of_children();
      break;
    case Contribution::itself:
      break;
  }
  add(structure);
}

/// The factors with their alternatives; `left` is how many there may still be.
std::vector<Factor> nested_within(const Structure& structure, std::size_t& left);

Factor factor_of(const Structure& node, std::size_t& left) {
  if (node.contribution != Contribution::alternatives || node.children.size() >= left) return node.size;
  std::vector<std::vector<Factor>> alternatives;
  bool has_choices = false;
  for (const Structure& child : node.children) {
    alternatives.push_back(nested_within(child, left));
    has_choices = has_choices || child.size > 1;
  }
  return has_choices ? Factor(std::move(alternatives)) : Factor(node.size);
}

/// The names, kinds and sizes of the choices within the node.
std::string text_of_choices(const Structure& structure) {
  std::string text;
  for (const Structure& child : structure.children)
    if (child.size > 1) text += text_of_choices(child);
  return structure.name + ":" + structure.kind + size_text(structure.size) + "(" + text + ")";
}

/// Whether each choice within the node has a name, its own or one around it.
bool is_named(const Structure& structure) {
  if (!structure.name.empty()) return true;
  const auto is_unnamed = [](const Structure& child) { return child.size > 1 && !is_named(child); };
  return !structure.children.empty() && std::ranges::none_of(structure.children, is_unnamed);
}

/// Whether all alternatives of the node have the same choices, by their names, which are then factors beside it.
bool has_alike_alternatives(const Structure& node) {
  if (node.children.size() < 2 || !is_named(node.children.front())) return false;
  const std::string first = text_of_choices(node.children.front());
  return std::ranges::all_of(node.children, [&](const Structure& each) { return text_of_choices(each) == first; });
}

std::vector<Factor> nested_within(const Structure& structure, std::size_t& left) {
  std::vector<Factor> result;
  collect_factors(structure, [&](const Structure& node) {
    left -= left > 0 ? 1 : 0;
    Factor factor = factor_of(node, left);
    if (factor.alternatives.empty() || !has_alike_alternatives(node)) {
      result.push_back(std::move(factor));
      return;
    }
    result.emplace_back(factor.alternatives.size());
    result.insert(result.end(), factor.alternatives.front().begin(), factor.alternatives.front().end());
  });
  return result;
}

}  // namespace

std::vector<Ordinal> factors(const Structure& structure) {
  std::vector<Ordinal> result;
  collect_factors(structure, [&](const Structure& node) { result.push_back(node.size); });
  return result;
}

std::vector<Factor> nested_factors(const Structure& structure) {
  std::size_t left = most_nested_factors;
  return nested_within(structure, left);
}

std::string summary(const Structure& structure) {
  std::vector<std::string> parts;
  collect_texts(structure, parts);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " x ") + part;
  return text.empty() ? structure.kind + " " + size_text(structure.size) : text;
}

}  // namespace smallscope::generators
