// SPDX-License-Identifier: Apache-2.0
#include "causes/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "causes/sharing.hpp"
#include "explanations/choice_groups.hpp"
#include "explanations/growers.hpp"

namespace smallscope::clustering {

namespace {

/// How much is visited to find cubes; a second or two.
constexpr std::size_t most_visits = 1'000'000'000;
constexpr std::size_t most_cubes = 4096;
/// After so many terms, the other members are told one by one.
constexpr std::size_t most_parts = 100;
/// Of the cubes that hold most members, so many are compared by their length.
constexpr std::size_t compared = 8;
/// A term narrows a choice down if its members have at most one in so many of the values.
constexpr std::size_t narrow = 3;

}  // namespace

PrimeCubes find_prime_cubes(const Explainer& explainer) {
  const Population& population = explainer.population();
  const std::size_t failing = explainer.failing().size();
  CoverRows rows{explainer.columns(), std::vector<Role>(failing, Role::covered)};
  rows.roles.resize(failing + explainer.unjudged().size() + explainer.undecided().size(), Role::unjudged);
  std::vector<std::uint8_t> fresh(rows.roles.size());
  std::fill_n(fresh.begin(), failing, std::uint8_t{1});
  constexpr Strategy strategies[] = {Strategy::dropping, Strategy::gaining, Strategy::ascending, Strategy::descending};
  const std::size_t most_grown = std::max<std::size_t>(most_visits / std::max<std::size_t>(explainer.held(), 1), 64);
  const std::size_t seeds = std::min(failing, most_grown / 2 / std::size(strategies) + 1);
  PrimeCubes found;
  std::set<Cube> known;
  RowSet is_held(failing);
  Growers growers(population, rows, true);
  struct Grown {
    Cube cube;
    RowSet held;
  };
  const auto grow = [&](const std::vector<Growers::Seed>& tried) {
    std::vector<Grown> grown(tried.size());
    growers.grow(tried, fresh, [&](std::size_t number, Cube cube, const Expansion& expansion) {
      grown[number] = {std::move(cube), RowSet(failing)};
      for (std::size_t row = 0; row < failing; ++row)
        if (expansion.holds(row)) grown[number].held.insert(row);
    });
    for (Grown& each : grown) {
      if (!known.insert(each.cube).second) continue;
      is_held |= each.held;
      found.cubes.push_back(std::move(each.cube));
      found.held.push_back(std::move(each.held));
    }
  };
  for (std::size_t i = 0; i < seeds && found.cubes.size() < most_cubes; ++i) {
    std::vector<Growers::Seed> tried;
    for (const Strategy strategy : strategies) tried.push_back({i * failing / seeds, strategy});
    grow(tried);
  }
  std::size_t left = most_grown / 2;
  for (std::size_t row = 0; row < failing && left > 0 && found.cubes.size() < most_cubes; ++row)
    if (!is_held.contains(row)) {
      grow({{row, Strategy::gaining}});
      --left;
    }
  return found;
}

Description::Description(const Explainer& explainer, const PrimeCubes& found, std::span<const std::uint32_t> kinds,
                         std::span<const std::size_t> telling)
    : population_(explainer.population()), cubes_(found.cubes) {
  find_groups();
  find_constraints();
  merge_rows(explainer, found, kinds, telling);
}

void Description::find_groups() {
  tree_of_.resize(population_.attributes().size());
  list_of_.resize(population_.attributes().size());
  for (const ChoiceGroup& group : groups_of(population_.attributes()))
    for (const std::size_t member : group.members) (group.is_tree ? tree_of_ : list_of_)[member] = group.name;
}

void Description::find_pieces() {
  std::map<std::vector<std::string>, std::shared_ptr<const SharedPieces>> known;  // nodes of a tree have like labels
  pieces_.resize(population_.attributes().size());
  for (const std::vector<std::size_t>& constrained : constrained_)
    for (const std::size_t attribute : constrained) {
      if (pieces_[attribute]) continue;
      auto& pieces = known[population_.attributes()[attribute].labels];
      if (!pieces) pieces = std::make_shared<SharedPieces>(shared_pieces(population_.attributes()[attribute]));
      pieces_[attribute] = pieces;
    }
}

void Description::find_constraints() {
  for (const Cube& cube : cubes_) {
    std::vector<std::size_t>& constrained = constrained_.emplace_back();
    std::vector<std::size_t>& allowed = allowed_.emplace_back();
    for (std::size_t attribute = 0; attribute < cube.size(); ++attribute) {
      allowed.push_back(static_cast<std::size_t>(std::ranges::count(cube[attribute], std::uint8_t{1})));
      if (allowed.back() < cube[attribute].size()) constrained.push_back(attribute);
    }
  }
  find_pieces();
  for (std::size_t cube = 0; cube < cubes_.size(); ++cube) {
    auto& pieces = pieces_in_.emplace_back();
    for (const std::size_t attribute : constrained_[cube]) {
      const std::vector<RowSet>& sets = pieces_[attribute]->sets;
      if (sets.empty()) continue;
      RowSet values(cubes_[cube][attribute].size());
      for (std::size_t value = 0; value < cubes_[cube][attribute].size(); ++value)
        if (cubes_[cube][attribute][value]) values.insert(value);
      for (std::size_t piece = 0; piece < sets.size(); ++piece)
        if (sets[piece].is_subset_of(values)) pieces[attribute].push_back(static_cast<std::uint32_t>(piece));
    }
  }
}

void Description::merge_rows(const Explainer& explainer, const PrimeCubes& found, std::span<const std::uint32_t> kinds,
                             std::span<const std::size_t> telling) {
  const std::size_t failures = explainer.failing().size();
  std::set<std::size_t> used(telling.begin(), telling.end());
  for (const std::vector<std::size_t>& constrained : constrained_) used.insert(constrained.begin(), constrained.end());
  // By failing input: its kind, and attributes and values, without common ones, of which a tree has thousands.
  std::vector<std::vector<std::uint32_t>> told(failures);
  for (std::size_t failing = 0; failing < failures; ++failing) told[failing].push_back(kinds[failing]);
  for (const std::size_t attribute : used) {
    const Column& column = explainer.columns()[attribute];
    std::vector<std::uint8_t> wanted(population_.attributes()[attribute].labels.size(), 1);
    if (column.is_sparse()) wanted[column.common()] = 0;
    column.for_each_with(wanted, [&](std::size_t row, Value value) {
      if (row < failures) told[row].insert(told[row].end(), {static_cast<std::uint32_t>(attribute), value});
    });
  }
  std::map<std::vector<std::uint32_t>, std::size_t> known;
  std::vector<std::size_t> first;  // failing input of each row
  for (std::size_t failing = 0; failing < failures; ++failing) {
    const auto [place, added] = known.try_emplace(std::move(told[failing]), known.size());
    row_of_.push_back(place->second);
    if (added) first.push_back(failing);
  }
  rows_ = first.size();
  for (const RowSet& held : found.held) {
    RowSet& rows = rows_of_.emplace_back(first.size());
    for (std::size_t row = 0; row < first.size(); ++row)
      if (held.contains(first[row])) rows.insert(row);
  }
  columns_.resize(population_.attributes().size());
  const std::size_t all = explainer.columns().empty() ? failures : explainer.columns().front().size();
  const Selection selection(std::move(first), all);
  for (const std::size_t attribute : used) columns_[attribute] = explainer.columns()[attribute].of(selection);
}

double Description::effort() const {
  constexpr double bits_of_word = 64;
  return static_cast<double>(cubes_.size()) * static_cast<double>(rows()) / bits_of_word * most_parts;
}

double Description::bits_of_mention(std::size_t attribute) const {
  const auto log2_of = [](std::size_t number) {
    return std::log2(static_cast<double>(std::max<std::size_t>(number, 2)));
  };
  return log2_of(population_.attributes().size()) + log2_of(population_.attributes()[attribute].labels.size());
}

RowSet Description::values_of(const RowSet& members, std::size_t attribute) const {
  RowSet values(population_.attributes()[attribute].labels.size());
  members.for_each([&](std::size_t row) { values.insert(columns_[attribute][row]); });
  return values;
}

/// The values are mentioned, or those that the cube does not allow, or pieces of labels and the rest of the values.
double Description::bits_of_values(std::size_t attribute, const RowSet& needed, std::size_t cube) const {
  const double each = bits_of_mention(attribute);
  const std::size_t labels = population_.attributes()[attribute].labels.size();
  const std::size_t values = needed.size();
  double best = static_cast<double>(std::min(values, labels - allowed_[cube][attribute])) * each;
  const auto usable = pieces_in_[cube].find(attribute);
  if (values < 2 || usable == pieces_in_[cube].end()) return best;
  const double piece = std::log2(static_cast<double>(std::max<std::size_t>(population_.attributes().size(), 2))) +
                       std::log2(static_cast<double>(pieces_[attribute]->number));
  RowSet left = needed;
  double bits = 0;
  for (std::size_t open = values; open > 0 && bits < best;) {
    std::size_t most = 1;
    const RowSet* chosen = nullptr;
    for (const std::uint32_t index : usable->second)
      if (const std::size_t gained = pieces_[attribute]->sets[index].size_with(left); gained > most) {
        most = gained;
        chosen = &pieces_[attribute]->sets[index];
      }
    if (!chosen) {
      bits += static_cast<double>(open) * each;
      break;
    }
    bits += piece;
    left -= *chosen;
    open -= most;
  }
  return std::min(best, bits);
}

std::vector<Description::Part> Description::terms_of(const RowSet& members, double& bits) const {
  std::vector<Part> parts;
  RowSet left = members;
  std::vector<std::pair<std::size_t, std::size_t>> candidates;  // members, cube
  while (!left.empty() && parts.size() < most_parts) {
    candidates.clear();
    for (std::size_t cube = 0; cube < cubes_.size(); ++cube)
      if (const std::size_t gained = rows_of_[cube].size_with(left); gained > 0) candidates.emplace_back(gained, cube);
    if (candidates.empty()) break;
    const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(std::min(compared, candidates.size()));
    std::ranges::partial_sort(candidates, end, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    double fewest = 0, chosen_bits = 0;
    std::optional<Part> chosen;
    for (auto candidate = candidates.begin(); candidate != end; ++candidate) {
      const std::size_t cube = candidate->second;
      RowSet gained = rows_of_[cube] & left;
      double length = 0;
      for (const std::size_t attribute : constrained_[cube])
        length += bits_of_values(attribute, values_of(gained, attribute), cube);
      const double per_member = length / static_cast<double>(candidate->first);
      if (chosen && per_member >= fewest) continue;
      fewest = per_member;
      chosen_bits = length;
      chosen = Part{cube, std::move(gained)};
    }
    bits += chosen_bits;
    left -= chosen->members;
    parts.push_back(*std::move(chosen));
  }
  // Rows that no cube holds, or that are left, are told one by one.
  double whole = 0;
  for (std::size_t attribute = 0; attribute < population_.attributes().size(); ++attribute)
    whole += bits_of_mention(attribute);
  bits += static_cast<double>(left.size()) * whole;
  return parts;
}

double Description::bits(const RowSet& members) const {
  double bits = 0;
  terms_of(members, bits);
  return bits;
}

/// The values that the term mentions, or those that it excludes, where these are fewer. Only of choices that it narrows
/// down: others decide whether failures show rather than which fault they show.
std::set<Description::Mention> Description::mentions(const Part& part) const {
  std::set<Mention> found;
  for (const std::size_t attribute : constrained_[part.cube]) {
    const std::size_t labels = population_.attributes()[attribute].labels.size();
    const RowSet needed = values_of(part.members, attribute);
    const bool is_of_tree = population_.attributes()[attribute].in_tree || !tree_of_[attribute].empty();
    if (!is_of_tree && narrow * needed.size() > labels) continue;
    const bool excludes = labels - allowed_[part.cube][attribute] < needed.size();
    for (std::size_t value = 0; value < labels; ++value)
      if (excludes ? cubes_[part.cube][attribute][value] == 0 : needed.contains(value))
        found.insert({attribute, excludes, value});
  }
  return found;
}

std::string Description::key_of(const Mention& mention) const {
  const auto& [attribute, is_excluded, value] = mention;
  const Attribute& known = population_.attributes()[attribute];
  const std::string& label = known.labels[value];
  // That a label is somewhere tells something; not, that it is nowhere, or that a place is not there.
  if (known.in_tree) return (value == 1) == is_excluded ? "" : known.name;
  if (!tree_of_[attribute].empty())
    return label.empty() ? ""
                         : fmt::format("{} {} {} {}", tree_of_[attribute], last_segment(known.name),
                                       is_excluded ? "is not" : "is", label);
  return fmt::format("{} {} {}", attribute, is_excluded ? "is not" : "is", value);
}

std::string Description::key_in_list(const Mention& mention) const {
  const std::string& label = population_.attributes()[mention.attribute].labels[mention.value];
  const std::string& list = list_of_[mention.attribute];
  if (list.empty() || !tree_of_[mention.attribute].empty() || label.empty() || mention.is_excluded) return "";
  return fmt::format("some {} is {}", list, label);
}

/// Whether most of what one of two terms describes is described by the other, too.
bool Description::are_mostly_one(const RowSet& members, const Part& a, const Part& b) const {
  const RowSet of_a = rows_of_[a.cube] & members, of_b = rows_of_[b.cube] & members;
  return 2 * of_a.size_with(of_b) > std::min(of_a.size(), of_b.size());
}

namespace {

/// Every key with everything that is noted of the members: two terms then share one only if they share both.
std::set<std::string> with_notes(const std::set<std::string>& keys, const RowSet& members, const NotesByRow& notes) {
  std::set<std::uint32_t> own;
  members.for_each([&](std::size_t row) { own.insert(notes[row].begin(), notes[row].end()); });
  std::set<std::string> crossed;
  for (const std::string& key : keys)
    for (const std::uint32_t note : own) crossed.insert(fmt::format("{} / {}", key, note));
  return crossed;
}

}  // namespace

NotesByRow Description::by_row(std::span<const std::uint32_t> notes, std::span<const std::size_t> failing) const {
  constexpr std::size_t most_notes = 256;
  if (notes.empty()) return {};
  NotesByRow of_rows(rows());
  std::set<std::uint32_t> all;
  for (const std::size_t member : failing) {
    of_rows[row_of(member)].insert(notes[member]);
    all.insert(notes[member]);
  }
  if (all.size() > most_notes) of_rows.clear();
  return of_rows;
}

std::vector<RowSet> Description::parts(const RowSet& members, bool terms_alone, const NotesByRow& differences,
                                       const NotesByRow& messages) const {
  const auto has_all = [&](const RowSet& rows) { return rows.size_with(members) == members.size(); };
  if (terms_alone && std::ranges::any_of(rows_of_, has_all)) return {members};  // one term says it all
  double bits = 0;
  RowSet left = members;
  std::vector<Part> terms = terms_of(members, bits);
  std::vector<std::set<std::string>> keys_of;  // by term
  std::map<std::string, std::size_t> uses;
  for (const Part& part : terms) {
    std::set<std::string>& keys = keys_of.emplace_back();
    std::set<std::string> in_lists;
    for (const Mention& mention : mentions(part)) {
      keys.insert(key_of(mention));
      if (!messages.empty()) in_lists.insert(key_in_list(mention));
    }
    in_lists.erase("");
    if (!in_lists.empty()) keys.merge(with_notes(in_lists, part.members, messages));
    for (const std::string& key : keys) ++uses[key];
  }
  Sharing<std::string> joined;
  for (std::size_t term = 0; term < terms.size(); ++term) {
    left -= terms[term].members;
    // What all terms mention tells none from another.
    std::erase_if(keys_of[term],
                  [&](const std::string& key) { return key.empty() || (terms_alone && uses[key] == terms.size()); });
    for (std::size_t other = 0; terms_alone && other < term; ++other)
      if (are_mostly_one(members, terms[other], terms[term])) keys_of[term].insert(fmt::format("as {}", other));
    keys_of[term].insert(fmt::format("as {}", term));
    if (!differences.empty()) keys_of[term] = with_notes(keys_of[term], terms[term].members, differences);
    joined.add(std::move(keys_of[term]), std::move(terms[term].members));
  }
  std::vector<RowSet> parts = std::move(joined).rows();
  if (!left.empty()) parts.push_back(std::move(left));
  return parts;
}

RowSet Description::described(const RowSet& members) const {
  RowSet matching(rows());
  double bits = 0;
  for (const Part& part : terms_of(members, bits)) {
    RowSet rows(this->rows());
    for (std::size_t row = 0; row < this->rows(); ++row) rows.insert(row);
    for (const std::size_t attribute : constrained_[part.cube]) {
      const RowSet needed = values_of(part.members, attribute);
      const std::size_t labels = population_.attributes()[attribute].labels.size();
      const bool excludes = labels - allowed_[part.cube][attribute] < needed.size();
      RowSet in(this->rows());
      columns_[attribute].for_each([&](std::size_t row, Value value) {
        if (excludes ? cubes_[part.cube][attribute][value] != 0 : needed.contains(value)) in.insert(row);
      });
      rows = rows & in;
    }
    matching |= rows;
  }
  return matching;
}

}  // namespace smallscope::clustering
