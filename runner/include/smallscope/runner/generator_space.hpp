// SPDX-License-Identifier: Apache-2.0
// The space of a campaign over a generator: a typed generator answers what campaign.hpp asks about ordinals.
//
// Used by observed() and in_process(), and by authors of their own Body. Immutable; safe for several threads if the
// function that renders values is. Example: campaign_over("mine", spaces_of(levels_of(generator), render), body).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <smallscope/runner/campaign.hpp>

namespace smallscope::runner {

/// A campaign over these spaces, from level 0 on.
Campaign campaign_over(std::string name, Spaces spaces, std::shared_ptr<const Body> body);

/// The generators and searches that a campaign can use.
template <class G>
concept CampaignGenerator = generators::IndexedGenerator<G> || generators::UncountedGenerator<G>;

/// The input combined of only the selected fragments; for a search, which contains no merged node, the input itself.
template <CampaignGenerator G>
auto part_of(const G& generator, Ordinal ordinal, const Selection& selection) {
  if constexpr (generators::IndexedGenerator<G>)
    return generators::at_part(generator, ordinal, selection);
  else
    return generator.at(ordinal);
}

/// Implementation of PathSampler.
template <class G, class Render>
class SearchSampler final : public PathSampler {
 public:
  SearchSampler(std::shared_ptr<const G> search, Render rendering)
      : search_(std::move(search)), render_(std::move(rendering)) {}
  generators::SearchEstimate estimate(const generators::EstimateOptions& options) const override {
    return search_->estimate(options);
  }
  generators::SampledPath<subjects::Input> sample(std::uint64_t seed) const override {
    auto path = search_->sample(seed);
    if (!path.value) return {std::move(path.choices), std::nullopt};
    return {std::move(path.choices), render_(*path.value)};
  }

 private:
  std::shared_ptr<const G> search_;
  Render render_;
};

/// Implementation of Space for a generator and a function that renders its values.
template <CampaignGenerator G, class Render>
class GeneratorSpace final : public Space {
 public:
  GeneratorSpace(std::shared_ptr<const G> generator, Render rendering)
      : generator_(std::move(generator)), render_(std::move(rendering)), sampler_(generator_, render_) {}
  Ordinal size() const override {
    if constexpr (indexed)
      return generator_->size();
    else
      return generator_->counted().value_or(generators::uncounted);
  }
  const PathSampler* sampler() const override {
    if constexpr (indexed)
      return nullptr;
    else
      return &sampler_;
  }
  Ordinal reach(Ordinal last, const generators::StopRequested& stop) const override {
    if constexpr (indexed)
      return std::min(last, generator_->size());
    else
      return generator_->reach(last, stop);
  }
  std::optional<Ordinal> candidates() const override {
    if constexpr (!indexed)
      return generator_->counted() ? std::optional(generator_->walked_paths()) : std::nullopt;
    else if constexpr (requires { generator_->paths(); })
      return generator_->paths();
    else
      return std::nullopt;
  }
  Structure structure() const override { return generator_->structure(); }
  Choices choices(Ordinal ordinal) const override { return generators::choices(*generator_, ordinal); }
  Ordinal ordinal_of(std::span<const Choice> choices) const override {
    return generators::ordinal_of(*generator_, choices);
  }
  std::optional<subjects::Input> render(Ordinal ordinal) const override { return rendered(generator_->at(ordinal)); }
  Constituents constituents(Ordinal ordinal) const override {
    if constexpr (indexed)
      return generators::constituents(*generator_, ordinal);
    else
      return {ordinal, {}};
  }
  std::optional<subjects::Input> render_part(Ordinal ordinal, const Selection& selection) const override {
    return rendered(part_of(*generator_, ordinal, selection));
  }
  std::vector<FragmentLines> fragment_lines(Ordinal ordinal, const Selection& selection) const override {
    if constexpr (requires(const typename G::value_type& value) { render_.fragment_lines(value); }) {
      const auto part = part_of(*generator_, ordinal, selection);
      if constexpr (G::can_discard)
        return part ? render_.fragment_lines(*part) : std::vector<FragmentLines>();
      else
        return render_.fragment_lines(part);
    } else {
      return {};
    }
  }

 private:
  static constexpr bool indexed = generators::IndexedGenerator<G>;
  template <class Value>
  std::optional<subjects::Input> rendered(const Value& value) const {
    if constexpr (G::can_discard) {
      if (!value) return std::nullopt;
      return render_(*value);
    } else {
      return render_(value);
    }
  }
  struct None {
    None(const std::shared_ptr<const G>&, const Render&) {}
  };
  std::shared_ptr<const G> generator_;
  Render render_;
  [[no_unique_address]] std::conditional_t<indexed, None, SearchSampler<G, Render>> sampler_;
};

/// The generator at its merge levels 0, 1, ...
template <CampaignGenerator G>
std::vector<std::shared_ptr<const G>> levels_of(G generator) {
  std::vector<std::shared_ptr<const G>> levels;
  if constexpr (generators::IndexedGenerator<G>) {
    for (int level = 0; level <= generator.merge_levels(); ++level)
      levels.push_back(std::make_shared<const G>(generators::at_level(generator, level)));
  } else {
    levels.push_back(std::make_shared<const G>(std::move(generator)));
  }
  return levels;
}

/// A space for each level of a generator.
template <class G, class Render>
Spaces spaces_of(const std::vector<std::shared_ptr<const G>>& levels, const Render& render) {
  Spaces spaces;
  for (const auto& generator : levels) spaces.push_back(std::make_shared<GeneratorSpace<G, Render>>(generator, render));
  return spaces;
}

}  // namespace smallscope::runner
