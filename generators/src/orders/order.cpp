// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/order.hpp>

#include <bit>
#include <cmath>
#include <numeric>

#include <smallscope/generators/hash.hpp>

#include "orders/prefixed_order.hpp"

namespace smallscope::generators {

namespace {

__extension__ using Wide = unsigned __int128;

class DenseOrder final : public Order {
 public:
  explicit DenseOrder(Ordinal size) : Order(size) {}
  Ordinal at(Ordinal position) const override {
    require_in_range(position, size());
    return position;
  }
  Ordinal position(Ordinal ordinal) const override { return at(ordinal); }
  bool ascends(Ordinal, Ordinal) const override { return true; }
  void ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& ranges) const override {
    ranges.assign(first < last ? 1 : 0, {first, last});
  }
  Ordinal sparse_size() const override { return 0; }
};

class ShuffleOrder final : public Order {
 public:
  ShuffleOrder(Ordinal size, std::uint64_t seed)
      : Order(size), half_bits_((static_cast<int>(std::bit_width(size > 1 ? size - 1 : 1)) + 1) / 2) {
    for (int round = 0; round < rounds; ++round)
      keys_[round] = mixed(seed + golden_gamma * static_cast<std::uint64_t>(round + 1));
  }
  Ordinal at(Ordinal position) const override {
    require_in_range(position, size());
    do position = forward(position);
    while (position >= size());
    return position;
  }
  Ordinal position(Ordinal ordinal) const override {
    require_in_range(ordinal, size());
    do ordinal = backward(ordinal);
    while (ordinal >= size());
    return ordinal;
  }

 private:
  static constexpr int rounds = 6;
  Ordinal half_mask() const { return (Ordinal{1} << half_bits_) - 1; }
  Ordinal forward(Ordinal x) const {
    Ordinal left = x >> half_bits_, right = x & half_mask();
    for (int round = 0; round < rounds; ++round) {
      const Ordinal next = left ^ (mixed(right + keys_[round]) & half_mask());
      left = right;
      right = next;
    }
    return left << half_bits_ | right;
  }
  Ordinal backward(Ordinal x) const {
    Ordinal left = x >> half_bits_, right = x & half_mask();
    for (int round = rounds; round-- > 0;) {
      const Ordinal previous = right ^ (mixed(left + keys_[round]) & half_mask());
      right = left;
      left = previous;
    }
    return left << half_bits_ | right;
  }
  int half_bits_;
  std::uint64_t keys_[rounds];
};

class GoldenOrder final : public Order {
 public:
  explicit GoldenOrder(Ordinal size) : Order(size) {
    if (size < 3) return;  // stride 1
    const long double phi = (1 + std::sqrt(5.0L)) / 2;
    const auto nearest = static_cast<Ordinal>(std::llround(static_cast<long double>(size) / phi));
    for (Ordinal distance = 0;; ++distance) {
      if (std::gcd(nearest + distance, size) == 1) {
        stride_ = nearest + distance;
        break;
      }
      if (distance < nearest && std::gcd(nearest - distance, size) == 1) {
        stride_ = nearest - distance;
        break;
      }
    }
    stride_ %= size;
    inverse_ = modular_inverse(stride_, size);
  }
  Ordinal at(Ordinal position) const override {
    require_in_range(position, size());
    return static_cast<Ordinal>(Wide{position} * stride_ % size());
  }
  Ordinal position(Ordinal ordinal) const override {
    require_in_range(ordinal, size());
    return static_cast<Ordinal>(Wide{ordinal} * inverse_ % size());
  }
  void ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& result) const override {
    result.clear();
    if (first >= last) return;
    Ordinal ordinal = at(first);
    for (Ordinal position = first; position < last; ++position) {
      result.push_back(ordinal);
      ordinal = ordinal >= size() - stride_ ? ordinal - (size() - stride_) : ordinal + stride_;
    }
  }

 private:
  static Ordinal modular_inverse(Ordinal value, Ordinal modulus) {
    __extension__ using Signed = __int128;
    Signed r0 = modulus, r1 = value, t0 = 0, t1 = 1;
    while (r1 != 0) {
      const Signed quotient = r0 / r1;
      std::swap(r0 -= quotient * r1, r1);
      std::swap(t0 -= quotient * t1, t1);
    }
    return static_cast<Ordinal>(t0 < 0 ? t0 + Signed{modulus} : t0);
  }
  Ordinal stride_ = 1;
  Ordinal inverse_ = 1;
};

}  // namespace

void Order::ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& ordinals) const {
  ordinals.clear();
  for (Ordinal position = first; position < last; ++position) ordinals.push_back(at(position));
}

void Order::ranges(Ordinal, Ordinal, std::vector<OrdinalRange>&) const {
  throw GeneratorError("ranges of an order that does not ascend there: ask ascends() before, or for ordinals()");
}

std::shared_ptr<const Order> then_dense(std::shared_ptr<const Order> sparse, Ordinal tests) {
  if (tests >= sparse->size()) return sparse;
  std::vector<Ordinal> prefix;
  sparse->ordinals(0, tests, prefix);
  return std::make_shared<PrefixedOrder>(std::move(prefix), dense(sparse->size()));
}

std::shared_ptr<const Order> dense(Ordinal size) { return std::make_shared<DenseOrder>(size); }
std::shared_ptr<const Order> shuffle(Ordinal size, std::uint64_t seed) {
  return std::make_shared<ShuffleOrder>(size, seed);
}
std::shared_ptr<const Order> golden(Ordinal size) { return std::make_shared<GoldenOrder>(size); }

}  // namespace smallscope::generators
