// SPDX-License-Identifier: Apache-2.0
// Every read, write, sync, lock, ... of a short run fails once or for ever, or the process or the machine ends there:
// the store is in a state of the undisturbed run, and a resumed run gives the store of the undisturbed one. The
// ordinary suite takes every third of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faulty_files.hpp"
#include "short_run.hpp"
#include "thorough.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using faulty::Kind;
using faulty::Plan;
using samples::error_of;
using short_run::Done;
using short_run::undisturbed;

/// What a run that was disturbed has been told, kept where a process that ends leaves it.
struct Told {
  bool exists = false;     ///< the store was made
  std::size_t steps = 0;   ///< after which the store was, without an error
  std::size_t errors = 0;  ///< StoreErrors
};

/// How a run begins: with no store, with one that a killed process has left, in place of another one.
struct Beginning {
  std::string name;
  std::size_t steps = 0;  ///< that the killed process had taken
  bool replaces = false;  ///< and takes one step, since a new run shows the others
};
void PrintTo(const Beginning& beginning, std::ostream* stream) { *stream << beginning.name; }

void in_child(const std::function<void()>& deed) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    deed();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

class EachOperation : public testing::TestWithParam<Beginning> {
 protected:
  void SetUp() override {
    undisturbed();
    faulty::install();
    // Its last transactions are in the log beside it.
    if (GetParam().steps > 0)
      in_child([this] {
        auto& store = *new Store(short_run::open(prepared_ / "s.sqlite"));
        for (std::size_t i = 0; i < GetParam().steps; ++i) short_run::step(store);
      });
    EXPECT_EQ(fs::exists(prepared_ / "s.sqlite-wal"), GetParam().steps > 0);
  }

  /// The files as they are before the run.
  void prepare(const fs::path& file) const {
    for (const char* suffix : {"", "-wal"})
      if (const fs::path from = (prepared_ / "s.sqlite").string() + suffix; fs::exists(from))
        fs::copy_file(from, file.string() + suffix);
  }
  /// Runs to the end, or until steps fail repeatedly.
  static void run(const fs::path& file, bool replaces, Told& told) {
    constexpr std::size_t patience = 3;
    while (told.errors < patience) {
      try {
        Store store = replaces ? Store::replace(file, short_run::manifest()) : short_run::open(file);
        told.exists = true;
        // The same object goes on after an error, as far as it can.
        while (told.errors < patience) {
          try {
            if (short_run::step(store) == Done::nothing_left) {
              EXPECT_EQ(short_run::contents(store), undisturbed().states.back()) << "what the object itself says";
              return;
            }
            ++told.steps;
            if (replaces) return;
          } catch (const StoreError&) {
            ++told.errors;
          }
        }
      } catch (const StoreError&) {
        ++told.errors;
      }
    }
  }
  /// The fault is gone: what the store holds, and that a run goes on from there.
  static void expect_right(const fs::path& file, const Told& told, std::size_t least) {
    if (!fs::exists(file)) {
      EXPECT_FALSE(told.exists || GetParam().steps > 0) << "the store is gone";
    } else if (const auto state = short_run::state_of(file)) {
      EXPECT_GE(*state, least) << "what was reported as written is lost";
    }
    EXPECT_EQ(error_of([&] { short_run::to_the_end(file); }), "no error");
    short_run::expect_complete(file);
    for (const auto& entry : fs::directory_iterator(file.parent_path()))
      EXPECT_EQ(entry.path(), file) << "something is left beside it";
  }
  /// Calls `disturb` with a plan for operations of a run that the kind concerns; returns the number of all of them.
  std::uint64_t for_each(Kind kind, const std::function<void(const Plan&, const fs::path&, Told&)>& disturb) const {
    const Told begun{.exists = GetParam().steps > 0, .steps = GetParam().replaces ? 0 : GetParam().steps};
    std::uint64_t operations = 0;
    for (std::uint64_t at = 0; at <= operations && !HasFailure(); at += at == 0 ? 1 : stride_of(3)) {
      SCOPED_TRACE("operation " + std::to_string(at) + " of " + std::to_string(operations));
      const TemporaryDirectory directory;
      const fs::path file = directory / "s.sqlite";
      prepare(file);
      Told told = begun;
      if (at == 0) {  // counts
        faulty::arm({.kind = kind});
        run(file, GetParam().replaces, told);
        operations = faulty::disarm();
      } else {
        disturb({.kind = kind, .at = at, .seed = at}, file, told);
      }
    }
    RecordProperty("faults", std::to_string(operations));
    return operations;
  }
  /// An operation fails, in one run for each. Returns how many runs.
  std::uint64_t fail_each(Kind kind) const {
    return for_each(kind, [](const Plan& plan, const fs::path& file, Told& told) {
      faulty::arm(plan);
      run(file, GetParam().replaces, told);
      const std::string failure = faulty::last_failure();
      // Who reads while the fault is there sees a state, or is refused.
      if (plan.kind != Kind::fails && fs::exists(file)) {
        std::string now;
        const std::string refusal = error_of([&] {
          const Store store = Store::snapshot(file);
          store.require_whole();
          now = short_run::contents(store);
        });
        if (refusal == "no error") {
          EXPECT_THAT(undisturbed().states, testing::Contains(now));
        }
      }
      faulty::disarm();
      SCOPED_TRACE(failure);
      EXPECT_NE(failure, "");
      expect_right(file, told, GetParam().replaces ? 0 : told.steps);
    });
  }
  /// The process ends at each operation. Returns how often.
  std::uint64_t end_at_each(Kind kind) const {
    void* const page = mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    auto& shared = *static_cast<Told*>(page);
    const std::uint64_t ends = for_each(kind, [&](const Plan& plan, const fs::path& file, const Told& told) {
      shared = told;
      const pid_t child = fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        faulty::arm(plan);
        run(file, GetParam().replaces, shared);
        _exit(0);
      }
      int status = 0;
      waitpid(child, &status, 0);
      ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == faulty::ended_status) << status;
      // The disk may lack what was only handed to the operating system, by any process.
      const std::size_t least = kind == Kind::killed ? shared.steps : undisturbed().last_synced(shared.steps);
      expect_right(file, shared, GetParam().replaces ? 0 : least);
    });
    munmap(page, sizeof(Told));
    return ends;
  }

 private:
  const TemporaryDirectory prepared_;
};

// Together more than a thousand faults, of which a run that fails for ever counts as one.
TEST_P(EachOperation, MayFailOnce) { EXPECT_GT(fail_each(Kind::fails), 150U); }

TEST_P(EachOperation, MayFailForEver) { EXPECT_GT(fail_each(Kind::fails_for_ever), 150U); }

TEST_P(EachOperation, MayFindTheDiskFull) { EXPECT_GT(fail_each(Kind::fills_up), 20U); }

TEST_P(EachOperation, MayBeTheLastOfAKilledProcess) { EXPECT_GT(end_at_each(Kind::killed), 150U); }

TEST_P(EachOperation, MayBeTheLastBeforeThePowerFails) { EXPECT_GT(end_at_each(Kind::loses_power), 150U); }

INSTANTIATE_TEST_SUITE_P(Of, EachOperation,
                         testing::Values(Beginning{"ANewRun"}, Beginning{"AResumedRun", 6},
                                         Beginning{"ARunThatReplacesAStore", 14, true}),
                         [](const auto& beginning) { return beginning.param.name; });

/// A read that ends early makes a page that nobody has written, and may be one of an index: `verify` looks at those.
TEST(EachRead, MayFailOrEndEarly) {
  undisturbed();
  faulty::install();
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  short_run::to_the_end(file);
  for (const Kind kind : {Kind::fails, Kind::fails_for_ever, Kind::reads_less}) {
    std::uint64_t operations = 0;
    int refused = 0;
    for (std::uint64_t at = 0; at <= operations; ++at) {
      faulty::arm({.kind = kind, .at = at});
      std::string now;
      const std::string refusal = error_of([&] {
        const Store store = Store::snapshot(file);
        store.require_whole();
        if (const auto damage = store.integrity().damage; !damage.empty()) throw StoreError(damage.front());
        now = short_run::contents(store);
      });
      if (at == 0)
        operations = faulty::disarm();
      else
        faulty::disarm();
      if (refusal == "no error") {
        EXPECT_EQ(now, undisturbed().states.back()) << "at operation " << at;
      } else {
        ++refused;
      }
    }
    EXPECT_GT(refused, 10) << "of " << operations;
    EXPECT_EQ(short_run::state_of(file), undisturbed().states.size() - 1) << "reading has changed something";
  }
}

}  // namespace
}  // namespace smallscope::results
