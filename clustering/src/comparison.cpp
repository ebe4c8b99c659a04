// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace smallscope::clustering {

namespace {

using Kind = Standing::Kind;
using Vector = std::vector<std::uint32_t>;  // the number of a standing for each store

/// Different standings, numbered.
class Standings {
 public:
  std::uint32_t number(const Standing& standing) {
    const auto [known, is_new] = numbers_.try_emplace({standing.kind, standing.key, standing.flaky}, all_.size());
    if (is_new) all_.push_back(standing);
    return static_cast<std::uint32_t>(known->second);
  }
  const Standing& operator[](std::uint32_t number) const { return all_[number]; }

 private:
  std::map<std::tuple<Kind, std::string, bool>, std::size_t> numbers_;
  std::vector<Standing> all_;
};

/// The standings of failing cases. Failures of one fault repeat each other, and abstracting their messages costs more
/// than everything else, so equal judgements are abstracted once.
class FailingStandings {
 public:
  FailingStandings(const Options& options, Standings& standings) : options_(options), standings_(standings) {}
  std::uint32_t number(const results::Case& failing) {
    std::string text = text_of(failing);
    if (const auto known = known_.find(text); known != known_.end()) return known->second;
    const Standing found = standing(failing.verdict, failing.judgements, options_);
    if (!signatures_.contains(found.key)) {
      const auto verdict = found.flaky ? oracles::combine(failing.judgements) : failing.verdict;
      signatures_.emplace(found.key, signature(verdict, failing.judgements, options_));
    }
    if ((bytes_ += text.size()) > most_bytes) {
      known_.clear();
      bytes_ = text.size();
    }
    return known_.emplace(std::move(text), standings_.number(found)).first->second;
  }
  /// By key.
  const std::map<std::string, Signature>& signatures() const { return signatures_; }

 private:
  static constexpr std::size_t most_bytes = std::size_t{4} << 20;
  /// Verdict and judgements; each text is preceded by its length, so different ones never read the same.
  static std::string text_of(const results::Case& failing) {
    std::string text = fmt::format("{}", static_cast<int>(failing.verdict));
    for (const oracles::Judgement& judgement : failing.judgements) {
      text += fmt::format(" {} {} {}", static_cast<int>(judgement.verdict), judgement.oracle.size(), judgement.oracle);
      for (const oracles::Message& message : judgement.messages) text += fmt::format(":{} {}", message.size(), message);
    }
    return text;
  }

  const Options& options_;
  Standings& standings_;
  std::unordered_map<std::string, std::uint32_t> known_;
  std::size_t bytes_ = 0;
  std::map<std::string, Signature> signatures_;
};

void require_one_space(std::span<const results::Store* const> stores) {
  const results::Manifest& first = stores.front()->manifest();
  for (const results::Store* store : stores) {
    const results::Manifest& other = store->manifest();
    if (other.inputs == first.inputs && other.structure == first.structure &&
        other.fingerprint.population == first.fingerprint.population)
      continue;
    throw results::StoreMismatch(
        fmt::format("{} and {} are not of one space (population {} and {}); compare stores of the same campaign, or of "
                    "campaigns with the same generator",
                    stores.front()->file().string(), store->file().string(), first.fingerprint.population,
                    other.fingerprint.population));
  }
}

/// What a store knows of an input that does not fail there by for_each_failure().
Standing standing_elsewhere(const results::Store& store, const InputKey& input) {
  const auto verdict = store.verdict(input.first, input.second);
  // A merged input that was taken apart failed for other parts; whether this combination is well was not looked at.
  if (verdict && oracles::is_failing(*verdict)) return {.kind = Kind::open};
  return standing(verdict, {}, {});
}

}  // namespace

const Signature& StoreComparison::signature(const std::string& key) const {
  return std::ranges::lower_bound(signatures, key, {}, &std::pair<std::string, Signature>::first)->second;
}

StoreComparison compare(std::span<const results::Store* const> stores, const Options& options) {
  require_one_space(stores);
  Standings standings;
  FailingStandings failing_standings(options, standings);
  constexpr std::uint32_t unknown = ~std::uint32_t{0};
  std::map<InputKey, Vector> vectors;
  for (std::size_t i = 0; i < stores.size(); ++i)
    stores[i]->for_each_failure([&](const results::Case& failing) {
      if (!oracles::is_failing(failing.verdict)) return true;  // an open case
      Vector& vector = vectors.try_emplace({failing.level, failing.ordinal}, stores.size(), unknown).first->second;
      vector[i] = failing_standings.number(failing);
      return true;
    });
  std::map<Vector, std::vector<InputKey>> grouped;
  for (auto& [input, vector] : vectors) {
    for (std::size_t i = 0; i < stores.size(); ++i)
      if (vector[i] == unknown) vector[i] = standings.number(standing_elsewhere(*stores[i], input));
    grouped[vector].push_back(input);
  }
  StoreComparison comparison;
  for (auto& [vector, inputs] : grouped) {
    ComparedGroup& group = comparison.groups.emplace_back();
    for (const std::uint32_t number : vector) group.standings.push_back(standings[number]);
    group.inputs = std::move(inputs);
  }
  std::ranges::sort(comparison.groups, [](const ComparedGroup& a, const ComparedGroup& b) {
    return a.inputs.size() != b.inputs.size() ? a.inputs.size() > b.inputs.size() : a.inputs.front() < b.inputs.front();
  });
  comparison.signatures.assign(failing_standings.signatures().begin(), failing_standings.signatures().end());
  return comparison;
}

}  // namespace smallscope::clustering
