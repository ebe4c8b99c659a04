// SPDX-License-Identifier: Apache-2.0
#include "explanations/literals.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace smallscope::clustering {

namespace {

double bits_of_name(const std::vector<Attribute>& attributes) {
  return std::log2(static_cast<double>(std::max<std::size_t>(attributes.size(), 2)));
}

/// The values of a numeric attribute in the order of their numbers, without that of absence.
std::vector<Value> by_number(const Attribute& attribute) {
  std::vector<Value> values;
  for (std::size_t value = 0; value < attribute.labels.size(); ++value)
    if (!attribute.labels[value].empty()) values.push_back(static_cast<Value>(value));
  std::ranges::stable_sort(values, {}, [&](Value value) { return *number_of(attribute.labels[value]); });
  return values;
}

/// The interval from the least to the greatest needed value, unless it contains one that is not allowed.
std::optional<Literal> interval(std::size_t attribute, const Attribute& of, std::span<const std::uint8_t> needed,
                                std::span<const std::uint8_t> allowed) {
  if (!is_numeric(of)) return std::nullopt;
  const auto absent = std::ranges::find(of.labels, "");
  if (absent != of.labels.end() && needed[static_cast<std::size_t>(absent - of.labels.begin())]) return std::nullopt;
  std::vector<Value> order = by_number(of);
  const auto is_needed = [&](Value value) { return needed[value] != 0; };
  auto first = std::ranges::find_if(order, is_needed);
  auto last = std::find_if(order.rbegin(), order.rend(), is_needed).base() - 1;
  if (!std::all_of(first, last, [&](Value value) { return allowed[value] != 0; })) return std::nullopt;
  // An end of the whole range needs no number, so an interval is drawn out to it where that is allowed.
  if (std::all_of(order.begin(), first, [&](Value value) { return allowed[value] != 0; })) first = order.begin();
  if (std::all_of(last, order.end(), [&](Value value) { return allowed[value] != 0; })) last = order.end() - 1;
  // That it is present at all is not said by numbers.
  if (absent != of.labels.end() && first == order.begin() && last == order.end() - 1) return std::nullopt;
  return Literal{attribute, Literal::Kind::between, {*first, *last}};
}

}  // namespace

std::optional<Value> absent_value(const Attribute& attribute) {
  const auto found = std::ranges::find(attribute.labels, "");
  if (found == attribute.labels.end() || attribute.nothing != Attribute::Nothing::absent) return std::nullopt;
  return static_cast<Value>(found - attribute.labels.begin());
}

Literal shortest(std::size_t attribute, const std::vector<Attribute>& attributes, std::span<const std::uint8_t> needed,
                 std::span<const std::uint8_t> allowed) {
  Literal in{attribute, Literal::Kind::in, {}}, not_in{attribute, Literal::Kind::not_in, {}};
  for (std::size_t value = 0; value < needed.size(); ++value) {
    if (needed[value]) in.values.push_back(static_cast<Value>(value));
    if (!allowed[value]) not_in.values.push_back(static_cast<Value>(value));
  }
  Literal best = bits_of(not_in, attributes) < bits_of(in, attributes) ? std::move(not_in) : std::move(in);
  if (auto between = interval(attribute, attributes[attribute], needed, allowed))
    if (bits_of(*between, attributes) < bits_of(best, attributes)) best = *std::move(between);
  return best;
}

std::vector<Literal> literals_of(const Cube& cube, const CoverRows& rows, const std::vector<Attribute>& attributes,
                                 Cube& chosen) {
  std::vector<std::uint8_t> in = rows_in(rows, cube);
  std::size_t covered = 0;
  for (std::size_t row = 0; row < in.size(); ++row) {
    in[row] &= rows.roles[row] == Role::covered;
    covered += in[row];
  }
  chosen = cube;
  std::vector<Literal> literals;
  for (std::size_t attribute = 0; attribute < cube.size(); ++attribute) {
    if (cube.allows_all(attribute)) continue;
    const auto needed = rows.columns[attribute].values_in(in, covered, cube[attribute].size());
    literals.push_back(shortest(attribute, attributes, needed, cube[attribute]));
    std::ranges::copy(allowed_by(literals.back(), attributes[attribute]), chosen[attribute].begin());
  }
  return literals;
}

double bits_of(const Literal& literal, const std::vector<Attribute>& attributes) {
  const Attribute& attribute = attributes[literal.attribute];
  const double each = std::log2(static_cast<double>(std::max<std::size_t>(attribute.labels.size(), 2)));
  const double name = bits_of_name(attributes);
  if (literal.kind != Literal::Kind::between)
    return name + (literal.kind == Literal::Kind::in ? 1 : 2) + static_cast<double>(literal.values.size()) * each;
  const std::vector<Value> order = by_number(attribute);
  const int ends = (literal.values.front() != order.front()) + (literal.values.back() != order.back());
  return name + 2 + ends * each;
}

double bits_of(const Term& term, const std::vector<Attribute>& attributes) {
  double bits = 1;
  for (const Literal& literal : term.literals) bits += bits_of(literal, attributes);
  return bits;
}

double fewest_bits(const std::vector<Attribute>& attributes) {
  constexpr double term = 1, kind = 1, value = 1;
  return term + bits_of_name(attributes) + kind + value;
}

std::vector<std::uint8_t> allowed_by(const Literal& literal, const Attribute& attribute) {
  std::vector<std::uint8_t> allowed(attribute.labels.size(), literal.kind == Literal::Kind::not_in);
  if (literal.kind == Literal::Kind::between) {
    const std::vector<Value> order = by_number(attribute);
    const auto first = std::ranges::find(order, literal.values.front());
    const auto last = std::ranges::find(order, literal.values.back());
    for (auto value = first; value <= last; ++value) allowed[*value] = 1;
  } else {
    for (const Value value : literal.values) allowed[value] = literal.kind == Literal::Kind::in;
  }
  return allowed;
}

std::vector<std::uint8_t> rows_with(const CoverRows& rows, const std::vector<Literal>& literals,
                                    const std::vector<Attribute>& attributes) {
  std::vector<std::uint8_t> in(rows.roles.size(), 1);
  for (const Literal& literal : literals)
    restrict_to(rows.columns[literal.attribute], allowed_by(literal, attributes[literal.attribute]), in);
  return in;
}

std::optional<long long> number_of(const std::string& label) {
  long long value = 0;
  const auto [end, error] = std::from_chars(label.data(), label.data() + label.size(), value);
  if (label.empty() || error != std::errc() || end != label.data() + label.size()) return std::nullopt;
  return value;
}

}  // namespace smallscope::clustering
