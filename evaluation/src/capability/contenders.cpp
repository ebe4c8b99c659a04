// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <smallscope/evaluation/capability/capability_study.hpp>

namespace smallscope::evaluation::capability {

namespace dc = diagnosis::capability;

namespace {

constexpr double shares[] = {0.1, 0.3, 0.5, 0.7, 0.9};

Contender learning_contender(std::string name, const dc::LearningOptions& options) {
  return {.name = std::move(name), .learning = options};
}

}  // namespace

std::vector<Contender> paper_contenders() {
  std::vector<Contender> all{{.name = "random"}};
  for (const dc::Criterion& criterion : dc::criteria())
    all.push_back({.name = std::string(criterion.name),
                   .knows_outcomes = criterion.knows_outcomes,
                   .scorer = dc::scorer(criterion)});
  for (const double share : shares)
    all.push_back(
        {.name = fmt::format("{} split + {:.1f} cover", share, 1 - share), .scorer = dc::weighted_sum(share)});
  all.push_back(learning_contender("rlfdc", {}));
  all.push_back(learning_contender("rlfdc, plain", {.learner = dc::Learner::plain}));
  all.push_back(learning_contender("rlfdc, double", {.learner = dc::Learner::double_estimator}));
  all.push_back(learning_contender("rlfdc, no embedding", {.embedding = dc::Embedding::none}));
  all.push_back(learning_contender("rlfdc, relative", {.scale = dc::FeatureScale::relative}));
  return all;
}

std::vector<Contender> transfer_contenders(const std::vector<Program>& programs) {
  std::vector<Contender> all;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    all.push_back(learning_contender(fmt::format("rlfdc of {}", programs[i].name), {}));
    all.back().lessons = Lessons::one;
    all.back().program = i;
  }
  all.push_back(learning_contender("rlfdc of all others", {}));
  all.back().lessons = Lessons::others;
  return all;
}

}  // namespace smallscope::evaluation::capability
