// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/fault_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <smallscope/clustering/known_faults/toml_nesting.hpp>
#include <smallscope/subjects/text_encoding.hpp>
#include <utility>

namespace smallscope::clustering {

namespace {

/// A key that needs no quotes is written without.
std::string key_text(const std::string& key) {
  const bool is_bare = !key.empty() && std::ranges::all_of(key, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return is_bare ? key : toml_text(key);
}

std::string list_text(const std::vector<std::string>& texts) {
  std::vector<std::string> words;
  for (const std::string& text : texts) words.push_back(toml_text(text));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

/// A list with one line for each element, so that the lists of two people merge.
std::string lines_text(const std::vector<std::string>& elements) {
  if (elements.empty()) return "[]";
  return fmt::format("[\n  {},\n]", fmt::join(elements, ",\n  "));
}

std::string condition_text(const ChoiceCondition& condition) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view key, const std::string& value) {
    parts.push_back(fmt::format("{} = {}", key, value));
  };
  if (condition.one_of) add("one_of", list_text(*condition.one_of));
  if (!condition.none_of.empty()) add("not", list_text(condition.none_of));
  if (condition.from) add("from", std::to_string(*condition.from));
  if (condition.to) add("to", std::to_string(*condition.to));
  std::map<Comparison, std::vector<std::string>> compared;
  for (const auto& [comparison, other] : condition.compared) compared[comparison].push_back(other);
  for (const auto& [comparison, others] : compared)
    add(name(comparison), others.size() == 1 ? toml_text(others.front()) : list_text(others));
  if (!condition.some.empty()) add("some", list_text(condition.some));
  if (!condition.no.empty()) add("no", list_text(condition.no));
  const bool is_list = parts.size() == 1 && condition.one_of;
  return fmt::format("{} = {}", key_text(condition.choice),
                     is_list ? list_text(*condition.one_of) : fmt::format("{{ {} }}", fmt::join(parts, ", ")));
}

std::string terms_text(const std::vector<WrittenTerm>& terms) {
  std::vector<std::string> lines;
  for (const WrittenTerm& term : terms) {
    std::vector<std::string> conditions;
    for (const ChoiceCondition& condition : term) conditions.push_back(condition_text(condition));
    lines.push_back(conditions.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(conditions, ", ")));
  }
  return lines_text(lines);
}

bool is_writable(const WrittenExplanation& explanation) {
  try {
    for (const auto& terms : {explanation.fails_when, explanation.passes_when})
      if (terms) terms_text(*terms);
    return true;
  } catch (const FaultsError&) {
    return false;
  }
}

std::string field_line(const Field& field) { return fmt::format("{} = {}\n", field.name, field.value); }

/// Replaces bytes of a text.
struct Edit {
  std::size_t begin = 0, end = 0;
  std::string text;
};

/// A text by its lines, with positions as the TOML library gives them: lines and columns count from 1, columns in code
/// points.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text), starts_{0, 0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(i + 1);
  }
  std::size_t start(std::size_t line) const { return line < starts_.size() ? starts_[line] : text_.size(); }
  std::size_t offset(const toml::source_position& position) const {
    std::size_t at = start(position.line);
    for (toml::source_index column = 1; column < position.column && at < text_.size(); ++column)
      at += std::max<std::size_t>(subjects::utf8_length(text_.substr(at, 4)), 1);
    return at;
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

std::vector<Edit> edits_of(std::string_view text, const toml::table& fault, const std::vector<Field>& fields) {
  const Lines lines(text);
  // Before any table of the block, and where a person looks for it: after the name.
  const std::size_t place = lines.start(fault.get("name")->source().end.line + 1);
  // The last line of a file may end without a newline.
  std::string before = place == text.size() && !text.ends_with('\n') ? "\n" : "";
  std::vector<Edit> edits;
  for (const Field& field : fields) {
    const toml::node* const old = fault.get(field.name);
    if (old != nullptr && field.value.empty()) {
      edits.push_back({lines.start(fault.find(field.name)->first.source().begin.line),
                       lines.start(old->source().end.line + 1), ""});
    } else if (old != nullptr) {
      edits.push_back({lines.offset(old->source().begin), lines.offset(old->source().end), field.value});
    } else if (!field.value.empty()) {
      edits.push_back({place, place, std::exchange(before, "") + field_line(field)});
    }
  }
  std::ranges::stable_sort(edits, {}, &Edit::begin);
  return edits;
}

/// Line ends as in the original text.
std::string with_line_ends_of(std::string_view original, std::string text) {
  if (original.find("\r\n") == std::string_view::npos) return text;
  std::string result;
  for (const char c : text) result += c == '\n' ? "\r\n" : std::string(1, c);
  return result;
}

}  // namespace

namespace {
constexpr std::size_t greatest_file_bytes = std::size_t{64} << 20;
}

std::string text_of(const std::filesystem::path& file) {
  std::error_code failed;
  if (!std::filesystem::exists(file, failed))
    throw FaultsError(
        fmt::format("there is no file {}; `review STORE --faults {}` makes one", file.string(), file.string()));
  std::string text;
  bool is_read = false;
  if (!std::filesystem::is_directory(file, failed)) {
    std::ifstream stream(file, std::ios::binary);
    for (std::array<char, 1 << 14> block; stream && text.size() <= greatest_file_bytes;) {
      stream.read(block.data(), block.size());
      text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    }
    is_read = stream.eof();
    if (text.size() > greatest_file_bytes)
      throw FaultsError(fmt::format("{} has more than {} bytes, which no file of faults has; name the right one",
                                    file.string(), greatest_file_bytes));
  }
  if (!is_read)
    throw FaultsError(fmt::format("{} cannot be read; give a file of faults that you may read", file.string()));
  return text;
}

std::string toml_text(std::string_view text) {
  if (!subjects::is_utf8(text))
    throw FaultsError(
        fmt::format("{} is not UTF-8, which files of faults are; use other characters", text.substr(0, 40)));
  std::string result = "\"";
  while (!text.empty()) {
    const std::string_view sequence = text.substr(0, subjects::utf8_length(text));
    const char32_t character = subjects::decoded(sequence);
    text.remove_prefix(sequence.size());
    if (character == '"' || character == '\\')
      result.append("\\").append(sequence);
    else if (character == '\n' || character == '\t')
      result += character == '\n' ? "\\n" : "\\t";
    else if (subjects::is_inert(character))
      result += sequence;
    else if (const auto number = static_cast<std::uint32_t>(character); number < 0x10000)
      result += fmt::format("\\u{:04X}", number);
    else
      result += fmt::format("\\U{:08X}", number);
  }
  return result + "\"";
}

std::vector<Field> fields_of(const Decision& decision) {
  const auto text = [](const std::string& value) { return value.empty() ? "" : toml_text(value); };
  const auto day = [](const std::optional<Day>& value) { return value ? to_string(*value) : ""; };
  const auto terms = [&](const std::optional<std::vector<WrittenTerm>> WrittenExplanation::*some) {
    const bool is_there = decision.explanation && decision.explanation.value().*some;
    return is_there && is_writable(*decision.explanation) ? terms_text(*(decision.explanation.value().*some)) : "";
  };
  std::vector<std::string> failing;
  if (decision.evidence)
    for (const std::string& line : ordinal_lines(decision.evidence->failing)) failing.push_back(toml_text(line));
  return {{"decision", toml_text(name(decision.kind))},
          {"keys", decision.keys.empty() ? "" : list_text(decision.keys)},
          {"reason", text(decision.reason)},
          {"ticket", text(decision.ticket)},
          {"expires", day(decision.expires)},
          {"first_seen", day(decision.first_seen)},
          {"fails_when", terms(&WrittenExplanation::fails_when)},
          {"passes_when", terms(&WrittenExplanation::passes_when)},
          {"failing", decision.evidence ? lines_text(failing) : ""},
          {"space", decision.evidence ? toml_text(decision.evidence->space) : ""}};
}

std::string with_fault(std::string_view text, const Fault& fault) {
  std::string block = "[[fault]]\n";
  block += field_line(
      {"campaign", fault.campaigns.size() == 1 ? toml_text(fault.campaigns.front()) : list_text(fault.campaigns)});
  block += field_line({"name", toml_text(fault.name)});
  if (!fault.note.empty()) block += field_line({"note", toml_text(fault.note)});
  for (const Field& field : fields_of(fault.decision))
    if (!field.value.empty()) block += field_line(field);
  std::string before(text);
  if (!before.empty()) before += before.ends_with('\n') ? "\n" : "\n\n";
  return before.substr(0, text.size()) + with_line_ends_of(text, before.substr(text.size()) + block);
}

std::string with_fields(std::string_view text, std::size_t fault, const std::vector<Field>& fields) {
  try {
    if (const auto line = too_deep_line(text))
      throw FaultsError(
          fmt::format("line {}: nested more than {} deep; write shorter keys", *line, greatest_toml_depth));
    const toml::table document = toml::parse(text);
    const toml::array* const all = document["fault"].as_array();
    const toml::table* const table = all == nullptr ? nullptr : all->get_as<toml::table>(fault);
    if (table == nullptr || !table->contains("name"))
      throw FaultsError(fmt::format("the file has no fault {} any more; somebody has changed it", fault + 1));
    if (table->is_inline())
      throw FaultsError(fmt::format("line {}: the fault is written in one line with others; make it a block [[fault]]",
                                    table->source().begin.line));
    std::string result;
    std::size_t done = 0;
    for (const Edit& edit : edits_of(text, *table, fields)) {
      result += std::string(text.substr(done, edit.begin - done)) + with_line_ends_of(text, edit.text);
      done = edit.end;
    }
    return result + std::string(text.substr(done));
  } catch (const toml::parse_error& error) {
    throw FaultsError(fmt::format("line {}: {}", error.source().begin.line, std::string(error.description())));
  }
}

}  // namespace smallscope::clustering
