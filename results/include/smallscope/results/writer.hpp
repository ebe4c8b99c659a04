// One writer thread in front of a store: batches are committed in the order in which they were submitted.
//
// Used by the runner. submit() may be called from one thread at a time; it blocks while the queue is full, so memory
// stays bounded. Errors of the store are thrown from the next submit() or flush(), and nothing after them is written.
#pragma once

#include <functional>
#include <memory>

#include <smallscope/results/store.hpp>

namespace smallscope::results {

class Writer {
 public:
  /// Called on the writer's thread after a batch is safely on disk: only then may a failure be shown.
  using Committed = std::function<void(const Batch&)>;

  /// The store must outlive the writer and is not used by anyone else meanwhile.
  explicit Writer(Store& store, Committed committed = {});
  /// Writes what is queued; errors are lost, so call flush() before.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void submit(Batch batch);
  /// Returns when everything submitted is committed. Throws StoreError.
  void flush();

 private:
  class Queue;
  std::unique_ptr<Queue> queue_;
};

}  // namespace smallscope::results
