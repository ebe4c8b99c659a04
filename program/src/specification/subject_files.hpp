// SPDX-License-Identifier: Apache-2.0
// The files on which a subject and its oracles depend. Their contents are part of the identity of a campaign: a store
// is not continued with others.
//
// Private to the loader.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "section.hpp"

namespace smallscope::program::specification {

class SubjectFiles {
 public:
  /// `directory` is that of the specification, absolute.
  explicit SubjectFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// The files that an argument of a command names: those below the directory, named by their whole paths. Each is a
  /// word of the argument, as in `sh -c "{here}/program <input"`, or its end, as in `--with={here}/rules.txt`. Not what
  /// the line of a shell writes (`>{here}/log`). A NUL stands for what is not known, and is in no name. Nothing for
  /// what does not exist; a program that an earlier step makes is none.
  void add_named_in(const std::string& argument);
  /// Files and folders of a list, relative to the directory, or with whole paths. Of a folder, all files below it whose
  /// names do not begin with a dot, and none in `__pycache__`. Throws Mistake for what does not exist.
  void add(const Value& list);
  /// A folder that arguments name may hold what the subject writes, so it is no part of it. What is to be said of each,
  /// unless there is a list.
  std::vector<std::string> doubts() const;
  /// "worker.py@1f2e3d4c engine@5a6b7c8d", in the order of the names; "" without files. A folder counts as one. Reads
  /// them all.
  std::string text() const;

 private:
  std::filesystem::path directory_;
  std::map<std::string, std::filesystem::path> files_;  ///< by the name that text() gives them
  std::set<std::string> folders_;                       ///< that arguments name
  bool is_listed_ = false;
};

}  // namespace smallscope::program::specification
