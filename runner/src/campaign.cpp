// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/campaign.hpp>

#include <cxxabi.h>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <typeinfo>

#include <fmt/format.h>

#include <smallscope/generators/hash.hpp>
#include <smallscope/generators/orders/order.hpp>
#include <smallscope/oracles/result_check.hpp>
#include <smallscope/runner/generator_space.hpp>
#include <smallscope/runner/property.hpp>

namespace smallscope::runner {

namespace {

/// A hash over texts, each ended by a byte that no text has at that position.
class Hash {
 public:
  void add(std::string_view text) {
    hash_.add(text);
    hash_.add_byte(0x1f);
  }
  std::string text() const { return fmt::format("{:016x}", hash_.value()); }

 private:
  generators::Fnv1a hash_;
};

void add_input(Hash& hash, const Choices& choices, const std::optional<subjects::Input>& input) {
  for (const Choice& choice : choices) {
    hash.add(choice.name);
    hash.add(choice.label);
  }
  if (!input) return hash.add("discarded");
  for (const auto* texts : {&input->files, &input->parameters}) {
    for (const subjects::NamedText& text : *texts) {
      hash.add(text.name);
      hash.add(text.text);
    }
  }
  hash.add(input->standard_input);
}

void add_input(Hash& hash, const Space& space, Ordinal ordinal) {
  add_input(hash, space.choices(ordinal), space.render(ordinal));
}

/// Adds inputs that are spread over the space, and its last one; for a search, random paths.
void add_sample(Hash& hash, const Space& space, Ordinal samples) {
  if (const PathSampler* const sampler = space.sampler()) {
    for (std::uint64_t seed = 0; seed < samples; ++seed) {
      const auto path = sampler->sample(seed);
      add_input(hash, path.choices, path.value);
    }
    return;
  }
  if (space.size() == 0) return;
  const auto order = generators::golden(space.size());
  for (Ordinal position = 0; position < std::min(samples, space.size()); ++position)
    add_input(hash, space, order->at(position));
  add_input(hash, space, space.size() - 1);
}

}  // namespace

Ordinal Portion::size() const {
  Ordinal size = ordinals.size();
  for (const auto& [first, last] : ranges) size += last - first;
  return size;
}

Ordinal Portion::ordinal(Ordinal index) const {
  if (ranges.empty()) return ordinals[index];
  auto range = ranges.begin();
  for (; index >= range->second - range->first; ++range) index -= range->second - range->first;
  return range->first + index;
}

std::vector<FragmentLines> Space::fragment_lines(Ordinal, const Selection&) const { return {}; }

std::optional<Outcome> Lane::judge(const subjects::Input&, std::stop_token) {
  throw std::logic_error("Lane::judge: the inputs of this campaign are values, not texts; ask Body::takes_texts()");
}

Campaign campaign_over(std::string name, Spaces spaces, std::shared_ptr<const Body> body) {
  Campaign campaign;
  campaign.name = std::move(name);
  campaign.space = spaces.front();
  campaign.merged.assign(spaces.begin() + 1, spaces.end());
  campaign.body = std::move(body);
  return campaign;
}

results::Fingerprint fingerprint(const Campaign& campaign, const std::string& version) {
  Hash population;
  const Space& space = *campaign.space;
  population.add(generators::to_string(space.structure()));
  add_sample(population, space, 64);
  for (const auto& merged : campaign.merged) {
    population.add(generators::to_string(merged->structure()));
    add_sample(population, *merged, 4);
  }
  Hash oracles;
  for (const std::string& oracle : campaign.body->describe_oracles()) oracles.add(oracle);
  Hash subject;
  subject.add(campaign.body->describe_subject());
  return {.population = fmt::format("{} inputs {}", generators::size_text(declared_size(space)), population.text()),
          .subject = fmt::format("{} {}{}{}", version.empty() ? "unversioned" : version, campaign.files,
                                 campaign.files.empty() ? "" : " ", subject.text()),
          .oracles = oracles.text()};
}

oracles::Judgement judgement_of_exception(std::string oracle, oracles::Verdict verdict) {
  try {
    throw;
  } catch (const std::exception& exception) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> type(
        abi::__cxa_demangle(typeid(exception).name(), nullptr, nullptr, &status), std::free);
    return {
        std::move(oracle), verdict, {fmt::format("{}: {}", status == 0 ? type.get() : "exception", exception.what())}};
  } catch (...) {
    return {std::move(oracle), verdict, {"an exception that is not a std::exception"}};
  }
}

std::optional<oracles::ResultCheck> Body::result_check(std::string_view /*oracle*/) const { return std::nullopt; }

}  // namespace smallscope::runner
