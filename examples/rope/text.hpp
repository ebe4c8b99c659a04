// SPDX-License-Identifier: Apache-2.0
// Program texts: indentation, substitution, helpers, and the marks that say where a refactoring is applied.
//
// A marked text has « before the place of interest and, for a selection, » behind it. Everything else is ASCII, so
// bytes are the characters by which rope counts. Pure functions.
#pragma once

#include <initializer_list>
#include <smallscope/generators/composition/atoms.hpp>
#include <smallscope/generators/merging/merge.hpp>
#include <smallscope/subjects/observation.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "python/text.hpp"

namespace rope_campaigns {

using python_programs::block;
using python_programs::indented;
using python_programs::lines;
using python_programs::replaced;

/// `text` with the identifier `name` replaced wherever it is a whole word.
std::string renamed(std::string_view text, std::string_view name, std::string_view replacement);
/// `text` as a selection: «text».
std::string selected(std::string_view text);

/// The generator of these program fragments; choices show them on one line.
smallscope::generators::Elements<std::string> fragments(std::vector<std::string> texts);

/// The same as lists of one. From a merge level on, some of them at a time are joined: for programs that can hold
/// several.
inline auto mergeable(smallscope::generators::Elements<std::string> texts) {
  using Texts = std::vector<std::string>;
  return smallscope::generators::merged(
      texts.map([](const std::string& text) { return Texts{text}; }),
      [](const std::vector<smallscope::generators::Fragment<Texts>>& fragments) {
        Texts all;
        for (const auto& fragment : fragments) all.push_back(fragment.value.front());
        return all;
      },
      {.at_a_time = {5}});  // more would cost rope more than they save: it analyses the whole module
}

/// Begins the line that a program of several fragments prints before each of them: "#3".
inline constexpr std::string_view fragment_mark = "#";
/// One of several fragments: prints its mark first, and continues with the next one if it raises an exception.
std::string guarded(std::size_t number, std::string_view body);
/// The result of `body` for each text; if there are several, each is guarded().
template <class Body>
std::string each(const std::vector<std::string>& texts, Body&& body) {
  if (texts.size() == 1) return body(texts.front());
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < texts.size(); ++i) bodies.push_back(guarded(i, body(texts[i])));
  return lines(bodies);
}
/// The name that the fragment with this number defines: `name` itself if it is the only one.
std::string numbered(std::string_view name, std::size_t number, std::size_t fragments);

/// The request to the worker for a marked program: the file input.py, and as parameters `parameters` and the marked
/// place: "offset", or "start" and "end". Puts the helpers that the program calls (fn, C, ...) in front of it. Throws
/// std::logic_error for a text without marks.
smallscope::subjects::Input request(std::string_view marked, std::vector<smallscope::subjects::NamedText> parameters);

/// Adds the parameter that keeps the worker from judging behaviour that says nothing about rope: that of each fragment
/// that contains one of `parts`. Adds nothing if none does.
void ignore_behaviour(std::vector<smallscope::subjects::NamedText>& parameters,
                      const std::vector<std::string>& fragments, std::initializer_list<std::string_view> parts);

}  // namespace rope_campaigns
