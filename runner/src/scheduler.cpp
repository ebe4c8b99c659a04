// SPDX-License-Identifier: Apache-2.0
#include "scheduler.hpp"

#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#ifdef SMALLSCOPE_ONETBB
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#endif

namespace smallscope::runner {

namespace {

void run_serially(const Pipeline& pipeline) {
  while (const std::unique_ptr<Task> task = pipeline.produce()) {
    pipeline.execute(*task);
    pipeline.commit(*task);
  }
}

/// The same on plain threads, with all state under one mutex: simple, not fast.
class ThreadPipeline {
 public:
  ThreadPipeline(unsigned jobs, const Pipeline& pipeline) : tokens_(std::size_t{2} * jobs), pipeline_(pipeline) {
    {
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    try {
      for (;;) {
        changed_.wait(lock, [&] { return ended_ || produced_ - committed_ < tokens_; });
        if (ended_) return;
        std::unique_ptr<Task> task = pipeline_.produce();
        if (!task) {
          ended_ = true;
          changed_.notify_all();
          return;
        }
        const std::size_t number = produced_++;
        lock.unlock();
        pipeline_.execute(*task);
        lock.lock();
        executed_.emplace(number, std::move(task));
        for (auto next = executed_.begin(); next != executed_.end() && next->first == committed_;) {
          if (error_) return;
          pipeline_.commit(*next->second);
          next = executed_.erase(next);
          ++committed_;
        }
        changed_.notify_all();
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      if (!error_) error_ = std::current_exception();
      ended_ = true;
      changed_.notify_all();
    }
  }

  const std::size_t tokens_;
  const Pipeline& pipeline_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, std::unique_ptr<Task>> executed_;  // waiting for an earlier one to be committed
  std::size_t produced_ = 0;
  std::size_t committed_ = 0;
  bool ended_ = false;
  std::exception_ptr error_;
};

#ifdef SMALLSCOPE_ONETBB
/// Owns the tasks between production and commit: if a stage throws, oneTBB forgets the tasks in progress.
class TasksUnderWay {
 public:
  Task* add(std::unique_ptr<Task> task) {
    const std::lock_guard lock(mutex_);
    Task* const address = task.get();
    tasks_.emplace(address, std::move(task));
    return address;
  }
  std::unique_ptr<Task> take(Task* task) {
    const std::lock_guard lock(mutex_);
    return std::move(tasks_.extract(task).mapped());
  }

 private:
  std::mutex mutex_;
  std::map<Task*, std::unique_ptr<Task>> tasks_;
};

void run_on_onetbb(unsigned jobs, const Pipeline& pipeline) {
  // More jobs than cores make sense, because subjects wait.
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, std::max(jobs, 2u));
  tbb::task_arena arena(static_cast<int>(jobs));
  TasksUnderWay under_way;
  arena.execute([&] {
    tbb::parallel_pipeline(
        std::size_t{2} * jobs,
        tbb::make_filter<void, Task*>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) -> Task* {
          std::unique_ptr<Task> task = pipeline.produce();
          if (task) return under_way.add(std::move(task));
          control.stop();
          return nullptr;
        }) & tbb::make_filter<Task*, Task*>(tbb::filter_mode::parallel, [&](Task* task) {
          pipeline.execute(*task);
          return task;
        }) & tbb::make_filter<Task*, void>(tbb::filter_mode::serial_in_order, [&](Task* task) {
          pipeline.commit(*under_way.take(task));
        }));
  });
}
#endif

}  // namespace

void run_pipeline(Scheduler scheduler, unsigned jobs, const Pipeline& pipeline) {
#ifdef SMALLSCOPE_ONETBB
  if (scheduler == Scheduler::automatic) scheduler = jobs == 1 ? Scheduler::serial : Scheduler::onetbb;
  if (scheduler == Scheduler::onetbb) return run_on_onetbb(jobs, pipeline);
#else
  if (scheduler == Scheduler::automatic || scheduler == Scheduler::onetbb)
    scheduler = jobs == 1 ? Scheduler::serial : Scheduler::threads;
#endif
  if (scheduler == Scheduler::serial) return run_serially(pipeline);
  const ThreadPipeline run(jobs, pipeline);
}

}  // namespace smallscope::runner
