// SPDX-License-Identifier: Apache-2.0
#include "lanes.hpp"

#include <set>

#include <fmt/format.h>

namespace smallscope::runner {

Lanes::Lanes(std::shared_ptr<const Body> body, const std::filesystem::path& scratch)
    : body_(std::move(body)), scratch_(scratch) {
  free_.push_back(open(0));
  opened_ = 1;
}

std::unique_ptr<Lane> Lanes::open(std::size_t number) const {
  const std::filesystem::path directory = scratch_.path() / fmt::format("lane-{}", number);
  std::filesystem::create_directory(directory);
  return body_->open(directory);
}

std::unique_ptr<Lane> Lanes::take() {
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Lane> lane = std::move(free_.back());
      free_.pop_back();
      return lane;
    }
    number = opened_++;
  }
  return open(number);  // outside the lock: starting a worker takes time
}

std::vector<std::string> Lanes::remarks() {
  const std::lock_guard lock(mutex_);
  std::set<std::string> texts;
  for (const auto& lane : free_)
    for (std::string& text : lane->remarks()) texts.insert(std::move(text));
  return {texts.begin(), texts.end()};
}

void Lanes::give(std::unique_ptr<Lane> lane) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(lane));
}

}  // namespace smallscope::runner
