// SPDX-License-Identifier: Apache-2.0
// tcc/structures: structures of two or three members on every way into and out of a function, and (attributes.cpp) the
// attributes that change their layout.
#include <algorithm>
#include <optional>
#include <span>

#include "compiler_test.hpp"

namespace tcc {
namespace {

namespace g = smallscope::generators;

/// A type of members. `#` stands for the member in `declaration`, `$` for an expression that denotes it in `reading`,
/// which gives an integer. `values` are those of the initialisers, as read.
struct Member {
  std::string type;
  std::string declaration;
  std::string reading;
  std::string initialisers[3];
  std::int64_t values[3] = {};
  int size = 0;
  int alignment = 0;
};

enum class Way { argument, result, member_of_result, pointer, after_integers, after_doubles, variadic, among_variadic };

struct Passing {
  Way way = Way::argument;
  Member first;
  Member second;
  std::optional<Member> third;
};

const std::vector<Member>& members() {
  static const std::vector<Member> all{
      {"signed char", "signed char #", "$", {"-5", "-6", "-7"}, {-5, -6, -7}, 1, 1},
      {"short", "short #", "$", {"-1234", "2345", "3456"}, {-1234, 2345, 3456}, 2, 2},
      {"int", "int #", "$", {"123456789", "-234567891", "345678912"}, {123456789, -234567891, 345678912}, 4, 4},
      {"long long",
       "long long #",
       "$",
       {"123456789123456789LL", "-234567891234567891LL", "345678912345678912LL"},
       {123456789123456789, -234567891234567891, 345678912345678912},
       8,
       8},
      {"float", "float #", "(long long)($ * 2)", {"10.5f", "20.5f", "30.5f"}, {21, 41, 61}, 4, 4},
      {"double", "double #", "(long long)($ * 2)", {"11.5", "21.5", "31.5"}, {23, 43, 63}, 8, 8},
      {"long double", "long double #", "(long long)($ * 2)", {"12.5L", "22.5L", "32.5L"}, {25, 45, 65}, 16, 16},
      {"char *", "char *#", "(long long)$", {"(char *)1001", "(char *)2002", "(char *)3003"}, {1001, 2002, 3003}, 8, 8},
      {"signed char[3]",
       "signed char #[3]",
       "($[0] * 100 + $[1] * 10 + $[2])",
       {"{1, 2, -3}", "{4, 5, -6}", "{7, 8, -9}"},
       {117, 444, 771},
       3,
       1},
      {"float[2]",
       "float #[2]",
       "(long long)($[0] * 20 + $[1] * 2)",
       {"{1.5f, 2.5f}", "{3.5f, 4.5f}", "{5.5f, 6.5f}"},
       {35, 79, 123},
       8,
       4},
  };
  return all;
}
/// The third member needs fewer types: those that differ in class or size.
std::vector<g::Labelled<std::optional<Member>>> third_members() {
  std::vector<g::Labelled<std::optional<Member>>> all{{"none", std::nullopt}};
  for (const Member& member : members())
    if (member.type == "signed char" || member.type == "int" || member.type == "long long" || member.type == "float" ||
        member.type == "double" || member.type == "signed char[3]")
      all.push_back({member.type, member});
  return all;
}

std::string describe(Way way) {
  switch (way) {
    case Way::argument:
      return "an argument";
    case Way::result:
      return "a result";
    case Way::member_of_result:
      return "a member of a result";
    case Way::pointer:
      return "argument and result of a function pointer";
    case Way::after_integers:
      return "an argument after integers";
    case Way::after_doubles:
      return "an argument after doubles";
    case Way::variadic:
      return "a variable argument";
    case Way::among_variadic:
      return "a variable argument among others";
  }
  return {};
}

/// A structure type `@_s` with a value `x` of it and a way to read all its members.
class Structure {
 public:
  explicit Structure(const Passing& passing) : members_{&passing.first, &passing.second} {
    if (passing.third) members_.push_back(&*passing.third);
  }
  std::string definition() const {
    std::string text = "struct @_s {";
    for (std::size_t i = 0; i < members_.size(); ++i)
      text += " " + filled(members_[i]->declaration, '#', name(i)) + ";";
    return text + " };\n";
  }
  std::string value() const {
    std::string text = "struct @_s x = {";
    for (std::size_t i = 0; i < members_.size(); ++i) text += (i > 0 ? ", " : "") + members_[i]->initialisers[i];
    return text + "};";
  }
  /// Which members of the structure that `expression` denotes are wrong, one bit each. The content of a wrong member is
  /// not returned: it may be an address, and differ from run to run.
  std::string wrong_members(const std::string& expression) const {
    std::string text = "(";
    for (std::size_t i = 0; i < members_.size(); ++i)
      text += (i > 0 ? " | (" : "(") + filled(members_[i]->reading, '$', expression + "." + name(i)) +
              " != " + std::to_string(members_[i]->values[i]) + ") << " + std::to_string(i);
    return text + ")";
  }
  /// The eightbyte in which each member travels: it distinguishes the members.
  std::vector<Lane> lanes(Way way) const {
    static const char* const eightbytes[] = {"first", "second"};
    if (way == Way::member_of_result) return {{"the result", 0, 1}};
    std::vector<Lane> all;
    int offset = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Member& member = *members_[i];
      offset = (offset + member.alignment - 1) / member.alignment * member.alignment;
      const std::string holds = offset < 16 ? std::string("the ") + eightbytes[offset / 8] + " eightbyte"
                                            : "memory behind the second eightbyte";
      all.push_back({holds, static_cast<int>(i), 1});
      offset += member.size;
    }
    all.push_back({"another argument", 3, 1});
    return all;
  }

 private:
  static std::string name(std::size_t i) { return std::string(1, static_cast<char>('a' + i)); }
  std::vector<const Member*> members_;
};

std::string functions(Way way, const Structure& structure) {
  const std::string x = structure.value(), s = structure.wrong_members("s");
  const std::string test = "\nlong long @(void) { ";
  const std::string make = "static struct @_s @_g(void) { " + x + " return x; }";
  const std::string take = "static long long @_g(";
  switch (way) {
    case Way::argument:
      return take + "struct @_s s) { return " + s + "; }" + test + x + " return @_g(x); }";
    case Way::result:
      return make + test + "struct @_s s = @_g(); return " + s + "; }";
    case Way::member_of_result:
      // Returns only whether the result is right: wrong results, even of comparisons, depend on addresses.
      return make + test + "return " + structure.wrong_members("@_g()") + " != 0; }";
    case Way::pointer:
      return "static struct @_s @_g(struct @_s s) { return s; }" + test + x +
             " struct @_s (*p)(struct @_s) = @_g; struct @_s s = p(x); return " + s + "; }";
    case Way::after_integers:
      return take +
             "int i, int j, int k, int l, int m, struct @_s s, int n) { return i + j + k + l + m + n == 21 "
             "? " +
             s + " : 8; }" + test + x + " return @_g(1, 2, 3, 4, 5, x, 6); }";
    case Way::after_doubles:
      return take +
             "double i, double j, double k, double l, double m, double n, double o, struct @_s s, double p) "
             "{ return i + j + k + l + m + n + o + p == 36 ? " +
             s + " : 8; }" + test + x + " return @_g(1, 2, 3, 4, 5, 6, 7, x, 8); }";
    case Way::variadic:
      return take +
             "int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); "
             "struct @_s s = __builtin_va_arg(l, struct @_s); __builtin_va_end(l); return " +
             s + "; }" + test + x + " return @_g(1, x); }";
    case Way::among_variadic:
      return take +
             "int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int i = __builtin_va_arg(l, int); "
             "double d = __builtin_va_arg(l, double); struct @_s s = __builtin_va_arg(l, struct @_s); "
             "int j = __builtin_va_arg(l, int); __builtin_va_end(l); return i + d + j == 6 ? " +
             s + " : 8; }" + test + x + " return @_g(1, 1, 2.0, x, 3); }";
  }
  return {};
}

CompilerTest to_test(const Passing& passing) {
  const Structure structure(passing);
  CompilerTest test;
  test.code = structure.definition() + functions(passing.way, structure);
  test.expected = 0;
  test.construct = "a structure as " + describe(passing.way == Way::among_variadic ? Way::variadic : passing.way);
  test.lanes = structure.lanes(passing.way);
  return test;
}

Tests passed() {
  std::vector<g::Labelled<Member>> types;
  for (const Member& member : members()) types.push_back({member.type, member});
  std::vector<g::Labelled<Way>> ways;
  for (const Way way : {Way::argument, Way::result, Way::member_of_result, Way::pointer, Way::after_integers,
                        Way::after_doubles, Way::variadic, Way::among_variadic})
    ways.push_back({describe(way), way});
  const auto type = g::labelled_elements(std::move(types));
  return g::map(g::product<Passing>(g::named("way", g::enumeration<Way>(std::move(ways))), g::named("first", type),
                                    g::named("second", type), g::named("third", g::labelled_elements(third_members()))),
                to_test);
}

/// The members with these labels; empty for inputs of another kind.
std::vector<Member> members_labelled(std::span<const std::string> labels) {
  std::vector<Member> found;
  for (const std::string& label : labels)
    if (const auto member = std::ranges::find(members(), label, &Member::type); member != members().end())
      found.push_back(*member);
  return found;
}

/// The offset of each member, and behind them the size of the structure.
std::vector<int> offsets(const std::vector<Member>& of) {
  std::vector<int> all;
  int offset = 0, alignment = 1;
  for (const Member& member : of) {
    offset = (offset + member.alignment - 1) / member.alignment * member.alignment;
    all.push_back(offset);
    offset += member.size;
    alignment = std::max(alignment, member.alignment);
  }
  all.push_back((offset + alignment - 1) / alignment * alignment);
  return all;
}

std::string bytes(std::span<const std::string> labels) {
  const std::vector<Member> of = members_labelled(labels);
  return of.empty() ? "" : std::to_string(offsets(of).back());
}

/// The classes of the eightbytes in the System V ABI: "INTEGER SSE". Larger structures travel in memory.
std::string classes(std::span<const std::string> labels) {
  const std::vector<Member> of = members_labelled(labels);
  if (of.empty()) return "";
  const std::vector<int> at = offsets(of);
  if (at.back() > 16) return "MEMORY";
  bool is_integer[2] = {};
  for (std::size_t i = 0; i < of.size(); ++i)
    if (!of[i].type.starts_with("float") && of[i].type != "double")
      for (int byte = at[i]; byte < at[i] + of[i].size; ++byte) is_integer[byte / 8] = true;
  std::string text = is_integer[0] ? "INTEGER" : "SSE";
  if (at.back() > 8) text += is_integer[1] ? " INTEGER" : " SSE";
  return text;
}

}  // namespace

Properties structure_properties() {
  const std::vector<std::string> members{"kind/passed/first", "kind/passed/second", "kind/passed/third"};
  return {{"bytes", members, bytes},
          {"classes", members, classes},
          {"requested alignment", {"kind/attribute/of/type", "kind/attribute/of/asks/alignment"}, requested_alignment}};
}

Tests structures() {
  return g::named("kind", g::alternatives(g::labelled("passed", passed()), g::labelled("attribute", attributes())));
}

}  // namespace tcc
