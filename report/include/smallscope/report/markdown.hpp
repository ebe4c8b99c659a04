// SPDX-License-Identifier: Apache-2.0
// Parts of Markdown in which texts of any origin are shown, and nothing of them is interpreted: no markup, no HTML, no
// link, no mention of a person or an issue.
//
// Bug reports and `export --format markdown` are made of them. Functions without state: any thread may call them.
// Example: code_span("a `b`") is "`` a `b` ``".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/oracles/verdict.hpp>
#include <smallscope/subjects/observation.hpp>

namespace smallscope::report {

/// `text` between backticks, visible and in one line of at most 1,000 characters, whatever it contains.
std::string code_span(std::string_view text);
/// `text` in a fence that it cannot close; `language` may be "".
std::string code_block(std::string_view text, std::string_view language = "");
/// A name: as it is if it consists of words, otherwise a code span.
std::string name_span(std::string_view name);
/// A text in a sentence: as it is if nothing in it can be markup, otherwise a code span.
std::string prose(std::string_view text);
/// The language of a code block, by the name of a file; "" if it is none of the known ones.
std::string_view language_of(std::string_view file);

/// What the oracles said, an item each.
std::string judgement_items(const std::vector<oracles::Judgement>& judgements);
/// The files, standard input and parameters of an input.
std::string input_sections(const subjects::Input& input);

}  // namespace smallscope::report
