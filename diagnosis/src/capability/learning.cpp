// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/learning.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace smallscope::diagnosis::capability {

using generators::Randomness;

namespace {

constexpr double usual_tests = 10;

/// One choice, and what could be chosen next.
struct Choice {
  StateFeatures state;
  TestFeatures test;
  double reward = 0;
  StateFeatures next;
  std::vector<TestFeatures> next_tests;  // distinct; none if the episode ends
  // What the copy of the network made of the next tests, and which copy that was, from 1. Most of learning's time.
  double valued = 0;
  std::size_t valued_by = 0;
};

struct Seen {
  StateFeatures state;
  std::vector<TestFeatures> tests;
};

Seen look(const Suite& suite, const Pool& pool, FeatureScale scale) {
  Seen seen{.state = features_of(suite, scale), .tests = {}};
  for (const Prospect& prospect : pool.prospects(suite)) seen.tests.push_back(features_of(suite, prospect, scale));
  return seen;
}

std::size_t place_of_greatest(const std::vector<double>& values) {
  return static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
}

/// A network and how it is changed.
struct Pupil {
  Network network;
  Adam adam;
};

class Learning {
 public:
  explicit Learning(const LearningOptions& options) : options_(options), random_(options.seed) {
    const std::size_t pupils = options.learner == Learner::double_estimator ? 2 : 1;
    for (std::size_t i = 0; i < pupils; ++i)
      pupils_.push_back({Network(options.embedding, random_), Adam(options.rate)});
    copy_ = std::make_unique<Network>(pupils_[0].network);
  }

  void go_through(const Lesson& lesson) {
    const Pool pool(*lesson.spectrum,
                    lesson.pool.empty() ? all_others(*lesson.spectrum, lesson.failing_test) : lesson.pool);
    memory_.clear();
    choices_ = 0;
    for (std::size_t episode = 0; episode < options_.episodes; ++episode) play(lesson, pool);
  }

  Learned learned() && {
    return {{options_.scale, std::move(pupils_[0].network)}, std::move(rewards_), learning_steps_};
  }

 private:
  void play(const Lesson& lesson, Pool pool) {
    const Spectrum& spectrum = *lesson.spectrum;
    Suite suite = suite_of(spectrum, lesson.failing_test);
    const double first_rank = suite.worst_rank_of_first(lesson.faulty);
    double reward = 0;
    if (pool.empty()) return;
    Seen seen = look(suite, pool, options_.scale);
    for (std::size_t step = 0; step < options_.steps && !pool.empty(); ++step) {
      const bool is_greedy = random_.fraction() < options_.greedy;
      const std::size_t row =
          is_greedy ? place_of_greatest(values(seen)) : pool.row_of_position(random_.below(pool.tests()));
      Choice choice{.state = seen.state, .test = seen.tests[row], .next_tests = {}};
      const CoveredTest covered = spectrum.test(pool.take(row));
      suite.add(spectrum.row(covered.row), is_failing(covered.outcome));
      reward = choice.reward = (first_rank - suite.worst_rank_of_first(lesson.faulty)) / first_rank;
      seen = look(suite, pool, options_.scale);
      choice.next = seen.state;
      if (step + 1 < options_.steps) {
        choice.next_tests = seen.tests;
        std::ranges::sort(choice.next_tests);
        choice.next_tests.erase(std::unique(choice.next_tests.begin(), choice.next_tests.end()),
                                choice.next_tests.end());
      }
      remember(std::move(choice));
      if (memory_.size() == options_.memory && choices_ % options_.learn_every == 0) learn_once();
    }
    rewards_.push_back(reward);
  }

  /// By which tests are chosen while learning: with two networks, by both together.
  std::vector<double> values(const Seen& seen) const {
    std::vector<double> sum(seen.tests.size());
    for (const Pupil& pupil : pupils_) {
      const std::vector<double> own = pupil.network.values(seen.state, seen.tests);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += own[i];
    }
    return sum;
  }

  void remember(Choice choice) {
    const std::size_t place = choices_++ % options_.memory;
    if (place < memory_.size())
      memory_[place] = std::move(choice);
    else
      memory_.push_back(std::move(choice));
  }

  void learn_once() {
    if (learning_steps_++ % options_.renew_every == 0) {
      *copy_ = pupils_[0].network;
      ++copies_;
    }
    const std::size_t learner = pupils_.size() == 1 ? 0 : random_.below(2);
    Pupil& pupil = pupils_[learner];
    std::vector<Target> targets;
    for (std::size_t i = 0; i < options_.batch; ++i) {
      Choice& choice = memory_[random_.below(memory_.size())];
      targets.push_back({choice.state, choice.test, choice.reward + options_.discount * future(choice, learner)});
    }
    pupil.adam.step(pupil.network, pupil.network.slope(targets).derivatives);
  }

  double future(Choice& choice, std::size_t learner) const {
    if (choice.next_tests.empty()) return 0;
    if (options_.learner == Learner::target) {
      if (choice.valued_by != copies_) choice.valued = std::ranges::max(copy_->values(choice.next, choice.next_tests));
      choice.valued_by = copies_;
      return choice.valued;
    }
    const std::vector<double> values = pupils_[learner].network.values(choice.next, choice.next_tests);
    const std::size_t best = place_of_greatest(values);
    if (options_.learner == Learner::plain) return values[best];
    const Network& other = pupils_[1 - learner].network;
    return other.values(choice.next, std::span(choice.next_tests).subspan(best, 1))[0];
  }

  LearningOptions options_;
  Randomness random_;
  std::vector<Pupil> pupils_;
  std::unique_ptr<Network> copy_;
  std::size_t copies_ = 0;
  std::vector<Choice> memory_;  // of the present lesson
  std::size_t choices_ = 0;     // of the present lesson
  std::size_t learning_steps_ = 0;
  std::vector<double> rewards_;
};

void require_sound(const LearningOptions& options) {
  for (const auto& [name, value] :
       {std::pair("episodes", options.episodes), std::pair("steps", options.steps), std::pair("memory", options.memory),
        std::pair("batch", options.batch), std::pair("learn_every", options.learn_every),
        std::pair("renew_every", options.renew_every)})
    if (value == 0) throw SpectrumError(fmt::format("{} of learning is 0: give at least 1", name));
  for (const auto& [name, value] :
       {std::pair("greedy", options.greedy), std::pair("discount", options.discount), std::pair("rate", options.rate)})
    if (!(value >= 0 && value <= 1)) throw SpectrumError(fmt::format("{} of learning is {}: give 0 to 1", name, value));
}

}  // namespace

std::string_view name(Learner learner) {
  constexpr std::string_view names[] = {"plain", "target", "double"};
  return names[static_cast<std::size_t>(learner)];
}

std::string_view name(FeatureScale scale) {
  constexpr std::string_view names[] = {"paper", "relative"};
  return names[static_cast<std::size_t>(scale)];
}

StateFeatures features_of(const Suite& suite, FeatureScale scale) {
  const auto tests = static_cast<double>(suite.tests() - 1), groups = static_cast<double>(suite.suspect_groups());
  if (scale == FeatureScale::paper) return {tests, groups};
  return {tests / usual_tests, suite.suspects() == 0 ? 0 : groups / static_cast<double>(suite.suspects())};
}

TestFeatures features_of(const Suite& suite, const Prospect& test, FeatureScale scale) {
  const double split = plain_split(suite, test);
  return {scale == FeatureScale::paper ? split * static_cast<double>(suite.suspects()) : split,
          plain_cover(suite, test)};
}

Scorer scorer(const LearnedCriterion& criterion) {
  return [criterion](const Suite& suite, std::span<const Prospect> tests) {
    std::vector<TestFeatures> features;
    features.reserve(tests.size());
    for (const Prospect& test : tests) features.push_back(features_of(suite, test, criterion.scale));
    return criterion.network.values(features_of(suite, criterion.scale), features);
  };
}

Learned learn(std::span<const Lesson> lessons, const LearningOptions& options) {
  require_sound(options);
  Learning learning(options);
  for (const Lesson& lesson : lessons) learning.go_through(lesson);
  return std::move(learning).learned();
}

}  // namespace smallscope::diagnosis::capability
