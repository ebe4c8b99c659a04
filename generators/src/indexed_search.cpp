#include <smallscope/generators/indexed_search.hpp>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

namespace smallscope::generators {

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

std::span<const Digit> Checkpoints::decisions(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  return std::span(digits_).subspan(begin, ends_[i] - begin);
}

std::size_t Checkpoints::before(Ordinal ordinal) const {
  const auto after = std::upper_bound(ordinals_.begin(), ordinals_.end(), ordinal);
  return static_cast<std::size_t>(after - ordinals_.begin()) - 1;
}

std::size_t Checkpoints::before(std::span<const Digit> path) const {
  std::size_t begin = 0, end = ordinals_.size();  // [0, begin) is at or before the path, [end, ...) behind it
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const std::span<const Digit> there = decisions(middle);
    if (std::lexicographical_compare(path.begin(), path.end(), there.begin(), there.end()))
      end = middle;
    else
      begin = middle + 1;
  }
  return begin - 1;
}

void for_each_index(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  std::atomic<std::size_t> failed_index = count;  // what is behind it need not be done, what is before it must be
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

void throw_rejected_choices() { throw GeneratorError("indexed: the choices lead to a path that the search rejects"); }

}  // namespace smallscope::generators
