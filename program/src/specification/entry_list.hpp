// SPDX-License-Identifier: Apache-2.0
// A list whose entries have holes of their own: the values of one entry after those of another.
//
// Private to the loader; immutable, may be shared by threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hole_values.hpp"

namespace smallscope::program::specification {

/// One entry: all its values have its label.
struct ListEntry {
  std::string label;
  generators::AnyGenerator<HoleValue> values;
};

/// The values of the entries, in order. Which entry it is is a choice of its own, before the choices of the entry.
class EntryList : public generators::Fluent<EntryList> {
 public:
  using value_type = HoleValue;
  using Ordinal = generators::Ordinal;
  static constexpr bool can_discard = true;

  /// Throws GeneratorError if the sizes add up to more than 64 bits.
  explicit EntryList(std::vector<ListEntry> entries);
  Ordinal size() const { return content_->starts.back(); }
  /// The first value of each entry.
  std::vector<Ordinal> starts() const { return {content_->starts.begin(), content_->starts.end() - 1}; }
  std::optional<HoleValue> at(Ordinal ordinal) const;
  template <class Sink>
  bool walk(Ordinal first, Ordinal last, Sink&& sink) const {
    const std::vector<Ordinal>& starts = content_->starts;
    for (std::size_t i = entry_of(first); i + 1 < starts.size() && starts[i] < last; ++i) {
      const ListEntry& entry = content_->entries[i];
      HoleValue labelled;
      const bool goes_on =
          entry.values.walk(std::max(first, starts[i]) - starts[i], std::min(last, starts[i + 1]) - starts[i],
                            [&](Ordinal ordinal, const HoleValue& value) -> bool {
                              labelled = value;
                              labelled.own_label = entry.label;
                              return sink(starts[i] + ordinal, std::as_const(labelled));
                            });
      if (!goes_on) return false;
    }
    return true;
  }
  void write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const;
  Ordinal read_choices(generators::ChoiceReader& reader) const;
  generators::Structure structure() const;

 private:
  struct Content {
    std::vector<ListEntry> entries;
    std::vector<Ordinal> starts;  // of each entry, and the end
  };
  std::size_t entry_of(Ordinal ordinal) const;
  std::shared_ptr<const Content> content_;
};

}  // namespace smallscope::program::specification
