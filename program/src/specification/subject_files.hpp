// SPDX-License-Identifier: Apache-2.0
// The files and programs on which a subject and its oracles depend. Their contents are part of the identity of a
// campaign: a store is not continued with others.
//
// Private to the loader.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "section.hpp"

namespace smallscope::program::specification {

class SubjectFiles {
 public:
  /// `directory` is that of the specification, absolute. Empty: a store keeps the specification, which has nothing to
  /// do with the files of this machine, so none is looked for.
  explicit SubjectFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}
  bool are_kept() const { return directory_.empty(); }
  /// The program of a command, those that the line of a shell executes, and the files that its arguments name: those
  /// below the directory, named by their whole paths. A program has a whole path, or is on PATH. A file is a word of an
  /// argument, as in `sh -c "{here}/program <input"`, or its end, as in `--with={here}/rules.txt`. Not what the line of
  /// a shell writes (`>{here}/log`). A NUL stands for what is not known, and is in no name. Nothing for what does not
  /// exist; a program that an earlier step makes is none.
  void add_named_in(const std::vector<std::string>& command);
  /// Files and folders of a list, relative to the directory, or with whole paths; and programs on PATH, where there is
  /// no such file. Of a folder, all files below it whose names do not begin with a dot, and none in `__pycache__`.
  /// Throws Mistake for what does not exist.
  void add(const Value& list);
  /// A folder that arguments name may hold what the subject writes, so it is no part of it. What is to be said of each,
  /// unless there is a list; and of arguments that are the path of a file which does not exist.
  std::vector<std::string> doubts() const;
  /// The files below the directory, also those in its folders, by their names relative to it.
  std::vector<std::pair<std::string, std::filesystem::path>> own() const;
  /// "worker.py@1f2e3d4c engine@5a6b7c8d $PATH/tcc@9e8f7a6b", in the order of the names, programs on PATH last; ""
  /// without files. A folder counts as one. Reads them all.
  std::string text() const;

 private:
  void add_files_of(std::string_view argument);
  void add_program(const std::string& program);

  std::filesystem::path directory_;
  std::map<std::string, std::filesystem::path> files_;     ///< by the name that text() gives them
  std::map<std::string, std::filesystem::path> programs_;  ///< the same, of those that are found on PATH
  std::set<std::string> folders_;                          ///< that arguments name
  std::set<std::string> missing_;                          ///< paths that whole arguments are
  bool is_listed_ = false;
};

}  // namespace smallscope::program::specification
