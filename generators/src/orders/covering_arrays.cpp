// SPDX-License-Identifier: Apache-2.0
#include "orders/covering_arrays.hpp"

#include <algorithm>

namespace smallscope::generators {

namespace {

constexpr Ordinal greatest_field = 256;

/// The prime whose power q is, or 0.
Ordinal characteristic(Ordinal q) {
  if (q < 2) return 0;
  Ordinal prime = 2;
  while (q % prime != 0) ++prime;
  while (q % prime == 0) q /= prime;
  return q == 1 ? prime : 0;
}

/// The field of q elements, which are polynomials over the integers modulo the characteristic p, written as
/// numbers in base p.
class Field {
 public:
  explicit Field(Ordinal q) : q_(q), p_(characteristic(q)), products_(q * q) {
    // Multiplication modulo a polynomial makes a field exactly if no product of nonzero elements is 0.
    for (Ordinal reduction = 0; !fill_products(reduction); ++reduction) {
    }
  }
  Ordinal add(Ordinal a, Ordinal b) const {
    Ordinal sum = 0;
    for (Ordinal place = 1; place < q_; place *= p_, a /= p_, b /= p_) sum += (a + b) % p_ * place;
    return sum;
  }
  Ordinal multiply(Ordinal a, Ordinal b) const { return products_[a * q_ + b]; }

 private:
  /// Lets x^degree equal the polynomial `reduction`. False if that does not give a field.
  bool fill_products(Ordinal reduction) {
    for (Ordinal a = 0; a < q_; ++a) {
      for (Ordinal b = 0; b < q_; ++b) {
        const Ordinal product = product_of(a, b, reduction);
        if (product == 0 && a != 0 && b != 0) return false;
        products_[a * q_ + b] = product;
      }
    }
    return true;
  }
  Ordinal product_of(Ordinal a, Ordinal b, Ordinal reduction) const {
    Ordinal product = 0;
    for (Ordinal shifted = a; b > 0; b /= p_) {
      for (Ordinal times = b % p_; times > 0; --times) product = add(product, shifted);
      const Ordinal leading = shifted / (q_ / p_);
      shifted = shifted % (q_ / p_) * p_;
      for (Ordinal times = leading; times > 0; --times) shifted = add(shifted, reduction);
    }
    return product;
  }
  Ordinal q_;
  Ordinal p_;
  std::vector<Ordinal> products_;
};

}  // namespace

bool is_field_size(Ordinal q) { return q >= 2 && q <= greatest_field && characteristic(q) != 0; }

UniformArray orthogonal_array(Ordinal q, std::size_t strength) {
  const Field field(q);
  const bool has_nucleus = q % 2 == 0 && strength == 3;
  const Ordinal count = checked_power(q, strength, "orthogonal array");
  UniformArray array{q + (has_nucleus ? 2 : 1), {}};
  MixedRadix polynomials(std::vector<Ordinal>(strength, q));
  LevelRow coefficients;  // the leading one first, so that the constants come first
  for (Ordinal number = 0; number < count; ++number) {
    polynomials.levels(number, coefficients);
    LevelRow row;
    for (Ordinal point = 0; point < q; ++point) {
      Ordinal value = 0;
      for (const Ordinal coefficient : coefficients) value = field.add(field.multiply(value, point), coefficient);
      row.push_back(value);
    }
    row.push_back(coefficients.front());
    if (has_nucleus) row.push_back(coefficients[1]);
    array.rows.push_back(std::move(row));
  }
  return array;
}

UniformArray product_array(const UniformArray& array, Ordinal q) {
  // Column (i, j) takes the array's column i, which covers all pairs of (i, j) with (i', j') and the equal pairs of (i,
  // j) with (i, j'). It then takes column j of the lines that are not constant, which cover the unequal pairs. The last
  // column is the slope of the lines: 0 in the first part.
  const UniformArray lines = orthogonal_array(q, 2);
  UniformArray product{array.columns * q + 1, {}};
  for (const LevelRow& row : array.rows) {
    LevelRow wide;
    for (std::size_t i = 0; i < array.columns; ++i) wide.insert(wide.end(), q, row[i]);
    wide.push_back(0);
    product.rows.push_back(std::move(wide));
  }
  for (const LevelRow& line : lines.rows) {
    if (line.back() == 0) continue;  // constant
    LevelRow wide;
    for (std::size_t i = 0; i < array.columns; ++i) wide.insert(wide.end(), line.begin(), line.end() - 1);
    wide.push_back(line.back());
    product.rows.push_back(std::move(wide));
  }
  return product;
}

UniformArray binary_array(std::size_t columns) {
  // Columns are the subsets of N - 1 rows with N / 2 (rounded up) members, and one more row that belongs to none. Any
  // two subsets meet, neither contains the other, and both leave out a row.
  const auto subsets = [](Ordinal n) {
    Ordinal count = 1;  // n - 1 choose n / 2 rounded up
    for (Ordinal i = 0; i < n - 1 - (n + 1) / 2; ++i) count = count * (n - 1 - i) / (i + 1);
    return count;
  };
  Ordinal rows = 4;
  while (subsets(rows) < columns) ++rows;
  UniformArray array{columns, std::vector<LevelRow>(rows, LevelRow(columns, 0))};
  std::vector<bool> members(rows - 1, false);
  std::fill(members.begin(), members.begin() + static_cast<std::ptrdiff_t>((rows + 1) / 2), true);
  for (std::size_t column = 0; column < columns; ++column) {
    for (std::size_t row = 0; row + 1 < rows; ++row) array.rows[row + 1][column] = members[row] ? 1 : 0;
    std::prev_permutation(members.begin(), members.end());
  }
  return array;
}

}  // namespace smallscope::generators
