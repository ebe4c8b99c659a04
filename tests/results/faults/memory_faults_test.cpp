// SPDX-License-Identifier: Apache-2.0
// Any allocation of SQLite may fail in a short run: the store is in a state of the undisturbed run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "faulty_files.hpp"
#include "faulty_memory.hpp"
#include "short_run.hpp"
#include "thorough.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using samples::error_of;
using short_run::Done;
using short_run::undisturbed;

struct Told {
  std::size_t steps = 0;
  std::size_t errors = 0;
};

/// Takes steps until they end, or fail repeatedly. A StoreError does no harm.
void run(const fs::path& file, Told& told) {
  constexpr std::size_t patience = 3;
  const auto attempt = [&](const auto& deed) {
    try {
      return deed();
    } catch (const StoreError&) {
    }
    ++told.errors;
    return false;
  };
  bool ended = false;
  while (!ended && told.errors < patience)
    ended = attempt([&] {
      Store store = short_run::open(file);
      bool done = false;
      while (!done && told.errors < patience)
        done = attempt([&] {
          if (short_run::step(store) == Done::nothing_left) return true;
          ++told.steps;
          return false;
        });
      if (done) faulty_memory::disarm();
      if (done && short_run::contents(store) != undisturbed().states.back())
        ADD_FAILURE() << "what the object itself says is wrong";
      return done;
    });
}

/// Lets allocations fail, one for each run: one in `every`, as there are many, or in $SMALLSCOPE_TEST_ALLOCATIONS.
/// Returns how many have failed.
std::uint64_t fail_one_in(std::uint64_t every, bool for_ever) {
  if (const char* const wanted = std::getenv("SMALLSCOPE_TEST_ALLOCATIONS")) every = std::stoull(wanted);
  std::uint64_t allocations = 0;
  faulty::install();  // nothing waits for the disk
  undisturbed();
  {
    const TemporaryDirectory directory;
    faulty_memory::arm({});
    short_run::to_the_end(directory / "s.sqlite");
    allocations = faulty_memory::disarm();
  }
  const std::uint64_t before = faulty_memory::injected();
  for (std::uint64_t at = 1; at <= allocations && !testing::Test::HasFailure(); at += every) {
    SCOPED_TRACE("allocation " + std::to_string(at) + " of " + std::to_string(allocations));
    const TemporaryDirectory directory;
    const fs::path file = directory / "s.sqlite";
    Told told;
    faulty_memory::arm({.at = at, .for_ever = for_ever});
    run(file, told);
    faulty_memory::disarm();
    if (fs::exists(file)) {
      const auto state = short_run::state_of(file);
      if (!state) break;
      EXPECT_GE(*state, told.steps) << "what was reported as written is lost";
    } else {
      EXPECT_EQ(told.steps, 0U);
    }
    EXPECT_EQ(error_of([&] { short_run::to_the_end(file); }), "no error");
    short_run::expect_complete(file);
  }
  return faulty_memory::injected() - before;
}

/// What could not be read is not taken for what is not there.
TEST(EachAllocation, OfAListMayFail) {
  const TemporaryDirectory directory;
  const fs::path file = directory / "s.sqlite";
  short_run::to_the_end(file);
  std::uint64_t allocations = 0;
  for (std::uint64_t at = 0; at <= allocations; ++at) {
    const Store store = Store::inspect(file);
    faulty_memory::arm({.at = at});
    const std::string error = error_of([&] { store.passes(); });
    const std::uint64_t counted = faulty_memory::disarm();
    if (at == 0) allocations = counted;
    EXPECT_TRUE(store.passes().back().order.listed) << "after allocation " << at << ": " << error;
  }
  EXPECT_GT(allocations, 10U);
}

TEST(EachAllocation, MayFailOnce) { EXPECT_GT(fail_one_in(13 * stride_of(5), false) * stride_of(5), 300U); }

TEST(EachAllocation, MayFailForEver) { EXPECT_GT(fail_one_in(61 * stride_of(5), true) * stride_of(5), 300U); }

}  // namespace
}  // namespace smallscope::results
