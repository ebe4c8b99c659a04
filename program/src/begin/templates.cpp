// SPDX-License-Identifier: Apache-2.0
#include "begin/templates.hpp"

#include "command_line/embedded.hpp"

namespace smallscope::program {

namespace {

constexpr std::string_view in_folder = "program/templates/";

Kind worker_kind(std::string_view name, std::string_view does, std::vector<Kind::File> own,
                 std::vector<Kind::Word> words, std::string_view needs, std::string_view package) {
  std::vector<Kind::File> files{{"worker/NAME.toml", "NAME.toml"}};
  files.insert(files.end(), own.begin(), own.end());
  files.push_back({"worker/README.md", "README.md"});
  return {name,
          does,
          std::move(files),
          std::move(words),
          {"PROGRAM run NAME.toml", "PROGRAM explain runs/NAME.sqlite --from NAME.toml"},
          needs,
          package};
}

std::vector<Kind> make_kinds() {
  const std::vector<std::string_view> built{"cmake -B build && cmake --build build", "build/NAME run NAME",
                                            "build/NAME explain runs/NAME.sqlite"};
  return {
      {"compiler",
       "programs for a compiler, compared with another compiler's",
       {{"compiler/NAME.toml", "NAME.toml"},
        {"compiler/compiler", "compiler", true},
        {"compiler/README.md", "README.md"}},
       {},
       {"PROGRAM run NAME.toml", "PROGRAM explain runs/NAME.sqlite --from NAME.toml"},
       "cc",
       "gcc libc6-dev"},
      {"refactoring",
       "programs for a command that changes programs, executed before and after",
       {{"refactoring/NAME.toml", "NAME.toml"},
        {"refactoring/refactor", "refactor", true},
        {"refactoring/README.md", "README.md"}},
       {},
       {"PROGRAM run NAME.toml", "PROGRAM explain runs/NAME.sqlite --from NAME.toml"},
       "cc",
       "gcc libc6-dev"},
      worker_kind("worker-python", "inputs for a program in Python that stays alive between them",
                  {{"worker-python/worker.py", "worker.py"},
                   {"worker-python/subject.py", "subject.py"},
                   {"workers/python/smallscope_worker.py", "smallscope_worker.py"},
                   {"workers/python/smallscope_coverage.py", "smallscope_coverage.py"}},
                  {{"@COMMAND@", R"(["python3", "{here}/worker.py"])"},
                   {"@FILES@", R"(["subject.py", "smallscope_worker.py", "smallscope_coverage.py"])"},
                   {"@WORKER@", "worker.py"},
                   {"@SUBJECT@", "subject.py"},
                   {"@LIBRARY@", "smallscope_worker.py"}},
                  "python3", "python3"),
      worker_kind("worker-javascript", "inputs for a program in JavaScript that stays alive between them",
                  {{"worker-javascript/worker.js", "worker.js"},
                   {"worker-javascript/subject.js", "subject.js"},
                   {"workers/javascript/smallscope-worker.js", "smallscope-worker.js"},
                   {"workers/javascript/smallscope-coverage.js", "smallscope-coverage.js"}},
                  {{"@COMMAND@", R"(["node", "{here}/worker.js"])"},
                   {"@FILES@", R"(["subject.js", "smallscope-worker.js", "smallscope-coverage.js"])"},
                   {"@WORKER@", "worker.js"},
                   {"@SUBJECT@", "subject.js"},
                   {"@LIBRARY@", "smallscope-worker.js"}},
                  "node", "nodejs"),
      worker_kind("worker-java", "inputs for a program in Java that stays alive between them",
                  {{"worker-java/worker", "worker", true},
                   {"worker-java/Main.java", "Main.java"},
                   {"worker-java/Subject.java", "Subject.java"},
                   {"workers/java/SmallscopeWorker.java", "SmallscopeWorker.java"},
                   {"workers/java/SmallscopeCoverage.java", "coverage/SmallscopeCoverage.java"},
                   {"workers/java/make-coverage-agent", "coverage/make-coverage-agent", true}},
                  {{"@COMMAND@", R"(["{here}/worker"])"},
                   {"@FILES@", R"(["Main.java", "Subject.java", "SmallscopeWorker.java"])"},
                   {"@WORKER@", "Main.java"},
                   {"@SUBJECT@", "Subject.java"},
                   {"@LIBRARY@", "SmallscopeWorker.java"}},
                  "javac", "openjdk-17-jdk-headless"),
      {"c++",
       "inputs for a function in C++, in the same process",
       {{"c++/CMakeLists.txt", "CMakeLists.txt"},
        {"c++/campaign.cpp", "campaign.cpp"},
        {"in-process/subject.hpp", "subject.hpp"},
        {"c++/README.md", "README.md"}},
       {},
       built,
       "cmake",
       "cmake g++"},
      {"unit-test",
       "a unit test with GoogleTest that tries every input",
       {{"unit-test/CMakeLists.txt", "CMakeLists.txt"},
        {"unit-test/unit_test.cpp", "unit_test.cpp"},
        {"in-process/subject.hpp", "subject.hpp"},
        {"unit-test/README.md", "README.md"}},
       {},
       {"cmake -B build && cmake --build build", "ctest --test-dir build --output-on-failure"},
       "cmake",
       "cmake g++ libgtest-dev"},
  };
}

std::string replaced(std::string text, std::string_view placeholder, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += by.size())
    text.replace(at, placeholder.size(), by);
  return text;
}

std::string without_licence(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    if (line.find("SPDX-License-Identifier") == std::string_view::npos) kept += line;
    text.remove_prefix(end);
  }
  return kept;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = make_kinds();
  return all;
}

std::string text_of(const Kind& kind, const Kind::File& file, std::string_view name) {
  const bool is_library = file.embedded.starts_with("workers/");
  const std::string wanted = is_library ? std::string(file.embedded) : std::string(in_folder) += file.embedded;
  const std::string_view embedded = embedded_text(wanted);
  if (is_library) return std::string(embedded);
  std::string text = without_licence(embedded);
  for (const auto& [placeholder, word] : kind.words) text = replaced(std::move(text), placeholder, word);
  return replaced(std::move(text), "@NAME@", name);
}

}  // namespace smallscope::program
