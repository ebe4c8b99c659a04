// SPDX-License-Identifier: Apache-2.0
// raise and throw: exceptions x values x tracebacks. except: classes x targets x bodies x statements x uses afterwards.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"

namespace lib2to3_campaigns {
namespace {

using namespace smallscope::generators;

constexpr std::string_view classes = R"(class E(Exception): pass
class F(E): pass
class M: pass
m = M()
m.E = E
)";

constexpr std::string_view raising = R"(import sys
def make(): return E
es, u = [E], 0
v, w, t, vs = 'v', 'w', 1, ('v', 1)
def show(error):
    depth, tb = 0, sys.exc_info()[2]
    while tb: depth, tb = depth + 1, tb.tb_next
    r = type(error).__name__, error.args, depth
    print(r)
try:
    def deep(): raise KeyError
    deep()
except KeyError:
    tb = sys.exc_info()[2]
def generator():
    try: yield
    except ValueError: pass
g = generator()
next(g)
)";

struct Raise {
  std::pair<Code, Code> statement_and_exception;
  Code value, traceback;
};

auto statements_and_exceptions() {
  const auto exceptions = [](const Code& statement) {
    std::vector<Code> all{"E",   "m.E",   "make()",   "es[0]",          "E or F", "F if u else E",
                          "(E)", "(m.E)", "(make())", "(F if u else E)"};
    // The method throw() takes no tuples.
    if (statement.before.starts_with("raise"))
      all.insert(all.end(), {{"(E, F)", "E"}, {"((E, F), F)", "E"}, {"(m.E, F)", "m.E"}});
    return codes(all).named("exception");
  };
  return linked(codes({"raise @", "g.throw(@)"}).named("statement"), exceptions);
}

auto values() {
  return codes({Code{"", ""},
                {"None", ""},
                "'v'",
                "v",
                {"('v', 1)", "'v', 1"},
                {"('v',)", "'v'"},
                {"()", ""},
                "(v)",
                "(v + w)",
                "v + w",
                "v if t else w",
                "[v]",
                "lambda: 0 and v",
                "'%s' % v",
                {"(v,\n w)", "v, w"}})
      .named("value");
}

auto tracebacks() { return codes({Code{"", ""}, "tb", "None"}).named("traceback"); }

Code raise_statement(const Raise& program) {
  const auto& [statement, exception] = program.statement_and_exception;
  std::string arguments = exception.before;
  // Without a value, a traceback needs None before it.
  const bool traced = !program.traceback.before.empty();
  if (!program.value.before.empty() || traced)
    arguments += ", " + (program.value.before.empty() ? "None" : program.value.before);
  std::string meaning = "(" + exception.meaning + ")(" + program.value.meaning + ")";
  if (traced) {
    arguments += ", " + program.traceback.before;
    meaning += ".with_traceback(" + program.traceback.before + ")";
  }
  return filled(statement, "@", {arguments, meaning});
}

constexpr std::string_view catching = R"(d, ls, t = {}, [0], 1
def show(value):
    r = repr(value)
    print(r)
)";

struct Except {
  Code exception, target, body, statement, afterwards;
};

auto targets() { return codes({"e", "(a, b)", "[a, b]", "m.x", "d['k']", "(a)"}).named("target"); }

/// What a handler does. A body that begins with a blank stands on the line of the handler.
auto bodies() {
  return codes({"show(@target)",
                " show(@target)",
                " pass",
                "pass",
                "# why\nshow(@target)",
                "'text'\nshow(@target)",
                "if t: show(@target)",
                "for i in [1]: show(i)",
                {"try:\n    raise F('f')\nexcept F, e:\n    show(e)",
                 "try:\n    raise F('f')\nexcept F as error:\n    e = error\n    show(e)"}})
      .named("body");
}

auto statements() {
  return codes({"try:\n    @raise\n@handler\n@afterwards", "try:\n    @raise\n@handler\nelse:\n    pass\n@afterwards",
                "try:\n    @raise\n@handler\nfinally:\n    @afterwards",
                "try:\n    @raise\nexcept KeyError: pass\n@handler\n@afterwards",
                "try:\n    try:\n        @raise\n    @handler\n    @afterwards\nexcept KeyError:\n    pass",
                "def g():\n    try:\n        @raise\n    @handler\n    @afterwards\ng()"})
      .named("statement");
}

Code handler(const Except& program) {
  const std::string& body = program.body.before;
  const Code named =
      filled({"except @exception, @target:", "except @exception as error:"}, "@exception", program.exception);
  Code result{named.before + (body.starts_with(" ") ? "@body" : "\n    @body"),
              named.meaning + "\n    @unpack\n    @body"};
  // Python 2 unpacks an exception as it unpacks its arguments.
  const bool unpacks = program.target.before.find(", ") != std::string::npos;
  result = filled(result, "@unpack", {"", unpacks ? "@target = error.args" : "@target = error"});
  const Code on_lines{body, body.starts_with(" ") ? body.substr(1) : program.body.meaning};
  return filled(filled(result, "@body", on_lines), "@target", program.target);
}

}  // namespace

smallscope::runner::Campaign raise_() {
  const auto input = [](const Raise& program) {
    return request(std::string(classes) + std::string(raising),
                   filled({"try:\n    @statement\nexcept BaseException as error:\n    show(error)"}, "@statement",
                          raise_statement(program)));
  };
  return campaign("lib2to3/raise", "raise and throw with a value and a traceback",
                  product<Raise>(statements_and_exceptions(), values(), tracebacks()), input);
}

smallscope::runner::Campaign except() {
  const auto input = [](const Except& program) {
    Code whole = filled(program.statement, "@raise", {"raise E('a', 'b')"});
    whole = filled(filled(whole, "@handler", handler(program)), "@afterwards", program.afterwards);
    whole = filled(whole, "@target", program.target);
    return request(std::string(classes) + std::string(catching),
                   {whole.before + "\nshow((d, ls))", whole.meaning + "\nshow((d, ls))"});
  };
  return campaign("lib2to3/except", "exceptions are caught and unpacked",
                  product<Except>(codes({"E", "(E, F)", "m.E"}).named("exception"), targets(), bodies(), statements(),
                                  codes({"pass", "show(@target)"}).named("afterwards")),
                  input);
}

}  // namespace lib2to3_campaigns
