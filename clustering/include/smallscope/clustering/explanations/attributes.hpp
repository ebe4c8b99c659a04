// SPDX-License-Identifier: Apache-2.0
// By what inputs are told apart: choices, and what follows from them. Values; different copies may be used by different
// threads.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::clustering {

struct Attribute {
  std::string name;  ///< of the choice, or as declared; for a derived one, what it says
  /// What the choice can be, in the order of the ordinals. The label "" means that the input has no such choice, or one
  /// whose value is the empty text: `nothing` says which. Equal labels of different alternatives of one input are told
  /// apart by "#" and the index.
  std::vector<std::string> labels;
  /// The labels are statements, such as "left = right": they need no name beside them.
  bool are_statements = false;
  /// Computed by the campaign (generators::DeclaredAttribute): follows from choices and identifies no input.
  bool is_declared = false;
  /// Computed of a tree: whether some node of it, or some of its nodes, has a label (with_contents_of_trees(),
  /// with_telling_contents()). "regexp//*" and the label.
  struct InTree {
    std::string tree, label;
    friend bool operator==(const InTree&, const InTree&) = default;
  };
  std::optional<InTree> in_tree = std::nullopt;
  /// What the label "" stands for.
  enum class Nothing : std::uint8_t { absent, empty, either };
  Nothing nothing = Nothing::absent;
};
/// "absent", "empty", "absent or empty"
std::string_view name(Attribute::Nothing nothing);

/// Whether the attribute follows from others, and identifies no input.
inline bool is_computed(const Attribute& attribute) { return attribute.is_declared || attribute.in_tree; }

/// A list of attributes, shared by its copies until one of them is changed: a tree has tens of thousands, and every
/// explanation a copy.
class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<Attribute> attributes) : Attributes(std::vector<Attribute>(attributes)) {}
  Attributes(std::vector<Attribute> attributes)  // NOLINT(google-explicit-constructor): it is the same list
      : list_(std::make_shared<std::vector<Attribute>>(std::move(attributes))) {}

  operator const std::vector<Attribute>&() const { return *list_; }  // NOLINT(google-explicit-constructor)
  std::size_t size() const { return list_->size(); }
  const Attribute& operator[](std::size_t number) const { return (*list_)[number]; }
  const Attribute& back() const { return list_->back(); }
  auto begin() const { return list_->cbegin(); }
  auto end() const { return list_->cend(); }

  /// The list, to be changed. O(attributes) if a copy shares it.
  std::vector<Attribute>& own() {
    if (list_.use_count() > 1) list_ = std::make_shared<std::vector<Attribute>>(*list_);
    return *list_;
  }

 private:
  std::shared_ptr<std::vector<Attribute>> list_ = std::make_shared<std::vector<Attribute>>();
};

}  // namespace smallscope::clustering
