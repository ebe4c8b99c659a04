// SPDX-License-Identifier: Apache-2.0
#include "include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "section.hpp"

namespace smallscope::program::specification {
namespace {

constexpr std::size_t most_files = 100;

Value* entry_of(Value& table, std::string_view key) {
  const auto found = std::ranges::find(table.entries, key, &Entry::key);
  return found == table.entries.end() ? nullptr : &found->value;
}

/// The table of this key, added if there is none.
Value& table_in(Value& table, const std::string& key, const std::string& path) {
  if (Value* const there = entry_of(table, key)) return *there;
  Value made;
  made.line = table.line;
  made.path = path;
  table.entries.push_back({key, table.line, std::move(made)});
  return table.entries.back().value;
}

/// Files that holes are read from lie beside the file that names them.
void move_files(Value& value, const std::filesystem::path& folder) {
  for (Value& item : value.items) move_files(item, folder);
  for (Entry& entry : value.entries) {
    if (entry.key == "when") continue;  // labels of holes
    if (entry.key == "file" && entry.value.is_string())
      entry.value.text = (folder / entry.value.text).string();
    else
      move_files(entry.value, folder);
  }
}

struct Included {
  const Value* file;
  const Value* choices = nullptr;  ///< those that are meant; nullptr: any
};

Included included(const Value& value) {
  if (value.is_string()) return {&value};
  const Section section(value, "`include`", {"file", "choices"});
  const Value& file = section.require("file", "the file to include: file = \"types.toml\"");
  string_of(file);
  return {&file, section.find("choices")};
}

/// Moves the holes that are not in `choices` yet before those that are.
void add_choices(Value from, const Value* meant, std::vector<Entry>& before, const Value& choices) {
  if (!from.is_table()) wrong_type(from, "a table of holes, such as type = [\"int\", \"long\"]");
  std::vector<std::string> names;
  for (Entry& entry : from.entries) {
    const auto same = [&](const Entry& other) { return other.key == entry.key; };
    for (const std::vector<Entry>* there : std::initializer_list<const std::vector<Entry>*>{&before, &choices.entries})
      if (const auto twice = std::ranges::find_if(*there, same); twice != there->end())
        throw Mistake(
            std::max(entry.line, twice->line),
            fmt::format("the hole `{}` is in another file of this specification, too; rename one of them", entry.key));
    names.push_back(entry.key);
    entry.may_be_unused = true;
  }
  if (meant != nullptr)
    for (const Value& name : list_of(*meant, "a list of holes such as [\"type\"]")) {
      const auto entry = std::ranges::find(from.entries, string_of(name), &Entry::key);
      if (entry == from.entries.end())
        throw Mistake(name.line, fmt::format("`{}` names the unknown hole `{}`; {}", name.path, name.text,
                                             suggestion(name.text, names)));
      entry->may_be_unused = false;
    }
  std::ranges::move(from.entries, std::back_inserter(before));
}

/// Oracles of an included file judge beside the own.
void add_oracles(const Value& theirs, Value& document) {
  list_of(theirs, "one [[oracles]] table for each oracle");
  Value* const own = entry_of(document, "oracles");
  if (own == nullptr)
    table_in(document, "oracles", "oracles") = theirs;
  else
    own->items.insert(own->items.end(), theirs.items.begin(), theirs.items.end());
}

}  // namespace

void add_included(Value& document, const std::filesystem::path& directory, Sources& sources) {
  const Value* const found = document.find("include");
  if (found == nullptr) return;
  const Value include = *found;  // the document changes
  const std::vector<Value>& files = list_of(include, "a list of files such as [\"types.toml\"]");
  if (files.size() > most_files)
    throw Mistake(include.line,
                  fmt::format("`include` has {} files; at most {} are allowed", files.size(), most_files));
  std::vector<Entry> before;
  for (const Value& each : files) {
    const Included one = included(each);
    const std::filesystem::path path = directory / one.file->text;
    Value shared = sources.read(path, one.file->line, fmt::format("the file {} that is included", one.file->raw));
    const Section root(shared, "an included file", {"inputs", "oracles", "messages"});
    if (shared.entries.empty())
      throw Mistake(shared.line,
                    "nothing is included; add [inputs.choices], [inputs.grammar], [[oracles]] or [messages]");
    if (const Value* oracles = root.find("oracles")) add_oracles(*oracles, document);
    if (const Value* messages = root.find("messages")) {
      if (entry_of(document, "messages") != nullptr)
        throw Mistake(messages->line, "there is another table [messages] in this specification; keep one of them");
      table_in(document, "messages", "messages") = *messages;
    }
    const Value* const theirs = root.find("inputs");
    if (theirs == nullptr) continue;
    Value* const inputs = entry_of(document, "inputs");    // entries of the document move when others are added
    if (inputs == nullptr || !inputs->is_table()) return;  // which others complain about
    const Section section(*theirs, "[inputs] of an included file", {"choices", "grammar"});
    if (const Value* choices = section.find("choices")) {
      Value moved = *choices;
      move_files(moved, std::filesystem::path(one.file->text).parent_path());
      add_choices(std::move(moved), one.choices, before, table_in(*inputs, "choices", "inputs.choices"));
    }
    if (const Value* grammar = section.find("grammar")) {
      if (entry_of(*inputs, "grammar") != nullptr)
        throw Mistake(grammar->line, "there is another [inputs.grammar] in this specification; keep one of them");
      table_in(*inputs, "grammar", "inputs.grammar") = *grammar;
    }
  }
  if (before.empty()) return;
  Value& choices = table_in(*entry_of(document, "inputs"), "choices", "inputs.choices");
  std::ranges::move(choices.entries, std::back_inserter(before));
  choices.entries = std::move(before);
}

}  // namespace smallscope::program::specification
