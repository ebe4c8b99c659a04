// SPDX-License-Identifier: Apache-2.0
#include <smallscope/java/print.hpp>

namespace smallscope::java {
namespace {

class Printer {
 public:
  std::string text;

  void add(const Class& type) {
    begin_line(type.modifiers);
    text += "class ";
    text += type.name;
    if (!type.superclass.empty()) {
      text += " extends ";
      text += type.superclass;
    }
    text += " {\n";
    ++depth_;
    for (const Field& field : type.fields) add(field);
    for (const Method& method : type.methods) add(method);
    for (const Class& inner : type.classes) add(inner);
    --depth_;
    end_block();
  }

 private:
  void add(const Field& field) {
    begin_line(field.modifiers);
    add(field.type);
    text += ' ';
    text += field.name;
    if (!field.initialiser.empty()) {
      text += " = ";
      text += field.initialiser;
    }
    text += ";\n";
  }
  void add(const Method& method) {
    begin_line(method.modifiers);
    if (!method.type_parameters.empty()) {
      text += '<';
      text += method.type_parameters;
      text += "> ";
    }
    if (!method.result.name.empty()) {
      add(method.result);
      text += ' ';
    }
    text += method.name;
    text += '(';
    for (const Parameter& parameter : method.parameters) {
      if (&parameter != &method.parameters.front()) text += ", ";
      add(parameter.type);
      text += parameter.is_variable ? "... " : " ";
      text += parameter.name;
    }
    text += ") {\n";
    add(method.body);
    end_block();
  }
  void add(const std::vector<Statement>& body) {
    ++depth_;
    for (const Statement& statement : body) add(statement);
    --depth_;
  }
  void add(const Statement& statement) {
    if (!statement.local_class.empty()) return add(statement.local_class.front());
    indent();
    text += statement.text;
    if (statement.body.empty()) {
      text += '\n';
      return;
    }
    text += statement.text.empty() ? "{\n" : " {\n";
    add(statement.body);
    end_block();
  }
  void add(const Type& type) {
    text += type.name;
    for (int i = 0; i < type.dimensions; ++i) text += "[]";
  }
  void begin_line(const Modifiers& modifiers) {
    indent();
    add_word(to_string(modifiers.visibility));
    if (modifiers.is_static) add_word("static");
    if (modifiers.is_final) add_word("final");
  }
  void add_word(std::string_view word) {
    if (word.empty()) return;
    text += word;
    text += ' ';
  }
  void end_block() {
    indent();
    text += "}\n";
  }
  void indent() { text.append(2 * depth_, ' '); }

  std::size_t depth_ = 0;
};

}  // namespace

std::string print(const CompilationUnit& unit) {
  Printer printer;
  for (const Class& type : unit.classes) printer.add(type);
  return std::move(printer.text);
}

std::string print(const Class& type) {
  Printer printer;
  printer.add(type);
  return std::move(printer.text);
}

}  // namespace smallscope::java
