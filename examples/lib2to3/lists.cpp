// SPDX-License-Identifier: Apache-2.0
// map and filter: functions x iterables x uses of the list.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"

namespace lib2to3_campaigns {
namespace {

using namespace smallscope::generators;

struct Program {
  Code builtin, function, iterable, use;
};

constexpr std::string_view preamble = R"(def f(x): return x + 1
t, xs, ys = 1, [3, 0], [1, 2]
def show(values):
    r = isinstance(values, list), [i() if callable(i) else i for i in values]
    print(r)
)";

/// What map and filter do in Python 2, in Python 3.
constexpr std::string_view meanings = R"(def list_map(f, xs): return [f(x) for x in xs] if f else list(xs)
def list_filter(f, xs): return [x for x in xs if (f(x) if f else x)]
)";

auto builtins() { return codes({{"map", "list_map"}, {"filter", "list_filter"}}).named("builtin"); }

auto functions() {
  return codes({"None",
                "f",
                "f if t else None",
                "lambda x: x + 1",
                "lambda x: x if x > 1 else 0",
                "lambda x: (x, x)",
                "lambda x: not x",
                {"lambda (x): x", "lambda x: x"},
                "lambda x: lambda: x"})
      .named("function");
}

auto iterables() {
  return codes({"xs",
                "[1, 0]",
                "xs if t else ys",
                "xs or ys",
                "(i for i in xs)",
                "xs # all\n",
                {"map(f, xs)", "list_map(f, xs)"},
                {"map(f, xs)[1:]", "list_map(f, xs)[1:]"}})
      .named("iterable");
}

auto uses() {
  return codes({"show(@)", "show(@[:1])", "show(@ + [9])", "show(sorted(@, key=callable))", "show([not @])",
                "show([i for i in @])", "show([i for i in @[1:]])", "for i in @: show([i])",
                "for i in @[:1]: show([i])", "for i in @: show([i]); xs[:] = []", "r = @; xs[:] = []; show(r)",
                "r = iter(@); xs[:] = []; show(r)", "r = enumerate(@); xs[:] = []; show(list(i for n, i in r))", "@",
                "@.append(9)"})
      .named("use");
}

}  // namespace

smallscope::runner::Campaign lists() {
  const auto input = [](const Program& program) {
    Code call = filled({"@builtin(@function, @iterable)"}, "@builtin", program.builtin);
    call = filled(filled(call, "@function", program.function), "@iterable", program.iterable);
    Code whole = filled(program.use, "@", call);
    whole.meaning = std::string(meanings) + whole.meaning;
    return request(preamble, whole);
  };
  return campaign("lib2to3/lists", "map and filter, which gave lists, are used",
                  product<Program>(builtins(), functions(), iterables(), uses()), input);
}

}  // namespace lib2to3_campaigns
