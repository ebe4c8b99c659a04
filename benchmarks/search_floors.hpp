// SPDX-License-Identifier: Apache-2.0
// Hand-written code for exactly the work of the searches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace smallscope_benchmarks {

/// Korat's search for binary trees, with the fields of one structure in arrays of fixed size.
class TreesByHand {
 public:
  explicit TreesByHand(int count) : count_(count) { fields_.fill(unread); }
  void run() {
    do {
      ++explored;
      valid += is_tree();
    } while (advance());
  }
  std::uint64_t valid = 0, explored = 0;

 private:
  static constexpr int unread = -1, root = 0, size = 1, left = 2, right = 34;
  int read(int field) {
    if (fields_[static_cast<std::size_t>(field)] < 0) {
      trail_[depth_] = field;
      before_[depth_++] = in_use_;
      fields_[static_cast<std::size_t>(field)] = 0;
    }
    return fields_[static_cast<std::size_t>(field)];
  }
  bool is_tree() {
    const int top = read(root);
    if (top == 0) return read(size) + count_ == 0;
    std::uint32_t seen = 1u << top;
    std::array<int, 32> queue;
    int first = 0, last = 0;
    queue[static_cast<std::size_t>(last++)] = top;
    while (first < last) {
      const int node = queue[static_cast<std::size_t>(first++)];
      for (const int child : {left, right}) {
        const int next = read(child + node);
        if (next == 0) continue;
        if ((seen >> next & 1u) != 0) return false;
        seen |= 1u << next;
        queue[static_cast<std::size_t>(last++)] = next;
      }
    }
    return last == read(size) + count_;
  }
  bool advance() {
    while (depth_ > 0) {
      const int field = trail_[depth_ - 1], before = before_[depth_ - 1];
      int& value = fields_[static_cast<std::size_t>(field)];
      if (field != size && value < count_ && value <= before) {
        ++value;
        in_use_ = value > before ? value : before;
        return true;
      }
      value = unread;
      in_use_ = before;
      --depth_;
    }
    return false;
  }
  int count_, in_use_ = 0;
  std::array<int, 66> fields_;
  std::array<int, 66> trail_, before_;
  std::size_t depth_ = 0;
};

/// The minimum that replays the choices of a function: no checks, and room for 64 choices.
struct ChoicesByHand {
  int operator()(int alternatives) {
    alternatives_[depth] = alternatives;
    return digits_[depth++];
  }
  bool advance() {
    for (; depth > 0; --depth) {
      if (++digits_[depth - 1] < alternatives_[depth - 1]) {
        depth = 0;
        return true;
      }
      digits_[depth - 1] = 0;
    }
    return false;
  }
  std::size_t depth = 0;

 private:
  std::array<int, 64> digits_{}, alternatives_{};
};

/// The sum of `count` digits, chosen by either.
template <class Chooser>
int chosen_sum(Chooser& choose, int count, int base) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += choose(base);
  return sum;
}

/// The sums of all sequences of digits.
[[gnu::noinline]] inline std::uint64_t replayed_sums(int count, int base) {
  ChoicesByHand choose;
  std::uint64_t total = 0;
  do {
    total += static_cast<std::uint64_t>(chosen_sum(choose, count, base));
  } while (choose.advance());
  return total;
}

/// The sums of the sequences of bits whose sum is odd; for the others, the loop backtracks.
[[gnu::noinline]] inline std::uint64_t odd_sums_by_hand(int count) {
  ChoicesByHand choose;
  std::uint64_t total = 0;
  do {
    const int sum = chosen_sum(choose, count, 2);
    if (sum % 2 == 0) continue;
    total += static_cast<std::uint64_t>(sum);
  } while (choose.advance());
  return total;
}

/// The same sums, carried along.
[[gnu::noinline]] inline std::uint64_t nested_sums(int count, int base, int sum = 0) {
  if (count == 0) return static_cast<std::uint64_t>(sum);
  std::uint64_t total = 0;
  for (int digit = 0; digit < base; ++digit) total += nested_sums(count - 1, base, sum + digit);
  return total;
}

}  // namespace smallscope_benchmarks
