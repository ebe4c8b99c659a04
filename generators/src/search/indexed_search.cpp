// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/indexed_search.hpp>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace smallscope::generators {

void for_each_index(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  std::atomic<std::size_t> failed_index = count;  // tasks behind it can be skipped, tasks before it must run
  const auto work = [&] {
    for (std::size_t i = next++; i < failed_index; i = next++) {
      try {
        task(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (i < failed_index) {
          failed_index = i;
          failure = std::current_exception();
        }
      }
    }
  };
  const unsigned wanted = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min<std::size_t>(wanted, count); ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

void throw_too_many_paths(Ordinal most_paths) {
  throw GeneratorError("indexed: the search has more than " + std::to_string(most_paths) +
                       " paths, too many to count first; reduce its bounds, allow more in IndexOptions, or walk the "
                       "search itself");
}

}  // namespace smallscope::generators
