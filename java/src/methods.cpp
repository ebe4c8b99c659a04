// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/methods.hpp>

#include <array>
#include <utility>

namespace smallscope::java {
namespace {

const std::vector<std::string> own_names{"v", "L", "in"};

enum Receiver : unsigned {
  implicit = 1,
  this_object = 2,
  new_object = 4,
  qualified = 8,
  super_object = 16,
  class_name = 32
};
struct ReceiverText {
  Receiver receiver;
  std::string_view before_call;
  std::string_view before_reference;  ///< "this::m"; "": there is no method reference
};
constexpr std::array receiver_texts{
    ReceiverText{implicit, "", ""},
    ReceiverText{this_object, "this.", "this::"},
    ReceiverText{new_object, "new A().", "new A()::"},
    ReceiverText{qualified, "A.this.", "A.this::"},
    ReceiverText{super_object, "super.", "super::"},
    ReceiverText{class_name, "A.", "A::"},
};

class Calls {
 public:
  Calls(const Method& method, std::string other_name)
      : is_static_(method.modifiers.is_static),
        is_private_(method.modifiers.visibility == Visibility::private_visible),
        is_void_(is_void(method.result)),
        parameters_(method.parameters),
        other_(std::move(other_name)) {
    const unsigned everywhere = implicit | new_object | qualified;  // also where `this` is another object
    const unsigned own = everywhere | this_object;
    add("statement", own, "$;");
    if (!is_void_) {
      add("argument", own, "System.out.println($);");
      add("local variable", own, "int v = $;");
      add("condition", own, "if ($ == 1) System.out.println(1);");
      add("operand", own, "System.out.println(1 + $);");
      if (!parameters_.empty()) add_nested(own);
    }
    add("lambda", own, "Runnable v = () -> $; v.run();");
    if (parameters_.empty()) add_method_references();
    add("local variable of the other name", own, "{ int " + other_ + " = 1; $; }");
    add("lambda with a parameter of the other name", own,
        "java.util.function.IntConsumer v = " + other_ + " -> $; v.accept(1);");
    add("local class", everywhere, "class L { void in() { $; } } new L().in();");
    add("local class with the other name", everywhere,
        "class L { void " + other_ + "(int i) {} void in() { $; } } new L().in();");
    add("anonymous class", everywhere, "new Object() { void in() { $; } }.in();");
    add("anonymous class with the other name", everywhere,
        "new Object() { void " + other_ + "(int i) {} void in() { $; } }.in();");
    // Private methods are not inherited: only super reaches them, because the superclass itself has them.
    add("local subclass", is_private_ ? everywhere | super_object : own | super_object,
        "class L extends A { void in() { $; } } new L().in();");
    add_members(own, everywhere);
  }
  gen::Elements<Call> labelled() && { return gen::labelled_elements<Call>(std::move(all_)); }

 private:
  void add(const std::string& context, unsigned legal, const std::string& pattern,
           Call::Kind kind = Call::Kind::statement, const std::string& other_method = "") {
    if (is_static_) legal |= class_name;
    for (const ReceiverText& receiver : receiver_texts) {
      if ((legal & receiver.receiver) == 0) continue;
      const std::string call = std::string(receiver.before_call) + "m(" + arguments() + ")";
      all_.push_back({context + ", " + call, {kind, filled(pattern, call), other_method}});
    }
  }
  std::string arguments() const {
    if (parameters_.empty()) return "";
    return parameters_.front().is_variable ? "\"one\", \"two\"" : "1";
  }
  void add_nested(unsigned own) { add("nested argument", own, "m($);"); }
  void add_method_references() {
    const auto add_reference = [&](const std::string& reference) {
      all_.push_back(
          {"method reference, " + reference, {Call::Kind::statement, "Runnable v = " + reference + "; v.run();", ""}});
    };
    for (const ReceiverText& receiver : receiver_texts) {
      if (receiver.before_reference.empty() || receiver.receiver == super_object) continue;
      if (is_static_ != (receiver.receiver == class_name)) continue;
      add_reference(std::string(receiver.before_reference) + "m");
    }
  }
  void add_members(unsigned own, unsigned everywhere) {
    // A new A() in the initialiser of an instance field would construct without end.
    if (!is_void_) add("field initialiser", own & ~new_object, "$", Call::Kind::field_initialiser);
    add("inner class", everywhere, "$", Call::Kind::inner_class);
    add("inner class with the other name", everywhere, "$", Call::Kind::inner_class, other_);
  }

  bool is_static_, is_private_, is_void_;
  std::vector<Parameter> parameters_;
  std::string other_;
  std::vector<gen::Labelled<Call>> all_;
};

}  // namespace

gen::Elements<Signature> signatures() {
  return gen::enumeration<Signature>({{"void m()", Signature::procedure},
                                      {"int m()", Signature::function},
                                      {"int m(int)", Signature::of_int},
                                      {"void m(String...)", Signature::of_strings},
                                      {"<T> T m(T)", Signature::generic}});
}

gen::Elements<bool> static_or_not() { return gen::labelled_elements<bool>({{"instance", false}, {"static", true}}); }

Method method(Visibility visibility, bool is_static, Signature signature) {
  Method m = procedure("m", {print("\"m\"")});
  m.modifiers = {visibility, is_static};
  switch (signature) {
    case Signature::procedure:
      break;
    case Signature::function:
      m.result = {"int"};
      m.body.push_back({"return 1;"});
      break;
    case Signature::of_int:
      m.result = {"int"};
      m.parameters.push_back({{"int"}, "i"});
      m.body.push_back({"return i;"});
      break;
    case Signature::of_strings:
      m.parameters = {{{"String"}, "words", true}};
      break;
    case Signature::generic:
      m.type_parameters = "T";
      m.result = {"T"};
      m.parameters = {{{"T"}, "t"}};
      m.body.push_back({"return t;"});
      break;
  }
  return m;
}

gen::Elements<Call> calls(const Method& method, const std::string& other_name) {
  return Calls(method, other_name).labelled();
}

void add_call(Class& a, std::vector<Statement>& body, const Call& call, const std::string& suffix) {
  switch (call.kind) {
    case Call::Kind::statement:
      body.push_back({gen::separated(call.text, own_names, suffix)});
      break;
    case Call::Kind::field_initialiser:
      a.fields.push_back({{}, {"int"}, "w" + suffix, call.text});
      break;
    case Call::Kind::inner_class: {
      Class inner{.modifiers = {}, .name = "L" + suffix};
      if (!call.other_method.empty()) {
        inner.methods.push_back(procedure(call.other_method, {}));
        inner.methods.back().parameters = {{{"int"}, "i"}};
      }
      inner.methods.push_back(procedure("in", {{call.text + ";"}}));
      a.classes.push_back(std::move(inner));
      body.push_back({"new L" + suffix + "().in();"});
      break;
    }
  }
}

gen::Elements<Namesake> namesakes() {
  return gen::enumeration<Namesake>({{"none", Namesake::none},
                                     {"field", Namesake::field},
                                     {"overload", Namesake::overload},
                                     {"inner class", Namesake::inner_class}});
}

void add_namesake(Class& type, Namesake kind, const std::string& name) {
  switch (kind) {
    case Namesake::none:
      break;
    case Namesake::field:
      type.fields.push_back({{}, {"int"}, name, "2"});
      break;
    case Namesake::overload: {
      Method overload = procedure(name, {print("\"" + name + "\"")});
      overload.parameters = {{{"int"}, "i"}, {{"int"}, "j"}};
      type.methods.push_back(std::move(overload));
      break;
    }
    case Namesake::inner_class:
      type.classes.push_back({.modifiers = {}, .name = name});
      break;
  }
}

gen::Elements<Caller> callers() {
  return gen::labelled_elements<Caller>({{"public, same signature", {Visibility::public_visible, false}},
                                         {"public, different signature", {Visibility::public_visible, true}},
                                         {"private, same signature", {Visibility::private_visible, false}},
                                         {"private, different signature", {Visibility::private_visible, true}}});
}

Method caller(const Caller& caller, const std::vector<Expression>& calls) {
  Method result = procedure("mPrime", {});
  result.modifiers.visibility = caller.visibility;
  if (caller.takes_int) result.parameters.push_back({{"int"}, "i"});
  for (const Expression& call : calls) result.body.push_back({call + ";"});
  return result;
}

Method runner_of(const Caller& caller) { return procedure("run", {{caller.takes_int ? "mPrime(1);" : "mPrime();"}}); }

}  // namespace smallscope::java
