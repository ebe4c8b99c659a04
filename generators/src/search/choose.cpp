// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/choose.hpp>

#include <algorithm>

namespace smallscope::generators {

namespace {
constexpr std::size_t most_decisions = std::size_t{1} << 20;

class Choosing final : public Question {
 public:
  Choosing(Digit alternatives, std::string_view name, const std::function<std::string(Digit)>& label)
      : alternatives_(alternatives), name_(name), label_(label) {}
  Digit alternatives() const override { return alternatives_; }
  std::string name() const override { return std::string(name_); }
  std::string label(Digit digit) const override { return label_(digit); }

 private:
  Digit alternatives_;
  std::string_view name_;
  const std::function<std::string(Digit)>& label_;
};
}  // namespace

Digit Chooser::decide_slowly(std::uint64_t alternatives, const std::function<std::string(Digit)>& label) {
  if (alternatives > greatest)
    throw GeneratorError("choose: " + std::to_string(alternatives) +
                         " alternatives or more are too many for one choice; choose the digits of a number instead");
  if (depth_ == decisions_.size()) {
    if (depth_ == most_decisions)
      throw GeneratorError("choose: a path has made " + std::to_string(most_decisions) +
                           " choices; bound the loop or recursion that makes them");
    decisions_.resize(std::max<std::size_t>(64, 2 * depth_));
    if (guide_ == nullptr) limit_ = decisions_.size();
  }
  Decision& decision = decisions_[depth_];
  decision.alternatives = static_cast<Digit>(alternatives);
  if (guide_ != nullptr) {
    const std::string_view name = std::exchange(name_, {});
    decision.digit = guide_->decide(Choosing(decision.alternatives, name, label));
  }
  ++depth_;
  return decision.digit;
}

void Chooser::begin_path(Guide& guide) {
  begin_path();
  limit_ = 0;
  guide_ = &guide;
  name_ = {};
}

void Chooser::end_guidance() {
  guide_ = nullptr;
  limit_ = decisions_.size();
  // The digits of an earlier, longer path must not count as decisions of this one.
  std::fill(decisions_.begin() + static_cast<std::ptrdiff_t>(depth_), decisions_.end(), Decision{});
}

}  // namespace smallscope::generators
