// SPDX-License-Identifier: Apache-2.0
#include "page/exhibits.hpp"

#include <algorithm>
#include <set>

#include <smallscope/report/places_text.hpp>
#include <smallscope/report/text.hpp>

#include "page/packed.hpp"

namespace smallscope::report::page {

namespace {

constexpr std::size_t most_lines = 400;     // of one text
constexpr std::size_t most_bytes = 65'536;  // of one text
constexpr std::size_t fact_width = 100;

std::string limited(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t lines = 0; lines < most_lines && end < text.size(); ++lines)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  end = std::min(end, most_bytes);
  if (end == text.size()) return std::string(text);
  return fmt::format("{}\n... ({} more bytes)", text.substr(0, end), grouped(text.size() - end));
}

/// One line without a newline inside, short enough to stand beside its name.
bool is_fact(std::string_view text) {
  const std::size_t end = text.find('\n');
  return text.size() <= fact_width && (end == std::string_view::npos || end + 1 == text.size());
}

std::string without_newline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  return std::string(text);
}

const subjects::NamedText* named(const std::vector<subjects::NamedText>& texts, std::string_view name) {
  const auto found = std::ranges::find(texts, name, &subjects::NamedText::name);
  return found == texts.end() ? nullptr : &*found;
}

Exhibit pair(std::string left_title, std::string_view left, std::string right_title, std::string_view right) {
  return {std::move(left_title), std::move(right_title), differences(limited(left), limited(right))};
}

Exhibit single(std::string title, std::string_view text) { return {std::move(title), "", rows_of(limited(text))}; }

/// What is to be compared with this text: "X after" with "X before", "X of gcc" with "X". Null if there is none.
const subjects::NamedText* counterpart(const std::vector<subjects::NamedText>& observed, const std::string& name) {
  constexpr std::string_view before = " before", after = " after";
  if (name.ends_with(before)) return named(observed, name.substr(0, name.size() - before.size()) + std::string(after));
  const auto other = std::ranges::find_if(
      observed, [of = name + " of "](const subjects::NamedText& text) { return text.name.starts_with(of); });
  return other == observed.end() ? nullptr : &*other;
}

/// Observations that stand beside the program: what is to be compared together, short ones as facts.
void add_observed(Details& details, const std::vector<subjects::NamedText>& observed, bool after_is_shown) {
  std::set<const subjects::NamedText*> shown;
  for (const subjects::NamedText& text : observed) {
    if (text.name == "message" || (after_is_shown && text.name == "after") || shown.contains(&text)) continue;
    const subjects::NamedText* const other = counterpart(observed, text.name);
    if (other != nullptr && !(is_fact(text.text) && is_fact(other->text))) {
      details.exhibits.push_back(pair(text.name, text.text, other->name, other->text));
      shown.insert(other);
    } else if (is_fact(text.text)) {
      details.facts.emplace_back(text.name, without_newline(text.text));
    } else {
      details.exhibits.push_back(single(text.name, text.text));
    }
  }
}

Markup piece(const LinePiece& piece, const char* mark) {
  if (!piece.differs) return markup("{}", piece.text);
  return markup("<{0}>{1}</{0}>", mark, piece.text);
}

Markup cell(const std::optional<MarkedLine>& line, const char* mark, bool is_common) {
  if (!line) return markup("<td class=\"none\"></td>");
  Markup content;
  for (const LinePiece& each : *line) content += piece(each, mark);
  return markup("<td{}>{}</td>", is_common ? Markup() : markup(" class=\"changed\""), content);
}

Markup definition(std::string_view name, std::string_view text) {
  return markup("<div><dt>{}</dt><dd>{}</dd></div>", name, text);
}

Json side_json(const std::optional<MarkedLine>& line) {
  if (!line) return nullptr;
  Json side = Json::array();
  for (const LinePiece& each : *line) {
    if ((side.size() % 2 == 1) != each.differs) side.push_back("");
    side.push_back(each.text);
  }
  return side;
}

}  // namespace

Details details_of(const results::Case& record) {
  Details details;
  for (const generators::Choice& choice : record.choices) details.choices.emplace_back(choice.name, choice.label);
  for (const oracles::Judgement& judgement : record.judgements) {
    const std::string verdict(oracles::name(judgement.verdict));
    if (judgement.messages.empty()) details.messages.emplace_back(judgement.oracle, verdict, "");
    // Oracles repeat a message once for each place; one is enough here.
    std::vector<std::string_view> said;
    for (const oracles::Message& message : judgement.messages) {
      if (std::ranges::find(said, message) != said.end()) continue;
      said.push_back(message);
      details.messages.emplace_back(judgement.oracle, verdict, limited(message));
    }
  }
  for (const subjects::NamedText& parameter : parameters_with_places(record.input)) {
    if (is_fact(parameter.text))
      details.facts.emplace_back(parameter.name, without_newline(parameter.text));
    else
      details.exhibits.push_back(single(parameter.name, parameter.text));
  }
  const subjects::NamedText* after = named(record.observed, "after");
  const bool has_pair = after != nullptr && !record.input.files.empty();
  for (const subjects::NamedText& file : record.input.files)
    details.exhibits.push_back(has_pair && &file == &record.input.files.front()
                                   ? pair(file.name + ", before", with_places(record.input, file), "after", after->text)
                                   : single(file.name, with_places(record.input, file)));
  if (!record.input.standard_input.empty())
    details.exhibits.push_back(single("standard input", record.input.standard_input));
  add_observed(details, record.observed, has_pair);
  return details;
}

std::vector<Exhibit> comparison(const std::string& left_title, const subjects::Input& left,
                                const std::string& right_title, const subjects::Input& right) {
  std::vector<std::tuple<std::string, std::string, std::string>> texts;  // name, left, right
  const auto add_all = [&](const std::vector<subjects::NamedText>& ours, const std::vector<subjects::NamedText>& theirs,
                           bool only_different) {
    for (const subjects::NamedText& text : ours) {
      const subjects::NamedText* other = named(theirs, text.name);
      if (!only_different || other == nullptr || other->text != text.text)
        texts.emplace_back(text.name, text.text, other == nullptr ? "" : other->text);
    }
    for (const subjects::NamedText& text : theirs)
      if (named(ours, text.name) == nullptr) texts.emplace_back(text.name, "", text.text);
  };
  const auto files_of = [](const subjects::Input& input) {
    std::vector<subjects::NamedText> files;
    for (const subjects::NamedText& file : input.files) files.push_back({file.name, with_places(input, file)});
    return files;
  };
  add_all(files_of(left), files_of(right), false);
  add_all(parameters_with_places(left), parameters_with_places(right), !left.files.empty());
  if (!left.standard_input.empty() || !right.standard_input.empty())
    texts.emplace_back("standard input", left.standard_input, right.standard_input);
  std::vector<Exhibit> exhibits;
  for (const auto& [name, ours, theirs] : texts) {
    if (ours.empty() && theirs.empty()) continue;  // inputs that their campaign does not render
    const std::string suffix = texts.size() == 1 ? "" : ": " + name;
    exhibits.push_back(pair(left_title + suffix, ours, right_title + suffix, theirs));
  }
  return exhibits;
}

Markup shown(const Exhibit& exhibit) {
  const bool is_pair = !exhibit.right.empty();
  Markup rows;
  for (const DifferenceRow& row : exhibit.rows) {
    const bool is_common = !is_pair || row.is_common();
    rows += markup("<tr>{}{}</tr>\n", cell(row.left, "del", is_common),
                   is_pair ? cell(row.right, "ins", is_common) : Markup());
  }
  return markup(
      "<table class=\"texts{}\"><thead><tr><th scope=\"col\">{}</th>{}</tr></thead>\n<tbody>\n{}</tbody></table>\n",
      is_pair ? " two" : "", exhibit.left, is_pair ? markup("<th scope=\"col\">{}</th>", exhibit.right) : Markup(),
      rows);
}

Markup shown(const Details& details) {
  Markup messages, choices, facts, exhibits;
  for (const auto& [oracle, verdict, message] : details.messages)
    messages += markup("<li><b>{}</b> <span class=\"verdict\">{}</span> <span class=\"said\">{}</span></li>\n", oracle,
                       verdict, message);
  for (const auto& [name, label] : details.choices) choices += definition(name, label);
  for (const auto& [name, text] : details.facts) facts += definition(name, text);
  for (const Exhibit& exhibit : details.exhibits) exhibits += shown(exhibit);
  return markup("<ul class=\"wrong\">\n{}</ul>\n<dl class=\"choices\">{}</dl>\n{}{}", messages, choices, exhibits,
                facts.empty() ? facts : markup("<dl class=\"facts\">{}</dl>\n", facts));
}

Json to_json(const Exhibit& exhibit) {
  Json rows = Json::array();
  for (const DifferenceRow& row : exhibit.rows) {
    if (row.is_common() || exhibit.right.empty())
      rows.push_back(row.left->empty() ? "" : row.left->front().text);
    else
      rows.push_back(Json::array({side_json(row.left), side_json(row.right)}));
  }
  Json json{{"left", shown_json(exhibit.left)}, {"rows", std::move(rows)}};
  if (!exhibit.right.empty()) json["right"] = shown_json(exhibit.right);
  return json;
}

Json to_json(const Details& details) {
  Json json{
      {"choices", Json::array()}, {"messages", Json::array()}, {"facts", Json::array()}, {"exhibits", Json::array()}};
  for (const auto& [name, label] : details.choices)
    json["choices"].push_back(Json::array({shown_json(name), shown_json(label)}));
  for (const auto& [oracle, verdict, message] : details.messages)
    json["messages"].push_back(Json::array({shown_json(oracle), verdict, shown_json(message)}));
  for (const auto& [name, text] : details.facts)
    json["facts"].push_back(Json::array({shown_json(name), shown_json(text)}));
  for (const Exhibit& exhibit : details.exhibits) json["exhibits"].push_back(to_json(exhibit));
  return json;
}

}  // namespace smallscope::report::page
