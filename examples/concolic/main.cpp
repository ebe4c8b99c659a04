// SPDX-License-Identifier: Apache-2.0
// Small subjects with seeded faults, run with plain and with symbolic integers: docs/concolic.md.
//
// A campaign for each fault: `triangle-3` compares the third faulty variant with the unchanged subject.
#include <smallscope/program/main.hpp>
#include <smallscope/runner/symbolic.hpp>

#include "subjects/avoidance.hpp"
#include "subjects/calendar.hpp"
#include "subjects/intervals.hpp"
#include "subjects/pricing.hpp"
#include "subjects/scheduler.hpp"
#include "subjects/triangle.hpp"

namespace {

namespace run = smallscope::runner;
using namespace concolic_subjects;  // NOLINT(google-build-using-namespace)

/// The subject with a fault agrees with the one without.
template <std::size_t count, class Subject>
run::Campaign campaign(const std::string& name, int fault, const smallscope::concolic::Input (&inputs)[count],
                       Subject subject) {
  return run::symbolic(name + "-" + std::to_string(fault), inputs,
                       run::property("as without the fault", [=](auto... values) {
                         const auto found = subject(Fault(fault), values...);
                         return found == smallscope::concolic::oracle([&] { return subject(Fault(), values...); });
                       }));
}

run::Campaign triangle(int fault) {
  return campaign("triangle", fault, {{"a", -1, 40}, {"b", -1, 40}, {"c", -1, 40}},
                  [](Fault active, auto a, auto b, auto c) { return kind_of_triangle(active, a, b, c); });
}
run::Campaign calendar(int fault) {
  return campaign("calendar", fault, {{"year", 1890, 2110}, {"month", 0, 13}, {"day", 0, 32}},
                  [](Fault active, auto year, auto month, auto day) { return next_day(active, year, month, day); });
}
run::Campaign avoidance(int fault) {
  return campaign("avoidance", fault,
                  {{"own", 0, 79},
                   {"other", 0, 79},
                   {"above", 30, 79},
                   {"below", 30, 79},
                   {"layer", 0, 3},
                   {"inhibited", 0, 1},
                   {"answers", 0, 1}},
                  [](Fault active, auto... values) { return advice(active, values...); });
}
run::Campaign scheduler(int fault) {
  return campaign(
      "scheduler", fault,
      {{"1st", 0, 5}, {"2nd", 0, 5}, {"3rd", 0, 5}, {"4th", 0, 5}, {"5th", 0, 5}, {"6th", 0, 5}, {"7th", 0, 5}},
      [](Fault active, auto first, auto... rest) { return scheduled<decltype(first)>(active, first, rest...); });
}
run::Campaign pricing(int fault) {
  return campaign("pricing", fault,
                  {{"kind", 0, 5}, {"amount", 1, 100}, {"member", 0, 1}, {"coupon", 0, 3}, {"weight", 0, 60}},
                  [](Fault active, auto... values) { return price(active, values...); });
}
run::Campaign intervals(int fault) {
  return campaign("intervals", fault, {{"a", 0, 30}, {"b", 0, 30}, {"c", 0, 30}, {"d", 0, 30}},
                  [](Fault active, auto... values) { return overlap(active, values...); });
}

std::vector<smallscope::program::Entry> entries() {
  struct Subject {
    const char* name;
    run::Campaign (*make)(int fault);
    int faults;
  };
  constexpr Subject subjects[] = {{"triangle", triangle, 7},   {"calendar", calendar, 8}, {"avoidance", avoidance, 8},
                                  {"scheduler", scheduler, 6}, {"pricing", pricing, 9},   {"intervals", intervals, 8}};
  std::vector<smallscope::program::Entry> entries;
  for (const Subject& subject : subjects)
    for (int fault = 1; fault <= subject.faults; ++fault)
      entries.push_back(
          {subject.name + ("-" + std::to_string(fault)),
           "the seeded fault " + std::to_string(fault) + " of examples/concolic/subjects/" + subject.name + ".hpp",
           [subject, fault] { return subject.make(fault); }});
  return entries;
}

}  // namespace

int main(int argc, char** argv) { return smallscope::program::main(argc, argv, entries()); }
