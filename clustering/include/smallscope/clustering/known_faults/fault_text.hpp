// SPDX-License-Identifier: Apache-2.0
// Changes of a file of faults that leave everything else as people wrote it: comments, order, unknown fields.
//
// Works on the text, line by line: a fault is one block [[fault]], its fields are lines, and long fields have one line
// for each part, so that the files of two people merge. Functions without state, for any thread. Example:
// with_fields(text, 3, {{"ticket", toml_text("#12")}}).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <smallscope/clustering/faults.hpp>

namespace smallscope::clustering {

/// The text of a file of faults. Throws FaultsError if there is none, or if it cannot be read.
std::string text_of(const std::filesystem::path& file);

/// A field of a fault; `value` is TOML, or "" to remove the field.
struct Field {
  std::string name;
  std::string value;
};

/// The text as a TOML string. Throws FaultsError if it is not UTF-8.
std::string toml_text(std::string_view text);
/// What a decision says, each field with its value; fields without a value have "". An explanation with a label that is
/// not UTF-8 has none.
std::vector<Field> fields_of(const Decision& decision);

/// The text with a further block at its end: the campaigns, the name, the note, and the decision.
std::string with_fault(std::string_view text, const Fault& fault);
/// The text with these fields of the block that Faults::parse() reads as all()[fault]. Throws FaultsError if the text
/// is not TOML, or if the fault is not a block [[fault]] of its own.
std::string with_fields(std::string_view text, std::size_t fault, const std::vector<Field>& fields);

}  // namespace smallscope::clustering
