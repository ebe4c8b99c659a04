// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/recursion/renaming.hpp>

#include <algorithm>

namespace smallscope::generators {

void Skeleton::require_scope(std::size_t scope) const {
  if (scope >= around_.size())
    throw GeneratorError("skeleton: there is no scope " + std::to_string(scope) + ", only " +
                         std::to_string(around_.size()) + "; make it by scope() first");
}
std::size_t Skeleton::scope(std::optional<std::size_t> around) {
  if (around) require_scope(*around);
  around_.push_back(around);
  return around_.size() - 1;
}
void Skeleton::variables(std::size_t scope, const std::string& type, const std::vector<std::string>& names) {
  require_scope(scope);
  for (const std::string& name : names) variables_.push_back({name, type, scope});
}
void Skeleton::hole(std::size_t scope, const std::string& type) {
  require_scope(scope);
  holes_.push_back({type, scope});
}

namespace {
/// A scope and those around it, outermost first.
std::vector<std::size_t> visible_scopes(const Skeleton& skeleton, std::size_t scope) {
  std::vector<std::size_t> scopes{scope};
  while (const auto around = skeleton.scopes()[scopes.back()]) scopes.push_back(*around);
  std::reverse(scopes.begin(), scopes.end());
  return scopes;
}
}  // namespace

namespace renaming {

TypeIndex::TypeIndex(const Skeleton& skeleton, const std::string& type)
    : variables_(skeleton.scopes().size()),
      scope_of_(skeleton.variables().size()),
      position_of_(skeleton.variables().size()) {
  for (std::size_t variable = 0; variable < skeleton.variables().size(); ++variable) {
    const auto& [name, of, scope] = skeleton.variables()[variable];
    if (of != type) continue;
    scope_of_[variable] = scope;
    position_of_[variable] = variables_[scope].size();
    variables_[scope].push_back(variable);
  }
  for (std::size_t number = 0; number < skeleton.holes().size(); ++number) {
    const auto& [of, scope] = skeleton.holes()[number];
    if (of != type) continue;
    std::vector<std::size_t> scopes = visible_scopes(skeleton, scope);
    std::erase_if(scopes, [&](std::size_t visible) { return variables_[visible].empty(); });
    if (scopes.empty())
      throw GeneratorError("skeleton: hole " + std::to_string(number) + " sees no variable of type `" + type +
                           "`; declare one in its scope or around it");
    holes_.push_back({number, std::move(scopes), {}});
  }
  std::vector<bool> needed(variables_.size());
  for (std::size_t hole = holes_.size(); hole > 0; --hole) {
    for (const std::size_t scope : holes_[hole - 1].scopes) needed[scope] = true;
    holes_[hole - 1].needed = needed;
  }
  counts_.resize(holes_.size());
  size_ = count(0, Used(variables_.size()));
}

/// Forgets the counts of scopes that later holes cannot see: they make no difference to those holes.
TypeIndex::Used TypeIndex::remembered(std::size_t hole, Used used) const {
  for (std::size_t scope = 0; scope < used.size(); ++scope)
    if (!holes_[hole].needed[scope]) used[scope] = 0;
  return used;
}

Ordinal TypeIndex::count(std::size_t hole, Used used) {
  if (hole == holes_.size()) return 1;
  used = remembered(hole, std::move(used));
  if (const auto known = counts_[hole].find(used); known != counts_[hole].end()) return known->second;
  if (++states_ > state_limit)
    throw GeneratorError("skeleton: more than " + std::to_string(state_limit) +
                         " states of used variables; reduce the variables of the scopes, or the scopes around a hole");
  Ordinal number = 0;
  for (const std::size_t scope : holes_[hole].scopes) {
    if (used[scope] > 0)
      number = checked_add(number, checked_multiply(used[scope], count(hole + 1, used), "fillings"), "fillings");
    if (used[scope] == variables_[scope].size()) continue;
    Used more = used;
    ++more[scope];
    number = checked_add(number, count(hole + 1, std::move(more)), "fillings");
  }
  counts_[hole].emplace(std::move(used), number);
  return number;
}

Ordinal TypeIndex::completions(std::size_t hole, Used used) const {
  if (hole == holes_.size()) return 1;
  const auto known = counts_[hole].find(remembered(hole, std::move(used)));
  return known == counts_[hole].end() ? 0 : known->second;  // unknown: no filling leads there
}

void TypeIndex::at(Ordinal ordinal, std::vector<std::size_t>& filling) const {
  Used used(variables_.size());
  for (std::size_t hole = 0; hole < holes_.size(); ++hole) {
    const Ordinal old = completions(hole + 1, used);  // the completions for each variable that is already used
    for (const std::size_t scope : holes_[hole].scopes) {
      if (used[scope] > 0 && ordinal / old < used[scope]) {
        filling[holes_[hole].number] = variables_[scope][ordinal / old];
        ordinal %= old;
        break;
      }
      ordinal -= used[scope] * old;
      if (used[scope] == variables_[scope].size()) continue;
      ++used[scope];
      const Ordinal fresh = completions(hole + 1, used);
      if (ordinal < fresh) {
        filling[holes_[hole].number] = variables_[scope][used[scope] - 1];
        break;
      }
      --used[scope];
      ordinal -= fresh;
    }
  }
}

Ordinal TypeIndex::rank(const std::vector<std::size_t>& filling) const {
  Used used(variables_.size());
  Ordinal ordinal = 0;
  for (std::size_t hole = 0; hole < holes_.size(); ++hole) {
    const std::size_t variable = filling[holes_[hole].number];
    const Ordinal old = completions(hole + 1, used);
    for (const std::size_t scope : holes_[hole].scopes) {
      if (scope == scope_of(variable)) {
        if (position_of(variable) > used[scope])
          throw GeneratorError(
              "choices: hole " + std::to_string(holes_[hole].number) +
              " takes a variable before the one that is declared earlier in its scope; that is another "
              "filling's renaming");
        ordinal += position_of(variable) * old;
        if (position_of(variable) == used[scope]) ++used[scope];
        break;
      }
      ordinal += used[scope] * old;
      if (used[scope] == variables_[scope].size()) continue;
      ++used[scope];
      ordinal += completions(hole + 1, used);
      --used[scope];
    }
  }
  return ordinal;
}

/// Steps to the hole's option after `variable`; false if that was the last.
bool TypeIndex::step(const HoleView& hole, const Used& used, std::size_t& variable) const {
  const std::size_t scope = scope_of(variable), next = position_of(variable) + 1;
  if (next <= used[scope] && next < variables_[scope].size()) {
    variable = variables_[scope][next];
    return true;
  }
  const auto inner = std::find(hole.scopes.begin(), hole.scopes.end(), scope) + 1;
  if (inner == hole.scopes.end()) return false;
  variable = variables_[*inner].front();
  return true;
}

bool TypeIndex::next(std::vector<std::size_t>& filling) const {
  Used used(variables_.size());
  for (const HoleView& hole : holes_) {
    const std::size_t variable = filling[hole.number];
    used[scope_of(variable)] = std::max(used[scope_of(variable)], position_of(variable) + 1);
  }
  // The last hole that has a further option takes it. Later holes take their first option, which always exists.
  for (std::size_t hole = holes_.size(); hole > 0; --hole) {
    const HoleView& view = holes_[hole - 1];
    std::size_t& variable = filling[view.number];
    bool first_use = position_of(variable) + 1 == used[scope_of(variable)];
    for (std::size_t before = 0; first_use && before + 1 < hole; ++before)
      first_use = filling[holes_[before].number] != variable;
    if (first_use) --used[scope_of(variable)];
    if (!step(view, used, variable)) continue;
    for (std::size_t after = hole; after < holes_.size(); ++after)
      filling[holes_[after].number] = variables_[holes_[after].scopes.front()].front();
    return true;
  }
  return false;
}

SkeletonIndex::SkeletonIndex(Skeleton of) : skeleton(std::move(of)) {
  std::vector<std::string> names;
  for (const Skeleton::Hole& hole : skeleton.holes()) {
    if (std::find(names.begin(), names.end(), hole.type) == names.end()) names.push_back(hole.type);
    auto& variables = visible.emplace_back();
    for (const std::size_t scope : visible_scopes(skeleton, hole.scope))
      for (std::size_t variable = 0; variable < skeleton.variables().size(); ++variable)
        if (skeleton.variables()[variable].scope == scope && skeleton.variables()[variable].type == hole.type)
          variables.push_back(variable);
  }
  for (const std::string& name : names) types.emplace_back(skeleton, name);
  strides.assign(types.size() + 1, 1);
  for (std::size_t type = types.size(); type > 0; --type)
    strides[type - 1] = checked_multiply(types[type - 1].size(), strides[type], "fillings");
}

}  // namespace renaming

std::vector<std::size_t> Fillings::at(Ordinal ordinal) const {
  require_in_range(ordinal, size());
  std::vector<std::size_t> filling(skeleton().holes().size());
  for (std::size_t type = 0; type < index_->types.size(); ++type)
    index_->types[type].at(ordinal % index_->strides[type] / index_->strides[type + 1], filling);
  return filling;
}

void Fillings::next(std::vector<std::size_t>& filling) const {
  for (std::size_t type = index_->types.size(); type > 0; --type) {
    if (index_->types[type - 1].next(filling)) return;
    index_->types[type - 1].first(filling);
  }
}

void Fillings::write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
  const std::vector<std::size_t> filling = at(ordinal);
  for (std::size_t hole = 0; hole < filling.size(); ++hole) {
    const auto& visible = index_->visible[hole];
    if (visible.size() == 1) continue;
    const ItemScope scope(writer.path, hole);
    const auto place = std::find(visible.begin(), visible.end(), filling[hole]) - visible.begin();
    writer.add(static_cast<Ordinal>(place), skeleton().variables()[filling[hole]].name);
  }
}

Ordinal Fillings::read_choices(ChoiceReader& reader) const {
  std::vector<std::size_t> filling;
  for (std::size_t hole = 0; hole < skeleton().holes().size(); ++hole) {
    const auto& visible = index_->visible[hole];
    const ItemScope scope(reader.path, hole);
    filling.push_back(visible.size() == 1 ? visible.front() : visible[reader.next(visible.size())]);
  }
  Ordinal ordinal = 0;
  for (std::size_t type = 0; type < index_->types.size(); ++type)
    ordinal += index_->types[type].rank(filling) * index_->strides[type + 1];
  return ordinal;
}

Fillings restricted_growth_strings(std::size_t length, std::size_t numbers) {
  Skeleton skeleton;
  const std::size_t scope = skeleton.scope();
  std::vector<std::string> names;
  for (std::size_t number = 0; number < std::min(length, numbers); ++number) names.push_back(std::to_string(number));
  skeleton.variables(scope, "number", names);
  for (std::size_t place = 0; place < length; ++place) skeleton.hole(scope, "number");
  return fillings(std::move(skeleton));
}

}  // namespace smallscope::generators
