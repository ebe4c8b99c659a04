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
  } else if (structure.kind == "bind") {
    // The part linked to the first generator's values has no size of its own: the two count together.
    std::vector<std::string> first;
    for (const Structure& child : structure.children) collect_texts(child, first);
    parts.push_back("linked " + (first.empty() ? "" : first.front().substr(0, first.front().rfind(' ')) + " ") +
                    std::to_string(structure.size));
  } else if (structure.kind == "product" || (structure.children.size() == 1 && structure.kind != "sequences")) {
    for (const Structure& child : structure.children) collect_texts(child, parts);
  } else if (structure.size > 1) {
    parts.push_back(structure.kind + " " + size_text(structure.size));
  }
}
void collect_factors(const Structure& structure, std::vector<Ordinal>& factors) {
  if (structure.kind == "product") {
    for (const Structure& child : structure.children) collect_factors(child, factors);
    return;
  }
  const bool is_over_one = structure.children.size() == 1;
  if (is_over_one && structure.children.front().size == structure.size)
    return collect_factors(structure.children.front(), factors);
  if (is_over_one && structure.kind == "sequences") {
    // Only sequences of one length are a power of their items; sequences of several lengths are not.
    const Ordinal items = structure.children.front().size;
    std::size_t length = 0;
    Ordinal rest = structure.size;
    for (; items > 1 && rest > 1 && rest % items == 0; rest /= items) ++length;
    if (rest == 1) {
      for (; length > 0; --length) collect_factors(structure.children.front(), factors);
      return;
    }
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
