#include <smallscope/generators/structure.hpp>

namespace smallscope::generators {

std::string to_string(const Structure& structure) {
  std::string text = structure.name.empty() ? "" : structure.name + ": ";
  text += structure.kind + " " + std::to_string(structure.size);
  if (structure.children.empty()) return text;
  text += "(";
  for (std::size_t i = 0; i < structure.children.size(); ++i) {
    if (i > 0) text += ", ";
    text += to_string(structure.children[i]);
  }
  return text + ")";
}

namespace {
/// Collects the factors of nested unnamed products.
void factors(const Structure& structure, std::vector<std::string>& parts) {
  if (!structure.name.empty()) {
    parts.push_back(structure.name + " " + std::to_string(structure.size));
  } else if (structure.kind == "bind") {
    // What is linked to the first generator's values has no size of its own: the two count together.
    std::vector<std::string> first;
    for (const Structure& child : structure.children) factors(child, first);
    parts.push_back("linked " + (first.empty() ? "" : first.front().substr(0, first.front().rfind(' ')) + " ") +
                    std::to_string(structure.size));
  } else if (structure.kind == "product" || (structure.children.size() == 1 && structure.kind != "sequences")) {
    for (const Structure& child : structure.children) factors(child, parts);
  } else if (structure.size > 1) {
    parts.push_back(structure.kind + " " + std::to_string(structure.size));
  }
}
}  // namespace

std::string summary(const Structure& structure) {
  std::vector<std::string> parts;
  factors(structure, parts);
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : " x ") + part;
  return text.empty() ? structure.kind + " " + std::to_string(structure.size) : text;
}

}  // namespace smallscope::generators
