// SPDX-License-Identifier: Apache-2.0
// The files that a module was made of: their names and folders, and whether a text is theirs.
#include <smallscope/coverage/source_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "instrumented.hpp"
#include "line_table.hpp"

namespace smallscope::coverage {
namespace {

using testing::IsEmpty;

const std::string source = "int main(void) { return 0; }\n";

/// A program that is compiled in two folders, each with a file `part.c`.
class Built : public testing::Test {
 protected:
  void build(const std::string& compiler) {
    for (const char* const name : {"one/inner", "two"}) std::filesystem::create_directories(folder_ / name);
    folder_.write("one/main.c", source);
    folder_.write("one/inner/part.c", "int one(void) { return 1; }\n");
    folder_.write("two/inner.h", "static int inner(void) { return 2; }\n");
    folder_.write("two/part.c", "#include \"inner.h\"\nint two(void) { return inner(); }\n");
    shell("cd " + (folder_ / "one").string() + " && " + compiler + " -c main.c ./inner/part.c && cd ../two && " +
              compiler + " -c part.c -o two.o && gcc two.o ../one/main.o ../one/part.o -Wl,--build-id=0x12345678 -o " +
              "program",
          folder_ / "log");
  }
  std::vector<SourceFile> files() { return source_files("12345678", folder_ / "two/program"); }
  SourceFile file(const std::string& name, const std::string& folder) {
    for (SourceFile& each : files())
      if (each.name == name && each.folder == folder_ / folder) return each;
    ADD_FAILURE() << name << " of " << folder;
    return {};
  }
  TemporaryDirectory folder_;
};

TEST_F(Built, ByEachVersionOfTheFormatHasNamesAndFolders) {
  for (const char* const options :
       {" -g -gdwarf-2 -gno-strict-dwarf", " -g -gdwarf-3", " -g -gdwarf-4", " -g -gdwarf-5", " -g -gz=zlib"}) {
    build(std::string("gcc") + options);
    for (const auto& [name, folder] : {std::pair("main.c", "one"), std::pair("inner/part.c", "one"),
                                       std::pair("part.c", "two"), std::pair("inner.h", "two")})
      EXPECT_TRUE(file(name, folder).may_be("any text")) << options << ": gcc notes no sums";
  }
  EXPECT_THAT(source_files("87654321", folder_ / "two/program"), IsEmpty()) << "another build";
  EXPECT_THAT(source_files("12345678", folder_ / "two/part.c"), IsEmpty());
  EXPECT_THAT(source_files("12345678", folder_ / "gone"), IsEmpty());
}

TEST_F(Built, ByClangKnowsTheTexts) {
  SMALLSCOPE_NEEDS_CLANG();
  build(*clang() + " -g -gdwarf-5");
  const SourceFile main = file("main.c", "one");
  EXPECT_TRUE(main.may_be(source));
  EXPECT_FALSE(main.may_be(source + "\n"));
  EXPECT_FALSE(main.may_be(""));
  EXPECT_TRUE(file("inner.h", "two").may_be("static int inner(void) { return 2; }\n"));
  EXPECT_FALSE(file("part.c", "two").may_be("int one(void) { return 1; }\n")) << "that of the other folder";
}

TEST(SourceFiles, OfPythonHasTheChecksumsOfItsId) {
  TemporaryDirectory folder;
  std::filesystem::create_directory(folder / "engine");
  folder.write("engine/__init__.py", "");
  const auto module = folder.write("engine/core.py", "print(1)\n");
  // zlib.crc32() and zlib.adler32() of the text.
  const std::vector<SourceFile> files = source_files("lines-3ce11e0610cf02ba-0", module);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.front().name, "engine/core.py");
  EXPECT_EQ(files.front().folder, folder.path());
  EXPECT_TRUE(files.front().may_be("print(1)\n"));
  EXPECT_FALSE(files.front().may_be("print(2)\n"));
  EXPECT_THAT(source_files("lines-3ce11e0610cf02ba-0", folder / "Engine.java"), IsEmpty());
  EXPECT_TRUE(source_files("lines-", module).front().may_be("any text"));
}

/// Whatever the bytes are, they are read to their end or given up.
TEST(LineTable, OfAnyBytesIsRead) {
  std::mt19937 random(7);
  std::vector<std::uint8_t> bytes{60, 0, 0, 0, 5, 0, 8, 0, 40, 0, 0, 0, 1, 1, 1, 0xfb, 14, 1};
  const std::vector<std::uint8_t> tables{1, 1,   8,                // a folder: its path, as text
                                         1, '/', 0,                // one
                                         3, 1,   8, 2, 11, 5, 30,  // path, folder, MD5
                                         1, 'a', 0, 0, 1,  2, 3,  4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  bytes.insert(bytes.end(), tables.begin(), tables.end());
  const LineSections whole{.line = bytes, .line_strings = {}, .strings = {}};
  const auto files = files_of_line_table(whole, 0);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files.front().path, "a");
  EXPECT_EQ(files.front().md5, "0102030405060708090a0b0c0d0e0f10");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    files_of_line_table({.line = Bytes(bytes).first(size), .line_strings = {}, .strings = {}}, 0);
  for (int round = 0; round < 100'000; ++round) {
    std::vector<std::uint8_t> changed = bytes;
    for (int change = 0; change < 3; ++change) changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
    const Bytes strings = Bytes(changed).first(random() % changed.size());
    files_of_line_table({.line = changed, .line_strings = strings, .strings = strings}, random() % 4);
  }
}

}  // namespace
}  // namespace smallscope::coverage
