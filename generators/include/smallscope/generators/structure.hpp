// SPDX-License-Identifier: Apache-2.0
// The shape of a space: which sub-generators it is composed of, under which names, with how many alternatives.
//
// Used for the run's header ("layout 5 x declaration 3 x place 3"), for fingerprints and for covering orders. Values;
// the functions may be called from several threads.
#pragma once

#include <string>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

/// What a node adds to the independent choices of an input.
enum class Contribution {
  itself,        ///< one choice
  components,    ///< the choices of every child; the sizes of the children multiply to the size of the node
  items,         ///< the choices of the only child, once for each of `length` items
  child,         ///< the choices of the only child if the sizes are equal, else one choice: names, filters, sets
  linked,        ///< as `child`; a second generator, which has no size of its own, depends on the child: bind
  alternatives,  ///< one choice: of a child, and then its choices; the sizes of the children add up to that of the node
};

struct Structure {
  std::string kind;  ///< "elements", "product", "list", ...: the factory's name, to be printed
  std::string name;  ///< of a named sub-generator, else ""
  Ordinal size = 0;  ///< or `uncounted`
  std::vector<Structure> children = {};
  Contribution contribution = Contribution::itself;
  std::size_t length = 0;  ///< of `items`
};

/// One line that determines the structure: `product(layout: elements 5, declaration: elements 3)`.
std::string to_string(const Structure& structure);
/// For people: `layout 5 x declaration 3 x place 3`, as deep as names go.
std::string summary(const Structure& structure);
/// The independent choices of an input, the most significant first. Their sizes multiply to that of the structure, so
/// an ordinal is a mixed-radix number over them (mixed_radix.hpp). Each node says what it contributes. Products are
/// flattened, lists of a fixed length are one digit per item, and names, maps and filters are transparent. A node that
/// depends on something, and every other node, is one factor.
std::vector<Ordinal> factors(const Structure& structure);

}  // namespace smallscope::generators
