// SPDX-License-Identifier: Apache-2.0
#include "combinations.hpp"

#include <algorithm>
#include <map>
#include <smallscope/generators/composition/bind.hpp>
#include <utility>

namespace smallscope::program::specification {
namespace {

constexpr const char* what = "the combinations of the holes";
constexpr std::uint32_t end_state = 0;
constexpr std::uint32_t unknown = static_cast<std::uint32_t>(-1);

/// For each hole the group that it belongs to: holes that are linked, directly or through others.
std::vector<std::size_t> groups_of(const std::vector<Hole>& holes) {
  std::vector<std::size_t> group(holes.size());
  for (std::size_t hole = 0; hole < holes.size(); ++hole) {
    group[hole] = hole;
    for (const std::size_t parent : holes[hole].links.parents) {
      const std::size_t old = group[parent];
      for (std::size_t other = 0; other < hole; ++other)
        if (group[other] == old) group[other] = hole;
    }
  }
  return group;
}

}  // namespace

using generators::Ordinal;

/// Makes the states of one group, from its first hole on.
class GroupStates {
 public:
  using Content = Combinations::Content;
  GroupStates(Content& content, const std::vector<std::size_t>& group) : content_(content), group_(group) {
    for (std::size_t at = 0; at < group.size(); ++at) place_[group[at]] = at;
    users_.resize(group.size());
    for (std::size_t at = 0; at < group.size(); ++at) {
      const std::vector<std::size_t>& parents = content.holes[group[at]].links.parents;
      for (std::size_t p = 0; p < parents.size(); ++p) users_[place_.at(parents[p])].push_back({at, p});
    }
  }
  std::uint32_t first() {
    Known known(group_.size());
    for (std::size_t at = 0; at < group_.size(); ++at)
      known[at].assign(content_.holes[group_[at]].links.parents.size(), unknown);
    return state(0, known);
  }

 private:
  /// For each hole the classes of its parents, as far as they are known; then only its case.
  using Known = std::vector<std::vector<std::uint32_t>>;
  struct User {
    std::size_t at, parent;
  };

  std::uint32_t state(std::size_t at, const Known& known) {
    if (at == group_.size()) return end_state;
    std::vector<std::uint32_t> key{static_cast<std::uint32_t>(at)};
    for (std::size_t later = at; later < known.size(); ++later)
      key.insert(key.end(), known[later].begin(), known[later].end());
    if (const auto found = states_.find(key); found != states_.end()) return found->second;

    const Hole& hole = content_.holes[group_[at]];
    Combinations::State made;
    made.of_case = hole.links.parents.empty() ? 0 : known[at].front();
    const HoleValues& values = hole.cases[made.of_case];
    if (users_[at].empty()) {
      made.next = {state(at + 1, known)};
      made.total = generators::checked_multiply(values.size(), total(made.next.front()), what);
      require_space(1);
    } else {
      generators::require_bindable(values.alternatives());
      require_space(values.alternatives());
      fill(made, at, values, known);
    }
    content_.states.push_back(std::move(made));
    return states_[key] = static_cast<std::uint32_t>(content_.states.size() - 1);
  }

  /// The states after each alternative, and what they weigh.
  void fill(Combinations::State& made, std::size_t at, const HoleValues& values, const Known& known) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> next_of;  // by the classes for the users
    made.total = 0;
    for (Ordinal alternative = 0; alternative < values.alternatives(); ++alternative) {
      std::vector<std::uint32_t> classes;
      for (const User& user : users_[at])
        classes.push_back(content_.holes[group_[user.at]]
                              .links.classes[user.parent][made.of_case][static_cast<std::size_t>(alternative)]);
      const auto found = next_of.find(classes);
      const std::uint32_t next = found != next_of.end() ? found->second : next_of[classes] = after(at, classes, known);
      made.offsets.push_back(made.total);
      made.next.push_back(next);
      const Ordinal count = values.start_of(alternative + 1) - values.start_of(alternative);
      made.total = generators::checked_add(made.total, generators::checked_multiply(count, total(next), what), what);
    }
  }
  std::uint32_t after(std::size_t at, const std::vector<std::uint32_t>& classes, const Known& known) {
    Known more = known;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      std::vector<std::uint32_t>& of_user = more[users_[at][i].at];
      of_user[users_[at][i].parent] = classes[i];
      if (std::find(of_user.begin(), of_user.end(), unknown) == of_user.end())
        of_user = {case_of(content_.holes[group_[users_[at][i].at]].links, of_user)};
    }
    return state(at + 1, more);
  }
  static std::uint32_t case_of(const Links& links, const std::vector<std::uint32_t>& classes) {
    std::size_t place = 0;
    for (std::size_t p = 0; p < classes.size(); ++p) place = place * links.class_counts[p] + classes[p];
    return links.cases[place];
  }
  Ordinal total(std::uint32_t state) const { return content_.states[state].total; }
  void require_space(Ordinal alternatives) {
    space_ += alternatives;
    if (space_ <= Combinations::most_states) return;
    std::string names;
    for (const std::size_t hole : group_) names += (names.empty() ? "`" : ", `") + content_.holes[hole].name + "`";
    throw generators::GeneratorError("the holes " + names +
                                     " depend on each other in too many ways to be counted; let fewer depend on "
                                     "others, or place a hole directly behind those that it depends on");
  }

  Content& content_;
  const std::vector<std::size_t>& group_;
  std::map<std::size_t, std::size_t> place_;  // of a hole in the group
  std::vector<std::vector<User>> users_;      // by place in the group: the holes that depend on it
  std::map<std::vector<std::uint32_t>, std::uint32_t> states_;
  Ordinal space_ = 0;
};

std::vector<std::string> labels_of(const Hole& hole, std::size_t most) {
  std::vector<std::string> labels;
  for (const HoleValues& values : hole.cases)
    for (std::string& label : labels_of(values, most))
      if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(std::move(label));
  return labels;
}

bool has_label(const Hole& hole, std::string_view label) {
  return std::any_of(hole.cases.begin(), hole.cases.end(),
                     [&](const HoleValues& values) { return has_label(values, label); });
}

Combinations::Combinations(std::vector<Hole> holes, std::size_t width, std::string digest)
    : content_(std::make_shared<Content>()) {
  Content& content = *content_;
  content.holes = std::move(holes);
  content.width = width;
  content.digest = std::move(digest);
  content.states.resize(1);  // the end
  const std::vector<std::size_t> groups = groups_of(content.holes);
  std::map<std::size_t, std::size_t> numbers;
  for (std::size_t hole = 0; hole < content.holes.size(); ++hole) {
    const std::size_t number = numbers.try_emplace(groups[hole], numbers.size()).first->second;
    content.group_of.push_back(number);
    content.groups.resize(numbers.size());
    content.groups[number].push_back(hole);
  }
  for (const std::vector<std::size_t>& group : content.groups) {
    content.first_states.push_back(GroupStates(content, group).first());
    content.size = generators::checked_multiply(content.size, content.states[content.first_states.back()].total, what);
  }
}

Combinations::Place Combinations::place_of(const State& state, const HoleValues& values, Ordinal value) const {
  if (state.offsets.empty()) {
    const Ordinal weight = content_->states[state.next.front()].total;
    return {value, value * weight, weight, state.next.front()};
  }
  const auto alternative = static_cast<std::size_t>(values.alternative_of(value));
  const Ordinal weight = content_->states[state.next[alternative]].total;
  return {value, state.offsets[alternative] + (value - values.start_of(alternative)) * weight, weight,
          state.next[alternative]};
}

Ordinal Combinations::value_at(const State& state, const HoleValues& values, Ordinal completion, Ordinal uniform) {
  if (state.offsets.empty()) return completion / uniform;
  const auto alternative = static_cast<std::size_t>(
      std::upper_bound(state.offsets.begin(), state.offsets.end(), completion) - state.offsets.begin() - 1);
  const Ordinal count = values.start_of(alternative + 1) - values.start_of(alternative);
  const Ordinal end = alternative + 1 < state.offsets.size() ? state.offsets[alternative + 1] : state.total;
  const Ordinal weight = (end - state.offsets[alternative]) / count;
  return values.start_of(alternative) + (completion - state.offsets[alternative]) / weight;
}

template <class Visit>
void Combinations::decode(Ordinal ordinal, Visit&& visit) const {
  generators::require_in_range(ordinal, size());
  std::vector<std::uint32_t> states = content_->first_states;
  Ordinal completions = size();
  for (std::size_t hole = 0; hole < content_->holes.size(); ++hole) {
    const State& state = content_->states[states[content_->group_of[hole]]];
    const HoleValues& values = values_of(hole, state);
    const Ordinal rest = completions / state.total;  // of the later holes of other groups
    const Ordinal uniform = content_->states[state.next.front()].total;
    const Place place = place_of(state, values, value_at(state, values, ordinal / rest, uniform));
    visit(hole, values, place.value);
    ordinal -= place.before * rest;
    completions = rest * place.weight;
    states[content_->group_of[hole]] = place.next;
  }
}

std::optional<Combination> Combinations::at(Ordinal ordinal) const {
  Combination combination(content_->width);
  decode(ordinal, [&](std::size_t hole, const HoleValues& values, Ordinal value) {
    combination[content_->holes[hole].place] = *values.generator.at(value);
  });
  return combination;
}

void Combinations::write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const {
  decode(ordinal, [&](std::size_t hole, const HoleValues& values, Ordinal value) {
    std::optional<generators::NameScope> scope;
    if (!content_->holes[hole].name.empty()) scope.emplace(writer.path, content_->holes[hole].name);
    values.generator.write_choices(value, writer);
  });
}

Ordinal Combinations::read_choices(generators::ChoiceReader& reader) const {
  std::vector<std::uint32_t> states = content_->first_states;
  Ordinal ordinal = 0, completions = size();
  for (std::size_t hole = 0; hole < content_->holes.size(); ++hole) {
    std::optional<generators::NameScope> scope;
    if (!content_->holes[hole].name.empty()) scope.emplace(reader.path, content_->holes[hole].name);
    const State& state = content_->states[states[content_->group_of[hole]]];
    const HoleValues& values = values_of(hole, state);
    const Ordinal rest = completions / state.total;
    const Place place = place_of(state, values, values.generator.read_choices(reader));
    ordinal += place.before * rest;
    completions = rest * place.weight;
    states[content_->group_of[hole]] = place.next;
  }
  return ordinal;
}

bool Combinations::walk_from(const Level& level, std::vector<std::uint32_t>& states, Combination& combination,
                             const generators::SinkReference<Combination>& sink) const {
  if (level.hole == content_->holes.size()) return sink(level.base, combination);
  std::uint32_t& current = states[content_->group_of[level.hole]];
  const std::uint32_t here = current;
  const State& state = content_->states[here];
  const HoleValues& values = values_of(level.hole, state);
  const Ordinal rest = level.completions / state.total;
  const Ordinal uniform = content_->states[state.next.front()].total;
  const Ordinal begin = value_at(state, values, level.first / rest, uniform);
  const Ordinal end = value_at(state, values, (level.last - 1) / rest, uniform);
  HoleValue& text = combination[content_->holes[level.hole].place];
  const bool goes_on = values.generator.walk(begin, end + 1, [&](Ordinal value, const HoleValue& found) -> bool {
    text = found;
    const Place place = place_of(state, values, value);
    current = place.next;
    const Ordinal from = place.before * rest, to = from + place.weight * rest;
    const Level inner{level.hole + 1, to - from, std::max(level.first, from) - from, std::min(level.last, to) - from,
                      level.base + from};
    return walk_from(inner, states, combination, sink);
  });
  current = here;
  return goes_on;
}

generators::Structure Combinations::structure() const {
  generators::Structure product{"product", "", size(), {}, generators::Contribution::components};
  for (std::size_t group = 0; group < content_->groups.size(); ++group) {
    const std::vector<std::size_t>& holes = content_->groups[group];
    if (holes.size() == 1) {
      product.children.push_back(content_->holes[holes.front()].cases.front().generator.structure());
    } else {
      // Holes of a group count together, because the number of values of one varies with the others.
      product.children.push_back({"linked", "", content_->states[content_->first_states[group]].total, {}});
    }
    std::string names;
    for (const std::size_t hole : holes) names += (names.empty() ? "" : ", ") + content_->holes[hole].name;
    product.children.back().name = names;
  }
  if (content_->holes.empty()) return product;
  return {"specified " + content_->digest, "", size(), {std::move(product)}, generators::Contribution::child};
}

}  // namespace smallscope::program::specification
