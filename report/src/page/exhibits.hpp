// SPDX-License-Identifier: Apache-2.0
// What a reader compares: a program before and after, what it printed before and after, the two inputs of a witness.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <smallscope/report/differences.hpp>
#include <smallscope/report/json.hpp>

#include "page/html.hpp"

namespace smallscope::report::page {

/// Two texts side by side, or one if there is no title on the right.
struct Exhibit {
  std::string left, right;  ///< titles
  std::vector<DifferenceRow> rows;
};

/// Everything that the page tells about one failing input.
struct Details {
  std::vector<std::pair<std::string, std::string>> choices;  ///< name, label
  /// Who says what is wrong: oracle, verdict, message.
  std::vector<std::tuple<std::string, std::string, std::string>> messages;
  std::vector<std::pair<std::string, std::string>> facts;  ///< parameters and short observations
  std::vector<Exhibit> exhibits;
};

Details details_of(const results::Case& record);
/// Two inputs under these titles: their files, their standard input, and their parameters; of inputs with files, only
/// the parameters that differ.
std::vector<Exhibit> comparison(const std::string& left_title, const subjects::Input& left,
                                const std::string& right_title, const subjects::Input& right);

Markup shown(const Exhibit& exhibit);
Markup shown(const Details& details);
/// A row is a text where both sides agree, otherwise two sides; a side is null, or a list of texts, of which every
/// second one differs. browser/details.js shows them.
Json to_json(const Exhibit& exhibit);
Json to_json(const Details& details);

}  // namespace smallscope::report::page
