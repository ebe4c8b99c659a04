// SPDX-License-Identifier: Apache-2.0
// The presets against what the tools said on Debian 12: gcc 12.2, clang 14, tcc 0.9.27, Python 3.11, javac
// 17, ecj 3.26, TypeScript 5.9, Rust 1.95, diff 3.8, git 2.39; and of glibc, what other versions of it say in reports
// of its users.

#include <gtest/gtest.h>

#include <smallscope/clustering/clusters.hpp>

namespace smallscope::clustering {
namespace {

struct Example {
  const char* preset;
  const char* message;
  const char* expected;
};

class Presets : public testing::TestWithParam<Example> {};

TEST_P(Presets, KeepWhatTellsFaultsApart) {
  const auto& [name, message, expected] = GetParam();
  const RuleSet rules({}, preset(name));
  EXPECT_EQ(rules.abstract(message), expected);
  EXPECT_EQ(rules.abstract(expected), expected) << "nothing is left to abstract";
}

const Example c_compilers[]{
    {"gcc", "In file included from a.c:1:", "included from <position>"},
    {"gcc", "h.h:1:17: error: conflicting types for ‘h’; have ‘int(char)’",
     "error: conflicting types for ‘h’; have ‘int(char)’"},
    {"gcc", "a.c: In function ‘f’:", "In function ‘f’:"},
    {"gcc", "/tmp/x y/a.c: In function ‘f’:", "/tmp/x y/a.c: In function ‘f’:"},
    {"gcc", "a.c:2:27: error: ‘undeclared’ undeclared (first use in this function)",
     "error: ‘undeclared’ undeclared (first use in this function)"},
    {"gcc", "    2 | int f(int a) { return a + undeclared; }", "<source>"},
    {"gcc", "      |                           ^~~~~~~~~~", "<source>"},
    {"gcc",
     "/tmp/s-1/a.c:3:30: warning: initialization of ‘int’ from ‘char *’ makes integer from pointer without a "
     "cast "
     "[-Wint-conversion]",
     "warning: initialization of ‘int’ from ‘char *’ makes integer from pointer without a cast "
     "[-Wint-conversion]"},
    {"gcc", "/usr/bin/ld: /tmp/cckEwnGj.o: in function `main':", "ld: <object>: in function `main':"},
    {"gcc", "link.c:(.text+0x5): undefined reference to `g'", "undefined reference to `g'"},
    {"gcc", "previous definition at lib/a.c:3:5 is used", "previous definition at <position> is used"},
    {"gcc", "error: unknown type name 'int32_t'", "error: unknown type name 'int32_t'"},
    {"clang", "./h.h:1:5: note: previous declaration is here", "note: previous declaration is here"},
    {"clang", "a.c:2:27: error: use of undeclared identifier 'undeclared'",
     "error: use of undeclared identifier 'undeclared'"},
    {"clang", "a.c:2:1: error: unknown\nint f(int a) { return a + undeclared; }\n                          ^",
     "error: unknown\n<source>"},
    {"clang", "                         ^   ~~~", "<source>"},
    {"clang", "a.cpp:6:31: note: forward declaration of 'n::(anonymous namespace)::L'",
     "note: forward declaration of 'L'"},
    {"gcc", "a.cpp:6:31: error: ‘n::{anonymous}::L’ has no member named ‘~x’", "error: ‘L’ has no member named ‘~x’"},
    {"clang", "/usr/bin/ld: /tmp/link-2cf7dc.o: in function `main':", "ld: <object>: in function `main':"},
    {"clang", "link.c:(.text+0x10): undefined reference to `g'", "undefined reference to `g'"},
    {"tcc", "a.c:1: error: ';' expected (got \"}\")", "error: ';' expected (got \"}\")"},
    {"tcc", "h.h:1: error: incompatible types for redefinition of 'h'",
     "error: incompatible types for redefinition of 'h'"},
    {"tcc", "tcc: error: undefined symbol 'g'", "tcc: error: undefined symbol 'g'"},
};
INSTANTIATE_TEST_SUITE_P(CCompilers, Presets, testing::ValuesIn(c_compilers));

const Example languages[]{
    {"cpython", "  File \"/tmp/msgs/p.py\", line 2, in <module>", "  File <path>, line <number>, in <module>"},
    {"cpython", "IndentationError: expected an indented block after 'if' statement on line 1",
     "IndentationError: expected an indented block after 'if' statement on line <number>"},
    {"cpython", "'(' was never closed (input.py, line 1)", "'(' was never closed (<path>, line <number>)"},
    {"cpython", "<object object at 0x7f2b2a94c6f0>", "<object object at <address>>"},
    {"cpython", "Syntax error in file input.py line 5: invalid syntax",
     "Syntax error in file <path> line <number>: invalid syntax"},
    {"cpython", "AttributeError: 'NoneType' object has no attribute 'y'",
     "AttributeError: 'NoneType' object has no attribute 'y'"},
    {"cpython", "    del (f())\n         ^^^\nSyntaxError: cannot delete function call",
     "<source>\nSyntaxError: cannot delete function call"},
    {"javac", "B.java:2: error: incompatible types: possible lossy conversion from int to byte",
     "error: incompatible types: possible lossy conversion from int to byte"},
    {"javac", "/tmp/q/B.java:2: error: f has private access in P", "error: f has private access in P"},
    {"javac", "                          ^", "<source>"},
    {"javac", "  symbol:   variable h", "  symbol:   variable h"},
    {"ecj", "2. ERROR in /tmp/msgs/B.java (at line 2)", "ERROR"},
    {"ecj",
     "	class Q extends P { int g() { byte b = 300; } }\n	                                       "
     "^^^\nType mismatch: cannot convert from int to byte",
     "<source>\nType mismatch: cannot convert from int to byte"},
    // The paper's example, section 6.
    {"ecj", "3:8:field f not visible", "field f not visible"},
    {"ecj", "2:6:field f not visible", "field f not visible"},
    {"ecj", "The field P.f is not visible", "The field P.f is not visible"},
};
INSTANTIATE_TEST_SUITE_P(Languages, Presets, testing::ValuesIn(languages));

const Example typescript[]{
    {"typescript", "bad.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.",
     "error TS2322: Type 'string' is not assignable to type 'number'."},
    {"typescript", "app/(shop)/page.tsx(8,9): error TS2341: Property 'z' is private.",
     "error TS2341: Property 'z' is private."},
    {"typescript", "bad.ts:3:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
     "error TS2322: Type 'string' is not assignable to type 'number'."},
    {"typescript",
     "\x1b[96mbad.ts\x1b[0m:\x1b[93m3\x1b[0m:\x1b[93m7\x1b[0m - \x1b[91merror\x1b[0m\x1b[90m TS2322: \x1b[0mType "
     "'string' is "
     "not assignable to type 'number'.",
     "error TS2322: Type 'string' is not assignable to type 'number'."},
    {"typescript", "    Type 'number' is not assignable to type 'string'.",
     "    Type 'number' is not assignable to type 'string'."},
    {"typescript", "3 const a: number = \"x\";\n        ~", "<source>"},
    {"typescript", "3 const a: number = \"x\";", "<source>"},
    {"typescript", "        ~~~~", "<source>"},
    {"typescript", "  bad.ts:1:26", "  <position>"},
    {"typescript", "  f1.ts:4:3 - This spread always overwrites this property.",
     "  <position> - This spread always overwrites this property."},
    {"typescript", "    'y' is declared here.", "    'y' is declared here."},
    {"typescript", "Found 6 errors in the same file, starting at: bad.ts:3", "Found errors"},
};
INSTANTIATE_TEST_SUITE_P(TypeScript, Presets, testing::ValuesIn(typescript));

const Example rust[]{
    {"rustc", "error[E0308]: mismatched types", "error[E0308]: mismatched types"},
    {"rustc", " --> bad.rs:7:18", "--> <position>"},
    {"rustc", "  --> src/my main.rs:17:18", "--> <position>"},
    {"rustc", "  ::: /a/lib.rs:1:1", "--> <position>"},
    {"rustc", "7 |     let x: i32 = \"a\";", "<source>"},
    {"rustc", "  |            ---   ^^^ expected `i32`, found `&str`", "| expected `i32`, found `&str`"},
    {"rustc", "  |            |", "<source>"},
    {"rustc", "  |            expected due to this", "| expected due to this"},
    {"rustc", "...", "<source>"},
    {"rustc", "8 -     g();", "<source>"},
    {"rustc", "8 +     f();", "<source>"},
    {"rustc", "   = note: `#[warn(unused_variables)]` on by default",
     "   = note: `#[warn(unused_variables)]` on by default"},
    {"rustc", "error: aborting due to 2 previous errors; 1 warning emitted", "error: aborting due to previous errors"},
    {"rustc", "expected closure `{closure@src/main.rs:4:13: 4:16}`", "expected closure `{closure}`"},
    {"rustc", "thread 'main' (13684) panicked at main.rs:3:39:", "thread 'main' panicked at main.rs:"},
    {"rustc", "thread 'main' panicked at 'crash and burn', src/main.rs:2:5",
     "thread 'main' panicked at 'crash and burn', src/main.rs"},
    {"rustc", "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }",
     "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }"},
};
INSTANTIATE_TEST_SUITE_P(Rust, Presets, testing::ValuesIn(rust));

const Example glibc[]{
    {"glibc", "free(): double free detected in tcache 2", "free(): double free detected in tcache 2"},
    {"glibc", "malloc(): corrupted top size", "malloc(): corrupted top size"},
    {"glibc", "*** stack smashing detected ***: terminated", "*** stack smashing detected ***"},
    {"glibc", "*** stack smashing detected ***: <unknown> terminated", "*** stack smashing detected ***"},
    {"glibc", "*** buffer overflow detected ***: terminated", "*** buffer overflow detected ***"},
    {"glibc", "*** Error in `clamscan/.libs/lt-clamscan': double free or corruption (out): 0x00007f1dcd2d58a0 ***",
     "double free or corruption (out)"},
    {"glibc",
     "Fatal glibc error: malloc.c:2607 (sysmalloc): assertion failed: (old_top == initial_top (av) && old_size == 0)",
     "Fatal glibc error: sysmalloc: assertion failed: (old_top == initial_top (av) && old_size == 0)"},
    {"glibc", "Fatal glibc error: malloc assertion failure in _int_malloc: (unsigned long) (size) >= (nb)",
     "Fatal glibc error: malloc assertion failure in _int_malloc: (unsigned long) (size) >= (nb)"},
    {"glibc", "h: h.c:9: as: Assertion `n == 3 && \"three\"' failed.", "as: Assertion `n == 3 && \"three\"' failed."},
    {"glibc", "malloc.c:2617: sysmalloc: Assertion `(old_top == initial_top (av))' failed.",
     "sysmalloc: Assertion `(old_top == initial_top (av))' failed."},
    {"glibc", "bash: line 36: 14079 Aborted                 ./h $x", "Aborted"},
    {"glibc", "run.sh: line 3: 14075 Segmentation fault      ./h $x", "Segmentation fault"},
    {"glibc", "/lib64/libc.so.6(cfree+0x4c)[0x7f1dcc0d2fdc]", "  at cfree"},
};
INSTANTIATE_TEST_SUITE_P(Glibc, Presets, testing::ValuesIn(glibc));

const Example differences[]{
    {"diff", "2c2", "<lines>c<lines>"},
    {"diff", "6,7c6,8", "<lines>c<lines>"},
    {"diff", "3a4", "<lines>a<lines>"},
    {"diff", "< b 2c2", "< b 2c2"},
    {"diff", "--- x\t2026-11-30 01:05:37.867390184 +0000", "--- x"},
    {"diff", "+++ b/y", "+++ b/y"},
    {"diff", "*** outputs/y z\t2026-11-30 01:05:37.867390184 +0000", "*** outputs/y z"},
    {"diff", "@@ -1,3 +1,4 @@ int f(void)", "@@ <lines> @@"},
    {"diff", "*** 1,3 ****", "*** <lines> ****"},
    {"diff", "--- 4 ----", "--- <lines> ----"},
    {"diff", "index de98044..a7bc997 100644", "index <sums>"},
    {"diff", "x y differ: byte 3, line 2", "x y differ: <position>"},
    {"diff", "x y differ: char 3, line 2", "x y differ: <position>"},
    {"diff", "cmp: EOF on z after byte 2, line 1", "cmp: EOF on z"},
    {"diff", "cmp: EOF on z which is empty", "cmp: EOF on z which is empty"},
    {"diff", "-b", "-b"},
};
INSTANTIATE_TEST_SUITE_P(Differences, Presets, testing::ValuesIn(differences));

const Example around_traces[]{
    {"stack-traces", "Node.js v20.20.2", "Node.js"},
    {"stack-traces", "Program received signal SIGABRT, Aborted.", "signal SIGABRT, Aborted."},
    {"stack-traces", "Thread 2 \"worker\" received signal SIGSEGV, Segmentation fault.",
     "signal SIGSEGV, Segmentation fault."},
    {"stack-traces", "thread '<unnamed>' (13715) panicked at unw.rs:2:61:", "thread '<unnamed>' panicked at unw.rs:"},
};
INSTANTIATE_TEST_SUITE_P(AroundTraces, Presets, testing::ValuesIn(around_traces));

const Example sanitizers[]{
    {"sanitizer",
     "san.c:3:47: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
     "runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'"},
    {"sanitizer",
     "==30493==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014 at pc 0x56324534a2a1 "
     "bp "
     "0x7ffcc740e510 sp 0x7ffcc740e508",
     "==<pid>==ERROR: AddressSanitizer: heap-buffer-overflow on address <address> at pc <address> bp "
     "<address> sp "
     "<address>"},
    {"sanitizer", "WRITE of size 4 at 0x602000000014 thread T0", "WRITE of size 4 at <address> thread T0"},
    {"sanitizer", "    #0 0x56324534a2a0 in main /tmp/msgs/san.c:3", "    #0 in main <position>"},
    {"sanitizer", "    #1 0x7fdc9617c249 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16",
     "    #1 in __libc_start_call_main <position>"},
    {"sanitizer", "    #3 0x56324534a100 in _start (/tmp/msgs/san_gcc+0x1100)", "    #3 in _start <module>"},
    {"sanitizer",
     "    #0 0x55573f01c14e in f(int, char) (/tmp/san+0xa414e) (BuildId: e869f6e0e148310d3ca8772fae4d80f9)",
     "    #0 in f(int, char) <module>"},
    {"sanitizer", "0x602000000014 is located 0 bytes to the right of 4-byte region [0x602000000010,0x602000000014)",
     "<address> is located 0 bytes to the right of 4-byte region [<address>,<address>)"},
    {"sanitizer", "SUMMARY: AddressSanitizer: heap-buffer-overflow /tmp/msgs/san.c:3:78 in main",
     "SUMMARY: AddressSanitizer: heap-buffer-overflow <position> in main"},
    {"sanitizer", "=>0x0c047fff8000: fa fa[04]fa fa fa fa fa", "<shadow>"},
    {"sanitizer", "  0x0c047fff7fb0: 00 00 00 00 00 00 00 00", "<shadow>"},
    {"sanitizer", "==14163==Hint: address points to the zero page.", "==<pid>==Hint: address points to the zero page."},
    {"sanitizer", "WARNING: ThreadSanitizer: data race (pid=4711)", "WARNING: ThreadSanitizer: data race (pid=<pid>)"},
    {"sanitizer", "    #0 worker /tmp/abs/ts.c:3:31 (ts1+0xd0114) (BuildId: 194e6909aad229ba8a6eb4ebf21180b90a83e3f0)",
     "    #0 worker <position>"},
    {"sanitizer", "    #1 main /tmp/abs/ts.c:4 (ts2+0x124f)", "    #1 main <position>"},
    {"sanitizer", "    #0 pthread_create <null> (ts1+0x513ad) (BuildId: 194e6909aad229ba8a6eb4ebf21180b90a83e3f0)",
     "    #0 pthread_create <module>"},
    {"sanitizer", "0x7ffe3a4f2b11: note: pointer points here", "<address>: note: pointer points here"},
    {"sanitizer",
     " 7f 00 00  61 62 63 64 65 66 67 68  69 6a 6b 00 00 00 00 00  08 fc 5b 0f fe 7f 00 00  01 00 00 00 00",
     "<memory>"},
    {"sanitizer", "              ^ ", "<memory>"},
};
INSTANTIATE_TEST_SUITE_P(Sanitizers, Presets, testing::ValuesIn(sanitizers));

const Example literals[]{
    {"numbers", "expected 5, got -7", "expected <number>, got <number>"},
    {"numbers", "1.5 .5 1e10 2.5e-3f 10UL 3L 1'000",
     "<number> <number> <number> <number> <number> <number> <number>'<number>"},
    {"numbers", "0x1F 0XabUL -0x1p-3", "<number> <number> <number>"},
    {"numbers", "f(1,-2) [3] (4) \"5\" x=-6; 7.",
     "f(<number>,<number>) [<number>] (<number>) \"<number>\" x=<number>; <number>."},
    {"numbers", "version 3.11.2", "version <number>"},
    {"numbers", "int32 char16_t c++20 gnu++17 C99 UTF-8 x86-64 -O2 v1 $1 a.1 3rd 2x",
     "int32 char16_t c++20 gnu++17 C99 UTF-8 x86-<number> -O2 v1 $1 a.1 3rd 2x"},
    {"numbers", "no digits", "no digits"},
    {"paths", "cannot open /tmp/smallscope-aB3/lane-1/input.c: no", "cannot open <path>: no"},
    {"paths", "/dev/shm/x/input.c:3:8: error", "<path>: error"},
    {"paths", "in \"/usr/lib/python3.11/ast.py\" at", "in \"<path>/ast.py\" at"},
    {"paths", "/usr/lib/python3/dist-packages/rope/base/ast.py:31:", "<path>/ast.py:"},
    {"paths", "and/or a / b // c /etc https://example.org/a/b </p/q>",
     "and/or a / b // c /etc https://example.org/a/b </p/q>"},
};
INSTANTIATE_TEST_SUITE_P(Literals, Presets, testing::ValuesIn(literals));

TEST(RulesOfACampaign, MaskThenOwnRulesThenPresetsThenPathsAndNumbers) {
  results::Manifest manifest;
  manifest.masks = {"fld"};
  manifest.rules = {{"reference to <name>", "own rule"}};
  manifest.presets = {"gcc"};
  const RuleSet rules = rules_of(manifest);
  EXPECT_EQ(rules.abstract("/tmp/a-1/in.c:3:8: error: reference to fld, 3 of 4, in /tmp/b-2/x"),
            "error: own rule, <number> of <number>, in <path>");
  manifest.presets = {"numbers", "paths"};
  EXPECT_EQ(rules_of(manifest).abstract("/tmp/a-1/in.c 5"), "<path> <number>");
  manifest.presets = {"unknown"};
  EXPECT_THROW(rules_of(manifest), RuleError);
}

}  // namespace
}  // namespace smallscope::clustering
