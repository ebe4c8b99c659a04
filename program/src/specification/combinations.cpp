// SPDX-License-Identifier: Apache-2.0
#include "combinations.hpp"

#include <algorithm>

namespace smallscope::program::specification {
namespace {
constexpr const char* what = "the combinations of the holes";
}

using generators::Ordinal;

Combinations::Combinations(std::vector<Hole> holes, std::string digest) : content_(std::make_shared<Content>()) {
  Content& content = *content_;
  content.holes = std::move(holes);
  content.digest = std::move(digest);
  content.children.resize(content.holes.size());
  content.weights.resize(content.holes.size());
  for (std::size_t hole = content.holes.size(); hole-- > 0;) {
    content.weights[hole] = weights_of(hole);  // its children, which come after it, already have their weights
    if (const auto parent = content.holes[hole].parent)
      content.children[*parent].insert(content.children[*parent].begin(), hole);
    else
      content.size = generators::checked_multiply(content.size, content.weights[hole].front().total, what);
  }
}

std::vector<Combinations::Weights> Combinations::weights_of(std::size_t hole) const {
  std::vector<Weights> all;
  for (std::size_t c = 0; c < content_->holes[hole].cases.size(); ++c) {
    Weights weights;
    weights.total = content_->holes[hole].cases[c].size();
    if (!content_->children[hole].empty()) {
      generators::require_bindable(weights.total);
      const Ordinal values = std::exchange(weights.total, 0);
      for (Ordinal value = 0; value < values; ++value) {
        weights.offsets.push_back(weights.total);
        Ordinal completions = 1;
        for (const std::size_t child : content_->children[hole]) {
          const std::uint32_t branch = content_->holes[child].branches[c][value];
          completions = generators::checked_multiply(completions, content_->weights[child][branch].total, what);
        }
        weights.total = generators::checked_add(weights.total, completions, what);
      }
    }
    all.push_back(std::move(weights));
  }
  return all;
}

Ordinal Combinations::Weights::value_at(Ordinal offset) const {
  if (offsets.empty()) return offset;
  return static_cast<Ordinal>(std::upper_bound(offsets.begin(), offsets.end(), offset) - offsets.begin()) - 1;
}

void Combinations::choose(std::size_t hole, Ordinal value, std::vector<std::uint32_t>& cases) const {
  for (const std::size_t child : content_->children[hole])
    cases[child] = content_->holes[child].branches[cases[hole]][value];
}

template <class Visit>
void Combinations::decode(Ordinal ordinal, Visit&& visit) const {
  generators::require_in_range(ordinal, size());
  std::vector<std::uint32_t> cases(content_->holes.size(), 0);
  Ordinal completions = size();
  for (std::size_t hole = 0; hole < content_->holes.size(); ++hole) {
    const Weights& weights = content_->weights[hole][cases[hole]];
    const Ordinal rest = completions / weights.total;  // of the later holes that do not depend on it
    const Ordinal value = weights.value_at(ordinal / rest);
    visit(hole, cases[hole], value);
    const Ordinal before = weights.before(value);
    ordinal -= before * rest;
    completions = rest * (weights.after(value) - before);
    choose(hole, value, cases);
  }
}

std::optional<Combination> Combinations::at(Ordinal ordinal) const {
  Combination values;
  values.reserve(content_->holes.size());
  decode(ordinal, [&](std::size_t hole, std::uint32_t c, Ordinal value) {
    values.push_back(*content_->holes[hole].cases[c].at(value));
  });
  return values;
}

void Combinations::write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const {
  decode(ordinal, [&](std::size_t hole, std::uint32_t c, Ordinal value) {
    const generators::NameScope scope(writer.path, content_->holes[hole].name);
    content_->holes[hole].cases[c].write_choices(value, writer);
  });
}

Ordinal Combinations::read_choices(generators::ChoiceReader& reader) const {
  std::vector<std::uint32_t> cases(content_->holes.size(), 0);
  Ordinal ordinal = 0, completions = size();
  for (std::size_t hole = 0; hole < content_->holes.size(); ++hole) {
    const generators::NameScope scope(reader.path, content_->holes[hole].name);
    const Weights& weights = content_->weights[hole][cases[hole]];
    const Ordinal rest = completions / weights.total;
    const Ordinal value = content_->holes[hole].cases[cases[hole]].read_choices(reader);
    ordinal += weights.before(value) * rest;
    completions = rest * (weights.after(value) - weights.before(value));
    choose(hole, value, cases);
  }
  return ordinal;
}

bool Combinations::walk_from(const Level& level, std::vector<std::uint32_t>& cases, Combination& values,
                             const generators::SinkReference<Combination>& sink) const {
  if (level.hole == content_->holes.size()) return sink(level.base, values);
  const std::uint32_t c = cases[level.hole];
  const Weights& weights = content_->weights[level.hole][c];
  const Ordinal rest = level.completions / weights.total;
  const Ordinal begin = weights.value_at(level.first / rest), end = weights.value_at((level.last - 1) / rest);
  return content_->holes[level.hole].cases[c].walk(begin, end + 1, [&](Ordinal value, const HoleValue& text) -> bool {
    values[level.hole] = text;
    choose(level.hole, value, cases);
    const Ordinal from = weights.before(value) * rest, to = weights.after(value) * rest;
    const Level inner{level.hole + 1, to - from, std::max(level.first, from) - from, std::min(level.last, to) - from,
                      level.base + from};
    return walk_from(inner, cases, values, sink);
  });
}

std::string Combinations::names_from(std::size_t hole) const {
  std::string names = content_->holes[hole].name;
  for (const std::size_t child : content_->children[hole]) names += ", " + names_from(child);
  return names;
}

generators::Structure Combinations::structure() const {
  generators::Structure product{"product", "", size(), {}, generators::Contribution::components};
  for (std::size_t hole = 0; hole < content_->holes.size(); ++hole) {
    if (content_->holes[hole].parent) continue;
    if (content_->children[hole].empty()) {
      product.children.push_back(content_->holes[hole].cases.front().structure());
    } else {
      // Dependent holes count together, because the number of values of one varies with the others.
      product.children.push_back({"linked", "", content_->weights[hole].front().total, {}});
    }
    product.children.back().name = names_from(hole);
  }
  if (content_->holes.empty()) return product;
  return {"specified " + content_->digest, "", size(), {std::move(product)}, generators::Contribution::child};
}

}  // namespace smallscope::program::specification
