// SPDX-License-Identifier: Apache-2.0
// Traces that Python 3.11, OpenJDK 17, Node 20, gdb 13, gcc 12, clang 14 and Rust 1.95 wrote on Debian 12.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/traces.hpp>

namespace smallscope::clustering {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<std::string> reduced(const std::string& text) {
  std::vector<std::string> result = reduced_traces({text});
  EXPECT_THAT(reduced_traces(result), ElementsAreArray(result)) << "nothing is left to reduce";
  return result;
}

TEST(Traces, OfPython) {
  EXPECT_THAT(reduced(R"(Traceback (most recent call last):
  File "/a/p.py", line 4, in f
    try: return g(x)
                ^^^^
  File "/a/p.py", line 2, in g
    def g(x): return json.loads(x)
                     ^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads
    return _default_decoder.decode(s)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/json/decoder.py", line 353, in raw_decode
    obj, end = self.scan_once(s, idx)
               ^^^^^^^^^^^^^^^^^^^^^^
json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)
During handling of the above exception, another exception occurred:
Traceback (most recent call last):
  File "/a/p.py", line 8, in <module>
    C().m()
  File "/a/p.py", line 7, in m
    def m(self): return [f(y) for y in ["{"]]
                        ^^^^^^^^^^^^^^^^^^^^^
  File "/a/p.py", line 7, in <listcomp>
    def m(self): return [f(y) for y in ["{"]]
                         ^^^^
  File "/a/p.py", line 5, in f
    except ValueError as e: raise KeyError(x) from e
                            ^^^^^^^^^^^^^^^^^^^^^^^^
KeyError: '{')"),
              ElementsAre("Traceback (most recent call last):", "  at f (p.py)", "  at g (p.py)",
                          "json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 "
                          "column 2 (char 1)",
                          "During handling of the above exception, another exception occurred:",
                          "Traceback (most recent call last):", "  at m (p.py)", "  at <listcomp> (p.py)",
                          "  at f (p.py)", "KeyError: '{'"));
}

TEST(Traces, OfPythonImports) {
  EXPECT_THAT(reduced_traces({"  File \"/a/imp.py\", line 2, in <module>", "    importlib.import_module(\"modx\")",
                              "  File \"/usr/lib/python3.11/importlib/__init__.py\", line 126, in import_module",
                              "  File \"<frozen importlib._bootstrap>\", line 1206, in _gcd_import",
                              "  File \"/usr/lib/python3/dist-packages/rope/base/ast.py\", line 1, in <module>",
                              "RuntimeError: at import"}),
              ElementsAre("  at <module> (imp.py)", "  at <module> (ast.py)", "RuntimeError: at import"));
}

TEST(Traces, OfRecursionsShowOneFrame) {
  EXPECT_THAT(reduced(R"(  File "/a/r.py", line 9, in <module>
    f(10000)
  File "/a/r.py", line 2, in f
    return f(n - 1)
           ^^^^^^^^
  File "/a/r.py", line 2, in f
    return f(n - 1)
           ^^^^^^^^
  [Previous line repeated 996 more times]
RecursionError: maximum recursion depth exceeded)"),
              ElementsAre("  at <module> (r.py)", "  at f (r.py)", "RecursionError: maximum recursion depth exceeded"));
}

TEST(Traces, OfJava) {
  EXPECT_THAT(reduced("Exception in thread \"main\" java.lang.IllegalStateException: outer\n"
                      "\tat A.main(A.java:5)\n"
                      "Caused by: java.lang.NumberFormatException: For input string: \"x\"\n"
                      "\tat java.base/java.lang.NumberFormatException.forInputString(NumberFormatException.java:67)\n"
                      "\tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n"
                      "\tat A.parse(A.java:3)\n"
                      "\tat java.base/java.util.stream.IntPipeline.sum(IntPipeline.java:473)\n"
                      "\tat A.lambda$go$0(A.java:9)\n"
                      "\tat java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)\n"
                      "\tat app//A$In.go(A.java:4)\n"
                      "\tat A.main(A.java:5)\n"
                      "\t... 1 more"),
              ElementsAre("Exception in thread \"main\" java.lang.IllegalStateException: outer", "  at A.main (A.java)",
                          "Caused by: java.lang.NumberFormatException: For input string: \"x\"",
                          "  at A.parse (A.java)", "  at A.lambda$go (A.java)", "  at A$In.go (A.java)"));
}

TEST(Traces, OfNode) {
  EXPECT_THAT(reduced(R"(/a/a.js:2
class Shop { total(o) { return o.items.map(i => i.price.value); } }
                                                        ^
TypeError: Cannot read properties of undefined (reading 'value')
    at /a/a.js:2:57
    at Array.map (<anonymous>)
    at Shop.total (/a/a.js:2:40)
    at run (/a/a.js:3:36)
    at Object.<anonymous> (/a/a.js:4:1)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)
    at node:internal/main/run_main_module:28:49
Node.js v20.20.2)"),
              ElementsAre("TypeError: Cannot read properties of undefined (reading 'value')", "  at <anonymous> (a.js)",
                          "  at Shop.total (a.js)", "  at run (a.js)", "Node.js v20.20.2"));
  EXPECT_THAT(reduced(R"(RangeError: bad x
    at load (file:///a/b.mjs:2:44)
    at async main (file:///a/b.mjs:3:25)
    at async file:///a/b.mjs:4:1)"),
              ElementsAre("RangeError: bad x", "  at load (b.mjs)", "  at main (b.mjs)", "  at <anonymous> (b.mjs)"));
}

TEST(Traces, OfGdb) {
  EXPECT_THAT(reduced(R"(#0  __pthread_kill_implementation (threadid=<optimized out>, signo=signo@entry=6,)"
                      R"( no_tid=no_tid@entry=0) at ./nptl/pthread_kill.c:44
#1  0x00007ffff7e5df4f in __pthread_kill_internal (signo=6, threadid=<optimized out>) at ./nptl/pthread_kill.c:78
#2  0x00007ffff7e0efb2 in __GI_raise (sig=sig@entry=6) at ../sysdeps/posix/raise.c:26
#3  0x00007ffff7df9472 in __GI_abort () at ./stdlib/abort.c:79
#5  0x00007ffff7e6786a in malloc_printerr (str=str@entry=0x7ffff7f70098 "free(): double free detected in)"
                      R"( tcache 2") at ./malloc/malloc.c:5662
#7  0x00007ffff7e6bf5f in __GI___libc_free (mem=<optimized out>) at ./malloc/malloc.c:3385
#8  0x0000555555555204 in dbl () at h.c:6
#9  0x0000555555555363 in main (c=2, v=0x7fffffffe6a8) at h.c:11)"),
              ElementsAre("  at dbl (h.c)", "  at main (h.c)"));
  EXPECT_THAT(reduced(
                  R"(#4  0x00007ffff7c9d919 in ?? () from /lib/x86_64-linux-gnu/libstdc++.so.6
#7  0x00007ffff7ca90d8 in __cxa_throw () from /lib/x86_64-linux-gnu/libstdc++.so.6
#10 0x000055555555621b in std::vector<int, std::allocator<int> >::at (this=0x7fffffffe530, __n=2) at)"
                  R"( /usr/include/c++/12/bits/stl_vector.h:1175
#11 0x00005555555561f4 in shop::S::at (this=0x7fffffffe3cf, v=std::vector of length 1, capacity 1 =)"
                  R"( {...}, i=2) at t.cpp:6
#12 0x00005555555551d5 in operator() (__closure=0x7fffffffe428, a=2, b=3) at t.cpp:6
#18 0x00005555555552cd in shop::go (n=4) at t.cpp:6
#19 0x000055555555535c in main () at t.cpp:7)"),
              ElementsAre("  at shop::S::at (t.cpp)", "  at operator() (t.cpp)", "  at shop::go (t.cpp)"));
  EXPECT_THAT(reduced("#9  0x000055555555c16e in main ()"), ElementsAre("  at main"));
}

TEST(Traces, OfSanitizers) {
  const std::vector<std::string> expected{"WRITE of size 1 at 0x602000000014 thread T0", "  at cmp (s.c)",
                                          "  at main (s.c)", "allocated by thread T0 here:", "  at cmp (s.c)"};
  EXPECT_THAT(reduced(
                  R"(WRITE of size 1 at 0x602000000014 thread T0
    #0 0x5565e223f2af in cmp /a/s.c:3
    #1 0x7fae1ba5fb92 in __interceptor_qsort_r)"
                  R"( ../../../../src/libsanitizer/sanitizer_common/sanitizer_common_interceptors.inc:10055
    #2 0x5565e223f4dc in main /a/s.c:4
    #3 0x7fae1b045249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #5 0x5565e223f150 in _start (/a/sg+0x1150)
allocated by thread T0 here:
    #0 0x7fae1bab89cf in __interceptor_malloc ../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69
    #1 0x5565e223f233 in cmp /a/s.c:3)"),
              ElementsAreArray(expected));
  EXPECT_THAT(
      reduced(
          R"(    #0 0x55aa0d159529 in __asan_memcpy (/a/sc+0xa3529) (BuildId: a3220e89da036af8450d0f8c227d67b6974b2a7c)
    #1 0x55573f01c14e in f(int, char) (/a/sc+0xa414e) (BuildId: a3220e89da036af8450d0f8c227d67b6974b2a7c)
    #2 0x55aa0d194fca in main /a/s.c:4:35
    #3 0x7f7c92e6c304 in __libc_start_main csu/../csu/libc-start.c:360:3)"),
      ElementsAre("  at f(int, char)", "  at main (s.c)"));
}

TEST(Traces, OfTheThreadSanitizer) {
  EXPECT_THAT(reduced(
                  R"(  Write of size 4 at 0x55b8df20e258 by thread T1:
    #0 worker /a/ts.c:3:31 (ts1+0xd0114) (BuildId: 194e6909aad229ba8a6eb4ebf21180b90a83e3f0)
  Thread T1 (tid=17225, running) created by main thread at:
    #0 pthread_create <null> (ts1+0x513ad) (BuildId: 194e6909aad229ba8a6eb4ebf21180b90a83e3f0)
    #1 main /a/ts.c:4:28 (ts1+0xd016e) (BuildId: 194e6909aad229ba8a6eb4ebf21180b90a83e3f0))"),
              ElementsAre("  Write of size 4 at 0x55b8df20e258 by thread T1:", "  at worker (ts.c)",
                          "  Thread T1 (tid=17225, running) created by main thread at:", "  at main (ts.c)"));
}

TEST(Traces, OfRust) {
  EXPECT_THAT(reduced(
                  R"(thread 'main' (13684) panicked at main.rs:3:39:
index out of bounds: the len is 3 but the index is 3
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
   1: core::panicking::panic_fmt
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/panicking.rs:80:14
   3: main::boom
             at ./main.rs:3:39
   4: main::main::{{closure}}
             at ./main.rs:9:24
   7: <core::iter::adapters::map::Map<I,F> as core::iter::traits::iterator::Iterator>::fold
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/iter/adapters/map.rs:128:19
   8: <i32 as core::iter::traits::accum::Sum>::sum
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/iter/traits/accum.rs:50:22
  10: main::main
             at ./main.rs:10:34
  11: core::ops::function::FnOnce::call_once
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/core/src/ops/function.rs:250:5
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.)"),
              ElementsAre("thread 'main' (13684) panicked at main.rs:3:39:",
                          "index out of bounds: the len is 3 but the index is 3",
                          "stack backtrace:", "  at main::boom (main.rs)", "  at main::main::{{closure}} (main.rs)",
                          "  at main::main (main.rs)",
                          "note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace."));
  EXPECT_THAT(reduced("stack backtrace:\n   3:     0x55d0c0ffee - main::boom::h0123456789abcdef\n"
                      "                               at /a/src/main.rs:3:39"),
              ElementsAre("stack backtrace:", "  at main::boom (main.rs)"));
}

TEST(Traces, LeaveOtherMessagesAlone) {
  const std::vector<std::string> said{"error at line 3",
                                      "#3 is missing",
                                      "#1 failed (see log)",
                                      "at once (today)",
                                      "File not found",
                                      "3: error",
                                      "... 5 more",
                                      "a.c:3:4: error: x",
                                      "1. x",
                                      "",
                                      "at "};
  EXPECT_THAT(reduced_traces(said), ElementsAreArray(said));
}

TEST(Traces, AreReducedByThePreset) {
  results::Manifest manifest;
  manifest.presets = {"stack-traces"};
  EXPECT_THAT(rules_of(manifest).abstract(std::vector<std::string>{
                  "thread 'main' (13684) panicked at /a/src/main.rs:3:39:",
                  "\tat java.base/java.lang.Integer.x(Native Method)", "\tat A.parse(A.java:3)", "Node.js v20.20.2"}),
              ElementsAre("thread 'main' panicked at <path>/main.rs:", "  at A.parse (A.java)", "Node.js"));
}

}  // namespace
}  // namespace smallscope::clustering
