// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <climits>

#include "texts.hpp"

namespace smallscope::subjects {
namespace {
constexpr std::size_t block_bytes = 1u << 16;
}

Clock::time_point deadline_after(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds far = std::chrono::hours(24 * 365);
  return Clock::now() + std::min(time, far);
}

int poll_time(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
}

std::string no_answer_within(std::chrono::milliseconds time) {
  return fmt::format("no answer within {:g} s", static_cast<double>(time.count()) / 1000);
}

void Capture::receive() {
  char block[block_bytes];
  const ssize_t count = read(source_.get(), block, sizeof block);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) return source_.close();
  const auto size = static_cast<std::size_t>(count);
  total_ += size;
  if (keep_ == Keep::first) {
    // Three bytes beyond the limit show whether the cut goes through a character.
    kept_.append(block, std::min(size, bound_ + 3 - std::min(kept_.size(), bound_ + 3)));
  } else {
    kept_.append(block, size);
    if (kept_.size() > bound_ + block_bytes) kept_.erase(0, kept_.size() - bound_);
  }
}

void Capture::drain(std::size_t most) {
  const std::size_t stop = total_ + most;
  while (source_.get() >= 0 && total_ < stop) {
    pollfd ready = {source_.get(), POLLIN, 0};
    if (poll(&ready, 1, 0) <= 0) return;
    receive();
  }
}

std::string Capture::text() const {
  if (keep_ == Keep::first) return kept_.substr(0, whole_prefix(kept_, bound_));
  std::size_t start = kept_.size() - std::min(kept_.size(), bound_);
  for (int i = 0; i < 3 && start > 0 && start < kept_.size(); ++i) {
    if ((static_cast<unsigned char>(kept_[start]) & 0xC0u) == 0x80u) ++start;
  }
  return kept_.substr(start);
}

void Capture::restart() {
  kept_.clear();
  total_ = 0;
}

}  // namespace smallscope::subjects
