// SPDX-License-Identifier: Apache-2.0
// What a run executes at this moment, noted in memory that can outlive it: which input ended the process?
//
// In process, an input may end the run with everything: by a signal, by exit(), by never returning. A parent that
// shares this memory reads it then. A portion costs two notes, a test none; so what was noted is a range of positions
// of a pass. A run that is told to suspect that range executes it input by input, alone, and notes each. Written by the
// lanes' threads; read by others when the writers have ended, or as a hint. Example: program/src/run/supervisor.cpp.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <smallscope/oracles/verdict.hpp>
#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// Positions [first, last) of the pass with this id in the store.
struct Suspects {
  int pass = 0;
  Ordinal first = 0, last = 0;
  friend bool operator==(const Suspects&, const Suspects&) = default;
};

/// An input that ended a process. It is not executed again: it has this verdict, because of this message.
struct FatalInput {
  int level = 0;
  Ordinal ordinal = 0;
  oracles::Verdict verdict = oracles::Verdict::crashed;
  std::string message;  ///< "killed by SIGSEGV"
};

/// What one lane executes.
struct Executing {
  Suspects portion;
  bool is_single = false;  ///< then nothing else is executed at the same time, and this is the input:
  int level = 0;
  Ordinal ordinal = 0;
  std::chrono::nanoseconds since{0};  ///< on the steady clock, which all processes share
};

/// Lies in shared memory, so it has no pointers. All zero is a valid state: nothing is executed.
class InFlight {
 public:
  /// Notes for as long as it lives. If all places are taken, nothing is noted.
  class Note {
   public:
    Note(InFlight* notes, const Executing& executing);
    ~Note();
    Note(const Note&) = delete;
    Note& operator=(const Note&) = delete;

   private:
    void* place_ = nullptr;
  };
  /// What is executed, in no particular order.
  std::vector<Executing> executing() const;
  void clear();

 private:
  friend class Note;
  struct Place {
    enum State : std::uint32_t { free, taken, complete };
    std::atomic<std::uint32_t> state;
    std::atomic<int> pass, level;
    std::atomic<bool> is_single;
    std::atomic<Ordinal> first, last, ordinal;
    std::atomic<std::int64_t> since;
  };
  static_assert(std::atomic<Ordinal>::is_always_lock_free);
  std::array<Place, 256> places_;
};

}  // namespace smallscope::runner
