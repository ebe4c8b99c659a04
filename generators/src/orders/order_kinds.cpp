// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/order_kinds.hpp>

#include <algorithm>

#include <smallscope/generators/orders/covering_order.hpp>

#include "orders/prefixed_order.hpp"
#include "orders/rotated_order.hpp"

namespace smallscope::generators {

namespace {

using Parameter = OrderParameter;

/// For pairwise-dense: finding the rows of pairwise may take longer than walking 10^8 inputs.
constexpr CoveringEffort quick_rows{.search = std::uint64_t{1} << 18, .reduction = 0};

std::string list_text(const std::vector<Ordinal>& numbers) {
  std::string text;
  for (const Ordinal number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return "[" + text + "]";
}

std::vector<Ordinal> listed_of(const OrderSpecification& specification) {
  return specification.listed ? *specification.listed : std::vector<Ordinal>();
}

/// The order that visits a list first.
constexpr std::string_view list_alone = "listed";

/// Before the name of an order that leaves a list to the end.
constexpr std::string_view without = "unlisted-";

std::shared_ptr<const Order> listed_first(std::vector<Ordinal> listed, std::shared_ptr<const Order> rest) {
  const Ordinal size = rest->size();
  std::vector<Ordinal> sorted = listed;
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty() && sorted.back() >= size)
    throw GeneratorError("order listed: the space has " + std::to_string(size) + " inputs, " +
                         std::to_string(sorted.back()) + " is none of them; list ordinals of this space");
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    throw GeneratorError("order listed: " + std::to_string(*twice) + " is listed twice; list it once");
  return std::make_shared<PrefixedOrder>(std::move(listed), std::move(rest));
}

/// The order "unlisted-NAME".
std::shared_ptr<const Order> listed_last(const OrderSpecification& specification, Ordinal size) {
  std::vector<Ordinal> listed = listed_of(specification);
  const Ordinal last = listed.size();
  return std::make_shared<RotatedOrder>(listed_first(std::move(listed), make_order(without_list(specification), size)),
                                        last);
}

/// How a parameter is written and read. A new parameter is a new row, and a column of the store.
struct ParameterRow {
  OrderParameter parameter;
  std::string_view name;                                     // in stores
  std::string_view label;                                    // for people; "" if they need not see it
  bool is_shown_by_default;                                  // whether people see its default value
  std::string (*value)(const OrderSpecification&);           // as JSON
  void (*reset)(OrderSpecification&, OrderSpecification&&);  // to the value of another specification
};

const std::vector<ParameterRow>& parameter_rows() {
  using S = OrderSpecification;
  static const std::vector<ParameterRow> rows{
      {Parameter::jump_limit, "jump_limit", "limit", true, [](const S& s) { return std::to_string(s.jump_limit); },
       [](S& s, S&& other) { s.jump_limit = other.jump_limit; }},
      {Parameter::seed, "seed", "seed", true, [](const S& s) { return std::to_string(s.seed); },
       [](S& s, S&& other) { s.seed = other.seed; }},
      {Parameter::strength, "strength", "strength", false, [](const S& s) { return std::to_string(s.strength); },
       [](S& s, S&& other) { s.strength = other.strength; }},
      {Parameter::factors, "factors", "", false, [](const S& s) { return to_string(s.factors); },
       [](S& s, S&& other) { s.factors = std::move(other.factors); }},
      {Parameter::listed, "listed", "", false, [](const S& s) { return list_text(listed_of(s)); },
       [](S& s, S&& other) { s.listed = std::move(other.listed); }},
  };
  return rows;
}

const ParameterRow& row_of(OrderParameter parameter) {
  return *std::find_if(parameter_rows().begin(), parameter_rows().end(),
                       [&](const ParameterRow& row) { return row.parameter == parameter; });
}

const OrderKind* find_kind(std::string_view name) {
  for (const OrderKind& kind : order_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

std::vector<OrderParameter> parameters_of(const OrderSpecification& specification) {
  if (const OrderKind* const kind = find_kind(specification.name)) return kind->parameters;
  std::vector<OrderParameter> all;
  for (const ParameterRow& row : parameter_rows()) all.push_back(row.parameter);
  return all;
}

}  // namespace

const std::vector<OrderKind>& order_kinds() {
  using S = OrderSpecification;
  static const std::vector<OrderKind> kinds{
      {.name = "pairwise",
       .parameters = {Parameter::strength, Parameter::factors},
       .make = [](const S& s, Ordinal size) -> std::shared_ptr<const Order> {
         return std::make_shared<CoveringOrder>(size, s.factors, s.strength);
       }},
      {.name = "golden", .parameters = {}, .make = [](const S&, Ordinal size) { return golden(size); }},
      {.name = "jump",
       .parameters = {Parameter::jump_limit, Parameter::seed},
       .of_uncounted = true,
       .is_sparse = true,
       .make = [](const S& s, Ordinal size) -> std::shared_ptr<const Order> {
         return std::make_shared<JumpOrder>(size, s.jump_limit, s.seed);
       }},
      {.name = "shuffle",
       .parameters = {Parameter::seed},
       .make = [](const S& s, Ordinal size) { return shuffle(size, s.seed); }},
      {.name = "pairwise-dense",
       .parameters = {Parameter::strength, Parameter::factors},
       .is_sparse = true,
       .make =
           [](const S& s, Ordinal size) {
             const CoveringEffort effort = size > sparse_tests ? quick_rows : CoveringEffort();
             const auto pairwise = std::make_shared<CoveringOrder>(size, s.factors, s.strength, effort);
             return then_dense(pairwise, std::max(sparse_tests, pairwise->covering_size()));
           }},
      {.name = "shuffle-dense",
       .parameters = {Parameter::seed},
       .is_sparse = true,
       .make = [](const S& s, Ordinal size) { return then_dense(shuffle(size, s.seed), sparse_tests); }},
      {.name = list_alone,
       .parameters = {Parameter::listed},
       .make = [](const S& s, Ordinal size) { return listed_first(listed_of(s), dense(size)); }},
      {.name = "unlisted-pairwise",
       .parameters = {Parameter::strength, Parameter::factors, Parameter::listed},
       .make = listed_last},
      {.name = "unlisted-golden", .parameters = {Parameter::listed}, .make = listed_last},
      {.name = "unlisted-jump",
       .parameters = {Parameter::jump_limit, Parameter::seed, Parameter::listed},
       .make = listed_last},
      {.name = "unlisted-shuffle", .parameters = {Parameter::seed, Parameter::listed}, .make = listed_last},
      {.name = "unlisted-pairwise-dense",
       .parameters = {Parameter::strength, Parameter::factors, Parameter::listed},
       .make = listed_last},
      {.name = "unlisted-shuffle-dense", .parameters = {Parameter::seed, Parameter::listed}, .make = listed_last},
      {.name = "unlisted-dense", .parameters = {Parameter::listed}, .make = listed_last},
      {.name = "dense",
       .parameters = {},
       .of_uncounted = true,
       .make = [](const S&, Ordinal size) { return dense(size); }},
  };
  return kinds;
}

bool OrderKind::depends_on(OrderParameter parameter) const {
  return std::find(parameters.begin(), parameters.end(), parameter) != parameters.end();
}

const OrderKind& order_kind(std::string_view name) {
  if (const OrderKind* const kind = find_kind(name)) return *kind;
  std::string known;
  for (const OrderKind& kind : order_kinds()) known += (known.empty() ? "" : ", ") + std::string(kind.name);
  throw GeneratorError("unknown order `" + std::string(name) + "`; the orders are " + known);
}

std::vector<std::string> orders_with(OrderParameter parameter) {
  std::vector<std::string> names;
  for (const OrderKind& kind : order_kinds())
    if (kind.depends_on(parameter)) names.emplace_back(kind.name);
  return names;
}

const std::vector<std::string>& order_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const OrderKind& kind : order_kinds()) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

std::shared_ptr<const Order> make_order(const OrderSpecification& specification, Ordinal size) {
  return order_kind(specification.name).make(specification, size);
}

OrderSpecification listed(std::shared_ptr<const std::vector<Ordinal>> list) {
  return determining({.name = std::string(list_alone), .listed = std::move(list)});
}

bool is_list(const OrderSpecification& order) { return order.name == list_alone; }

OrderSpecification unlisted(std::shared_ptr<const std::vector<Ordinal>> list, OrderSpecification order) {
  order = without_list(std::move(order));
  order.name = std::string(without) + order.name;
  order.listed = std::move(list);
  return determining(std::move(order));
}

OrderSpecification without_list(OrderSpecification order) {
  order.listed = nullptr;
  if (is_list(order))
    order.name = "dense";
  else if (order.name.starts_with(without))
    order.name.erase(0, without.size());
  return order;
}

std::vector<OrderArgument> arguments(const OrderSpecification& specification) {
  std::vector<OrderArgument> result;
  for (const OrderParameter parameter : parameters_of(specification)) {
    const ParameterRow& row = row_of(parameter);
    result.push_back({row.name, row.value(specification)});
  }
  return result;
}

bool operator==(const OrderSpecification& a, const OrderSpecification& b) {
  return a.name == b.name && arguments(a) == arguments(b);
}

OrderSpecification determining(OrderSpecification specification) {
  const OrderKind& kind = order_kind(specification.name);
  for (const ParameterRow& row : parameter_rows())
    if (!kind.depends_on(row.parameter)) row.reset(specification, OrderSpecification());
  return specification;
}

std::string to_string(const OrderSpecification& specification) {
  const OrderSpecification usual;
  std::string text;
  for (const OrderParameter parameter : parameters_of(specification)) {
    const ParameterRow& row = row_of(parameter);
    const std::string value = row.value(specification);
    if (row.label.empty() || (!row.is_shown_by_default && value == row.value(usual))) continue;
    text += (text.empty() ? " (" : ", ") + std::string(row.label) + " " + value;
  }
  return specification.name + (text.empty() ? "" : text + ")");
}

}  // namespace smallscope::generators
