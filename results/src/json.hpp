// SPDX-License-Identifier: Apache-2.0
// Lists of texts and judgements as JSON columns, and back.
//
// A text is a JSON string if it is UTF-8, otherwise {"base64":"..."}: all bytes come back unchanged. Pure functions.
#pragma once

#include <smallscope/results/record.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smallscope::results {

/// A column does not contain what its writer wrote.
struct BadJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Texts = std::vector<std::string>;
using NamedTexts = std::vector<subjects::NamedText>;
using TextPairs = std::vector<std::pair<std::string, std::string>>;

void append_json(std::string& json, std::string_view text);
std::string to_json(std::string_view text);
std::string to_json(const Texts& texts);
std::string to_json(const TextPairs& pairs);
std::string to_json(const NamedTexts& texts);
std::string to_json(const std::vector<Judgement>& judgements);
std::string to_json(const Choices& choices);
std::string to_json(const subjects::Input& input);
std::string to_json(const std::vector<Ordinal>& ordinals);
std::string to_json(const generators::Selection& selection);

Texts texts_from_json(std::string_view json);
TextPairs pairs_from_json(std::string_view json);
NamedTexts named_texts_from_json(std::string_view json);
std::vector<Judgement> judgements_from_json(std::string_view json);
Choices choices_from_json(std::string_view json);
subjects::Input input_from_json(std::string_view json);
std::vector<Ordinal> ordinals_from_json(std::string_view json);
/// The inverse of generators::to_string(factors).
std::vector<generators::Factor> factors_from_json(std::string_view json);
generators::Selection selection_from_json(std::string_view json);

}  // namespace smallscope::results
