// SPDX-License-Identifier: Apache-2.0
// Which ordinals of a space repeat the value of an earlier one; and distinct(), the set without them.
//
// Map functions and ambiguous grammars give the same value twice. distinct() finds repetitions at construction, so at()
// stays pure and cheap. Ordinals are kept; a repetition is discarded as if by a filter. Example: distinct(words)
// denotes values that filters, orders and campaigns treat like any other. Generators are immutable and may be shared by
// threads; a Repetitions object belongs to one thread.
#pragma once

#include <functional>
#include <memory>
#include <smallscope/generators/composition/encoding.hpp>
#include <smallscope/generators/composition/transform.hpp>
#include <vector>

namespace smallscope::generators {

/// Finds repetitions by 128-bit hash, and compares values with equal hashes in full. 24 bytes per value.
class Repetitions {
 public:
  explicit Repetitions(Hash128 (*hash)(std::string_view) = hash128) : hash_(hash) {}
  void add(Ordinal ordinal, const Encoding& value) { entries_.push_back({hash_(value.bytes()), ordinal}); }
  /// Calls `repeats(first, again)` for every ordinal that repeats a value; `first` is the first ordinal with that
  /// value. `same(a, b)` compares the values of two ordinals in full. O(n log n); forgets the added values.
  void find(const std::function<bool(Ordinal, Ordinal)>& same, const std::function<void(Ordinal, Ordinal)>& repeats);

 private:
  struct Entry {
    Hash128 hash;
    Ordinal ordinal;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  Hash128 (*hash_)(std::string_view);
  std::vector<Entry> entries_;
};

/// Whether two ordinals of a generator have equal values.
template <IndexedGenerator G>
bool same_value(const G& generator, Ordinal a, Ordinal b) {
  Encoding first, second;
  first.add(std::optional<typename G::value_type>(generator.at(a)));
  second.add(std::optional<typename G::value_type>(generator.at(b)));
  return first.bytes() == second.bytes();
}

/// The largest space that distinct() takes: construction needs 24 bytes per ordinal, 384 MiB at most.
inline constexpr Ordinal distinct_limit = Ordinal{1} << 24;
/// Throws GeneratorError for a space beyond distinct_limit.
void require_distinguishable(Ordinal size);

template <IndexedGenerator G>
class Distinct : public Fluent<Distinct<G>> {
 public:
  using value_type = typename G::value_type;
  static constexpr bool can_discard = true;

  explicit Distinct(G inner) : inner_(std::move(inner)) {
    require_distinguishable(inner_.size());
    require_unmerged(inner_.merge_levels(), "distinct");
    Repetitions repetitions;
    Encoding encoding;
    inner_.walk(0, inner_.size(), [&](Ordinal ordinal, const value_type& value) {
      encoding.clear();
      encoding.add(value);
      repetitions.add(ordinal, encoding);
      return true;
    });
    std::vector<bool> repeated;
    repetitions.find([&](Ordinal a, Ordinal b) { return same_value(inner_, a, b); },
                     [&](Ordinal, Ordinal again) {
                       repeated.resize(inner_.size());
                       repeated[again] = true;
                     });
    repeated_ = std::make_shared<const std::vector<bool>>(std::move(repeated));
  }
  Ordinal size() const { return inner_.size(); }
  std::optional<value_type> at(Ordinal ordinal) const {
    require_in_range(ordinal, size());
    if (is_repeated(ordinal)) return std::nullopt;
    return inner_.at(ordinal);
  }
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    return inner_.walk(first, last, [&](Ordinal ordinal, const value_type& value) -> bool {
      return is_repeated(ordinal) || sink(ordinal, value);
    });
  }
  void write_choices(Ordinal ordinal, ChoiceWriter& writer) const { inner_.write_choices(ordinal, writer); }
  Ordinal read_choices(ChoiceReader& reader) const { return inner_.read_choices(reader); }
  Structure structure() const { return {"distinct", "", size(), {inner_.structure()}, Contribution::child}; }

 private:
  bool is_repeated(Ordinal ordinal) const { return !repeated_->empty() && (*repeated_)[ordinal]; }
  G inner_;
  std::shared_ptr<const std::vector<bool>> repeated_;  // empty: no value is repeated
};

/// Each value of `generator` once, at its first ordinal; ordinals that repeat it are discarded. Construction walks the
/// whole space (GeneratorError beyond distinct_limit ordinals) and frees its 24 bytes per ordinal; one bit per ordinal
/// stays if any value is repeated. Values are compared by their encodings (encoding.hpp).
template <IndexedGenerator G>
auto distinct(G generator) {
  return Distinct<G>(std::move(generator));
}

}  // namespace smallscope::generators
