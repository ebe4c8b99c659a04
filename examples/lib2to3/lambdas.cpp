// SPDX-License-Identifier: Apache-2.0
// Lambdas that unpack a tuple: parameters x bodies x uses.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"

namespace lib2to3_campaigns {
namespace {

using namespace smallscope::generators;

constexpr std::string_view preamble = R"(class O: pass
o = O()
o.x, o.z = 5, 6
def fn(x=0, *rest, **named): return x, named
def show(value):
    r = repr(value)
    print(r)
)";

/// Parameters, and arguments for them. Their meaning has a lambda that unpacks; its body is the hole "@body".
struct Parameters {
  std::string before, meaning, arguments;
};
std::string choice_label(const Parameters& parameters) { return parameters.before; }

auto parameters() {
  return elements<Parameters>({{"(x)", "x: (@body)", "1"},
                               {"(x, y)", "t: (lambda x, y: @body)(*t)", "(1, 2)"},
                               {"(x,)", "t: (lambda x: @body)(*t)", "(1,)"},
                               {"((x, y))", "t: (lambda x, y: @body)(*t)", "(1, 2)"},
                               {"(x, (y, z))", "t: (lambda x, y, z: @body)(t[0], *t[1])", "(1, (2, 3))"},
                               {"(x, x_y)", "t: (lambda x, x_y: @body)(*t)", "(1, 2)"},
                               {"w, (x, y)", "w, t: (lambda x, y: @body)(*t)", "0, (1, 2)"},
                               {"((x, w), y)", "t: (lambda x, w, y: @body)(*t[0], t[1])", "((1, 2), 3)"}})
      .named("parameters");
}

auto bodies() {
  return codes({"x",
                "x + 1",
                "-x",
                "'x'",
                "(x, x)",
                "{'x': x}",
                "{x: 1}",
                "x if x else 0",
                "not x",
                "str(x)",
                "[x, 1]",
                "x == 1 or 2",
                "x and 1",
                "fn(x)",
                "fn(*[x])",
                "fn(x=x)",
                "fn(x=1)",
                "o.x",
                "o.x + x",
                "o.z + x",
                "[x for i in [1]]",
                "[x for x in [7]]",
                "sum(x for x in [x, 7])",
                "(lambda: x)()",
                "(lambda x: x)(3)",
                "(lambda i=x: i)()",
                "(lambda z=x: z)()",
                {"(lambda (x, q): x)((8, 9))", "(lambda t: t[0])((8, 9))"}})
      .named("body");
}

auto uses() {
  return codes({"f = lambda @parameters: @body\nshow(f(@arguments))", "show((lambda @parameters: @body)(@arguments))",
                "def g(h=lambda @parameters: @body): return h(@arguments)\nshow(g())",
                "x = [lambda @parameters: @body]\nshow(x[0](@arguments))",
                "show(fn(x=lambda @parameters: @body)[0](@arguments))"})
      .named("use");
}

struct Program {
  Parameters parameters;
  Code body, use;
};

}  // namespace

smallscope::runner::Campaign lambdas() {
  const auto input = [](const Program& program) {
    const Code lambda =
        filled(Code{program.parameters.before + ": @body", program.parameters.meaning}, "@body", program.body);
    Code whole = filled(program.use, "@parameters: @body", lambda);
    whole = filled(whole, "@arguments", {program.parameters.arguments, program.parameters.arguments});
    return request(preamble, whole);
  };
  return campaign("lib2to3/lambdas", "lambdas unpack a tuple", product<Program>(parameters(), bodies(), uses()), input);
}

}  // namespace lib2to3_campaigns
