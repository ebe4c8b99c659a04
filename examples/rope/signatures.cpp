// SPDX-License-Identifier: Apache-2.0
// Change signature: kinds of callables x parameter lists x calls x changes.
#include <smallscope/generators.hpp>

#include "campaigns.hpp"
#include "engine.hpp"
#include "fragments.hpp"
#include "text.hpp"

namespace rope_campaigns {
namespace {

using namespace smallscope::generators;
using smallscope::subjects::NamedText;

enum class Kind { function, method, constructor };

struct Signature {
  std::string text;
  std::vector<std::string> names;
  friend std::string choice_label(const Signature& signature) { return signature.text; }
};

/// A change of the parameter list. Indices count the parameters that callers pass, so not `self`.
struct Change {
  enum class Kind { normalise, remove, add, swap, inline_default } kind;
  unsigned index = 0;
  std::string fallback = {};  ///< of an added parameter: its default, as JSON
  std::string value = {};     ///< of an added parameter: what existing calls pass, as JSON
};

struct SignatureProgram {
  Kind kind;
  Signature signature;
  std::vector<std::string> calls;  ///< one, unless calls are merged
  Change change;
};

auto signature_programs() {
  using enum Change::Kind;
  return product<SignatureProgram>(
      enumeration<Kind>({{"function", Kind::function}, {"method", Kind::method}, {"constructor", Kind::constructor}})
          .named("kind"),
      elements(Signature{"x", {"x"}}, Signature{"x, y", {"x", "y"}}, Signature{"x, y=2", {"x", "y"}},
               Signature{"x=1, y=2", {"x", "y"}}, Signature{"x, *y", {"x", "y"}}, Signature{"x, **y", {"x", "y"}},
               Signature{"x, *, y=2", {"x", "y"}}, Signature{"x, /, y=2", {"x", "y"}},
               Signature{"x: int, y: int = 2", {"x", "y"}}, Signature{"x, y, *z", {"x", "y", "z"}},
               Signature{"x=(1, 2), y=3", {"x", "y"}}, Signature{"x, y=lambda k: k", {"x", "y"}})
          .named("signature"),
      mergeable(fragments(calls())).named("call"),
      labelled_elements<Change>({{"normalise", {normalise}},
                                 {"remove the first", {remove, 0}},
                                 {"remove the second", {remove, 1}},
                                 {"add n first, calls pass 8", {add, 0, "null", "\"8\""}},
                                 {"add n=5 second", {add, 1, "\"5\"", "null"}},
                                 {"add n=5 second, calls pass 8", {add, 1, "\"5\"", "\"8\""}},
                                 {"add n=5 third, calls pass 8", {add, 2, "\"5\"", "\"8\""}},
                                 {"swap the first two", {swap}},
                                 {"inline the second's default", {inline_default, 1}},
                                 {"inline the first's default", {inline_default, 0}}})
          .named("change"));
}

/// The change in the form that the worker reads: a JSON array. `self` is the first parameter of methods.
std::string to_json(const Change& change, Kind kind) {
  const std::string index = std::to_string(change.index + (kind == Kind::function ? 0 : 1));
  switch (change.kind) {
    case Change::Kind::normalise:
      return R"(["normalize"])";
    case Change::Kind::remove:
      return R"(["remove",)" + index + "]";
    case Change::Kind::add:
      return R"(["add",)" + index + R"(,"n",)" + change.fallback + "," + change.value + "]";
    case Change::Kind::swap:
      return kind == Kind::function ? R"(["reorder",[1,0]])" : R"(["reorder",[0,2,1]])";
    case Change::Kind::inline_default:
      return R"(["inline_default",)" + index + "]";
  }
  return {};
}

std::string render(const SignatureProgram& program) {
  // The body prints its arguments. It leaves out a parameter that is to be removed: removing one that is in use is the
  // user's own decision.
  std::string names;
  for (std::size_t i = 0; i < program.signature.names.size(); ++i) {
    if (program.change.kind == Change::Kind::remove && program.change.index == i) continue;
    names += ", " + program.signature.names[i];
  }
  const std::string body = "print(\"f\"" + names + ")";
  const std::string& parameters = program.signature.text;
  const auto printed = [](const std::string& call) { return "print(" + call + ")"; };
  switch (program.kind) {
    case Kind::function:
      return lines({block("def «f(" + parameters + "):", lines({body, "return 7"})), each(program.calls, printed)});
    case Kind::method:
      return lines({block("class A:", block("def «f(self, " + parameters + "):", lines({body, "return 7"}))), "a = A()",
                    each(program.calls, [&](const std::string& call) { return printed(renamed(call, "f", "a.f")); })});
    case Kind::constructor:
      return lines(
          {block("class f:", block("def «__init__(self, " + parameters + "):", body)), each(program.calls, printed)});
  }
  return {};
}

}  // namespace

smallscope::runner::Campaign change_signature() {
  const auto input = [](const SignatureProgram& program) {
    std::vector<NamedText> parameters{{"refactoring", "change-signature"},
                                      {"change", to_json(program.change, program.kind)}};
    // Keywords in a dictionary, and a function passed as a value, are not calls that rope could follow.
    ignore_behaviour(parameters, program.calls, {"**dict", "map("});
    return request(render(program), std::move(parameters));
  };
  return campaign("rope/change-signature", "parameters are added, removed, reordered; calls follow",
                  signature_programs(), input, refactoring_oracles(), {"A", "f", "k", "n", "x", "y", "z"});
}

}  // namespace rope_campaigns
