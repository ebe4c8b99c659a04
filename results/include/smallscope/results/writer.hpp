// SPDX-License-Identifier: Apache-2.0
// One writer thread in front of a store: batches are committed in the order in which they were submitted.
//
// Used by the runner. submit() may be called from one thread at a time; it blocks while the queue is full, so memory
// stays limited. The next submit() or flush() throws the errors of the store; nothing after an error is written.
#pragma once

#include <functional>
#include <memory>

#include <smallscope/results/store.hpp>

namespace smallscope::results {

class Writer {
 public:
  /// Called on the writer's thread after a batch is safely on disk. A failure may be shown only then.
  using Committed = std::function<void(const Batch&)>;

  /// The store must outlive the writer. Nothing else may use it meanwhile.
  explicit Writer(Store& store, Committed committed = {});
  /// Writes the queued batches. Errors are lost, so call flush() first.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void submit(Batch batch);
  /// Returns when everything submitted has been committed. Throws StoreError.
  void flush();

 private:
  class Queue;
  std::unique_ptr<Queue> queue_;
};

}  // namespace smallscope::results
