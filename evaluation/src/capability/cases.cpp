// SPDX-License-Identifier: Apache-2.0
#include "capability/cases.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include <smallscope/evaluation/failures.hpp>
#include <smallscope/generators/hash.hpp>

namespace smallscope::evaluation::capability {

using generators::Randomness;
namespace dc = diagnosis::capability;

std::uint64_t seed_of(std::uint64_t seed, std::uint64_t repeat, std::uint64_t what) {
  return generators::mixed(generators::mixed(generators::mixed(seed) + repeat) + what);
}

std::vector<Case> cases_of(const std::vector<Program>& programs, CapabilityStudy& study) {
  std::vector<Case> cases;
  for (std::size_t program = 0; program < programs.size(); ++program) {
    const std::size_t before = cases.size();
    for (const diagnosis::RecordedSpectrum& version : programs[program].versions) {
      Case made{program, &version.spectrum, faulty_elements(version), {}};
      for (std::size_t test = 0; test < version.spectrum.tests(); ++test)
        if (is_failing(version.spectrum.test(test).outcome)) made.failing.push_back(test);
      if (made.faulty.empty())
        ++study.without_fault;
      else if (made.failing.empty())
        ++study.without_failure;
      else
        cases.push_back(std::move(made));
    }
    study.programs.push_back({programs[program].name, cases.size() - before});
  }
  study.cases = cases.size();
  if (cases.empty())
    throw EvaluationError("no spectrum with a known fault and a failing test: give files that name faults");
  return cases;
}

Beginning drawn_beginning(const Case& studied, bool is_distinct, std::uint64_t seed) {
  Randomness random(seed);
  const std::size_t failing_test = studied.failing[random.below(studied.failing.size())];
  Beginning beginning{failing_test, dc::all_others(*studied.spectrum, failing_test)};
  random.shuffle(beginning.pool);
  if (is_distinct) {
    std::vector<bool> is_known(studied.spectrum->rows());
    std::erase_if(beginning.pool, [&](std::size_t test) {
      const std::uint32_t row = studied.spectrum->test(test).row;
      const bool was_known = is_known[row];
      is_known[row] = true;
      return was_known;
    });
  }
  return beginning;
}

std::vector<std::size_t> positions(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<Assignment> assignments_of(const Contender& contender, const std::vector<Case>& cases, std::size_t programs,
                                       std::size_t folds) {
  const auto of_program = [&](std::size_t program, bool is_it) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < cases.size(); ++i)
      if ((cases[i].program == program) == is_it) found.push_back(i);
    return found;
  };
  if (!contender.learning) return {{{}, positions(cases.size())}};
  std::vector<Assignment> all;
  if (contender.lessons == Lessons::one)
    all.push_back({of_program(contender.program, true), of_program(contender.program, false)});
  for (std::size_t program = 0; program < programs; ++program) {
    const std::vector<std::size_t> own = of_program(program, true);
    if (contender.lessons == Lessons::others) all.push_back({of_program(program, false), own});
    const std::size_t parts = std::min(folds, own.size());
    for (std::size_t fold = 0; contender.lessons == Lessons::own && fold < parts; ++fold) {
      Assignment assignment;
      for (std::size_t i = 0; i < own.size(); ++i)
        (i * parts / own.size() == fold ? assignment.cases : assignment.lessons).push_back(own[i]);
      all.push_back(std::move(assignment));
    }
  }
  std::erase_if(all, [](const Assignment& each) { return each.lessons.empty() || each.cases.empty(); });
  return all;
}

std::vector<dc::Lesson> lessons_of(const std::vector<Case>& cases, const std::vector<std::size_t>& chosen,
                                   bool is_distinct, std::uint64_t seed) {
  Randomness random(seed);
  std::vector<dc::Lesson> lessons;
  for (const std::size_t i : chosen) {
    dc::Lesson lesson{cases[i].spectrum, cases[i].faulty, cases[i].failing[random.below(cases[i].failing.size())]};
    if (is_distinct) {
      Beginning beginning = drawn_beginning(cases[i], true, random.next());
      lesson.failing_test = beginning.failing_test;
      lesson.pool = std::move(beginning.pool);
    }
    lessons.push_back(std::move(lesson));
  }
  return lessons;
}

dc::LearnedCriterion learn_from_all(const std::vector<Program>& programs, const dc::LearningOptions& options,
                                    std::uint64_t seed) {
  CapabilityStudy counted;
  const std::vector<Case> cases = cases_of(programs, counted);
  dc::LearningOptions seeded = options;
  seeded.seed = seed;
  return dc::learn(lessons_of(cases, positions(cases.size()), false, seed), seeded).criterion;
}

}  // namespace smallscope::evaluation::capability
