// SPDX-License-Identifier: Apache-2.0
// Where the source of a module is looked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <smallscope/coverage/source_folders.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::ElementsAre;
using Folders = std::vector<std::filesystem::path>;

TEST(SourceFolders, OfSourcesAreThoseOfTheOutermostPackage) {
  TemporaryDirectory folder;
  std::filesystem::create_directories(folder / "org/example");
  const auto source = folder.write("org/example/Engine.java", "// text\n\npackage org.example;\nclass Engine {}\n");
  EXPECT_EQ(source_folders("lines-1", source), Folders{folder.path()});
  EXPECT_EQ(source_folders("0123", source), Folders{folder / "org/example"}) << "no module of lines";
  EXPECT_EQ(source_folders("lines-1", folder / "org/example/Gone.java"), Folders{folder / "org/example"});
  // What a store names is never waited for.
  ASSERT_EQ(mkfifo((folder / "org/example/Waits.java").c_str(), 0600), 0);
  EXPECT_EQ(source_folders("lines-1", folder / "org/example/Waits.java"), Folders{folder / "org/example"});
  const auto deep = folder.write("org/Deep.java", "package " + std::string(100'000, '.') + ";");
  EXPECT_EQ(source_folders("lines-1", deep), Folders{deep.root_path()});
}

TEST(SourceFolders, OfAProgramAreThoseInWhichItWasCompiled) {
  TemporaryDirectory folder;
  for (const char* const name : {"one", "other", "made"}) std::filesystem::create_directory(folder / name);
  folder.write("one/main.c", "int other(void);\nint main(void) { return other(); }\n");
  folder.write("other/other.c", "int other(void) { return 0; }\n");
  const auto in = [&](const std::string& name, const std::string& command) {
    shell("cd " + (folder / name).string() + " && " + command, folder / "log");
  };
  in("one", "gcc -g -c main.c");
  in("other", "gcc -g -c other.c");
  in("made",
     "gcc -g ../one/main.o ../other/other.o -Wl,--build-id=0x12345678 -o program && gcc ../one/main.o "
     "../other/other.o -s -Wl,--build-id=0x12345678 -o stripped");
  const auto program = folder / "made/program";
  EXPECT_THAT(source_folders("12345678", program), ElementsAre(folder / "one", folder / "other", folder / "made"));
  EXPECT_THAT(source_folders("87654321", program), ElementsAre(folder / "made")) << "it was built anew";
  EXPECT_THAT(source_folders("12345678", folder / "made/stripped"), ElementsAre(folder / "made"));
  EXPECT_THAT(source_folders("12345678", folder / "one/main.c"), ElementsAre(folder / "one"));
  EXPECT_THAT(source_folders("12345678", folder / "gone/program"), ElementsAre(folder / "gone"));
}

}  // namespace
}  // namespace smallscope::coverage
