// SPDX-License-Identifier: Apache-2.0
// Sequences: lists and strings over a set, from a least to a greatest length. Shorter ones come first.
//
// Generators are immutable and may be shared by threads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <smallscope/generators/composition/atoms.hpp>

namespace smallscope::generators {

template <class Container, IndexedGenerator G>
class Sequences : public Fluent<Sequences<Container, G>> {
 public:
  using value_type = Container;
  using Item = typename G::value_type;
  static constexpr bool can_discard = G::can_discard;

  Sequences(G items, std::size_t least, std::size_t greatest) : items_(std::move(items)), least_(least) {
    if (least > greatest)
      throw GeneratorError("sequences: the bounds are inverted: least length " + std::to_string(least) +
                           ", greatest length " + std::to_string(greatest) + "; swap them");
    require_unmerged(items_.merge_levels(), "sequences: the items");
    auto index = std::make_shared<Index>();
    index->offsets.push_back(0);
    Ordinal power = checked_power(items_.size(), least, "sequences");
    for (std::size_t length = least; length <= greatest; ++length) {
      index->powers.push_back(power);
      index->offsets.push_back(checked_add(index->offsets.back(), power, "sequences"));
      if (length < greatest) power = checked_multiply(power, items_.size(), "sequences");
    }
    index_ = std::move(index);
  }
  Ordinal size() const { return index_->offsets.back(); }
  AtResult<Container, can_discard> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    const std::size_t row = row_of(ordinal);
    Ordinal rest = ordinal - index_->offsets[row];
    Ordinal stride = index_->powers[row];
    const std::size_t length = least_ + row;
    Container container(length, Item{});
    for (std::size_t position = 0; position < length; ++position) {
      stride /= items_.size();
      auto item = items_.at(rest / stride);
      rest %= stride;
      if constexpr (can_discard) {
        if (!item) return std::nullopt;
        container[position] = std::move(*item);
      } else {
        container[position] = std::move(item);
      }
    }
    return container;
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    Container container;
    for (std::size_t row = 0; row < index_->powers.size(); ++row) {
      const Ordinal base = index_->offsets[row];
      const Ordinal from = std::max(first, base), to = std::min(last, index_->offsets[row + 1]);
      if (from >= to) continue;
      container.resize(least_ + row);
      if (!walk_from(0, index_->powers[row], from - base, to - base, base, container, sink)) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const {
    if constexpr (is_text) {
      if (size() > 1) writer.add(ordinal, at(ordinal));
      return;
    }
    const std::size_t row = row_of(ordinal);
    if (index_->powers.size() > 1) {
      const NameScope scope(writer.path, "length");
      writer.add(row, std::to_string(least_ + row));
    }
    Ordinal rest = ordinal - index_->offsets[row];
    Ordinal stride = index_->powers[row];
    for (std::size_t position = 0; position < least_ + row; ++position) {
      stride /= items_.size();
      const ItemScope scope(writer.path, position);
      items_.write_choices(rest / stride, writer);
      rest %= stride;
    }
  }
  Ordinal read_choices(ChoiceReader& reader) const {
    if constexpr (is_text) return size() > 1 ? reader.next(size()) : 0;
    Ordinal row = 0;
    if (index_->powers.size() > 1) {
      const NameScope scope(reader.path, "length");
      row = reader.next(index_->powers.size());
    }
    Ordinal ordinal = 0;
    for (std::size_t position = 0; position < least_ + row; ++position) {
      const ItemScope scope(reader.path, position);
      ordinal = ordinal * items_.size() + items_.read_choices(reader);
    }
    return index_->offsets[row] + ordinal;
  }
  Structure structure() const {
    const bool of_one_length = index_->powers.size() == 1;  // several lengths add up: no digits are independent
    return {"sequences",
            "",
            size(),
            {items_.structure()},
            of_one_length ? Contribution::items : Contribution::itself,
            of_one_length ? least_ : 0};
  }

 private:
  /// A text is read as a whole, so it is one choice; each item of a list is a choice of its own.
  static constexpr bool is_text = std::same_as<Container, std::string> && !G::can_discard;
  struct Index {
    std::vector<Ordinal> powers;   // powers[r]: how many sequences have length least + r
    std::vector<Ordinal> offsets;  // offsets[r]: the first ordinal of that length
  };
  std::size_t row_of(Ordinal ordinal) const {
    std::size_t row = 0;
    while (ordinal >= index_->offsets[row + 1]) ++row;
    return row;
  }
  /// Walks the items at `position` and after it. `count` is how many sequences they make, [first, last) the part to
  /// visit. The last position has its own loop, which is where the time goes.
  template <class Sink>
  bool walk_from(std::size_t position, Ordinal count, Ordinal first, Ordinal last, Ordinal base, Container& container,
                 Sink& sink) const {
    if (position == container.size()) return sink(base, std::as_const(container));
    if (position + 1 == container.size()) {
      return items_.walk(first, last, [&](Ordinal ordinal, const Item& item) -> bool {
        container[position] = item;
        return sink(base + ordinal, std::as_const(container));
      });
    }
    const Ordinal stride = count / items_.size();
    const Ordinal begin = first / stride, end = (last - 1) / stride;
    return items_.walk(begin, end + 1, [&](Ordinal digit, const Item& item) -> bool {
      container[position] = item;
      const Ordinal from = digit == begin ? first - begin * stride : 0;
      const Ordinal to = digit == end ? last - end * stride : stride;
      return walk_from(position + 1, stride, from, to, base + digit * stride, container, sink);
    });
  }
  G items_;
  std::size_t least_;
  std::shared_ptr<const Index> index_;
};

/// The lists (std::vector) of `least` to `greatest` items, shorter ones first, the last item varying fastest. The size
/// is the sum of size^length. Inverted bounds and overflow throw GeneratorError. Items are default-constructible.
template <IndexedGenerator G>
auto lists_of(G items, std::size_t least, std::size_t greatest) {
  return Sequences<std::vector<typename G::value_type>, G>(std::move(items), least, greatest);
}
/// The strings of `least` to `greatest` characters of `alphabet`.
inline auto strings(std::string_view alphabet, std::size_t least, std::size_t greatest) {
  return Sequences<std::string, Elements<char>>(characters(alphabet), least, greatest);
}

}  // namespace smallscope::generators
