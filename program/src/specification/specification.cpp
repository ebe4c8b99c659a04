// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <smallscope/clustering/rules.hpp>
#include <smallscope/program/specification.hpp>
#include <smallscope/runner/observed.hpp>
#include <unordered_set>

#include "attributes.hpp"
#include "commands.hpp"
#include "document.hpp"
#include "fillings.hpp"
#include "holes.hpp"
#include "include.hpp"
#include "kept_body.hpp"
#include "merging.hpp"
#include "oracle_tables.hpp"
#include "section.hpp"
#include "subject_tables.hpp"
#include "template.hpp"

namespace smallscope::program {
namespace specification {
namespace {

constexpr std::size_t most_masks = 10'000;

bool is_word(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

const std::string& name_of(const Section& root) {
  const Value& name = root.require("name", "what the campaign is called: name = \"tcc/shift\"");
  const std::string& text = string_of(name);
  const bool fits = !text.empty() && text.front() != '/' && text.back() != '/' &&
                    text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+") ==
                        std::string::npos;
  if (!fits) wrong_type(name, "letters, digits and -_./+ only, such as \"tcc/shift\"");
  return text;
}

Section root_of(const Value& document) {
  return {document,
          "the specification",
          {"name", "description", "include", "inputs", "subject", "oracles", "attributes", "messages", "reproduce",
           "reduce"}};
}

std::string description_of(const Section& root) {
  const Value* description = root.find("description");
  if (description == nullptr) return {};
  std::string text = string_of(*description);
  if (text.find('\n') != std::string::npos) wrong_type(*description, "one line");
  return text;
}

void add_masks_of(const Hole& hole, const Value& at, std::vector<std::string>& masks) {
  for (const HoleValues& values : hole.cases) {
    if (values.size() > most_masks)
      throw Mistake(at.line, fmt::format("`{}`: the hole `{}` has {} values, more than the {} that can be masked; "
                                         "write a rule for them",
                                         at.path, hole.name, values.size(), most_masks));
    values.generator.walk(0, values.size(), [&](generators::Ordinal, const HoleValue& value) {
      if (is_word(value.text) && std::find(masks.begin(), masks.end(), value.text) == masks.end())
        masks.push_back(value.text);
      return true;
    });
  }
}

void read_mask_holes(const Value& value, const HoleTable& table, std::vector<std::string>& masks) {
  if (value.kind == Value::Kind::boolean) {
    if (value.boolean)
      for (const Hole& hole : table.holes) add_masks_of(hole, value, masks);
    return;
  }
  for (const Value& name : list_of(value, "true, or a list of holes such as [\"name\"]")) {
    const std::size_t hole = table.index(string_of(name));
    if (hole == HoleTable::npos) throw_unknown_hole(name.line, value.path, name.text, table);
    add_masks_of(table.holes[hole], name, masks);
  }
}

void read_presets(const Value& list, runner::MessageRules& messages) {
  const std::vector<std::string>& known = clustering::preset_names();
  for (const Value& preset : list_of(list, "a list of presets such as [\"gcc\"]")) {
    if (std::find(known.begin(), known.end(), string_of(preset)) == known.end())
      throw Mistake(preset.line, fmt::format("`{}` names the unknown preset `{}`; {}", list.path, preset.text,
                                             suggestion(preset.text, known)));
    messages.presets.push_back(preset.text);
  }
}

/// `name`: "`messages.rules`"
void read_message_rules(const Value& list, const std::string& name,
                        std::vector<std::pair<std::string, std::string>>& rules) {
  for (const RuleTable& rule : rules_of(list, name)) {
    rules.emplace_back(rule.pattern->text, rule.replacement);
    try {
      const clustering::RuleSet probe({}, {{rule.pattern->text, rule.replacement}});
    } catch (const clustering::RuleError& error) {
      throw Mistake(rule.pattern->line, fmt::format("`{}` is not a regular expression: {}; correct it, or escape "
                                                    "special characters with a backslash",
                                                    rule.pattern->path, error.what()));
    }
  }
}

runner::MessageRules messages_of(const Value* table, const HoleTable& holes) {
  runner::MessageRules messages;
  if (table == nullptr) return messages;
  const Section section(*table, "[messages]", {"presets", "rules", "learned", "mask", "mask_holes"});
  if (const Value* presets = section.find("presets")) read_presets(*presets, messages);
  if (const Value* rules = section.find("rules")) read_message_rules(*rules, "`messages.rules`", messages.rules);
  if (const Value* rules = section.find("learned")) read_message_rules(*rules, "`messages.learned`", messages.learned);
  if (const Value* words = section.find("mask"))
    for (const Value& word : list_of(*words, "a list of words such as [\"x\"]"))
      messages.masks.push_back(string_of(word));
  if (const Value* value = section.find("mask_holes")) read_mask_holes(*value, holes, messages.masks);
  return messages;
}

std::filesystem::path file_beside(const Value& name, const std::filesystem::path& directory) {
  std::filesystem::path file = directory / string_of(name);
  if (!std::filesystem::is_regular_file(file))
    throw Mistake(name.line, fmt::format("`{}` names {}, which is no file; name one beside the specification",
                                         name.path, name.text));
  return file;
}

/// [reproduce]: how a failure is seen again without smallscope.
std::optional<runner::Reproduction> reproduction_of(const Value* table, const std::filesystem::path& directory) {
  if (table == nullptr) return std::nullopt;
  const Section section(*table, "[reproduce]", {"script", "files", "run", "note", "subject", "bisect"});
  const Value& script = section.require("script", "the script that bug reports get: script = \"reproduce.sh\"");
  runner::Reproduction reproduction{.script = file_beside(script, directory), .command = {}};
  if (const Value* files = section.find("files"))
    for (const Value& file : list_of(*files, "a list of files that the script needs, such as [\"client.py\"]"))
      reproduction.files.push_back(file_beside(file, directory));
  std::vector<std::string> words{"sh", reproduction.script.filename().string()};
  if (const Value* run = section.find("run")) {
    words.clear();
    for (const Value& word : list_of(*run, "a list of words such as [\"python3\", \"reproduce.py\"]"))
      words.push_back(string_of(word));
    if (words.empty()) wrong_type(*run, "a list of words such as [\"python3\", \"reproduce.py\"]");
  }
  reproduction.command = [words] { return words; };
  for (const auto& [key, text] : {std::pair("note", &reproduction.note), std::pair("subject", &reproduction.subject),
                                  std::pair("bisect", &reproduction.bisect)})
    if (const Value* value = section.find(key)) *text = string_of(*value);
  return reproduction;
}

/// [reduce]: how the texts of inputs are made smaller beyond the space.
std::optional<runner::TextRules> text_rules_of(const Value* table, const Marks& marks, Surroundings& surroundings) {
  if (table == nullptr) return std::nullopt;
  const Section section(*table, "[reduce]", {"positions", "valid"});
  runner::TextRules rules;
  if (!marks.empty()) {
    if (surroundings.names.files.size() > 1)
      throw Mistake(table->line,
                    "[reduce] stands beside marks and several files, of which only the first could be "
                    "made smaller; leave one of them out");
    rules.positions = marks.positions();
    rules.follow = [marks](subjects::Input& input) { marks.follow(input); };
  }
  const Value* positions = section.find("positions");
  if (positions == nullptr && marks.empty())
    section.require("positions", "the holes that are positions: positions = []");
  const std::vector<Value> none;
  for (const Value& hole : positions ? list_of(*positions, "a list of holes such as [\"offset\"]") : none) {
    const std::vector<std::string>& holes = surroundings.names.holes;
    if (std::find(holes.begin(), holes.end(), string_of(hole)) == holes.end())
      throw Mistake(hole.line, fmt::format("`{}` names the unknown hole `{}`; {}", hole.path, hole.text,
                                           suggestion(hole.text, holes)));
    rules.positions.push_back(hole.text);
  }
  if (const Value* valid = section.find("valid")) rules.valid = steps_of(*valid, surroundings);
  return rules;
}

/// The lines of the scalars of a hole, by their text, which is the label of most values.
void add_lines(const Value& value, std::map<std::string, std::size_t>& lines) {
  if (value.is_scalar()) lines.try_emplace(value.text, value.line);
  for (const Value& item : value.items) add_lines(item, lines);
  for (const Entry& entry : value.entries) add_lines(entry.value, lines);
}

/// Without the name of the file.
runner::Definition definition_of(const Section& root, const Value* choices, const Sources& sources) {
  runner::Definition definition{.file = {}, .line = root.find("name")->line, .choices = {}};
  if (choices != nullptr)
    for (const Entry& entry : choices->entries) {
      if (!sources.is_of_first(entry.line)) continue;
      runner::Definition::Choice& choice = definition.choices[entry.key];
      choice.line = entry.line;
      add_lines(entry.value, choice.values);
    }
  if (const Value* attributes = root.find("attributes"))
    for (const Value& attribute : attributes->items)
      if (const Value* name = attribute.find("name")) definition.choices[name->text].line = name->line;
  return definition;
}

const Value& table_of(const Section& root, std::string_view key, std::string_view purpose) {
  const Value* table = root.find(key);
  if (table == nullptr) throw Mistake(1, fmt::format("the table [{}] is missing; add it to say {}", key, purpose));
  if (!table->is_table()) wrong_type(*table, fmt::format("a table [{}]", key));
  return *table;
}

/// The holes that no value of another hole contains, and that an included file does not merely offer.
std::vector<std::string> outermost_of(const Levels& levels) {
  std::vector<std::string> names;
  for (std::size_t hole = 0; hole < levels.names().size(); ++hole)
    if (!levels.contained().contains(hole) && !levels.may_be_unused(hole)) names.push_back(levels.names()[hole]);
  return names;
}

runner::Campaign loaded(const std::filesystem::path& file, Sources& sources) {
  Value document = sources.read(file, 0, "the specification");
  const bool is_kept = sources.files().are_kept();
  const std::filesystem::path directory = sources.files().directory();
  add_included(document, file.parent_path(), sources);
  const Section root = root_of(document);
  const std::string name = name_of(root);
  std::string description = description_of(root);

  const Value& inputs = table_of(root, "inputs", "what the inputs look like");
  const Value* merging = inputs.is_table() ? inputs.find("merging") : nullptr;
  const Levels levels(inputs.find("choices"), inputs.find("grammar"), sources.files(), hole_syntax_of(inputs),
                      merging != nullptr);
  Names names{levels.names(), levels.text_names(), outermost_of(levels), merging != nullptr, {}, {}, {}, {}};
  Renderer renderer(inputs, levels.syntax(), names);

  Surroundings surroundings{directory, names, {}, "subject", {}, SubjectFiles(directory)};
  const Value& subject_table = table_of(root, "subject", "what is tested");
  auto subject = subject_of(subject_table, surroundings);
  const runner::ObservedOptions options = refusal_of(subject_table);
  auto oracles = oracles_of(root.find("oracles"), *subject, surroundings);
  const std::string files = surroundings.files.text();
  auto texts = text_rules_of(root.find("reduce"), renderer.marks(), surroundings);

  HoleTable frame = levels.outermost(names.used), fragment;
  if (merging != nullptr) fragment = levels.fragments(names.in_fragments, frame);
  const HoleTable table = joined(frame, fragment);
  levels.require_used(table.declared);
  renderer.set_holes(frame.declared, fragment.declared, names);
  renderer.set_constants(parameters_of(subject_table, levels.names()));
  runner::MessageRules messages = messages_of(root.find("messages"), table);
  std::vector<generators::DeclaredAttribute> attributes =
      attributes_of(root.find("attributes"), InnerChoices(levels, table));

  std::function<std::string(generators::Ordinal)> why_filtered;
  const auto campaign_of = [&](auto generator) {
    if (oracles.empty())
      throw Mistake(1, "there is no [[oracles]] table, so nothing would be judged; add one, such as no_crash = true");
    if (is_kept) {
      runner::Spaces spaces = runner::spaces_of(runner::levels_of(std::move(generator)), std::move(renderer));
      return runner::campaign_over(name, std::move(spaces), kept_body());
    }
    return runner::observed(name, std::move(generator), std::move(renderer), std::move(subject), std::move(oracles),
                            options);
  };
  runner::Campaign campaign = [&] {
    if (merging == nullptr) {
      Exclusions exclusions(inputs.find("exclude"), InnerChoices(levels, frame));
      std::ranges::move(idle_exclusions(inputs.find("exclude"), InnerChoices(levels, frame)),
                        std::back_inserter(surroundings.doubts));
      const auto combinations = combinations_of(std::move(frame), std::move(exclusions), inputs);
      if (!renderer.marks().empty())
        why_filtered = [combinations, renderer](generators::Ordinal ordinal) {
          const std::optional<Combination> combination = combinations.at(ordinal);
          return combination ? renderer.why_discarded(*combination) : "";
        };
      return campaign_of(combinations);
    }
    if (names.in_fragments.empty())
      throw Mistake(merging->line, fmt::format("[inputs.merging] stands beside templates without fragments; put what "
                                               "is merged between {0}#each{1} and {0}/each{1}",
                                               levels.syntax().open, levels.syntax().close));
    const MergingTable how = merging_of(*merging, renderer.texts(), surroundings.hiding);
    runner::Campaign merged =
        campaign_of(fillings_of(levels, names.in_fragments, frame, fragment, how.merging, inputs));
    merged.merging = how.hooks;
    return merged;
  }();
  campaign.description = std::move(description);
  campaign.files = files;
  campaign.own_files = surroundings.files.own();
  campaign.why_filtered = std::move(why_filtered);
  campaign.doubts = std::move(surroundings.doubts);
  std::ranges::copy(surroundings.files.doubts(), std::back_inserter(campaign.doubts));
  campaign.messages = std::move(messages);
  campaign.attributes = std::move(attributes);
  campaign.definition = definition_of(root, inputs.find("choices"), sources);
  if (is_kept) return campaign;  // where its file is, nobody knows
  campaign.definition.file = std::filesystem::absolute(file).lexically_normal().string();
  campaign.specification = sources.files().to_keep();
  campaign.reproduction = reproduction_of(root.find("reproduce"), directory);
  campaign.texts = std::move(texts);
  return campaign;
}

}  // namespace

}  // namespace specification

namespace {

runner::Campaign load(const std::filesystem::path& file, specification::Files files) {
  specification::Sources sources(std::move(files));
  try {
    return specification::loaded(file, sources);
  } catch (const specification::Mistake& mistake) {
    const std::string place = sources.place(mistake.line);
    throw SpecificationError(fmt::format("{}: {}", place.empty() ? file.string() : place, mistake.what()));
  }
}

}  // namespace

runner::Campaign load_specification(const std::filesystem::path& file) {
  return load(file, specification::Files(std::filesystem::absolute(file).lexically_normal().parent_path()));
}

runner::Campaign kept_specification(const std::vector<std::pair<std::string, std::string>>& texts) {
  return load(texts.at(0).first, specification::Files(texts));
}

}  // namespace smallscope::program
