// The shape of a space: which sub-generators it is composed of, under which names, with how many alternatives.
//
// Used for the run's header ("layout 5 x declaration 3 x place 3"), for fingerprints and for covering orders.
#pragma once

#include <string>
#include <vector>

#include <smallscope/generators/ordinal.hpp>

namespace smallscope::generators {

/// What a node adds to the independent choices of an input.
enum class Contribution {
  itself,      ///< one choice
  components,  ///< those of every child: their sizes multiply to the node's
  items,       ///< those of the only child, once for each of `length` items
  child,       ///< those of the only child while it has as many alternatives; else one choice: names, filters, sets
  linked,      ///< as `child`, but something without a size of its own depends on the child: bind
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
/// The independent choices of an input, the most significant first: their sizes multiply to that of the structure, so
/// that an ordinal is a mixed-radix number over them (mixed_radix.hpp). Every node says what it contributes: products
/// are flattened, lists of a fixed length are a digit an item, names, maps and filters are looked through; what depends
/// on something, and every other node, is one factor.
std::vector<Ordinal> factors(const Structure& structure);

}  // namespace smallscope::generators
