// Program texts: indentation, substitution, helpers, and the marks that say where a refactoring is applied.
//
// A marked text holds « before the place of interest and, when that is a selection, » behind it. Everything
// else is ASCII, so that bytes are the characters by which rope counts. Pure functions.
#pragma once

#include <smallscope/generators/atoms.hpp>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace rope_campaigns {

/// The texts joined by line ends; empty ones leave no line.
std::string lines(const std::vector<std::string>& texts);
/// Every line moved right by one level.
std::string indented(std::string_view text);
/// A header line ("class A:") and its indented body.
std::string block(std::string_view header, std::string_view body);
/// `text` with every occurrence of `old` replaced.
std::string replaced(std::string_view text, std::string_view old, std::string_view replacement);
/// `text` with the identifier `name` replaced where it stands as a whole word.
std::string renamed(std::string_view text, std::string_view name, std::string_view replacement);
/// `text` as a selection: «text».
std::string selected(std::string_view text);

/// The generator of these program fragments; choices show them on one line.
smallscope::generators::Elements<std::string> fragments(std::vector<std::string> texts);

/// The request to the worker for a marked program: the file input.py, and as parameters what `parameters`
/// holds and the place that is marked: "offset", or "start" and "end". Puts the helpers that the program
/// calls (fn, C, ...) in front of it. Throws std::logic_error for a text without marks.
smallscope::subjects::Input request(std::string_view marked,
                                    std::vector<smallscope::subjects::NamedText> parameters);

/// The parameter that keeps the worker from running programs on which running says nothing about rope.
inline const smallscope::subjects::NamedText behaviour_ignored{"behaviour", "ignored"};

}  // namespace rope_campaigns
