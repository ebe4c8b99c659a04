// SPDX-License-Identifier: Apache-2.0
#include "subject_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <smallscope/subjects/worker.hpp>
#include <stdexcept>
#include <utility>

#include "document.hpp"

namespace smallscope::program::specification {
namespace {

/// The value, or those of a list.
std::vector<const Value*> one_or_more(const Value& value) {
  if (value.kind != Value::Kind::list) return {&value};
  std::vector<const Value*> values;
  for (const Value& one : value.items) values.push_back(&one);
  if (values.empty()) throw Mistake(value.line, fmt::format("`{}` is an empty list; leave it out", value.path));
  return values;
}

/// `refuses`: how a command says that it declines an input.
std::optional<subjects::RefusalSign> refusal_sign_of(const Section& section) {
  const Value* const table = section.find("refuses");
  if (table == nullptr) {
    if (const Value* const meaning = section.find("refusal"))
      throw Mistake(meaning->line, fmt::format("`{}` says what a refusal means, but not how this command refuses; add "
                                               "`refuses = {{ exit_status = 2 }}`, or remove it",
                                               meaning->path));
    return std::nullopt;
  }
  const Section sign(*table, "`subject.refuses`", {"exit_status", "says"});
  subjects::RefusalSign refusal;
  if (const Value* statuses = sign.find("exit_status"))
    for (const Value* status : one_or_more(*statuses))
      refusal.exit_statuses.push_back(static_cast<int>(integer_of(*status, 0, 255)));
  if (const Value* texts = sign.find("says")) {
    for (const Value* text : one_or_more(*texts)) {
      if (string_of(*text).empty() || text->text.find('\n') != std::string::npos)
        throw Mistake(text->line,
                      fmt::format("`{}` is {}; give some of a line that the command prints when it refuses", text->path,
                                  text->text.empty() ? "empty, and in whatever is printed" : "of several lines"));
      refusal.texts.push_back(text->text);
    }
  } else if (refusal.exit_statuses.empty()) {
    throw Mistake(table->line, "`subject.refuses` does not say how; give `exit_status`, `says`, or both");
  } else if (std::ranges::find(refusal.exit_statuses, 0) != refusal.exit_statuses.end()) {
    throw Mistake(sign.find("exit_status")->line,
                  "`subject.refuses.exit_status` has 0, with which the command accepts "
                  "inputs, too; add what it prints when it refuses, `says = \"...\"`");
  }
  return refusal;
}

std::shared_ptr<const subjects::Subject> command_subject(const Section& section, Surroundings& surroundings) {
  for (const std::string_view key : {"recycle_after", "start_limit", "parameters"})
    if (const Value* value = section.find(key))
      throw Mistake(value->line, fmt::format("`{}` has no meaning beside `run`, which starts a process for every "
                                             "test; remove it",
                                             value->path));
  std::vector<subjects::Command> steps = steps_of(program_text(section, "run"), surroundings);
  surroundings.subject_name = program_name(steps);
  std::vector<std::string> outputs;
  const Value* const list = section.find("outputs");
  if (list)
    for (const Value& name : list_of(*list, "a list of file names such as [\"after.c\"]"))
      outputs.push_back(string_of(name));
  std::optional<subjects::Command> version;
  if (const Value* command = section.find("version"))
    version = command_without_input({.line = *command, .inherit = section.find("inherit")}, surroundings,
                                    "a list of strings such as [\"gcc\", \"--version\"]");
  surroundings.outputs = outputs;
  std::optional<subjects::RefusalSign> refusal = refusal_sign_of(section);
  try {
    return subjects::commands(std::move(steps), surroundings.limits, std::move(outputs), std::move(version),
                              std::move(refusal));
  } catch (const std::invalid_argument& error) {
    throw Mistake(list ? list->line : 0, error.what());
  }
}

std::shared_ptr<const subjects::Subject> worker_subject(const Section& section, Surroundings& surroundings) {
  for (const std::string_view key : {"standard_input", "outputs", "version", "refuses"})
    if (const Value* value = section.find(key))
      throw Mistake(value->line, fmt::format("`{}` has no meaning beside `worker`, which answers requests "
                                             "(docs/worker-protocol.md); remove it",
                                             value->path));
  subjects::WorkerOptions options{.limits = surroundings.limits};
  if (const Value* start = section.find("start_limit")) options.start = duration_of(*start);
  if (const Value* count = section.find("recycle_after"))
    options.recycle_after = static_cast<std::uint64_t>(integer_of(*count, 1, INT64_MAX));
  subjects::Command command = command_without_input(program_text(section, "worker"), surroundings,
                                                    "a list of strings such as [\"python3\", \"{here}/worker.py\"]");
  surroundings.subject_name = "worker";
  // A worker receives every hole as a parameter, unless only values of other holes have it.
  surroundings.names.used.insert(surroundings.names.outermost.begin(), surroundings.names.outermost.end());
  return subjects::worker(std::move(command), options);
}

}  // namespace

std::vector<subjects::NamedText> parameters_of(const Value& subject, const std::vector<std::string>& holes) {
  std::vector<subjects::NamedText> parameters;
  const Value* table = subject.find("parameters");
  if (table == nullptr) return parameters;
  if (!table->is_table()) wrong_type(*table, "a table of texts such as { refactoring = \"rename\" }");
  for (const Entry& entry : table->entries) {
    if (!entry.value.is_scalar()) wrong_type(entry.value, "a text such as \"rename\"; what varies is a hole");
    if (std::find(holes.begin(), holes.end(), entry.key) != holes.end())
      throw Mistake(
          entry.line,
          fmt::format("`{}` has the name of a hole, which is a parameter, too; rename one of them", entry.value.path));
    parameters.push_back({entry.key, entry.value.text});
  }
  return parameters;
}

runner::ObservedOptions refusal_of(const Value& subject) {
  const Value* refusal = subject.find("refusal");
  if (refusal == nullptr) return {};
  for (const auto& [name, meaning] :
       {std::pair("counted", runner::Refusal::counted), std::pair("failure", runner::Refusal::failure),
        std::pair("rejection", runner::Refusal::rejection)})
    if (string_of(*refusal) == name) return {.refusal = meaning};
  throw Mistake(refusal->line, fmt::format("`{}` is `{}`; give \"counted\", \"failure\" or \"rejection\"",
                                           refusal->path, refusal->text));
}

std::shared_ptr<const subjects::Subject> subject_of(const Value& table, Surroundings& surroundings) {
  std::vector<std::string_view> keys = keys_of_program;
  keys.insert(keys.end(), {"worker", "parameters", "outputs", "version", "recycle_after", "start_limit", "refuses",
                           "refusal", "files"});
  keys.insert(keys.end(), keys_of_limits.begin(), keys_of_limits.end());
  const Section section(table, "[subject]", keys);
  surroundings.limits = limits_of(section, surroundings.limits, true);
  if (const Value* files = section.find("files")) surroundings.files.add(*files);
  const Value* worker = section.find("worker");
  if (worker == nullptr) {
    section.require("run", "run = [\"PROGRAM\", \"{input}\"] for a command per test, or `worker`");
    return command_subject(section, surroundings);
  }
  if (section.find("run") != nullptr)
    throw Mistake(worker->line,
                  "`subject.worker` stands beside `subject.run`; keep `run` for a command per test, "
                  "`worker` for a process that answers requests");
  return worker_subject(section, surroundings);
}

}  // namespace smallscope::program::specification
