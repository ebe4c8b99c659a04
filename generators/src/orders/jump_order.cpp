// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/orders/order.hpp>

#include <algorithm>
#include <mutex>
#include <smallscope/generators/hash.hpp>

namespace smallscope::generators {

/// The seeded jumps and checkpoints into them. Jump j leads to visited ordinal number j. The state "after jump j - 1"
/// is kept for every j that is a multiple of `spacing`.
class JumpOrder::Jumps {
 public:
  static constexpr Ordinal spacing = 256;

  Jumps(Ordinal size, Ordinal limit, std::uint64_t seed) : size_(size), limit_(limit), seed_(seed) {
    if (limit == 0) throw GeneratorError("jump: the limit is 0; give the greatest jump, at least 1 (20 is usual)");
    checkpoints_.push_back(next_after({0, ~Ordinal{0}}).ordinal);
    if (checkpoints_.front() >= size_) finish(0);
  }

  /// Jump number `number` leads to `ordinal`.
  struct Step {
    Ordinal number;
    Ordinal ordinal;
  };
  /// Step `number`, replayed from the checkpoint before it. Behind the last step its ordinal is at least size().
  Step step(Ordinal number) {
    const Ordinal checkpoint = number / spacing;
    Step current{0, 0};
    {
      const std::lock_guard lock(mutex_);
      extend([&] { return checkpoints_.size() <= checkpoint; });
      if (checkpoint >= checkpoints_.size()) return {number, size_};
      current = {checkpoint * spacing, checkpoints_[checkpoint]};
    }
    while (current.number < number && current.ordinal < size_) current = after(current);
    return current;
  }
  Step after(Step step) const {
    Step next = next_after({step.number + 1, step.ordinal});
    return {step.number + 1, next.ordinal};
  }
  /// Finds the last step whose ordinal is at most `ordinal`; false if the first one is beyond it.
  bool last_at_most(Ordinal ordinal, Step& result) {
    {
      const std::lock_guard lock(mutex_);
      extend([&] { return checkpoints_.back() <= ordinal; });
      const auto beyond = std::upper_bound(checkpoints_.begin(), checkpoints_.end(), ordinal);
      if (beyond == checkpoints_.begin()) return false;
      const auto index = static_cast<Ordinal>(beyond - checkpoints_.begin() - 1);
      result = {index * spacing, checkpoints_[index]};
    }
    for (Step next = after(result); next.ordinal <= ordinal && next.ordinal < size_; next = after(next)) result = next;
    return true;
  }
  /// Finds the last step before the `rest`-th ordinal (from 0) that no jump visits; false if that ordinal precedes all
  /// steps.
  bool last_before_unvisited(Ordinal rest, Step& result) {
    {
      const std::lock_guard lock(mutex_);
      extend([] { return true; });
      // Before step j there are ordinal(j) - j unvisited ordinals, a number that grows with j.
      Ordinal low = 0, high = checkpoints_.size();
      while (low < high) {
        const Ordinal middle = (low + high) / 2;
        if (checkpoints_[middle] - middle * spacing <= rest)
          low = middle + 1;
        else
          high = middle;
      }
      if (low == 0) return false;
      result = {(low - 1) * spacing, checkpoints_[low - 1]};
    }
    for (Step next = after(result); next.ordinal < size_ && next.ordinal - next.number <= rest; next = after(next))
      result = next;
    return true;
  }
  Ordinal count() {
    const std::lock_guard lock(mutex_);
    extend([] { return true; });
    return count_;
  }
  /// Whether jump `number` exists. Replays no further than that jump.
  bool exists(Ordinal number) { return step(number).ordinal < size_; }

 private:
  /// Where jump `step.number` leads from `step.ordinal` (which is -1, wrapped, before the first): at most size_.
  Step next_after(Step step) const {
    const std::uint64_t x = mixed(seed_ * 0xd1342543de82ef95u + golden_gamma * (step.number + 1));
    const Ordinal from = step.ordinal + 1;  // 0 before the first
    const Ordinal jump = x % limit_;        // one less than the jump's length
    return {step.number, from >= size_ || jump >= size_ - from ? size_ : from + jump};
  }
  void finish(Ordinal count) {
    complete_ = true;
    count_ = count;
    if (checkpoints_.back() >= size_) checkpoints_.pop_back();
  }
  /// Adds checkpoints while `wanted()` holds and jumps are left. The mutex is held.
  template <class Wanted>
  void extend(Wanted wanted) {
    while (!complete_ && wanted()) {
      Step current{(checkpoints_.size() - 1) * spacing, checkpoints_.back()};
      const Ordinal target = current.number + spacing;
      while (current.number < target && current.ordinal < size_) current = after(current);
      if (current.ordinal >= size_) {
        finish(current.number);
      } else {
        checkpoints_.push_back(current.ordinal);
      }
    }
  }

  Ordinal size_;
  Ordinal limit_;
  std::uint64_t seed_;
  std::mutex mutex_;
  std::vector<Ordinal> checkpoints_;
  bool complete_ = false;
  Ordinal count_ = 0;
};

JumpOrder::JumpOrder(Ordinal size, Ordinal limit, std::uint64_t seed)
    : Order(size), jumps_(std::make_unique<Jumps>(size, limit, seed)) {}

JumpOrder::~JumpOrder() = default;

Ordinal JumpOrder::sparse_size() const { return jumps_->count(); }

Ordinal JumpOrder::at(Ordinal position) const {
  require_in_range(position, size());
  if (const Jumps::Step step = jumps_->step(position); step.number == position && step.ordinal < size())
    return step.ordinal;
  const Ordinal rest = position - jumps_->count();
  Jumps::Step step{};
  if (!jumps_->last_before_unvisited(rest, step)) return rest;
  return rest + step.number + 1;  // `rest` unvisited and number + 1 visited ordinals precede it
}

Ordinal JumpOrder::position(Ordinal ordinal) const {
  require_in_range(ordinal, size());
  Jumps::Step step{};
  const bool behind_first = jumps_->last_at_most(ordinal, step);
  if (behind_first && step.ordinal == ordinal) return step.number;
  if (size() == uncounted) return uncounted - 1;
  if (!behind_first) return jumps_->count() + ordinal;
  return jumps_->count() + ordinal - (step.number + 1);
}

void JumpOrder::ordinals(Ordinal first, Ordinal last, std::vector<Ordinal>& result) const {
  result.clear();
  if (first >= last) return;
  Jumps::Step step = jumps_->step(first);
  for (; first < last && step.number == first && step.ordinal < size(); ++first, step = jumps_->after(step))
    result.push_back(step.ordinal);
  if (first == last) return;
  // The exhaustive part: ascending, skipping what the replayed jumps visit.
  Ordinal ordinal = at(first);
  Jumps::Step next{};
  next = jumps_->last_at_most(ordinal, next) ? jumps_->after(next) : jumps_->step(0);
  for (; first < last; ++first, ++ordinal) {
    for (; next.ordinal == ordinal && ordinal < size(); next = jumps_->after(next)) ++ordinal;
    result.push_back(ordinal);
  }
}

bool JumpOrder::ascends(Ordinal first, Ordinal) const { return first < size() && !jumps_->exists(first); }

void JumpOrder::ranges(Ordinal first, Ordinal last, std::vector<OrdinalRange>& result) const {
  result.clear();
  if (first >= last) return;
  Ordinal ordinal = at(first);
  Jumps::Step next{};
  next = jumps_->last_at_most(ordinal, next) ? jumps_->after(next) : jumps_->step(0);
  for (Ordinal left = last - first; left > 0; next = jumps_->after(next)) {
    const Ordinal end = std::min(next.ordinal, size());
    const Ordinal length = std::min(end - ordinal, left);
    if (length > 0) result.emplace_back(ordinal, ordinal + length);
    left -= length;
    ordinal = end + 1;
  }
}

}  // namespace smallscope::generators
