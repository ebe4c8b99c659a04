// SPDX-License-Identifier: Apache-2.0
// The table of orders: one row has everything that is known about an order by its name.
//
// Code that names, makes, stores, prints or compares orders reads it here: command line, schedule, result store,
// studies. A new order is only a new row (order_kinds.cpp). Functions without state, for any thread. Example:
// to_string(OrderSpecification{.name = "jump"}) == "jump (limit 20, seed 1)".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <smallscope/generators/orders/order.hpp>

namespace smallscope::generators {

/// What an order may depend on besides the size of the space: fields of OrderSpecification.
enum class OrderParameter { jump_limit, seed, strength, factors, listed };

struct OrderKind {
  std::string_view name;
  std::vector<OrderParameter> parameters;  ///< those that it depends on, in the sequence in which they are written
  bool of_uncounted = false;               ///< can be used if the size of the space is unknown
  bool is_sparse = false;                  ///< has a sparse part, and then an ascending one: see Order::sparse_size()
  std::shared_ptr<const Order> (*make)(const OrderSpecification& specification, Ordinal size);

  bool depends_on(OrderParameter parameter) const;
};

/// How many tests the sparse part of the orders pairwise-dense and shuffle-dense has (or as many as there are covering
/// rows). A smaller space has no dense part: docs/decisions/0002-walked-rest.md. Stores rely on it.
inline constexpr Ordinal sparse_tests = Ordinal{1} << 15;

/// All rows, in the order in which help texts list them.
const std::vector<OrderKind>& order_kinds();
/// The row with this name; GeneratorError if there is none (the message lists the known names).
const OrderKind& order_kind(std::string_view name);
/// The names of the orders that depend on the parameter.
std::vector<std::string> orders_with(OrderParameter parameter);

/// A parameter that an order depends on, in written form: `name` as in stores, `value` as JSON.
struct OrderArgument {
  std::string_view name;
  std::string value;
  friend bool operator==(const OrderArgument&, const OrderArgument&) = default;
};
/// What determines the order besides its name and the size. For an unknown order: every parameter.
std::vector<OrderArgument> arguments(const OrderSpecification& specification);

/// The order that visits a list first, and then the others in ascending order.
OrderSpecification listed(std::shared_ptr<const std::vector<Ordinal>> list);
/// Whether it is such an order.
bool is_list(const OrderSpecification& order);
/// The order that visits what is not listed as `order` does, and what is listed last. Another list, of `order`, is
/// forgotten. GeneratorError for an unknown name.
OrderSpecification unlisted(std::shared_ptr<const std::vector<Ordinal>> list, OrderSpecification order);
/// The order in which an order visits what is not listed; an order without a list is returned as it is.
OrderSpecification without_list(OrderSpecification order);

/// The specification with defaults for everything that does not determine its order. GeneratorError for an unknown
/// name.
OrderSpecification determining(OrderSpecification specification);

/// As a person reads it: "shuffle (seed 7)". Factors are left out, and the strength if it is the default.
std::string to_string(const OrderSpecification& specification);

}  // namespace smallscope::generators
