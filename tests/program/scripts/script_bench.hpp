// SPDX-License-Identifier: Apache-2.0
// A bench on which `bugreport` writes a script for a campaign's failure, and the script is tried on other programs.
#pragma once

#include "command_line_programs.hpp"

namespace smallscope::command_line {

class ScriptBench : public testing::Test {
 protected:
  /// A program that a shell finds on PATH, as a person installs it.
  void install(const std::string& directory, const std::string& name, const std::string& script) {
    std::filesystem::create_directories(bench / directory);
    bench.write(directory + "/" + name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(bench / (directory + "/" + name), std::filesystem::perms::owner_all);
  }
  /// Runs the campaign and writes the report of C1 into the folder "bug".
  Ended report(const std::string& specification) {
    bench.write("c.toml", specification);
    const Ended ran = bench.run({smallscope_program, "run", "c.toml", "--store", "s.sqlite"}, installed());
    EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
    return bench.run({smallscope_program, "bugreport", "s.sqlite", "--cluster", "C1", "-o", "bug", "--from", "c.toml"},
                     installed());
  }
  Setting installed() const {
    return {.environment = {{"PATH", (bench / "bin").string() + ":" + std::getenv("PATH")}}};
  }
  /// The script on the programs of this directory, as if they had been built there.
  Ended script_on(const std::string& directory) {
    Setting setting = installed();
    setting.environment["BUILT"] = directory;
    return bench.run({"/bin/sh", (bench / "bug/reproduce.sh").string()}, setting);
  }
  Ended script() { return script_on(""); }
  std::string readme() const { return text_of(bench / "bug/README.md"); }

  Bench bench;
};

}  // namespace smallscope::command_line
