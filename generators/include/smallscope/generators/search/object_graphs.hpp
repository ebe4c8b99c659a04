// SPDX-License-Identifier: Apache-2.0
// Object graphs that satisfy a predicate: linked data structures within bounds, up to renaming of their objects.
//
// GraphBounds lists the fields of a structure and of its classes of objects, and the values that each field may take.
// The search runs a predicate (repOK) on candidates and records which fields it reads. Changing a field that a
// rejecting run did not read cannot change the result, so only the fields that were read are varied, the last one
// first. All objects that are not yet in use are equivalent, so a reference takes at most one of them. Source:
// Boyapati, Khurshid, Marinov, "Korat: automated testing based on Java predicates" (ISSTA 2002). GraphBounds and
// candidates belong to one thread each; graphs are values.
// Example: examples/structures/binary_tree.hpp.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <smallscope/generators/search/search.hpp>

namespace smallscope::generators {

/// An object of a class within bounds, or null.
class Reference {
 public:
  constexpr Reference() = default;
  static constexpr Reference to(std::size_t index) { return Reference(static_cast<std::int32_t>(index) + 1); }
  constexpr explicit operator bool() const { return number_ != 0; }
  /// The number of the object within its class, from 0. The reference must not be null.
  constexpr std::size_t index() const {
    assert(number_ != 0);
    return static_cast<std::size_t>(number_ - 1);
  }
  friend constexpr bool operator==(Reference, Reference) = default;

 private:
  friend class ObjectGraph;
  constexpr explicit Reference(std::int32_t number) : number_(number) {}
  std::int32_t number_ = 0;
};

/// A class of objects: a handle made by GraphBounds.
struct ObjectClass {
  std::size_t number = 0;
};
/// A field of the structure itself; `T` is Reference, int or bool.
template <class T>
struct Field {
  std::size_t place = 0;
  int lowest = 0;
};
/// A field that each object of a class has.
template <class T>
struct ObjectField {
  std::size_t place = 0;  // of the first object
  int lowest = 0;
  std::size_t objects = 0;
};
/// An array of integers.
struct ArrayField {
  std::size_t place = 0;
  int lowest = 0;
  std::size_t size = 0;
};

/// Whether a reference field may be null.
enum class Null { allowed, forbidden };

/// The fields and bounds of a structure, laid out as a row of places.
struct GraphLayout {
  struct Place {
    std::string name;
    std::size_t object_class = 0;  ///< the class a reference refers to, from 1; 0: not a reference
    std::int32_t start = 0;        ///< the first value: references count their objects from 1, other fields from 0
    std::int32_t end = 0;          ///< one behind the last value
    std::int32_t growth = 0;       ///< how far a value may go beyond the objects in use, plus one
    std::int32_t lowest = 0;       ///< of an integer
    bool boolean = false;
  };
  struct Class {
    std::string name;
    std::size_t objects = 0;
    std::vector<std::size_t> fields = {};  ///< for each field, the place of the first object
  };
  struct Root {
    std::size_t place = 0;
    std::size_t length_place = 0;  ///< of an array element: the place that holds the array's length
    std::int32_t index = -1;       ///< of an array element: it exists when the length is greater
    std::int32_t lowest_length = 0;
  };
  std::vector<Place> places;
  std::vector<Class> classes = {{}};  ///< classes[0] stands for "no reference"
  std::vector<Root> roots;
  /// The value of a place as a person reads it.
  std::string label(std::size_t place, std::int32_t value) const;
};

/// Declares the fields of a structure, in any order. The values of a field ascend; null comes first. A name that is
/// empty or used twice, an empty range, and more than 64 objects of a class throw GeneratorError.
class GraphBounds {
 public:
  /// A class with `count` objects.
  ObjectClass objects(std::string name, std::size_t count);
  Field<Reference> reference(std::string name, ObjectClass target, Null null = Null::allowed);
  Field<int> integer(std::string name, int lowest, int greatest);
  Field<bool> boolean(std::string name);
  ObjectField<Reference> reference(ObjectClass owner, const std::string& name, ObjectClass target,
                                   Null null = Null::allowed);
  ObjectField<int> integer(ObjectClass owner, const std::string& name, int lowest, int greatest);
  ObjectField<bool> boolean(ObjectClass owner, const std::string& name);
  /// An array of `length` integers.
  ArrayField integers(const std::string& name, Field<int> length, int lowest, int greatest);

  const GraphLayout& layout() const { return layout_; }

 private:
  std::size_t add(std::string name, const GraphLayout::Place& kind);
  std::size_t add(ObjectClass owner, const std::string& name, const GraphLayout::Place& kind);
  GraphLayout::Place reference_to(const std::string& name, ObjectClass target, Null null) const;
  GraphLayout layout_;
};

class Encoding;

/// A structure within bounds: a value for each reachable field.
class ObjectGraph {
 public:
  explicit ObjectGraph(std::shared_ptr<const GraphLayout> layout)
      : layout_(std::move(layout)), values_(layout_->places.size(), absent) {}

  template <class T>
  T operator()(Field<T> field) const {
    return convert<T>(values_[field.place], field.lowest);
  }
  template <class T>
  T operator()(ObjectField<T> field, Reference object) const {
    assert(object.index() < field.objects);
    return convert<T>(values_[field.place + object.index()], field.lowest);
  }
  int operator()(ArrayField field, std::size_t index) const {
    assert(index < field.size);
    return convert<int>(values_[field.place + index], field.lowest);
  }
  /// "root = Node0, size = 1, Node0.left = null, Node0.right = null".
  std::string text() const;
  friend bool operator==(const ObjectGraph& a, const ObjectGraph& b) { return a.values_ == b.values_; }
  friend void encode(Encoding& encoding, const ObjectGraph& graph);

 private:
  friend class CandidateGraph;
  static constexpr std::int32_t absent = -1;
  template <class T>
  static T convert(std::int32_t value, int lowest) {
    assert(value != absent);
    if constexpr (std::is_same_v<T, Reference>)
      return Reference(value);
    else if constexpr (std::is_same_v<T, bool>)
      return value != 0;
    else
      return lowest + value;
  }
  std::shared_ptr<const GraphLayout> layout_;
  std::vector<std::int32_t> values_;
};
inline std::string choice_label(const ObjectGraph& graph) { return graph.text(); }

/// The structure that a predicate looks at: reading a field decides its value.
class CandidateGraph {
 public:
  explicit CandidateGraph(std::shared_ptr<const GraphLayout> layout);

  template <class T>
  T operator()(Field<T> field) {
    return ObjectGraph::convert<T>(read(field.place), field.lowest);
  }
  template <class T>
  T operator()(ObjectField<T> field, Reference object) {
    assert(object.index() < field.objects);
    return ObjectGraph::convert<T>(read(field.place + object.index()), field.lowest);
  }
  int operator()(ArrayField field, std::size_t index) {
    assert(index < field.size);
    return ObjectGraph::convert<int>(read(field.place + index), field.lowest);
  }

 private:
  template <class Predicate>
  friend class GraphPath;
  struct Decision {
    std::uint32_t place = 0;
    std::uint32_t object_class = 0;
    std::int32_t end = 0;            // one behind the last value
    std::int32_t in_use_before = 0;  // objects of the class
  };
  [[gnu::always_inline]] std::int32_t read(std::size_t place) {
    const std::int32_t value = graph_.values_[place];
    if (value >= 0) [[likely]]
      return value;
    return decide(place);
  }
  /// The first value of a field that is read for the first time. This is rare, because each candidate reads many fields
  /// again.
  [[gnu::noinline, gnu::cold]] std::int32_t decide(std::size_t place);
  std::int32_t start(std::size_t i) const { return layout_->places[trail_[i].place].start; }
  Digit decision(std::size_t i) const { return static_cast<Digit>(graph_.values_[trail_[i].place] - start(i)); }
  Digit alternatives(std::size_t i) const { return static_cast<Digit>(trail_[i].end - start(i)); }
  /// Decides every field that can be reached from the structure.
  void complete();
  void complete_object(std::size_t object_class, std::int32_t number);
  void begin_path(Guide& guide);
  bool advance(std::size_t kept) {
    while (depth_ > kept) {
      const Decision& decision = trail_[depth_ - 1];
      std::int32_t& value = graph_.values_[decision.place];
      if (++value < decision.end) {
        // For fields that are not references the class is 0, whose count has no meaning.
        in_use_[decision.object_class] = std::max(decision.in_use_before, value);
        return true;
      }
      leave_last();
    }
    return false;
  }
  void turn(std::size_t depth, Digit by) {
    while (depth_ > depth) leave_last();
    const Decision& decision = trail_[depth - 1];
    std::int32_t& value = graph_.values_[decision.place];
    value += static_cast<std::int32_t>(by);
    in_use_[decision.object_class] = std::max(decision.in_use_before, value);
  }
  void leave_last() {
    const Decision& decision = trail_[--depth_];
    graph_.values_[decision.place] = ObjectGraph::absent;
    in_use_[decision.object_class] = decision.in_use_before;
  }

  const GraphLayout* layout_;
  ObjectGraph graph_;
  std::vector<Decision> trail_;       // the fields in the order in which they were read
  std::vector<std::int32_t> in_use_;  // by class: the greatest number of an object on the trail
  std::vector<std::uint64_t> seen_;   // by class: the objects that complete() has reached
  std::size_t depth_ = 0;
  Guide* guide_ = nullptr;
};

/// Visits objects of one class breadth-first, each once: what a predicate needs to follow references. The search
/// numbers objects in the order in which their references are read, so most are visited in the order of their numbers.
/// Then the next object is known without its reference, and the processor need not wait for that.
class Traversal {
 public:
  /// Appends an object to the queue. False if it has been there before.
  bool visit(Reference object) {
    const std::uint64_t bit = std::uint64_t{1} << object.index();
    if ((visited_ & bit) != 0) return false;
    visited_ |= bit;
    if (object.index() == in_order_ && in_order_ == count_) ++in_order_;
    queue_[count_++] = static_cast<std::uint16_t>(object.index());
    return true;
  }
  /// Removes and returns the first object in the queue, or null.
  Reference next() {
    if (next_ < in_order_) [[likely]]
      return Reference::to(next_++);
    return next_ < count_ ? Reference::to(queue_[next_++]) : Reference();
  }
  /// How many objects have been visited; the object that was visited after `i` others.
  int count() const { return static_cast<int>(count_); }
  Reference operator[](int i) const {
    assert(i >= 0 && i < count());
    const auto place = static_cast<std::size_t>(i);
    if (place < in_order_) [[likely]]
      return Reference::to(place);
    return Reference::to(queue_[place]);
  }

 private:
  std::uint64_t visited_ = 0;
  std::uint32_t next_ = 0, count_ = 0;
  std::uint32_t in_order_ = 0;  // this many objects came first, in the order of their numbers from 0
  // Not initialised, because a predicate makes one of these for each candidate. Not bytes, which could alias anything.
  std::array<std::uint16_t, 64> queue_;
};

template <class Predicate>
class GraphPath;

/// The program of a search for graphs that satisfy a predicate.
template <class Predicate>
class ObjectGraphs {
 public:
  using value_type = ObjectGraph;
  using Path = GraphPath<Predicate>;
  static constexpr std::string_view kind = "object graphs";
  ObjectGraphs(const GraphBounds& bounds, Predicate predicate)
      : layout_(std::make_shared<const GraphLayout>(bounds.layout())), predicate_(std::move(predicate)) {}

 private:
  friend class GraphPath<Predicate>;
  std::shared_ptr<const GraphLayout> layout_;
  Predicate predicate_;
};

template <class Predicate>
class GraphPath {
 public:
  explicit GraphPath(const ObjectGraphs<Predicate>& program)
      : predicate_(&program.predicate_), candidate_(program.layout_) {}
  bool run() {
    if (!std::invoke(*predicate_, candidate_)) return false;
    if (candidate_.depth_ < candidate_.trail_.size()) candidate_.complete();
    return true;
  }
  bool run_guided(Guide& guide) {
    candidate_.begin_path(guide);
    struct End {
      CandidateGraph& candidate;
      ~End() { candidate.guide_ = nullptr; }
    } const end{candidate_};
    return run();
  }
  const ObjectGraph& value() const { return candidate_.graph_; }
  bool advance(std::size_t kept) { return candidate_.advance(kept); }
  void turn(std::size_t depth, Digit by) { candidate_.turn(depth, by); }
  std::size_t depth() const { return candidate_.depth_; }
  Digit decision(std::size_t i) const { return candidate_.decision(i); }
  Digit alternatives(std::size_t i) const { return candidate_.alternatives(i); }

 private:
  const Predicate* predicate_;
  CandidateGraph candidate_;
};

/// The graphs within `bounds` that satisfy `predicate`, in the order in which the predicate reads fields. Of graphs
/// that differ only in the names of objects, one is given. `predicate(candidate)` returns bool and reads fields as
/// candidate(field), candidate(field, object), candidate(array, index). It must depend only on what it reads, and may
/// be called from several threads, each with its own candidate.
/// Example: examples/structures/binary_tree.hpp.
template <class Predicate>
requires std::is_invocable_r_v<bool, const Predicate&, CandidateGraph&>
auto object_graphs(const GraphBounds& bounds, Predicate predicate) {
  return Search<ObjectGraphs<Predicate>>(ObjectGraphs<Predicate>(bounds, std::move(predicate)));
}

}  // namespace smallscope::generators
