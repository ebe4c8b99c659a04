// SPDX-License-Identifier: Apache-2.0
// What a program in Java covers, line by line, and where its lines are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <smallscope/coverage/symbols.hpp>

#include "instrumented.hpp"

namespace smallscope::coverage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view engine = R"(package subject;

import java.util.function.IntUnaryOperator;

public class Engine {
    static final int LIMIT = Integer.parseInt("3");
    private final int base = 1;

    interface Shape {
        default int area() {
            return 1;
        }
    }

    static class Box implements Shape {
        int size(int of) {
            return of + 1;
        }

        int size(String of) {
            IntUnaryOperator twice = each -> {
                return 2 * each;
            };
            return twice.applyAsInt(of.length());
        }
    }

    public int run(int count) {
        Box box = new Box();
        int total = base;
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                total += box.size(i);
            } else {
                total += box.area();
            }
        }
        return total;
    }

    public int fail() {
        try {
            throw new IllegalStateException();
        } catch (IllegalStateException problem) {
            return new Box().size("ab");
        }
    }

    /** What begins a line is made before it is known with what: its place is in the stack maps. */
    public int made(boolean is) {
        return new String(
            is ? "a"
                : "bc").length();
    }

    public void late() throws InterruptedException {
        Thread thread = new Thread() {
            @Override
            public void run() {
                Engine.this.run(0);
            }
        };
        thread.start();
        thread.join();
    }
}
)";

/// With an ASM of its own that is none.
constexpr std::string_view program = R"(import subject.Engine;

class Main {
    static class Hidden extends ClassLoader {
        Hidden() {
            super(null);
        }
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (java.io.InputStream stream =
                Main.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] bytes = stream.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException problem) {
                throw new ClassNotFoundException(name);
            }
        }
    }
    public static void main(String[] words) throws Exception {
        switch (words[0]) {
            case "hidden":
                Class<?> type = new Hidden().loadClass("subject.Reached");
                System.exit((Integer) type.getMethod("number").invoke(null));
            case "die":
                new subject.Reached();
                Runtime.getRuntime().halt(7);
            default:
        }
        Engine engine = new Engine();
        switch (words[0]) {
            case "made":
                engine.made(false);
                break;
            case "fail":
                engine.fail();
                break;
            case "late":
                engine.late();
                break;
            default:
                engine.run(Integer.parseInt(words[0]));
        }
    }
}
)";

constexpr std::string_view reached = R"(package subject;
public class Reached {
    public static int number() {
        return 5;
    }
    public Reached() {
        number();
    }
}
)";

class Java : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!can_run("javac --version") || !can_run("test -e /usr/share/java/asm-all.jar")) return;
    folder_ = std::make_unique<TemporaryDirectory>();
    std::filesystem::create_directories(*folder_ / "subject");
    folder_->write("subject/Engine.java", std::string(engine));
    folder_->write("subject/Reached.java", std::string(reached));
    folder_->write("Main.java", std::string(program));
    folder_->write("org.java", "package org.objectweb.asm; class ClassReader {}\n");
    const std::string at = folder_->path().string();
    try {
      shell("cd " + at +
                " && javac -d classes subject/*.java Main.java org.java && " SMALLSCOPE_JAVA_WORKERS
                "/make-coverage-agent agent.jar",
            *folder_ / "log");
    } catch (const std::runtime_error& error) {
      problem_ = error.what();  // a suite that cannot be set up would count as skipped
    }
  }
  static void TearDownTestSuite() { folder_.reset(); }
  void SetUp() override {
    ASSERT_EQ(problem_, "");
    if (!folder_) GTEST_SKIP() << "NOT TESTED: there is no JDK with ASM here (default-jdk-headless, libasm-java)";
  }
  static Ended covered_by(const Collector* collector, const std::string& word, const std::string& of = "subject") {
    const std::string at = folder_->path().string();
    return run({"/usr/bin/env", "java", "-XX:TieredStopAtLevel=1", "-javaagent:" + at + "/agent.jar=" + of, "-cp",
                at + "/classes", "Main", word},
               collector);
  }
  /// Lines by function.
  static std::map<std::string, std::set<std::uint64_t>> lines(const Covered& covered) {
    std::map<std::string, std::set<std::uint64_t>> lines;
    for (const Part& part : covered.parts) {
      const Symbols symbols(*part.module);
      EXPECT_EQ(symbols.problem(), "");
      EXPECT_EQ(symbols.files().at(0).substr(0, 8), "subject/");
      for (const Element element : part.elements) {
        const Point point = part.module->point(element);
        lines[symbols.place(point).function].insert(point.address);
      }
    }
    return lines;
  }
  static std::filesystem::path lane() { return *folder_ / "lane"; }
  static inline std::unique_ptr<TemporaryDirectory> folder_;
  static inline std::string problem_;
};

using Lines = std::map<std::string, std::set<std::uint64_t>>;

TEST_F(Java, LinesAreThoseThatAreExecuted) {
  Collector collector(lane());
  const auto covered = [&](const std::string& word) {
    collector.clear();
    EXPECT_EQ(covered_by(&collector, word).exit_code, 0) << word;
    EXPECT_THAT(collector.problems(), IsEmpty());
    return lines(collector.take());
  };
  const std::set<std::uint64_t> begun{5, 7};
  EXPECT_EQ(covered("0"),
            (Lines{{"Engine.<init>", begun}, {"Engine.run", {29, 30, 31, 38}}, {"Engine.Box.<init>", {15}}}))
      << "what initialises a class (6) is not reported";
  EXPECT_EQ(covered("2"), (Lines{{"Engine.<init>", begun},
                                 {"Engine.run", {29, 30, 31, 32, 33, 35, 38}},
                                 {"Engine.Box.<init>", {15}},
                                 {"Engine.Box.size(int)", {17}},
                                 {"Engine.Shape.area", {11}}}));
  EXPECT_EQ(covered("fail"), (Lines{{"Engine.<init>", begun},
                                    {"Engine.fail", {43, 44, 45}},
                                    {"Engine.Box.<init>", {15}},
                                    {"Engine.Box.size(String)", {21, 22, 24}}}))
      << "a lambda belongs to what it is in";
  EXPECT_EQ(covered("made"), (Lines{{"Engine.<init>", begun}, {"Engine.made", {51, 52, 53}}}));
  EXPECT_EQ(covered("late"), (Lines{{"Engine.<init>", begun},
                                    {"Engine.late", {57, 63, 64, 65}},
                                    {"Engine$1.<init>", {57}},
                                    {"Engine$1.run", {60, 61}},
                                    {"Engine.run", {29, 30, 31, 38}},
                                    {"Engine.Box.<init>", {15}}}));
}

TEST_F(Java, LinesSurviveAKillAndAClassLoaderThatSeesNothing) {
  Collector collector(lane());
  EXPECT_EQ(covered_by(&collector, "die").exit_code, 7);
  EXPECT_EQ(lines(collector.take()), (Lines{{"Reached.<init>", {6, 7, 8}}, {"Reached.number", {4}}}));
  collector.clear();
  EXPECT_EQ(covered_by(&collector, "hidden").exit_code, 5);
  EXPECT_EQ(lines(collector.take()), (Lines{{"Reached.number", {4}}}));
  EXPECT_THAT(collector.problems(), IsEmpty());
}

TEST_F(Java, NamesAreOfPackagesAndClasses) {
  Collector collector(lane());
  const auto functions = [&](const std::string& of) {
    collector.clear();
    EXPECT_EQ(covered_by(&collector, "2", of).exit_code, 0);
    std::set<std::string> names;
    for (const auto& [name, _] : lines(collector.take())) names.insert(name);
    return names;
  };
  EXPECT_THAT(functions("subjects,sub"), IsEmpty()) << "the beginning of a name is not one";
  EXPECT_THAT(functions("subject.Engine$Box"), ElementsAre("Engine.Box.<init>", "Engine.Box.size(int)"));
  EXPECT_THAT(
      functions("none, subject.Engine"),
      ElementsAre("Engine.<init>", "Engine.Box.<init>", "Engine.Box.size(int)", "Engine.Shape.area", "Engine.run"));
  EXPECT_NE(covered_by(&collector, "2", "").exit_code, 0) << "no name at all";
}

TEST_F(Java, NothingHappensUnlessItIsCollected) { EXPECT_EQ(covered_by(nullptr, "2").exit_code, 0); }

TEST_F(Java, AClassWithoutLinesIsNamed) {
  const std::string at = folder_->path().string();
  // A method that is too long for the calls as well.
  std::string method = "package subject;\npublic class Engine {\n public int run(int i) {\n";
  for (int line = 0; line < 4000; ++line) method += "i++; if (i < 0) i += 5;\n";
  std::filesystem::create_directories(*folder_ / "long/subject");
  folder_->write("long/subject/Engine.java", method + "return i; }\n}\n");
  shell("cd " + at + " && javac -d long/classes long/subject/Engine.java", *folder_ / "log");
  Collector collector(lane());
  EXPECT_EQ(run({"/usr/bin/env", "java", "-javaagent:" + at + "/agent.jar=subject", "-cp",
                 at + "/long/classes:" + at + "/classes", "Main", "2"},
                &collector)
                .exit_code,
            0);
  EXPECT_THAT(collector.take().parts, IsEmpty());
  EXPECT_THAT(collector.problems(), ElementsAre(HasSubstr("no lines, MethodTooLargeException, of subject.Engine")));
}

}  // namespace
}  // namespace smallscope::coverage
