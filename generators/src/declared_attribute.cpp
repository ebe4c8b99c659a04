// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/declared_attribute.hpp>

#include <algorithm>

namespace smallscope::generators {

namespace {

std::string message(const DeclaredAttribute& attribute, std::span<const std::string> labels, const std::string& why) {
  std::string of;
  for (std::size_t i = 0; i < attribute.from.size(); ++i)
    of += (of.empty() ? "" : ", ") + attribute.from[i] + " = `" + (i < labels.size() ? labels[i] : "") + "`";
  return "the attribute `" + attribute.name + "` cannot be computed for " + (of.empty() ? "any input" : of) + ": " +
         why;
}

}  // namespace

std::string label_of(const DeclaredAttribute& attribute, std::span<const std::string> labels) {
  if (!attribute.label) throw AttributeError(message(attribute, labels, "it has no function; give it one"));
  try {
    return attribute.label(labels);
  } catch (const std::exception& error) {
    throw AttributeError(message(attribute, labels, error.what()));
  } catch (...) {
    throw AttributeError(message(attribute, labels, "it throws something that is not a std::exception"));
  }
}

std::string label_of(const DeclaredAttribute& attribute, const Choices& choices) {
  std::vector<std::string> labels;
  for (const std::string& name : attribute.from) {
    const auto choice = std::ranges::find(choices, name, &Choice::name);
    labels.push_back(choice == choices.end() ? "" : choice->label);
  }
  return label_of(attribute, labels);
}

}  // namespace smallscope::generators
