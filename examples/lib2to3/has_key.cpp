// SPDX-License-Identifier: Apache-2.0
// has_key: dictionaries x keys x uses of the answer.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"

namespace lib2to3_campaigns {
namespace {

using namespace smallscope::generators;

struct Program {
  Code dictionary, key, use;
};

constexpr std::string_view preamble = R"(class O:
    def get(self): return self.d
d = {'a': 1}
o = O()
o.d, ds = d, [d]
k, j, t, ks = 'a', 'z', 1, ['a']
def fn(*values, **named):
    return values, sorted(named.items())
)";

auto dictionaries() { return codes({"d", "o.d", "o.get()", "ds[0]", "(d or t)"}).named("dictionary"); }

auto keys() {
  return codes({"'a'",
                "k",
                "k or j",
                "k if t else j",
                "not k",
                "k == j",
                "lambda: k",
                "(k, j)",
                {"*[k]", "k"},
                "k + j",
                "k\n + j",
                "(k\n + j)",
                "k # why\n",
                "k # why\n + j",
                "\n k",
                {"k,", "k"},
                {"d.has_key(k)", "k in d"}})
      .named("key");
}

auto uses() {
  return codes({"r = @",
                "r = not @",
                "r = not not @",
                "r = @ == t",
                "r = t == @",
                "r = @ and t",
                "r = @ + 1",
                "r = -@",
                "r = [@]",
                "r = fn(@)",
                "r = fn(x=@)",
                "r = @ if t else 0",
                "r = [i for i in ks if @]",
                "r = @.real",
                "r = not @.real",
                "r = 2 ** @",
                "r = @ ** 2",
                "r = lambda: @\nr = r()",
                "if @: r = 1\nelse: r = 0",
                "r = 0\nwhile not @: break"})
      .named("use");
}

}  // namespace

smallscope::runner::Campaign has_key() {
  const auto input = [](const Program& program) {
    // Parentheses keep the meaning clear wherever the test stands.
    const Code test = filled(filled(Code{"@dictionary.has_key(@key)", "((@key) in @dictionary)"}, "@key", program.key),
                             "@dictionary", program.dictionary);
    return request(preamble, filled(filled({"@program\nr = repr(r)\nprint(r)"}, "@program", program.use), "@", test));
  };
  return campaign("lib2to3/has-key", "d.has_key(k) becomes k in d", product<Program>(dictionaries(), keys(), uses()),
                  input);
}

}  // namespace lib2to3_campaigns
