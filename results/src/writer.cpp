// SPDX-License-Identifier: Apache-2.0
#include <smallscope/results/writer.hpp>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace smallscope::results {

namespace {

/// submit() waits while more than this is queued. A batch weighs one, a record one for each begun KiB.
constexpr std::size_t greatest_weight = 2'048;

std::size_t weight(const std::vector<subjects::NamedText>& texts) {
  std::size_t bytes = 0;
  for (const auto& [name, text] : texts) bytes += name.size() + text.size();
  return bytes / 1'024;
}

std::size_t weight(const Batch& batch) {
  std::size_t sum = 1 + batch.attempts.size() + (batch.discards.filtered.size() + batch.discards.rejected.size()) / 64;
  for (const Case& added : batch.cases)
    sum += 1 + weight(added.input.files) + weight(added.input.parameters) + weight(added.observed);
  return sum;
}

}  // namespace

class Writer::Queue {
 public:
  Queue(Store& store, Committed committed)
      : store_(store), committed_(std::move(committed)), thread_([this] { write(); }) {}

  ~Queue() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    filled_.notify_one();
    thread_.join();
  }

  void submit(Batch batch) {
    std::unique_lock lock(mutex_);
    emptied_.wait(lock, [&] { return error_ || weight_ < greatest_weight; });
    if (error_) std::rethrow_exception(error_);
    weight_ += weight(batch);
    waiting_.push_back(std::move(batch));
    lock.unlock();
    filled_.notify_one();
  }

  void flush() {
    std::unique_lock lock(mutex_);
    emptied_.wait(lock, [&] { return error_ || (waiting_.empty() && !writing_); });
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// Takes everything that waits, commits it in one transaction, and starts again.
  void write() {
    std::vector<Batch> batches;
    std::unique_lock lock(mutex_);
    for (;;) {
      filled_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      batches.swap(waiting_);
      weight_ = 0;
      writing_ = true;
      lock.unlock();
      emptied_.notify_all();
      std::exception_ptr error;
      try {
        store_.commit(batches);
        if (committed_)
          for (const Batch& batch : batches) committed_(batch);
      } catch (...) {
        error = std::current_exception();
      }
      batches.clear();
      lock.lock();
      writing_ = false;
      error_ = error;
      emptied_.notify_all();
      if (error_) return;
    }
  }

  Store& store_;
  Committed committed_;
  std::mutex mutex_;
  std::condition_variable filled_, emptied_;
  std::vector<Batch> waiting_;
  std::size_t weight_ = 0;
  bool writing_ = false;
  bool closing_ = false;
  std::exception_ptr error_;
  std::thread thread_;  // last: it uses all of the above
};

Writer::Writer(Store& store, Committed committed) : queue_(std::make_unique<Queue>(store, std::move(committed))) {}
Writer::~Writer() = default;
void Writer::submit(Batch batch) { queue_->submit(std::move(batch)); }
void Writer::flush() { queue_->flush(); }

}  // namespace smallscope::results
