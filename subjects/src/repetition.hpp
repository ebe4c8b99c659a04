// SPDX-License-Identifier: Apache-2.0
// What a whole run is stopped by also ends its subjects, perhaps before the runner knows: no verdict is made of that.
#pragma once

#include <smallscope/subjects/observation.hpp>

namespace smallscope::subjects {

/// What `execute` observes, the second time if others may have ended the first. Those who end a run do not do so twice
/// without ending the runner, or asking it to stop; what ends like that again does so by itself.
template <typename Execute>
Observation repeated_if_ended_by_others(const Execute& execute) {
  Observation observation = execute();
  const bool has_ended = observation.ending == Ending::completed || observation.ending == Ending::crashed;
  if (has_ended && may_be_ended_by_others(observation.exit_status, observation.signal)) observation = execute();
  return observation;
}

}  // namespace smallscope::subjects
