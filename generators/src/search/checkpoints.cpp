// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/checkpoints.hpp>

#include <algorithm>
#include <utility>

namespace smallscope::generators {

void throw_rejected_choices() { throw GeneratorError("search: the choices lead to a path that the search rejects"); }

void Checkpoints::add(Ordinal ordinal, std::span<const Digit> decisions) {
  ordinals_.push_back(ordinal);
  digits_.insert(digits_.end(), decisions.begin(), decisions.end());
  ends_.push_back(digits_.size());
}

void Checkpoints::append(const Checkpoints& later, Ordinal offset) {
  for (const Ordinal ordinal : later.ordinals_) ordinals_.push_back(offset + ordinal);
  for (const std::size_t end : later.ends_) ends_.push_back(digits_.size() + end);
  digits_.insert(digits_.end(), later.digits_.begin(), later.digits_.end());
}

void Checkpoints::thin() {
  Checkpoints kept;
  for (std::size_t i = 0; i < size(); i += 2) kept.add(ordinals_[i], decisions(i));
  *this = std::move(kept);
}

std::span<const Digit> Checkpoints::decisions(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  return std::span(digits_).subspan(begin, ends_[i] - begin);
}

Checkpoint Checkpoints::checkpoint(std::size_t i) const {
  const std::span<const Digit> there = decisions(i);
  return {ordinals_[i], {there.begin(), there.end()}};
}

Checkpoint Checkpoints::at_or_before(Ordinal ordinal) const {
  const auto after = std::upper_bound(ordinals_.begin(), ordinals_.end(), ordinal);
  return checkpoint(static_cast<std::size_t>(after - ordinals_.begin()) - 1);
}

Checkpoint Checkpoints::at_or_before(std::span<const Digit> path) const {
  std::size_t begin = 0, end = ordinals_.size();  // [0, begin) is at or before the path, [end, ...) behind it
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const std::span<const Digit> there = decisions(middle);
    if (std::lexicographical_compare(path.begin(), path.end(), there.begin(), there.end()))
      end = middle;
    else
      begin = middle + 1;
  }
  return checkpoint(begin - 1);
}

}  // namespace smallscope::generators
