// SPDX-License-Identifier: Apache-2.0
// Which way an aircraft avoids another one: a decision in the manner of TCAS, with rules of its own.
#pragma once

#include <smallscope/concolic/recorder.hpp>

namespace concolic_subjects {

using smallscope::concolic::Fault;

/// The separation in feet that an altitude layer from 0 to 3 asks for.
template <class Int>
Int wanted_separation(Fault fault, Int layer) {
  if (layer == 0) return 40;
  if (layer == 1) return fault(1) ? 5 : 50;
  if (fault(2) ? layer >= 2 : layer == 2) return 64;
  return 74;
}

/// The separation after a climb, which is weaker if climbing is inhibited.
template <class Int>
Int after_climb(Fault fault, Int above, Int is_inhibited) {
  if (is_inhibited != 0) return fault(3) ? above : above + 10;
  return above;
}

/// 0 nothing, 1 climb, 2 descend, 3 level off. Altitudes, and separations after manoeuvres, in tens of feet.
template <class Int>
Int advice(Fault fault, Int own, Int other, Int above, Int below, Int layer, Int is_inhibited, Int can_answer) {
  const Int distance = own < other ? other - own : own - other;
  if (fault(4) ? distance >= 60 : distance > 60) return 0;
  const Int wanted = wanted_separation(fault, layer);
  const Int climbed = after_climb(fault, above, is_inhibited);
  const bool is_below = own < other;
  bool climbs = false, descends = false;
  if (fault(5) ? climbed >= below : climbed > below) {
    climbs = is_below && below < wanted;
    if (fault(6) ? !is_below && above > wanted : !is_below && above >= wanted) climbs = true;
    descends = is_below && (fault(7) ? below > 0 : below >= wanted);
  } else {
    descends = is_below && below >= wanted;
    climbs = !is_below && (fault(8) ? below >= wanted : above >= wanted);
  }
  if (can_answer != 0 && distance < 10) return 3;
  if (climbs && descends) return 0;
  if (climbs) return 1;
  if (descends) return 2;
  return 0;
}

}  // namespace concolic_subjects
