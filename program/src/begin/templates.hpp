// SPDX-License-Identifier: Apache-2.0
// The files that `init` writes. Threads may share them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace smallscope::program {

/// A campaign to begin with.
struct Kind {
  std::string_view name;
  std::string_view does;  ///< one line
  struct File {
    std::string_view embedded;
    std::string_view target;  ///< NAME stands for the campaign's
    bool executable = false;
  };
  std::vector<File> files;
  struct Word {
    std::string_view placeholder, text;
  };
  std::vector<Word> words;             ///< replaced in the files, beside @NAME@
  std::vector<std::string_view> next;  ///< commands, in the new folder; PROGRAM and NAME are replaced
  std::string_view needs;              ///< a program; "" if none
  std::string_view package;            ///< the Debian package that has it
};
const std::vector<Kind>& kinds();

/// The text of a file of a kind for a campaign of this name. Licences of templates are left out: what becomes of them
/// is the user's. That of a library stays.
std::string text_of(const Kind& kind, const Kind::File& file, std::string_view name);

}  // namespace smallscope::program
