// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <smallscope/subjects/text_encoding.hpp>

#include "written_json.hpp"

namespace smallscope::results {

namespace {

using nlohmann::json;

void append_string(std::string& result, std::string_view text) {
  result += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\r':
        result += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20)
          fmt::format_to(std::back_inserter(result), "\\u{:04x}", static_cast<unsigned>(c));
        else
          result += c;
    }
  }
  result += '"';
}

template <class List, class Append>
void append_array(std::string& result, const List& list, Append append) {
  result += '[';
  bool first = true;
  for (const auto& item : list) {
    if (!first) result += ',';
    first = false;
    append(item);
  }
  result += ']';
}

void append(std::string& result, const Texts& texts) {
  append_array(result, texts, [&](const std::string& text) { append_json(result, text); });
}

void append(std::string& result, const NamedTexts& texts) {
  append_array(result, texts, [&](const subjects::NamedText& text) {
    result += "{\"name\":";
    append_json(result, text.name);
    result += ",\"text\":";
    append_json(result, text.text);
    result += '}';
  });
}

/// Runs `read` on the parsed text; any error in it becomes a BadJson.
template <class Read>
auto parse(std::string_view text, Read read) {
  try {
    return read(json::parse(text));
  } catch (const json::exception& error) {
    throw BadJson(error.what());
  }
}

/// The same for a column that is nearly always as we write it.
template <class Value, class Read>
Value parse_written(std::string_view text, Read read) {
  Value value{};
  return WrittenJson(text).whole(value) ? value : parse(text, read);
}

std::string read_text(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  auto bytes = subjects::decode_base64(value.at("base64").get<std::string>());
  if (!bytes) throw BadJson("malformed base64");
  return *std::move(bytes);
}

Texts read_texts(const json& array) {
  Texts texts;
  for (const json& text : array) texts.push_back(read_text(text));
  return texts;
}

NamedTexts read_named_texts(const json& array) {
  NamedTexts texts;
  for (const json& text : array) texts.push_back({read_text(text.at("name")), read_text(text.at("text"))});
  return texts;
}

/// Any other number would be made one of 64 bits in some way.
Ordinal read_ordinal(const json& value) {
  if (!value.is_number_unsigned()) throw BadJson("`" + value.dump() + "` is not a whole number of 64 bits");
  return value.get<Ordinal>();
}

std::vector<Ordinal> read_ordinals(const json& array) {
  std::vector<Ordinal> ordinals;
  for (const json& value : array) ordinals.push_back(read_ordinal(value));
  return ordinals;
}

std::vector<generators::Factor> read_factors(const json& array, int depth) {
  constexpr int most_depth = 64;  // far beyond a space that somebody wrote
  if (!array.is_array() || depth > most_depth) throw BadJson("factors are a list, of at most 64 levels");
  std::vector<generators::Factor> factors;
  for (const json& value : array) {
    if (!value.is_array()) {
      factors.emplace_back(read_ordinal(value));
      continue;
    }
    std::vector<std::vector<generators::Factor>> alternatives;
    for (const json& each : value) alternatives.push_back(read_factors(each, depth + 1));
    factors.emplace_back(std::move(alternatives));
  }
  return factors;
}

Judgement read_judgement(const json& value) {
  const auto verdict = value.at("verdict").get<std::string>();
  const auto known = oracles::verdict_named(verdict);
  if (!known) throw BadJson("unknown verdict `" + verdict + "`");
  return {read_text(value.at("oracle")), *known, read_texts(value.at("messages"))};
}

}  // namespace

void append_json(std::string& result, std::string_view text) {
  if (subjects::is_utf8(text)) return append_string(result, text);
  result += "{\"base64\":\"";
  result += subjects::base64(text);
  result += "\"}";
}

std::string to_json(std::string_view text) {
  std::string result;
  append_json(result, text);
  return result;
}

std::string to_json(const Texts& texts) {
  std::string result;
  append(result, texts);
  return result;
}

std::string to_json(const TextPairs& pairs) {
  std::string result;
  append_array(result, pairs, [&](const auto& pair) { append(result, Texts{pair.first, pair.second}); });
  return result;
}

std::string to_json(const NamedTexts& texts) {
  std::string result;
  append(result, texts);
  return result;
}

std::string to_json(const std::vector<Judgement>& judgements) {
  std::string result;
  append_array(result, judgements, [&](const Judgement& judgement) {
    result += "{\"oracle\":";
    append_json(result, judgement.oracle);
    result += ",\"verdict\":";
    append_string(result, oracles::name(judgement.verdict));
    result += ",\"messages\":";
    append(result, judgement.messages);
    result += '}';
  });
  return result;
}

std::string to_json(const Choices& choices) {
  std::string result;
  append_array(result, choices, [&](const generators::Choice& choice) {
    result += "{\"name\":";
    append_json(result, choice.name);
    fmt::format_to(std::back_inserter(result), ",\"index\":{},\"label\":", choice.index);
    append_json(result, choice.label);
    result += '}';
  });
  return result;
}

std::string to_json(const subjects::Input& input) {
  std::string result = "{\"files\":";
  append(result, input.files);
  result += ",\"parameters\":";
  append(result, input.parameters);
  result += ",\"standard_input\":";
  append_json(result, input.standard_input);
  result += '}';
  return result;
}

std::string to_json(const std::vector<Ordinal>& ordinals) {
  std::string result;
  append_array(result, ordinals, [&](Ordinal ordinal) { result += std::to_string(ordinal); });
  return result;
}

Texts texts_from_json(std::string_view text) { return parse(text, read_texts); }

TextPairs pairs_from_json(std::string_view text) {
  return parse(text, [](const json& array) {
    TextPairs pairs;
    for (const json& pair : array) pairs.emplace_back(read_text(pair.at(0)), read_text(pair.at(1)));
    return pairs;
  });
}

NamedTexts named_texts_from_json(std::string_view text) { return parse_written<NamedTexts>(text, read_named_texts); }

std::vector<Judgement> judgements_from_json(std::string_view text) {
  return parse_written<std::vector<Judgement>>(text, [](const json& array) {
    std::vector<Judgement> judgements;
    for (const json& value : array) judgements.push_back(read_judgement(value));
    return judgements;
  });
}

Choices choices_from_json(std::string_view text) {
  return parse_written<Choices>(text, [](const json& array) {
    Choices choices;
    for (const json& value : array)
      choices.push_back({read_text(value.at("name")), read_ordinal(value.at("index")), read_text(value.at("label"))});
    return choices;
  });
}

subjects::Input input_from_json(std::string_view text) {
  return parse_written<subjects::Input>(text, [](const json& value) {
    return subjects::Input{.files = read_named_texts(value.at("files")),
                           .parameters = read_named_texts(value.at("parameters")),
                           .standard_input = read_text(value.at("standard_input"))};
  });
}

std::vector<Ordinal> ordinals_from_json(std::string_view text) { return parse(text, read_ordinals); }

std::vector<generators::Factor> factors_from_json(std::string_view text) {
  try {
    return parse(text, [](const json& array) { return read_factors(array, 0); });
  } catch (const generators::GeneratorError& error) {  // more levels than can be counted
    throw BadJson(error.what());
  }
}

std::string to_json(const generators::Selection& selection) {
  std::string result;
  append_array(result, selection, [&](const std::vector<Ordinal>& kept) {
    append_array(result, kept, [&](Ordinal fragment) { result += std::to_string(fragment); });
  });
  return result;
}

generators::Selection selection_from_json(std::string_view text) {
  return parse(text, [](const json& array) {
    generators::Selection selection;
    for (const json& kept : array) selection.push_back(read_ordinals(kept));
    return selection;
  });
}

}  // namespace smallscope::results
