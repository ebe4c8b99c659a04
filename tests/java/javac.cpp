// SPDX-License-Identifier: Apache-2.0
#include "javac.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace {

/// The lines that the command prints.
std::vector<std::string> lines_of(const std::string& command) {
  FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) throw std::runtime_error("cannot start " + command);
  std::vector<std::string> lines;
  std::string line;
  for (int character; (character = std::fgetc(output)) != EOF;) {
    if (character != '\n') {
      line += static_cast<char>(character);
      continue;
    }
    lines.push_back(std::move(line));
    line.clear();
  }
  pclose(output);
  return lines;
}

}  // namespace

bool has_javac() {
  static const bool found = std::system("javac -version >/dev/null 2>&1") == 0;
  return found;
}

std::vector<std::string> javac_answers(const std::vector<std::string>& programs) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("smallscope-java-" + std::to_string(getpid()) + ".txt");
  std::ofstream text(file);
  for (std::size_t i = 0; i < programs.size(); ++i) text << (i == 0 ? "" : "----\n") << programs[i];
  text.close();
  const std::string command = "java -XX:TieredStopAtLevel=1 '" SMALLSCOPE_COMPILE_PROGRAMS "' '" + file.string() + "'";
  std::vector<std::string> answers = lines_of(command);
  std::filesystem::remove(file);
  return answers;
}
