// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/effect_prediction.hpp>

#include <algorithm>

namespace smallscope::diagnosis::directed {

namespace {

std::vector<std::size_t> differing_factors(const generators::LevelRow& a, const generators::LevelRow& b) {
  std::vector<std::size_t> factors;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) factors.push_back(i);
  return factors;
}

Word word_of(const std::vector<Word>& row, std::size_t number) { return number < row.size() ? row[number] : 0; }

}  // namespace

EffectPrediction::EffectPrediction(std::vector<Ordinal> factors) : radix_(std::move(factors)) {}

void EffectPrediction::learn(std::size_t from, std::size_t to, std::span<const std::size_t> factors) {
  const Effect effect{.from = from, .to = to, .differing = factors.size()};
  for (const std::size_t factor : factors) {
    const Ordinal left = observed_[from].levels[factor], reached = observed_[to].levels[factor];
    for (const std::optional<Ordinal>& key : {std::optional<Ordinal>(left), std::optional<Ordinal>()}) {
      const auto [known, is_new] = effects_.try_emplace({factor, key, reached}, effect);
      if (!is_new && effect.differing < known->second.differing) known->second = effect;
    }
  }
}

void EffectPrediction::observe(Ordinal ordinal, std::span<const Word> covered) {
  Observed added{.levels = {}, .covered = {covered.begin(), covered.end()}};
  radix_.levels(ordinal, added.levels);
  observed_.push_back(std::move(added));
  const std::size_t last = observed_.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    const std::vector<std::size_t> factors = differing_factors(observed_[i].levels, observed_[last].levels);
    learn(i, last, factors);
    learn(last, i, factors);
  }
}

const EffectPrediction::Effect* EffectPrediction::effect_of(std::size_t factor, Ordinal from, Ordinal to) const {
  auto found = effects_.find({factor, from, to});
  if (found == effects_.end()) found = effects_.find({factor, std::nullopt, to});
  return found == effects_.end() ? nullptr : &found->second;
}

std::vector<Word> EffectPrediction::predicted(Ordinal ordinal) const {
  if (observed_.empty()) return {};
  generators::LevelRow levels;
  radix_.levels(ordinal, levels);
  const Observed* nearest = nullptr;
  std::vector<std::size_t> changed;
  for (const Observed& each : observed_) {
    std::vector<std::size_t> factors = differing_factors(each.levels, levels);
    if (nearest != nullptr && factors.size() >= changed.size()) continue;
    nearest = &each;
    changed = std::move(factors);
  }
  std::vector<Word> row = nearest->covered;
  for (const std::size_t factor : changed) {
    const Effect* const effect = effect_of(factor, nearest->levels[factor], levels[factor]);
    if (effect == nullptr) continue;
    const std::vector<Word>&from = observed_[effect->from].covered, &to = observed_[effect->to].covered;
    row.resize(std::max({row.size(), from.size(), to.size()}));
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Word different = word_of(from, i) ^ word_of(to, i);
      row[i] = (row[i] & ~different) | (word_of(to, i) & different);
    }
  }
  return row;
}

}  // namespace smallscope::diagnosis::directed
