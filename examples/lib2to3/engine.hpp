// SPDX-License-Identifier: Apache-2.0
// lib2to3 as a subject: programs in Python 2, each with what it means in Python 3, and the oracles that compare.
//
// A program is composed of codes, whose holes ("@", "@value") are filled. All functions are pure.
#pragma once

#include <memory>
#include <smallscope/generators/composition/atoms.hpp>
#include <smallscope/oracles/oracle.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/subject.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lib2to3_campaigns {

/// A part of a program in Python 2, and a part of a program in Python 3 that does the same.
struct Code {
  Code() = default;
  /// Code that is the same in both.
  Code(const char* same) : before(same), meaning(same) {}  // NOLINT(google-explicit-constructor): for lists of codes
  Code(std::string python2, std::string python3) : before(std::move(python2)), meaning(std::move(python3)) {}

  std::string before;
  std::string meaning;
};

/// The generator of these codes. Choices show what they are in Python 2, on one line.
smallscope::generators::Elements<Code> codes(const std::vector<Code>& all);

/// `frame` with its holes of this name filled with `code`. Further lines of it are indented as the line of the hole.
Code filled(const Code& frame, std::string_view hole, const Code& code);

/// The input of the worker: `preamble`, which is the same in both languages, and the program.
smallscope::subjects::Input request(std::string_view preamble, const Code& program);

/// The persistent worker worker.py.
std::shared_ptr<const smallscope::subjects::Subject> engine();

/// No crash, no time-out, compiles after, behaviour preserved, comments kept.
std::vector<smallscope::oracles::OraclePointer> conversion_oracles();

/// A campaign that converts the values of `generator`, which `render` makes requests.
template <smallscope::generators::IndexedGenerator G, class Render>
smallscope::runner::Campaign campaign(std::string name, std::string description, G generator, Render render) {
  auto result = smallscope::runner::observed(std::move(name), std::move(generator), std::move(render), engine(),
                                             conversion_oracles());
  result.description = std::move(description);
  result.messages.presets = {"cpython"};
  return result;
}

}  // namespace lib2to3_campaigns
