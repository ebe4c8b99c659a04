// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/search/object_graphs.hpp>

#include <smallscope/generators/composition/encoding.hpp>

#include <algorithm>
#include <limits>

namespace smallscope::generators {

namespace {
constexpr std::size_t most_objects = 64;
constexpr std::int32_t any_growth = std::numeric_limits<std::int32_t>::max() / 2;

GraphLayout::Place integers_from(const std::string& name, int lowest, int greatest) {
  if (lowest > greatest)
    throw GeneratorError("object graphs: `" + name + "` has inverted bounds: lowest " + std::to_string(lowest) +
                         ", greatest " + std::to_string(greatest) + "; swap them (both are included)");
  const std::int64_t values = std::int64_t{greatest} - lowest + 1;
  if (values > any_growth)
    throw GeneratorError("object graphs: `" + name + "` has " + std::to_string(values) +
                         " values, too many to try one by one; choose bounds that matter");
  return {.end = static_cast<std::int32_t>(values), .growth = any_growth, .lowest = lowest};
}
GraphLayout::Place flag() { return {.end = 2, .growth = any_growth, .boolean = true}; }

class ReadingField final : public Question {
 public:
  ReadingField(const GraphLayout& layout, std::size_t place, std::int32_t end)
      : layout_(layout), place_(place), end_(end) {}
  Digit alternatives() const override { return static_cast<Digit>(end_ - start()); }
  std::string name() const override { return layout_.places[place_].name; }
  std::string label(Digit digit) const override {
    return layout_.label(place_, start() + static_cast<std::int32_t>(digit));
  }

 private:
  std::int32_t start() const { return layout_.places[place_].start; }
  const GraphLayout& layout_;
  std::size_t place_;
  std::int32_t end_;
};
}  // namespace

std::string GraphLayout::label(std::size_t place, std::int32_t value) const {
  const Place& field = places[place];
  if (field.object_class != 0)
    return value == 0 ? "null" : classes[field.object_class].name + std::to_string(value - 1);
  if (field.boolean) return value != 0 ? "true" : "false";
  return std::to_string(field.lowest + value);
}

ObjectClass GraphBounds::objects(std::string name, std::size_t count) {
  if (count > most_objects)
    throw GeneratorError("object graphs: " + std::to_string(count) + " objects of `" + name +
                         "` are too many to search; at most " + std::to_string(most_objects) + " are possible");
  layout_.classes.push_back({std::move(name), count});
  return {layout_.classes.size() - 1};
}

std::size_t GraphBounds::add(std::string name, const GraphLayout::Place& kind) {
  if (name.empty()) throw GeneratorError("object graphs: a field has no name; choices show fields by name");
  for (const GraphLayout::Place& place : layout_.places)
    if (place.name == name) throw GeneratorError("object graphs: there are two fields `" + name + "`; name each once");
  layout_.places.push_back(kind);
  layout_.places.back().name = std::move(name);
  return layout_.places.size() - 1;
}

std::size_t GraphBounds::add(ObjectClass owner, const std::string& name, const GraphLayout::Place& kind) {
  GraphLayout::Class& of = layout_.classes.at(owner.number);
  const std::size_t first = layout_.places.size();
  for (std::size_t object = 0; object < of.objects; ++object) add(of.name + std::to_string(object) + "." + name, kind);
  of.fields.push_back(first);
  return first;
}

GraphLayout::Place GraphBounds::reference_to(const std::string& name, ObjectClass target, Null null) const {
  const GraphLayout::Class& objects = layout_.classes.at(target.number);
  if (null == Null::forbidden && objects.objects == 0)
    throw GeneratorError("object graphs: `" + name + "` may not be null and there are no objects of `" + objects.name +
                         "`; allow null or give it objects");
  return {.object_class = target.number,
          .start = null == Null::allowed ? 0 : 1,
          .end = static_cast<std::int32_t>(objects.objects) + 1,
          .growth = 2};
}

Field<Reference> GraphBounds::reference(std::string name, ObjectClass target, Null null) {
  const GraphLayout::Place kind = reference_to(name, target, null);
  const std::size_t place = add(std::move(name), kind);
  layout_.roots.push_back({.place = place});
  return {place};
}

Field<int> GraphBounds::integer(std::string name, int lowest, int greatest) {
  const GraphLayout::Place kind = integers_from(name, lowest, greatest);
  const std::size_t place = add(std::move(name), kind);
  layout_.roots.push_back({.place = place});
  return {place, lowest};
}

Field<bool> GraphBounds::boolean(std::string name) {
  const std::size_t place = add(std::move(name), flag());
  layout_.roots.push_back({.place = place});
  return {place};
}

ObjectField<Reference> GraphBounds::reference(ObjectClass owner, const std::string& name, ObjectClass target,
                                              Null null) {
  return {add(owner, name, reference_to(name, target, null)), 0, layout_.classes[owner.number].objects};
}

ObjectField<int> GraphBounds::integer(ObjectClass owner, const std::string& name, int lowest, int greatest) {
  const std::size_t place = add(owner, name, integers_from(name, lowest, greatest));
  return {place, lowest, layout_.classes[owner.number].objects};
}

ObjectField<bool> GraphBounds::boolean(ObjectClass owner, const std::string& name) {
  return {add(owner, name, flag()), 0, layout_.classes[owner.number].objects};
}

ArrayField GraphBounds::integers(const std::string& name, Field<int> length, int lowest, int greatest) {
  const GraphLayout::Place& length_place = layout_.places.at(length.place);
  const std::int32_t longest = length.lowest + length_place.end - 1;
  if (length.lowest < 0)
    throw GeneratorError("object graphs: the length `" + length_place.name + "` of `" + name +
                         "` may be negative; let it begin at 0");
  const GraphLayout::Place kind = integers_from(name, lowest, greatest);
  const std::size_t first = layout_.places.size();
  for (std::int32_t index = 0; index < longest; ++index) {
    const std::size_t place = add(name + "[" + std::to_string(index) + "]", kind);
    layout_.roots.push_back(
        {.place = place, .length_place = length.place, .index = index, .lowest_length = length.lowest});
  }
  return {first, lowest, static_cast<std::size_t>(longest)};
}

std::string ObjectGraph::text() const {
  std::string text;
  for (std::size_t place = 0; place < values_.size(); ++place)
    if (values_[place] != absent)
      text += (text.empty() ? "" : ", ") + layout_->places[place].name + " = " + layout_->label(place, values_[place]);
  return text;
}

CandidateGraph::CandidateGraph(std::shared_ptr<const GraphLayout> layout)
    : layout_(layout.get()),
      graph_(std::move(layout)),
      trail_(layout_->places.size()),
      in_use_(layout_->classes.size()),
      seen_(layout_->classes.size()) {}

std::int32_t CandidateGraph::decide(std::size_t place) {
  const GraphLayout::Place& field = layout_->places[place];
  std::int32_t& in_use = in_use_[field.object_class];
  const std::int32_t end = std::min(field.end, in_use + field.growth);
  std::int32_t value = field.start;
  if (guide_ != nullptr) value += static_cast<std::int32_t>(guide_->decide(ReadingField(*layout_, place, end)));
  trail_[depth_++] = {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(field.object_class), end, in_use};
  graph_.values_[place] = value;
  if (field.object_class != 0) in_use = std::max(in_use, value);
  return value;
}

void CandidateGraph::complete() {
  std::fill(seen_.begin(), seen_.end(), 0);
  for (const GraphLayout::Root& root : layout_->roots) {
    if (root.index >= root.lowest_length + read(root.length_place)) continue;
    const std::int32_t value = read(root.place);
    complete_object(layout_->places[root.place].object_class, value);
  }
}

void CandidateGraph::complete_object(std::size_t object_class, std::int32_t number) {
  if (object_class == 0 || number == 0) return;
  const std::uint64_t bit = std::uint64_t{1} << (number - 1);
  if ((seen_[object_class] & bit) != 0) return;
  seen_[object_class] |= bit;
  for (const std::size_t first : layout_->classes[object_class].fields) {
    const std::size_t place = first + static_cast<std::size_t>(number - 1);
    complete_object(layout_->places[place].object_class, read(place));
  }
}

void CandidateGraph::begin_path(Guide& guide) {
  while (depth_ > 0) leave_last();
  guide_ = &guide;
}

void encode(Encoding& encoding, const ObjectGraph& graph) { encoding.add(graph.values_); }

}  // namespace smallscope::generators
