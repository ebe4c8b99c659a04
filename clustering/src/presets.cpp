// SPDX-License-Identifier: Apache-2.0
// The built-in rules: they remove *where* compilers, interpreters, runtimes and sanitizers saw something, and keep what
// they saw.

#include <fmt/format.h>

#include <algorithm>
#include <smallscope/clustering/rules.hpp>
#include <smallscope/clustering/traces.hpp>
#include <utility>

#include "excerpts.hpp"

namespace smallscope::clustering {

namespace {

// "input.c:3:8: error: ..." and "input.c:3: error: ...": the position of a C compiler's message.
#define SMALLSCOPE_POSITION R"([^\s:'"]+:\d+(?::\d+)?)"

/// The marks below a line of the source that is empty, or is known otherwise.
const Rule marks{R"(^[ \t]*[~^][~^ \t]*$)", "<source>"};

/// In C++, the namespaces and classes around a name: "'n::L'" is "'L'".
const Rule scope_of_name{
    R"(('|\xE2\x80\x98)(?:(?:[A-Za-z_]\w*|\(anonymous(?: namespace)?\)|\{anonymous\})::)+(?=[~\w]))", "$1"};

/// What gcc, clang and tcc have in common.
std::vector<Rule> c_compiler_rules() {
  return {
      {"^(?:In file included|[ \\t]+) from " SMALLSCOPE_POSITION "[:,]?", "included from <position>"},
      {"^" SMALLSCOPE_POSITION ":[ \\t]*", ""},
      // The same inside a message: "previous definition at input.c:3:5".
      {R"((?<![\w/.])[\w./+~-]*\w\.(?:c|h|cc|hh|cpp|hpp|cxx|hxx|C|inc):\d+(?::\d+)?\b)", "<position>"},
      // "input.c: In function 'f':"
      {R"(^[^\s:'"]+: (?=(?:In|At) [a-z]))", ""},
      // Excerpts of the source and the marks below them.
      {R"(^[ \t]*\d+ \|.*$)", "<source>"},
      {R"(^[ \t]+\|.*$)", "<source>"},
      excerpt_rule(),
      marks,
  };
}

/// "thread 'main' (13687) panicked at main.rs:3:39:", and before Rust 1.73 "... panicked at 'none', main.rs:3:39".
/// The file stays: of a crash of the compiler, it is what tells faults apart.
std::vector<Rule> panic_rules() {
  return {
      {R"(^(thread '[^'\n]*')(?: \(\d+\))? panicked at ('.*), ([^\n']*?):\d+:\d+$)", "$1 panicked at $2, $3"},
      {R"(^(thread '[^'\n]*')(?: \(\d+\))? panicked at ([^\n']*?):\d+:\d+:$)", "$1 panicked at $2:"},
  };
}

std::vector<Rule> with(std::vector<Rule> rules, std::vector<Rule> more) {
  rules.insert(rules.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return rules;
}

struct Preset {
  std::string name;
  std::vector<Rule> rules;
};

const std::vector<Preset>& presets() {
  static const std::vector<Preset> presets{
      {"gcc", with(c_compiler_rules(), {scope_of_name,
                                        {R"(^(?:\S*/)?ld(?:\.\w+)?: )", "ld: "},
                                        {R"((?<!\S)(?:\S*/)?cc\w{6}\.(?:o|s|ltrans\d+\.o))", "<object>"},
                                        {R"((?<!\S)\S*\(\.[\w.]+\+0x[0-9a-fA-F]+\): )", ""}})},
      {"clang", with(c_compiler_rules(), {scope_of_name,
                                          {R"((?<!\S)(?:\S*/)?[\w.+]+-[0-9a-f]{6,}\.o)", "<object>"},
                                          {R"(^(?:\S*/)?ld(?:\.\w+)?: )", "ld: "},
                                          {R"((?<!\S)\S*\(\.[\w.]+\+0x[0-9a-fA-F]+\): )", ""}})},
      {"tcc", c_compiler_rules()},
      {"cpython",
       {
           {R"re(\bFile "[^"\n]*", line \d+)re", "File <path>, line <number>"},
           {R"((?<=in )file \S+ line \d+)", "file <path> line <number>"},
           {R"(\([^()\s]+, line \d+\))", "(<path>, line <number>)"},
           {R"(\bline \d+)", "line <number>"},
           {R"(\bat 0x[0-9a-fA-F]+)", "at <address>"},
           excerpt_rule(),
           marks,
       }},
      {"javac",
       {
           {R"(^[^\s:][^:\n]*\.java:\d+:[ \t]*)", ""},
           {R"(\b[\w$]+\.java:\d+\b)", "<position>"},
           excerpt_rule(),
           marks,
       }},
      {"ecj",
       {
           {R"(^\d+\. (ERROR|WARNING|INFO) in .* \(at line \d+\))", "$1"},
           // "3:8:field f not visible"
           {R"(^(?:[^\s:][^:\n]*:)?\d+:(?:\d+:)?[ \t]*)", ""},
           excerpt_rule(),
           marks,
           {R"(\bat line \d+)", "at line <number>"},
       }},
      {"typescript",
       {
           {"\x1b\\[[0-9;]*m", ""},
           // "src/a.ts(3,7): error TS2322: ..." and, pretty, "src/a.ts:3:7 - error TS2322: ..."
           {R"(^\S.*?\(\d+,\d+\): (?=(?:error|warning|message|suggestion) TS\d))", ""},
           {R"(^\S.*?:\d+:\d+ - (?=(?:error|warning|message|suggestion) TS\d))", ""},
           {R"(^([ \t]+)[^\s:]+:\d+:\d+(?=$| - ))", "$1<position>"},
           {R"(^Found \d+ errors?\b.*$)", "Found errors"},
           {R"(^[ \t]*\d+ [^\n]*\n[ \t]*~+$)", "<source>"},
           {R"(^[ \t]*~+$)", "<source>"},
           {R"(^[ \t]*\d+ (?!errors?\b).*$)", "<source>"},
       }},
      {"rustc", with(panic_rules(),
                     {
                         {R"(^[ \t]*(?:-->|:::) .*:\d+:\d+$)", "--> <position>"},
                         // Excerpts of the source. What is written below the marks says what is wrong, so it stays.
                         {R"(^[ \t]*(?:\d+|LL)[ \t]+[|~+-](?:[ \t].*)?$)", "<source>"},
                         {R"(^\.\.\.[ \t]*(?:\|.*)?$)", "<source>"},
                         {R"(^[ \t]*\|[ \t|^~+_-]*$)", "<source>"},
                         {R"(^[ \t]*\|[ \t|^~+_-]+(?=[^ \t|^~+_\n-]))", "| "},
                         {R"(^(error: aborting due to )(?:\d+ )?previous errors?\b.*$)", "$1previous errors"},
                         {R"(\{closure@[^{}\n]*\})", "{closure}"},
                     })},
      {"sanitizer",
       {
           {R"(==\d+==)", "==<pid>=="},
           {R"(^([ \t]*#\d+) 0x[0-9a-fA-F]+ in (.*?) [^ \n]+:\d+(?::\d+)?$)", "$1 in $2 <position>"},
           {R"(^([ \t]*#\d+) 0x[0-9a-fA-F]+ in (.*?) \([^\n]*\+0x[0-9a-fA-F]+\)[^\n]*$)", "$1 in $2 <module>"},
           {R"(^([ \t]*#\d+) 0x[0-9a-fA-F]+[ \t]+\([^\n]*\+0x[0-9a-fA-F]+\)[^\n]*$)", "$1 <module>"},
           {R"(^(?!SUMMARY)[^\s:][^:\n]*:\d+:(?:\d+:)? (?=runtime error: ))", ""},
           {R"(^(SUMMARY: \w+: \S+) [^ \n]+:\d+(?::\d+)?( in )?)", "$1 <position>$2"},
           {R"(^(SUMMARY: \w+: \S+) \([^\n]*\+0x[0-9a-fA-F]+\)[^\n]*?( in )?)", "$1 <module>$2"},
           {R"(^(?:=>|  )0x[0-9a-fA-F]+:.*$)", "<shadow>"},
           {R"(\bdefined at [^ \n]+:\d+(?::\d+)?)", "defined at <position>"},
           {R"(\(BuildId: [0-9a-f]+\))", "(<module>)"},
           // The thread sanitizer's frames have no address: "#0 main a.c:7:3 (a.out+0x4c) (BuildId: ...)".
           {R"(^([ \t]*#\d+ \S.*?) [^ \n]+(?::\d+){1,2} \([^\n]*\+0x[0-9a-fA-F]+\)[^\n]*$)", "$1 <position>"},
           {R"(^([ \t]*#\d+ \S.*?) <null> \([^\n]*\+0x[0-9a-fA-F]+\)[^\n]*$)", "$1 <module>"},
           {R"(\(pid=\d+\))", "(pid=<pid>)"},
           // What is in memory: "0x7ffe1: note: pointer points here", bytes, a mark.
           {R"(^[ \t]*(?:[0-9a-f]{2}[ \t]+){4,}[0-9a-f]{2}[ \t]*$)", "<memory>"},
           {R"(^[ \t]+\^[~ \t]*$)", "<memory>"},
           {R"(\b0x[0-9a-fA-F]+\b)", "<address>"},
       }},
      {"glibc",
       {
           // What a shell says of a process that a signal ended: "run.sh: line 3: 1407 Aborted   ./a.out"
           {R"(^\S+: line \d+:[ \t]+\d+ ([A-Z][A-Za-z]*(?: [a-z]+)*)[ \t]{2,}.*$)", "$1"},
           {R"(^\*\*\* (stack smashing|buffer overflow) detected \*\*\*: .*$)", "*** $1 detected ***"},
           // Before glibc 2.26, with the program and the address.
           {R"(^\*\*\* Error in `[^'\n]*': (.*?)(?:: 0x[0-9a-fA-F]+)? \*\*\*$)", "$1"},
           {R"(^(Fatal glibc error: )\S+:\d+ \(([^)\n]*)\): )", "$1$2: "},
           // "a.out: a.c:9: f: Assertion `n == 3' failed."
           {R"(^(?:[^\s:]+: )?[^\s:]+:\d+: (?=[^\n]*Assertion [`'‘]))", ""},
           {R"(^[^\s(]+\(([\w.]*)\+0x[0-9a-fA-F]+\) ?\[0x[0-9a-fA-F]+\]$)", "  at $1"},
           {R"(\b0x[0-9a-fA-F]+\b)", "<address>"},
       }},
      {"diff",
       {
           // Where two texts differ, in the forms of diff, diff -u, diff -c and cmp; how they differ stays.
           {R"(^\d+(?:,\d+)?([acd])\d+(?:,\d+)?$)", "<lines>$1<lines>"},
           {R"(^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@.*$)", "@@ <lines> @@"},
           {R"(^(\*\*\*|---) \d+(?:,\d+)? (\*\*\*\*|----)$)", "$1 <lines> $2"},
           {R"(^((?:---|\+\+\+|\*\*\*) [^\t\n]+)\t\d{4}-\d\d-\d\d .*$)", "$1"},
           {R"(^index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?$)", "index <sums>"},
           {R"(^(.+ differ: )(?:byte|char) \d+, line \d+$)", "$1<position>"},
           {R"(^(cmp: EOF on .+?) after byte \d+(?:, (?:in )?line \d+)?$)", "$1"},
       }},
      {std::string(stack_traces),
       with(panic_rules(), {{R"(^Node\.js v\d[\w.-]*$)", "Node.js"},
                            {R"(^(?:Thread \d+ .*? received|Program received) signal (SIG\w+),)", "signal $1,"}})},
      {"paths",
       {
           // Paths that exist only for one run; then other absolute paths, whose last part may distinguish faults.
           {R"((?<![\w/.<>])(?:/tmp|/var/tmp|/dev/shm|/run/user)/[\w.@%+~/-]*[\w.@%+~-](?::\d+){0,2})", "<path>", "/"},
           {R"((?<![\w/.<>])/[\w.@%+~-][\w.@%+~/-]*/([\w.@%+~-]+)(?::\d+){1,2}\b)", "<path>/$1", "/"},
           {R"((?<![\w/.<>])/[\w.@%+~-][\w.@%+~/-]*/([\w.@%+~-]+))", "<path>/$1", "/"},
       }},
      {"numbers",
       {
           {R"((?<![\w.])-?0[xX][0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?\d+)?[uUlLfF]*(?!\w))", "<number>", "-0"},
           // Not inside names: int32, c++20, UTF-8, x86-64. Versions are numbers: 3.11.2.
           {R"((?<![\w.$])(?<!\+\+)(?<![A-Za-z]-)-?(?:\d[\d_]*(?:\.\d+)*|\.\d+)(?:[eE][-+]?\d+)?)"
            R"([uUlLfFdD]{0,3}(?![\w$]))",
            "<number>", "-.0123456789"},
       }},
  };
  return presets;
}

}  // namespace

const std::vector<Rule>& preset(std::string_view name) {
  const auto found = std::ranges::find(presets(), name, &Preset::name);
  if (found != presets().end()) return found->rules;
  throw RuleError(
      fmt::format("unknown message rule preset `{}`; the presets are {}", name, fmt::join(preset_names(), ", ")));
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Preset& preset : presets()) result.push_back(preset.name);
    return result;
  }();
  return names;
}

}  // namespace smallscope::clustering
