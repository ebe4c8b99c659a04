// SPDX-License-Identifier: Apache-2.0
#include "levels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

constexpr std::size_t most_holes = 2'000;
constexpr std::size_t most_depth = 64;      // of holes in values of holes
constexpr std::size_t most_lifted = 4'096;  // combinations of values on which what a value contains may depend
constexpr std::size_t most_built = 20'000;  // holes, counted once for each different surrounding

void check_name(const Entry& entry) {
  if (!is_hole_name(entry.key))
    throw Mistake(entry.line,
                  fmt::format("`{}` cannot name a hole; use letters, digits, _ and -, a letter first", entry.key));
  if (entry.key == "input" || entry.key == "scratch" || entry.key == "here")
    throw Mistake(entry.line, fmt::format("`{0}` cannot name a hole: {{{0}}} has a meaning of its own in commands; "
                                          "choose another name",
                                          entry.key));
}

/// Adds the holes that the texts of `value` contain. Marks of other names are for others to complain about.
void add_contents(const Value& value, const Levels& levels, std::set<std::size_t>& contents) {
  if (value.is_string())
    for (const Piece& piece : pieces_of_marked(value.text, levels.syntax(), levels.names()))
      if (piece.hole != no_hole) contents.insert(piece.hole);
  for (const Value& item : value.items) add_contents(item, levels, contents);
  for (const Entry& entry : value.entries) {
    if (entry.key == "labels" || entry.key == "separator" || entry.key == "depends") continue;
    if (entry.key == "nonterminal" && levels.grammar() != nullptr) add_contents(*levels.grammar(), levels, contents);
    if (entry.key == "list_of" || entry.key == "subset_of")
      if (const std::size_t hole = entry.value.is_string() ? levels.hole(entry.value.text) : no_hole; hole != no_hole)
        contents.insert(hole);
    add_contents(entry.value, levels, contents);
  }
}

}  // namespace

std::vector<std::string> HoleTable::names() const {
  std::vector<std::string> names;
  for (const Hole& hole : holes) names.push_back(hole.name);
  return names;
}

std::size_t HoleTable::index(std::string_view name) const {
  for (std::size_t i = 0; i < holes.size(); ++i)
    if (holes[i].name == name) return i;
  return npos;
}

Levels::Levels(const Value* choices, const Value* grammar, Files& files, HoleSyntax syntax, bool merged)
    : choices_(choices), grammar_(grammar), files_(files), syntax_(std::move(syntax)) {
  if (choices == nullptr) return;
  if (!choices->is_table()) wrong_type(*choices, "a table of holes, such as type = [\"int\", \"long\"]");
  if (choices->entries.size() > most_holes)
    throw Mistake(choices->line, fmt::format("`{}` has {} holes; at most {} are allowed", choices->path,
                                             choices->entries.size(), most_holes));
  for (const Entry& entry : choices->entries) {
    check_name(entry);
    names_.push_back(entry.key);
  }
  text_names_ = names_;
  if (merged) {
    if (const std::size_t taken = hole(number_name); taken != no_hole)
      throw Mistake(choices->entries[taken].line, fmt::format("`{}` cannot name a hole beside [inputs.merging], where "
                                                              "it is the number of a fragment; choose another name",
                                                              number_name));
    text_names_.emplace_back(number_name);
  }
  find_contents();
  // With all holes around, none is chosen within another, so each is checked by itself.
  const Around all{std::vector<bool>(text_names_.size(), true), {}};
  for (std::size_t hole = 0; hole < names_.size(); ++hole) built(hole, all);
}

std::size_t Levels::hole(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? no_hole : static_cast<std::size_t>(found - names_.begin());
}

bool Levels::has_value(std::string_view name, std::string_view label) const {
  const std::size_t place = hole(name);
  if (place == no_hole) return false;
  const Around all{std::vector<bool>(text_names_.size(), true), {}};
  return has_label(Hole{names_[place], 0, built(place, all).cases, {}}, label);
}

void Levels::find_contents() {
  contents_.resize(names_.size());
  for (std::size_t hole = 0; hole < names_.size(); ++hole) {
    add_contents(choices_->entries[hole].value, *this, contents_[hole]);
    contained_.insert(contents_[hole].begin(), contents_[hole].end());
  }
  require_no_cycle();
  // What a hole depends on belongs to what it reaches, because it comes with it.
  std::vector<std::set<std::size_t>> edges = contents_;
  for (std::size_t hole = 0; hole < names_.size(); ++hole)
    if (is_dependent(choices_->entries[hole].value))
      for (const std::size_t parent : parents_of(hole)) edges[hole].insert(parent);
  for (std::size_t hole = 0; hole < names_.size(); ++hole) {
    std::vector<bool>& reach = reach_.emplace_back(names_.size(), false);
    std::vector<std::size_t> open{hole};
    while (!open.empty()) {
      const std::size_t next = open.back();
      open.pop_back();
      for (const std::size_t inner : edges[next])
        if (!reach[inner]) {
          reach[inner] = true;
          open.push_back(inner);
        }
    }
  }
}

void Levels::require_no_cycle() const {
  std::vector<char> done(names_.size(), 0);
  std::vector<std::size_t> path;
  const auto visit = [&](const auto& self, std::size_t hole) -> void {
    if (const auto first = std::find(path.begin(), path.end(), hole); first != path.end()) {
      std::string text;
      for (auto at = first; at != path.end(); ++at) text += names_[*at] + " -> ";
      throw Mistake(choices_->entries[hole].line,
                    fmt::format("`{}` contains itself: {}{}; write recursive texts as a grammar, in [inputs.grammar]",
                                names_[hole], text, names_[hole]));
    }
    if (path.size() >= most_depth)
      throw Mistake(
          choices_->entries[hole].line,
          fmt::format("`{}` is more than {} holes deep; nest fewer, or write a grammar", names_[hole], most_depth));
    if (done[hole]) return;
    path.push_back(hole);
    for (const std::size_t inner : contents_[hole]) self(self, inner);
    path.pop_back();
    done[hole] = 1;
  };
  for (std::size_t hole = 0; hole < names_.size(); ++hole) visit(visit, hole);
}

const Levels::Built& Levels::built(std::size_t hole, const Around& around) const {
  Around seen = around;
  for (std::size_t i = 0; i < names_.size(); ++i) seen.has[i] = seen.has[i] && reach_[hole][i];
  std::erase_if(seen.fixed, [&](const auto& one) { return !reach_[hole][one.first]; });
  const std::pair key(hole, std::move(seen));
  if (const auto found = built_.find(key); found != built_.end()) return found->second;
  if (built_.size() >= most_built)
    throw Mistake(choices_->entries[hole].line,
                  fmt::format("`{}` stands in too many different texts (more than {}); nest fewer holes", names_[hole],
                              most_built));
  Built made = build(hole, around);
  return built_.emplace(key, std::move(made)).first->second;
}

Levels::Built Levels::build(std::size_t hole, const Around& around) const {
  const Value& value = choices_->entries[hole].value;
  if (is_dependent(value)) return build_dependent(hole, around);
  Alternatives alternatives = alternatives_of(value, {*this, around});
  return {{std::move(alternatives.values)}, std::move(alternatives.description), std::nullopt};
}

std::set<std::size_t> Levels::outer_parents_of(std::size_t hole, const std::set<std::size_t>& chosen,
                                               const std::vector<bool>& inner) const {
  std::set<std::size_t> parents;
  for (std::size_t deep = 0; deep < names_.size(); ++deep)
    if (reach_[hole][deep] && !inner[deep] && is_dependent(choices_->entries[deep].value))
      for (const std::size_t parent : parents_of(deep)) {
        if (!chosen.contains(parent)) continue;
        if (parent == hole)
          throw Mistake(choices_->entries[deep].line,
                        fmt::format("`{0}` depends on `{1}`, in whose values it stands; make two holes of `{1}`: one "
                                    "that stands elsewhere and decides, and one whose values depend on it",
                                    names_[deep], names_[hole]));
        if (parent > hole)
          throw Mistake(choices_->entries[parent].line,
                        fmt::format("`{0}` stands after `{1}`, whose values contain `{2}`, which depends on it; move "
                                    "`{0}` before `{1}`",
                                    names_[parent], names_[hole], names_[deep]));
        parents.insert(parent);
      }
  return parents;
}

Levels::Built Levels::lifted(std::size_t hole, const std::set<std::size_t>& parents, const Around& around,
                             const std::function<const Hole&(std::size_t)>& chosen) const {
  std::vector<std::map<std::size_t, std::string>> combinations{{}};
  for (const std::size_t parent : parents) {
    std::vector<std::map<std::size_t, std::string>> longer;
    for (const std::string& label : labels_of(chosen(parent), most_lifted + 1))
      for (std::map<std::size_t, std::string> combination : combinations) {
        combination[parent] = label;
        longer.push_back(std::move(combination));
      }
    if (longer.size() > most_lifted)
      throw Mistake(choices_->entries[hole].line,
                    fmt::format("what the values of `{}` contain depends on too many values of `{}` (more than {}); "
                                "let it depend on a hole with fewer values",
                                names_[hole], names_[parent], most_lifted));
    combinations = std::move(longer);
  }
  Built whole;
  Selector& selector = whole.selector.emplace();
  std::map<std::string, std::size_t> first_case_of;  // by description
  for (const std::map<std::size_t, std::string>& combination : combinations) {
    Around inside = around;
    for (const auto& [parent, label] : combination) inside.fixed[parent] = label;
    const Built& one = built(hole, inside);
    std::set<std::size_t> all = parents;
    if (one.selector) all.insert(one.selector->parents.begin(), one.selector->parents.end());
    selector.parents.assign(all.begin(), all.end());
    selector.cases = one.selector ? one.selector->cases : &choices_->entries[hole].value;
    const auto [first, fresh] = first_case_of.try_emplace(one.description, whole.cases.size());
    if (fresh) whole.cases.insert(whole.cases.end(), one.cases.begin(), one.cases.end());
    const auto row = [&](const Selector* inner, const CaseRow* of, std::uint32_t which) {
      CaseRow made{std::vector<std::vector<std::string>>(all.size()),
                   static_cast<std::uint32_t>(first->second) + which};
      std::size_t place = 0;
      for (const std::size_t parent : all) {
        if (combination.contains(parent)) made.labels[place] = {combination.at(parent)};
        if (of != nullptr)
          for (std::size_t p = 0; p < inner->parents.size(); ++p)
            if (inner->parents[p] == parent && !of->labels[p].empty()) {
              const bool meets = !combination.contains(parent) ||
                                 std::ranges::find(of->labels[p], combination.at(parent)) != of->labels[p].end();
              if (!meets) return;
              if (!combination.contains(parent)) made.labels[place] = of->labels[p];
            }
        ++place;
      }
      selector.rows.push_back(std::move(made));
    };
    whole.description += "in";
    for (const auto& [parent, label] : combination) {
      describe(whole.description, names_[parent]);
      describe(whole.description, label);
    }
    describe(whole.description, one.description);
    if (!one.selector) {
      row(nullptr, nullptr, 0);
      continue;
    }
    for (const CaseRow& inner : one.selector->rows) row(&*one.selector, &inner, inner.which);
    if (one.selector->otherwise) row(nullptr, nullptr, *one.selector->otherwise);
  }
  return whole;
}

HoleTable Levels::level(std::set<std::size_t> own, const Around& around, const HoleTable* outside) const {
  if (!own.empty() && *own.rbegin() >= names_.size())
    throw Mistake(choices_->line, fmt::format("a value with `{0}{1}{2}` is used outside the marks of fragments; use it "
                                              "between {0}#each{2} and {0}/each{2} only",
                                              syntax_.open, number_name, syntax_.close));
  for (auto at = own.rbegin(); at != own.rend(); ++at)
    if (is_dependent(choices_->entries[*at].value))
      for (const std::size_t parent : parents_of(*at))
        if (!around.has[parent]) own.insert(parent);  // comes before *at, so that it is met as well
  Around inner = around;
  for (const std::size_t hole : own) inner.has[hole] = true;
  std::set<std::size_t> chosen = own;
  if (outside != nullptr) chosen.insert(outside->declared.begin(), outside->declared.end());

  HoleTable table;
  const auto is_outside = [&](std::size_t hole) { return outside != nullptr && !own.contains(hole); };
  const std::function<const Hole&(std::size_t)> chosen_hole = [&](std::size_t hole) -> const Hole& {
    const HoleTable& of = is_outside(hole) ? *outside : table;
    return of.holes.at(of.index(names_[hole]));
  };
  const auto place_of = [&](std::size_t hole) {
    if (is_outside(hole)) return outside->index(names_[hole]);
    return (outside == nullptr ? 0 : outside->holes.size()) + table.index(names_[hole]);
  };
  for (const std::size_t hole : own) {
    const Entry& entry = choices_->entries[hole];
    at_line_of(entry.value, [&] {
      const std::set<std::size_t> parents = outer_parents_of(hole, chosen, inner.has);
      const Built made = parents.empty() ? built(hole, inner) : lifted(hole, parents, inner, chosen_hole);
      Hole added{names_[hole], table.holes.size(), made.cases, {}};
      if (made.selector) {
        const Selector selector = within(*made.selector, around.fixed);
        std::vector<const Hole*> linked;
        std::vector<std::size_t> at;
        for (const std::size_t parent : selector.parents) {
          at.push_back(place_of(parent));
          linked.push_back(&chosen_hole(parent));
        }
        added.links = links_of(selector, linked, at);
        if (linked.empty()) added.cases = {made.cases[added.links.cases.front()]};
      }
      table.holes.push_back(std::move(added));
      std::string& description = table.descriptions.emplace_back(made.description);
      if (made.selector)
        for (const std::size_t parent : made.selector->parents)
          if (const auto fixed = around.fixed.find(parent); fixed != around.fixed.end())
            describe(description, fixed->second);
    });
    table.values.push_back(&entry.value);
    table.declared.push_back(hole);
  }
  for (std::size_t hole = 0; hole < names_.size(); ++hole)
    if (!own.contains(hole)) table.inner.push_back(names_[hole]);
  return table;
}

HoleTable Levels::outermost(const std::set<std::string>& used) const {
  Around nothing{std::vector<bool>(text_names_.size(), false), {}};
  return level(places_of(used), nothing);
}

std::pair<Around, std::set<std::size_t>> Levels::inside(const HoleTable& frame,
                                                        const std::set<std::string>& used) const {
  std::pair made{Around{std::vector<bool>(text_names_.size(), false), {}}, places_of(used)};
  made.first.has.back() = true;  // the number
  for (const std::size_t hole : frame.declared) {
    made.first.has[hole] = true;
    made.second.erase(hole);
  }
  return made;
}

HoleTable Levels::fragments(const std::set<std::string>& used, const HoleTable& frame) const {
  auto [around, own] = inside(frame, used);
  return level(std::move(own), around, &frame);
}

HoleTable Levels::fragments_in(const std::set<std::string>& used, const HoleTable& frame,
                               const std::map<std::size_t, std::string>& fixed) const {
  auto [around, own] = inside(frame, used);
  around.fixed = fixed;
  return level(std::move(own), around);
}

std::set<std::size_t> Levels::places_of(const std::set<std::string>& used) const {
  std::set<std::size_t> places;
  for (const std::string& name : used)
    if (const std::size_t place = hole(name); place != no_hole) places.insert(place);
  return places;
}

void Levels::require_used(const std::vector<std::size_t>& chosen) const {
  for (std::size_t one = 0; one < names_.size(); ++one) {
    const auto reaches = [&](std::size_t top) { return top == one || reach_[top][one]; };
    if (!may_be_unused(one) && std::none_of(chosen.begin(), chosen.end(), reaches))
      throw Mistake(choices_->entries[one].value.line,
                    fmt::format("the hole `{}` is not used; put it into a template, a command or a value of another "
                                "hole, or remove it",
                                names_[one]));
  }
}

Alternatives Levels::opened(Alternatives texts, const std::set<std::size_t>& mentioned, const Around& around) const {
  std::set<std::size_t> own;
  for (const std::size_t hole : mentioned)
    if (!around.has[hole]) own.insert(hole);
  if (own.empty()) return texts;
  HoleTable table = level(own, around);
  Places places(text_names_.size(), no_hole);
  std::vector<Hole> holes{Hole{"", 0, {std::move(texts.values)}, {}}};
  std::string description = fmt::format("text {}\n", texts.description);
  for (std::size_t i = 0; i < table.holes.size(); ++i) {
    Hole& hole = table.holes[i];
    places[table.declared[i]] = hole.place = i + 1;
    for (std::size_t& parent : hole.links.parents) ++parent;
    describe(description, hole.name);
    describe(description, table.descriptions[i]);
    holes.push_back(std::move(hole));
  }
  const std::size_t width = holes.size();
  const bool composed = holes.front().cases.front().composed;
  const auto whole = [places = std::move(places)](const Combination& combination) {
    HoleValue value;
    append(value, combination.front(), combination, places);
    return value;
  };
  return {{generators::map(Combinations(std::move(holes), width, ""), whole), {}, composed}, std::move(description)};
}

Alternatives Levels::values_of(std::size_t hole, const Around& around, const Value& use) const {
  const Built& made = built(hole, around);
  if (!made.selector) return {made.cases.front(), made.description};
  const Selector selector = within(*made.selector, around.fixed);
  if (!selector.parents.empty())
    throw Mistake(use.line,
                  fmt::format("`{}` names `{}`, which depends on `{}`; put that hole into the text that has the list",
                              use.path, names_[hole], names_[selector.parents.front()]));
  const std::uint32_t which = links_of(selector, {}, {}).cases.front();
  return {made.cases[which], fmt::format("{}case {}", made.description, which)};
}

}  // namespace smallscope::program::specification
