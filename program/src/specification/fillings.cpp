// SPDX-License-Identifier: Apache-2.0
#include "fillings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <smallscope/generators/composition/bind.hpp>
#include <smallscope/generators/composition/product.hpp>
#include <smallscope/generators/hash.hpp>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

using generators::Ordinal;
using Fillings = generators::AnyGenerator<Filling>;

constexpr std::size_t most_kinds = 4'096;  // of frames, by the fragments that they allow

/// The rows of `exclude`, by whose holes they name. A row that names holes of both is in two parts, of equal place.
struct Rows {
  Value of_frame, of_fragment;
  std::vector<Value> frame_parts, fragment_parts;  // the latter are rows, the former lists with one row
};

/// Every row must name holes of `whole`, which are those of the frame and of the fragments.
Rows rows_of(const Value* exclude, const InnerChoices& fragment, const InnerChoices& whole) {
  if (exclude == nullptr) return {};
  Value none = *exclude;
  none.items.clear();
  Rows rows{none, none, {}, {}};
  for (const Value& row : list_of(*exclude, "a list of tables such as [{ op = \"<<\", value = [\"-1\", \"-2\"] }]")) {
    for (const Entry& entry : row.entries) static_cast<void>(operand_of(entry.line, exclude->path, entry.key, whole));
    const auto is_inside = [&](const Entry& entry) { return fragment.hole_of(entry.key) != HoleTable::npos; };
    Value outside = row, inside = row;
    std::erase_if(outside.entries, is_inside);
    std::erase_if(inside.entries, [&](const Entry& entry) { return !is_inside(entry); });
    if (inside.entries.empty()) {
      rows.of_frame.items.push_back(row);
    } else if (outside.entries.empty()) {
      rows.of_fragment.items.push_back(row);
    } else {
      rows.frame_parts.push_back(none);
      rows.frame_parts.back().items.push_back(std::move(outside));
      rows.fragment_parts.push_back(std::move(inside));
    }
  }
  return rows;
}

Exclusions exclusions_of(const Value& rows, const InnerChoices& holes) {
  return {rows.items.empty() ? nullptr : &rows, holes};
}

/// What decides which fragments a frame allows.
struct Kind {
  std::vector<std::string> labels;  ///< of the holes on which fragments depend
  std::vector<bool> agrees;         ///< with which rows of `exclude` that name holes of both
  auto operator<=>(const Kind&) const = default;
};

struct Frame {
  Combination combination;
  Kind kind;
  bool is_excluded = false;
};

/// The frames. Excluded ones are there, too, because their inputs keep their ordinals.
class Frames : public generators::Fluent<Frames> {
 public:
  using value_type = Frame;
  using Ordinal = generators::Ordinal;
  static constexpr bool can_discard = true;  // as AnyGenerator says

  /// `parents` are holes on which fragments depend, `parts` those of rows that name holes of both.
  Frames(generators::AnyGenerator<Combination> all, std::vector<std::size_t> parents, Exclusions excluded,
         std::vector<Exclusions> parts)
      : content_(std::make_shared<const Content>(
            Content{std::move(all), std::move(parents), std::move(excluded), std::move(parts)})) {}

  Ordinal size() const { return content_->all.size(); }
  std::optional<Frame> at(Ordinal ordinal) const { return frame(ordinal, *content_->all.at(ordinal)); }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return content_->all.walk(first, last, [&](Ordinal ordinal, const Combination& combination) -> bool {
      return sink(ordinal, frame(ordinal, combination));
    });
  }
  void write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const {
    content_->all.write_choices(ordinal, writer);
  }
  Ordinal read_choices(generators::ChoiceReader& reader) const { return content_->all.read_choices(reader); }
  generators::Structure structure() const {
    return {"frames " + digest_, "", size(), {content_->all.structure()}, generators::Contribution::child};
  }
  /// `fragments` distinguishes spaces with equal frames and different fragments; it is part of the structure.
  void set_digest(const std::string& fragments) {
    generators::Fnv1a hash;
    hash.add(content_->excluded.description());
    for (const Exclusions& part : content_->parts) hash.add("\nwith " + part.description());
    hash.add("\n" + fragments);
    digest_ = fmt::format("{:016x}", hash.value());
  }

 private:
  struct Content {
    generators::AnyGenerator<Combination> all;
    std::vector<std::size_t> parents;
    Exclusions excluded;
    std::vector<Exclusions> parts;
  };
  Frame frame(Ordinal ordinal, const Combination& combination) const {
    Frame made{combination, {}, false};
    const auto choices = [&] { return generators::choices(content_->all, ordinal); };
    for (const std::size_t parent : content_->parents) made.kind.labels.push_back(combination[parent].label());
    for (const Exclusions& part : content_->parts) made.kind.agrees.push_back(part.excluded(combination, choices));
    made.is_excluded = content_->excluded.excluded(combination, choices);
    return made;
  }
  std::shared_ptr<const Content> content_;
  std::string digest_;
};

/// The fragments of a table, alone and merged.
generators::AnyGenerator<Fragments> groups_of(HoleTable fragment, Exclusions exclusions,
                                              const generators::Merging& merging, const Value& inputs) {
  const auto alone = generators::map(combinations_of(std::move(fragment), std::move(exclusions), inputs),
                                     [](const Combination& combination) {
                                       Fragments one{{0, combination}};
                                       one.front().combination.push_back({"0"});
                                       return one;
                                     });
  const auto together = [](const std::vector<generators::Fragment<Fragments>>& fragments) {
    Fragments all;
    for (const auto& [number, value] : fragments) {
      all.push_back({number, value.front().combination});
      all.back().combination.back().text = std::to_string(number);
    }
    return all;
  };
  return FragmentGroups::of(generators::merged(alone, together, merging));
}

/// The fragments of each kind of frame.
using Kinds = std::map<Kind, generators::AnyGenerator<Fragments>>;

/// The frames, and behind each the fragments of its kind.
Fillings linked(const Frames& frames, Kinds kinds) {
  const auto shared = std::make_shared<const Kinds>(std::move(kinds));
  return generators::bind(frames, [shared](const Frame& frame) -> Fillings {
    auto fillings =
        generators::map(shared->at(frame.kind), [combination = frame.combination](const Fragments& fragments) {
          return Filling{combination, fragments};
        });
    if (!frame.is_excluded) return fillings;
    return generators::filter(std::move(fillings), [](const Filling&) { return false; });
  });
}

/// The holes of the frame to which fragments are linked.
std::vector<std::size_t> parents_of(const HoleTable& frame, const HoleTable& fragment) {
  std::set<std::size_t> parents;
  for (const Hole& hole : fragment.holes)
    for (const std::size_t parent : hole.links.parents)
      if (parent < frame.holes.size()) parents.insert(parent);
  return {parents.begin(), parents.end()};
}

}  // namespace

Fillings fillings_of(const Levels& levels, const std::set<std::string>& used, const HoleTable& frame,
                     const HoleTable& fragment, const generators::Merging& merging, const Value& inputs) {
  const InnerChoices in_frame(levels, frame), in_fragment(levels, fragment);
  const HoleTable whole = joined(frame, fragment);
  const Rows rows = rows_of(inputs.find("exclude"), in_fragment, InnerChoices(levels, whole));
  const std::vector<std::size_t> parents = parents_of(frame, fragment);
  const Value& table = *inputs.find("merging");
  // Labels are checked against the fragments of all frames.
  const auto groups_in = [&](const Kind& kind) {
    std::map<std::size_t, std::string> fixed;
    for (std::size_t p = 0; p < parents.size(); ++p) fixed[frame.declared[parents[p]]] = kind.labels[p];
    Value excluded = rows.of_fragment;
    for (std::size_t row = 0; row < kind.agrees.size(); ++row)
      if (kind.agrees[row]) excluded.items.push_back(rows.fragment_parts[row]);
    return groups_of(levels.fragments_in(used, frame, fixed), exclusions_of(excluded, in_fragment), merging, inputs);
  };
  Exclusions excluded = exclusions_of(rows.of_frame, in_frame);
  std::optional<Fillings> made;
  if (parents.empty() && rows.frame_parts.empty()) {
    const auto frames = combinations_of(frame, std::move(excluded), inputs);
    at_line_of(table, [&] { made.emplace(generators::product<Filling>(frames, groups_in({}))); });
    return *made;
  }

  std::vector<Exclusions> parts;
  for (const Value& part : rows.frame_parts) parts.push_back(exclusions_of(part, in_frame));
  for (const Value& part : rows.fragment_parts) static_cast<void>(conditions_of(part, in_fragment));  // in no frame
  Frames frames(combinations_of(frame, {nullptr, in_frame}, inputs), parents, std::move(excluded), std::move(parts));
  if (frames.size() > generators::bind_limit)
    throw Mistake(table.line, fmt::format("fragments depend on the frame, of which there are {}, more than the {} that "
                                          "can be looked at; give its holes fewer values",
                                          frames.size(), generators::bind_limit));
  Kinds kinds;
  std::string description;
  frames.walk(0, frames.size(), [&](Ordinal, const Frame& one) {
    if (kinds.contains(one.kind)) return true;
    if (kinds.size() == most_kinds)
      throw Mistake(table.line, fmt::format("fragments depend on the frame in more than {} ways; let them depend on "
                                            "holes with fewer values",
                                            most_kinds));
    const auto& groups = kinds.emplace(one.kind, groups_in(one.kind)).first->second;
    description += to_string(groups.structure()) + "\n";
    return true;
  });
  frames.set_digest(description);
  at_line_of(table, [&] { made.emplace(linked(frames, std::move(kinds))); });
  return *made;
}

HoleTable joined(const HoleTable& frame, const HoleTable& fragment) {
  HoleTable whole = frame;
  whole.holes.insert(whole.holes.end(), fragment.holes.begin(), fragment.holes.end());
  whole.values.insert(whole.values.end(), fragment.values.begin(), fragment.values.end());
  whole.descriptions.insert(whole.descriptions.end(), fragment.descriptions.begin(), fragment.descriptions.end());
  whole.declared.insert(whole.declared.end(), fragment.declared.begin(), fragment.declared.end());
  std::erase_if(whole.inner, [&](const std::string& name) { return whole.index(name) != HoleTable::npos; });
  return whole;
}

}  // namespace smallscope::program::specification
