// SPDX-License-Identifier: Apache-2.0
#include "explanations/growers.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <system_error>
#include <thread>

namespace smallscope::clustering {

namespace {

/// From so many rows on, growing a cube takes milliseconds, and a thread is worth its start.
constexpr std::size_t many_rows = 100'000;
/// More of them would only wait for memory.
constexpr std::size_t most_threads = 4;

}  // namespace

Growers::Growers(const Population& population, const CoverRows& rows, bool others_are_free) {
  const std::size_t threads =
      rows.roles.size() < many_rows ? 1 : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, most_threads);
  const Grounds grounds(population, rows);
  for (std::size_t i = 0; i < threads; ++i)
    expansions_.push_back(std::make_unique<Expansion>(population, rows, grounds, others_are_free));
}

void Growers::grow(std::span<const Seed> seeds, const std::vector<std::uint8_t>& fresh, const Use& use) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](Expansion& expansion) {
    for (std::size_t number = next++; number < seeds.size(); number = next++)
      use(number, expansion.grow(seeds[number].row, seeds[number].strategy, fresh, seeds[number].hull), expansion);
  };
  std::vector<std::future<void>> helpers;  // their destructors wait
  for (std::size_t i = 1; i < std::min(expansions_.size(), seeds.size()); ++i) {
    try {
      helpers.push_back(std::async(std::launch::async, [&work, &expansion = *expansions_[i]] { work(expansion); }));
    } catch (const std::system_error&) {
      break;  // then fewer do it
    }
  }
  work(*expansions_.front());
  for (std::future<void>& helper : helpers) helper.get();
}

}  // namespace smallscope::clustering
