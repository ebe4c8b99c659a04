// SPDX-License-Identifier: Apache-2.0
// Records one run of a symbolic program: the path that it took, and what it covered.
//
// While a Recorder exists, it is that of its thread, and Integers that come from its inputs are recorded. Programs
// (program.hpp) make one for each run; subjects see only oracle() and Fault. Belongs to the thread that made it.
//
// Example: Recorder recorder(Values{3}); larger(recorder.input(0), Integer(2)); recorder.path().branches.size() == 1
#pragma once

#include <set>
#include <span>
#include <utility>
#include <vector>

#include <smallscope/concolic/integer.hpp>

namespace smallscope::concolic {

/// A run evaluated this many conditions on the inputs: it may never end.
struct PathTooLong : std::runtime_error {
  using std::runtime_error::runtime_error;
};
inline constexpr std::size_t most_branches = 100'000;

class Recorder {
 public:
  /// For inputs with these values, at most most_inputs.
  explicit Recorder(std::span<const std::int64_t> values);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  /// That of this thread, or null.
  static Recorder* current();

  Integer input(std::size_t index) const { return inputs_.at(index); }
  Path path() const { return {expressions_, branches_}; }
  /// By the subject, each once, in the order of the source.
  const std::set<Covered>& covered() const { return covered_; }
  /// Where a Fault changed what was computed.
  const std::set<Place>& seeded() const { return seeded_; }

  // What Integers report; subjects do not call these.
  Integer computed(Operation operation, const Operand& left, const Operand& right);
  Node comparison(Operation operation, const Integer& left, const Integer& right);
  /// `comparison` may be plain: a condition on plain numbers is covered, but no part of the path. Throws PathTooLong.
  void take(const Branch& branch);
  void cover(const Place& place);
  void seed(const Place& place) { seeded_.insert(place); }

 private:
  friend class OracleScope;
  Node node_of(const Integer& integer);

  Recorder* outer_;
  std::shared_ptr<Expressions> expressions_ = std::make_shared<Expressions>();
  std::vector<Integer> inputs_;
  std::vector<Branch> branches_;
  std::set<Covered> covered_;
  std::set<Place> seeded_;
  std::size_t oracles_ = 0;  ///< scopes that are open
};

/// While it exists, what the thread executes belongs to the oracle.
class OracleScope {
 public:
  OracleScope() : recorder_(Recorder::current()) {
    if (recorder_ != nullptr) ++recorder_->oracles_;
  }
  ~OracleScope() {
    if (recorder_ != nullptr) --recorder_->oracles_;
  }
  OracleScope(const OracleScope&) = delete;
  OracleScope& operator=(const OracleScope&) = delete;

 private:
  Recorder* recorder_;
};

/// What `compute` returns, as a part of the oracle: its conditions are in the path, so that a solver knows them, but
/// nothing of it is covered, and it is not explored. Example: oracle([&] { return reference(a, b); })
template <class Compute>
auto oracle(Compute&& compute) {
  const OracleScope scope;
  return std::forward<Compute>(compute)();
}

/// Which of the seeded faults of a program is active, for studies: the code asks where each of them is, and so shows
/// its place. 0 is none. Example: fault(3) ? a <= b : a < b
class Fault {
 public:
  explicit constexpr Fault(int active = 0) : active_(active) {}
  bool operator()(int number, std::source_location at = std::source_location::current()) const {
    if (number != active_) return false;
    if (Recorder* recorder = Recorder::current()) recorder->seed(Place(at));
    return true;
  }

 private:
  int active_;
};

}  // namespace smallscope::concolic
