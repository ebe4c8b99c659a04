// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/in_flight.hpp>

namespace smallscope::runner {

InFlight::Note::Note(InFlight* notes, const Executing& executing) {
  if (notes == nullptr) return;
  for (Place& place : notes->places_) {
    std::uint32_t expected = Place::free;
    if (!place.state.compare_exchange_strong(expected, Place::taken)) continue;
    place.pass = executing.portion.pass;
    place.first = executing.portion.first;
    place.last = executing.portion.last;
    place.is_single = executing.is_single;
    place.level = executing.level;
    place.ordinal = executing.ordinal;
    place.since = std::chrono::steady_clock::now().time_since_epoch().count();
    place.state = Place::complete;
    place_ = &place;
    return;
  }
}

InFlight::Note::~Note() {
  if (place_ != nullptr) static_cast<Place*>(place_)->state = Place::free;
}

std::vector<Executing> InFlight::executing() const {
  std::vector<Executing> all;
  for (const Place& place : places_) {
    if (place.state != Place::complete) continue;
    Executing& one = all.emplace_back();
    one.portion = {place.pass, place.first, place.last};
    one.is_single = place.is_single;
    one.level = place.level;
    one.ordinal = place.ordinal;
    one.since = std::chrono::nanoseconds(place.since);
  }
  return all;
}

void InFlight::clear() {
  for (Place& place : places_) place.state = Place::free;
}

}  // namespace smallscope::runner
