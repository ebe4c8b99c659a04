// SPDX-License-Identifier: Apache-2.0
// Selections from a generator in which order does not matter: sets and multisets of bounded size, as lists.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <memory>
#include <smallscope/generators/composition/transform.hpp>
#include <vector>

namespace smallscope::generators {

namespace selection {
/// How many sets (or multisets, if items may repeat) of `length` out of `items` items there are, or GeneratorError.
Ordinal count(Ordinal items, std::size_t length, bool repeats);
/// Among the selections of `length` from the items numbered `low` and above, the first item of the selection with this
/// ordinal. The ordinal then counts among the selections with that first item.
Ordinal first_item(Ordinal items, Ordinal low, std::size_t length, bool repeats, Ordinal& ordinal);
/// Throws GeneratorError for choices whose items do not ascend.
[[noreturn]] void throw_not_ascending(std::size_t place);
/// The first ordinal of each length, and the end. GeneratorError for inverted bounds and overflow.
std::vector<Ordinal> offsets(Ordinal items, std::size_t least, std::size_t greatest, bool repeats);
}  // namespace selection

template <IndexedGenerator G, bool Repeats>
class Selections : public Fluent<Selections<G, Repeats>> {
 public:
  using Item = typename G::value_type;
  using value_type = std::vector<Item>;
  static constexpr bool can_discard = G::can_discard;

  Selections(G items, std::size_t least, std::size_t greatest)
      : items_(std::move(items)),
        least_(least),
        offsets_(
            std::make_shared<const std::vector<Ordinal>>(selection::offsets(items_.size(), least, greatest, Repeats))) {
    require_unmerged(items_.merge_levels(), "selections: the items");
  }
  Ordinal size() const { return offsets_->back(); }
  AtResult<value_type, can_discard> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    value_type selected;
    bool kept = true;
    each_item(ordinal, [&](std::size_t, Ordinal digit) {
      if (!kept) return;
      auto item = items_.at(digit);
      if constexpr (can_discard) {
        if (!item)
          kept = false;
        else
          selected.push_back(std::move(*item));
      } else {
        selected.push_back(std::move(item));
      }
    });
    if constexpr (can_discard) {
      if (!kept) return std::nullopt;
    }
    return selected;
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    value_type selected;
    for (std::size_t row = 0; row + 1 < offsets_->size(); ++row) {
      const Ordinal base = (*offsets_)[row];
      const Ordinal from = std::max(first, base), to = std::min(last, (*offsets_)[row + 1]);
      if (from >= to) continue;
      selected.resize(least_ + row);
      if (!walk_from(0, 0, from - base, to - base, base, selected, sink)) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    if (lengths() > 1) {
      const NameScope scope(writer.path, "length");
      const std::size_t row = row_of(ordinal);
      writer.add(row, std::to_string(least_ + row));
    }
    each_item(ordinal, [&](std::size_t place, Ordinal digit) {
      const ItemScope scope(writer.path, place);
      items_.write_choices(digit, writer);
    });
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    Ordinal row = 0;
    if (lengths() > 1) {
      const NameScope scope(reader.path, "length");
      row = reader.next(lengths());
    }
    Ordinal ordinal = (*offsets_)[row], low = 0;
    const std::size_t length = least_ + row;
    for (std::size_t place = 0; place < length; ++place) {
      const ItemScope scope(reader.path, place);
      const Ordinal digit = items_.read_choices(reader);
      if (digit < low) selection::throw_not_ascending(place);
      ordinal += before(low, digit, length - place);
      low = after(digit);
    }
    return ordinal;
  }
  Structure structure() const {
    return {Repeats ? "multisets" : "sets", "", size(), {items_.structure()}, Contribution::child};
  }

 private:
  static Ordinal after(Ordinal digit) { return Repeats ? digit : digit + 1; }  // the least item that may follow
  std::size_t lengths() const { return offsets_->size() - 1; }
  std::size_t row_of(Ordinal ordinal) const {
    std::size_t row = 0;
    while (ordinal >= (*offsets_)[row + 1]) ++row;
    return row;
  }
  /// How many selections of `length` items from `low` on begin with an item below `digit`.
  Ordinal before(Ordinal low, Ordinal digit, std::size_t length) const {
    return selection::count(items_.size() - low, length, Repeats) -
           selection::count(items_.size() - digit, length, Repeats);
  }
  template <class Visitor>
  void each_item(Ordinal ordinal, Visitor&& visitor) const {
    const std::size_t row = row_of(ordinal), length = least_ + row;
    ordinal -= (*offsets_)[row];
    Ordinal low = 0;
    for (std::size_t place = 0; place < length; ++place) {
      const Ordinal digit = selection::first_item(items_.size(), low, length - place, Repeats, ordinal);
      visitor(place, digit);
      low = after(digit);
    }
  }
  /// Walks the part [first, last) of the selections that continue `selected` from `place` on with items from `low` on.
  template <class Sink>
  bool walk_from(std::size_t place, Ordinal low, Ordinal first, Ordinal last, Ordinal base, value_type& selected,
                 Sink& sink) const {
    if (place == selected.size()) return sink(base, std::as_const(selected));
    if (place + 1 == selected.size()) {
      return items_.walk(low + first, low + last, [&](Ordinal digit, const Item& item) -> bool {
        selected[place] = item;
        return sink(base + digit - low, std::as_const(selected));
      });
    }
    const std::size_t length = selected.size() - place;
    Ordinal within = first;
    const Ordinal begin = selection::first_item(items_.size(), low, length, Repeats, within);
    within = last - 1;
    const Ordinal end = selection::first_item(items_.size(), low, length, Repeats, within);
    return items_.walk(begin, end + 1, [&](Ordinal digit, const Item& item) -> bool {
      selected[place] = item;
      const Ordinal offset = before(low, digit, length);
      const Ordinal from = digit == begin ? first - offset : 0;
      const Ordinal to =
          digit == end ? last - offset : selection::count(items_.size() - after(digit), length - 1, Repeats);
      return from >= to || walk_from(place + 1, after(digit), from, to, base + offset, selected, sink);
    });
  }

  G items_;
  std::size_t least_;
  std::shared_ptr<const std::vector<Ordinal>> offsets_;
};

/// The sets of `least` to `greatest` values of `items`, as lists in the order of `items`: smaller ones first, then
/// lexicographically. Their counts are sums of binomials. Equal values at different ordinals count as different items.
/// For a few given values, and choices "in" or "out", see subsets(). Inverted bounds and overflow throw GeneratorError.
template <IndexedGenerator G>
auto sets_of(G items, std::size_t least, std::size_t greatest) {
  return Selections<G, false>(std::move(items), least, greatest);
}
/// The same for multisets, in which an item may occur several times: binomial(items + length - 1, length) for a length.
template <IndexedGenerator G>
auto multisets_of(G items, std::size_t least, std::size_t greatest) {
  return Selections<G, true>(std::move(items), least, greatest);
}

}  // namespace smallscope::generators
