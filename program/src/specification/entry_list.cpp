// SPDX-License-Identifier: Apache-2.0
#include "entry_list.hpp"

#include <algorithm>

namespace smallscope::program::specification {

using generators::Ordinal;

EntryList::EntryList(std::vector<ListEntry> entries) {
  auto content = std::make_shared<Content>();
  content->starts.push_back(0);
  for (const ListEntry& entry : entries)
    content->starts.push_back(generators::checked_add(content->starts.back(), entry.values.size(), "the values"));
  content->entries = std::move(entries);
  content_ = std::move(content);
}

std::size_t EntryList::entry_of(Ordinal ordinal) const {
  const std::vector<Ordinal>& starts = content_->starts;
  return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), ordinal) - starts.begin()) - 1;
}

std::optional<HoleValue> EntryList::at(Ordinal ordinal) const {
  generators::require_in_range(ordinal, size());
  const std::size_t i = entry_of(ordinal);
  std::optional<HoleValue> value = content_->entries[i].values.at(ordinal - content_->starts[i]);
  if (value) value->own_label = content_->entries[i].label;
  return value;
}

void EntryList::write_choices(Ordinal ordinal, generators::ChoiceWriter& writer) const {
  const std::size_t i = entry_of(ordinal);
  if (content_->entries.size() > 1) writer.add(i, content_->entries[i].label);
  content_->entries[i].values.write_choices(ordinal - content_->starts[i], writer);
}

Ordinal EntryList::read_choices(generators::ChoiceReader& reader) const {
  const Ordinal i = content_->entries.size() > 1 ? reader.next(content_->entries.size()) : 0;
  return content_->starts[i] + content_->entries[i].values.read_choices(reader);
}

generators::Structure EntryList::structure() const {
  generators::Structure structure{"alternatives", "", size(), {}, generators::Contribution::alternatives};
  for (const ListEntry& entry : content_->entries) structure.children.push_back(entry.values.structure());
  return structure;
}

}  // namespace smallscope::program::specification
