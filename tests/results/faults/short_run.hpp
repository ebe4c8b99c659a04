// SPDX-License-Identifier: Apache-2.0
// A run that is short and does everything that a run can do to a store, for tests that disturb it anywhere.
//
// Whatever the disturbance was, the store must be one of the states of the undisturbed run, and a resumed run must end
// in the last of them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "samples.hpp"

namespace smallscope::results::short_run {

Manifest manifest();
/// Makes the store, or continues it.
Store open(const std::filesystem::path& file);
/// What a step has done to the store when it returns.
enum class Done { nothing_left, handed_over, synced };
/// Takes the next step, which the store itself determines, as for a runner that resumes.
Done step(Store& store);
/// Opens the store and takes all steps that are left.
void to_the_end(const std::filesystem::path& file);

/// Everything that can be read of a store: more than its canonical dump, which leaves out attempts.
std::string contents(const Store& store);

/// The contents after each step of a run that nothing disturbed: of the new store, first.
struct Undisturbed {
  std::vector<std::string> states;
  std::size_t last_synced(std::size_t step) const;  ///< of the steps before `step`, how many were certainly synced
  std::vector<Done> steps;
};
const Undisturbed& undisturbed();

/// Which of the states a store is in. Fails the test unless it is whole, and in one of them; then the result is empty.
std::optional<std::size_t> state_of(const std::filesystem::path& file);
/// Fails the test unless the store is whole, certified, and in the last of the states.
void expect_complete(const std::filesystem::path& file);

}  // namespace smallscope::results::short_run
