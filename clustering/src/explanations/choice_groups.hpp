// SPDX-License-Identifier: Apache-2.0
// Choices that play the same part in an input, under one name: the items of a list, the nodes of a tree.
//
// "arguments[]/type" is the type of any item of `arguments`. "expr//*" is any choice in the tree `expr`, its root too;
// "expr//left" is any choice there whose last segment is `left`, and "expr//operands[]" any numbered one.
// "expr//left//*" is any that is called so or below one. As in XPath. Functions without state, for any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/explanations/population.hpp>

namespace smallscope::clustering {

struct ChoiceGroup {
  std::string name;
  std::vector<std::size_t> members;  ///< attributes, ascending; at least two
  bool is_tree = false;              ///< all choices of a recursive choice: names in it end alike at different depths
};

/// The groups of choices that are attributes, each under one name. Attributes that are no choices are in none. A
/// name is that of a tree's root if some choice lies two levels below it. O(n log n) comparisons of names, for
/// n attributes.
std::vector<ChoiceGroup> groups_of(const std::vector<Attribute>& attributes);

/// Those of its members that are in one place of its nodes ("expr//operands[]"), and those below such a place
/// ("expr//operands[0]//*", "expr//operands[]//*"): `tree` is one of groups_of(). O(n log n) for n segments of names.
std::vector<ChoiceGroup> parts_of_tree(const ChoiceGroup& tree, const std::vector<Attribute>& attributes);

/// Whether the names of two nodes of a tree differ in one segment, and there in its number alone or as two names: of
/// "a - b" the two operands, or what stands in one place of both.
bool have_like_places(std::string_view a, std::string_view b);

/// The labels that several members of a group can have, in their order, except those that a choice of the group has in
/// every input. "" for absence is none.
std::vector<std::string> labels_of(const ChoiceGroup& group, const Population& population);

/// What a node of a tree is called within the production above it: of "expr/T / T[0]" it is "T / T[0]". A stroke that
/// follows a blank is a symbol of a production. The whole name, if it has no stroke.
std::string_view last_segment(std::string_view choice);

/// "no regexp//* is `x`", "some regexp//* is `x`".
std::vector<std::string> said_of(std::string_view group, std::string_view label);

/// Whether the name can be that of a group; others are names of single choices.
bool is_group_name(std::string_view name);
/// Whether the choice is in the group of that name.
bool is_in_group(std::string_view choice, std::string_view group);

}  // namespace smallscope::clustering
