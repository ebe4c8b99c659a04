// SPDX-License-Identifier: Apache-2.0
// Stack traces: which frames say where the subject failed.
//
// The preset `stack-traces` reduces what a judgement says before message rules see it. A trace keeps the innermost
// frames of the subject, each as "  at FUNCTION (FILE)". Frames of machinery go: standard libraries, interpreters,
// runtimes, C libraries, test harnesses. So do addresses, line numbers, and the lines of source that Python and Node
// print. The traces are those of Python, Java, Node, gdb, sanitizers and Rust. May be called from several threads.
// Example: {"  File \"/a/p.py\", line 2, in g", "KeyError: 1"} becomes {"  at g (p.py)", "KeyError: 1"}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace smallscope::clustering {

/// The name of the preset that reduces traces.
constexpr std::string_view stack_traces = "stack-traces";

/// The lines of `messages` with each trace reduced; all of them unchanged, one message a line, if there is no trace.
/// Reducing twice is reducing once. Linear.
std::vector<std::string> reduced_traces(const std::vector<std::string>& messages);

}  // namespace smallscope::clustering
