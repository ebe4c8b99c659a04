// SPDX-License-Identifier: Apache-2.0
#include "oracle_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <smallscope/oracles/executing.hpp>
#include <smallscope/oracles/remembering.hpp>
#include <smallscope/oracles/standard.hpp>

namespace smallscope::program::specification {
namespace {

using oracles::OraclePointer;

/// The data that every kind of oracle is made from.
struct Request {
  const Value& value;  // of the key that names the kind
  const Section& section;
  Surroundings& surroundings;
  std::vector<std::string>& hiding;  // messages by which a fragment hides the others
  oracles::Normaliser normalise;
  subjects::Limits limits;
};

const std::vector<std::string_view> keys_of_differential = {
    "others", "sanitised", "subject", "compare_exit_status", "compare_standard_error", "each_line"};
const std::vector<std::string_view> keys_of_results = {"file", "result"};
const std::vector<std::string_view> keys_of_reports = {"before", "after", "changed", "optional"};
const std::vector<std::string_view> keys_of_round_trips = {"original", "there_and_back", "optional"};

oracles::Normaliser normaliser_of(const Value* list) {
  if (list == nullptr) return {};
  std::vector<oracles::Rewrite> rules;
  for (const RuleTable& rule : rules_of(*list, "`normalise`")) {
    rules.push_back({rule.pattern->text, rule.replacement});
    try {
      const oracles::Normaliser probe({rules.back()});
    } catch (const std::invalid_argument& error) {
      throw Mistake(rule.pattern->line,
                    fmt::format("`{}` is not a regular expression: {}; correct it, or escape special "
                                "characters with a backslash",
                                rule.pattern->path, error.what()));
    }
  }
  return oracles::Normaliser(std::move(rules));
}

Section program_section(const Value& value, std::vector<std::string_view> more) {
  std::vector<std::string_view> keys = keys_of_program;
  keys.insert(keys.end(), more.begin(), more.end());
  Section section(value, fmt::format("`{}`", value.path), keys);
  return section;
}

oracles::Contestant contestant_of(const Value& value, Surroundings& surroundings, std::vector<std::string_view> more) {
  if (value.is_table()) {
    more.push_back("name");
    program_section(value, std::move(more)).require("run", "run = [\"PROGRAM\", ...]");
  }
  oracles::Contestant contestant{"", steps_of(value, surroundings)};
  const Value* name = value.find("name");
  contestant.name = name != nullptr ? string_of(*name) : program_name(contestant.steps);
  return contestant;
}

OraclePointer differential(const Request& request) {
  const Value& value = request.value;
  std::vector<oracles::Contestant> others;
  std::vector<std::size_t> lines;
  oracles::DifferentialOptions options;
  options.normalise = request.normalise;
  options.limits = request.limits;
  options.subject_name = request.surroundings.subject_name;
  if (value.is_table()) {
    std::vector<std::string_view> keys = keys_of_differential;
    keys.push_back("name");
    const Section section = program_section(value, keys);
    if (const Value* name = section.find("subject")) options.subject_name = string_of(*name);
    if (const Value* flag = section.find("compare_exit_status")) options.compare_exit_status = boolean_of(*flag);
    if (const Value* flag = section.find("each_line")) options.each_line = boolean_of(*flag);
    if (const Value* flag = section.find("compare_standard_error")) options.compare_standard_error = boolean_of(*flag);
    if (const Value* sanitised = section.find("sanitised"))
      options.sanitised = contestant_of(*sanitised, request.surroundings, {});
    if (section.find("others") == nullptr) section.require("run", "run = [\"REFERENCE\", ...], or `others`");
  }
  if (!value.is_table() || value.find("run") != nullptr) {
    others.push_back(contestant_of(value, request.surroundings, keys_of_differential));
    lines.push_back(value.line);
  }
  if (const Value* list = value.find("others")) {
    for (const Value& item : list_of(*list, "a list of tables such as [{ name = \"gcc -O2\", run = [...] }]")) {
      others.push_back(contestant_of(item, request.surroundings, {}));
      lines.push_back(item.line);
    }
    if (others.empty()) wrong_type(*list, "at least one table with `name` and `run`");
  }
  std::vector<std::string> names = {options.subject_name};
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (std::find(names.begin(), names.end(), others[i].name) != names.end())
      throw Mistake(lines[i], fmt::format("`{}` has two contestants called `{}`; give this one a `name`{}", value.path,
                                          others[i].name,
                                          others[i].name == names.front() ? ", or the subject one by `subject`" : ""));
    names.push_back(others[i].name);
  }
  for (const std::string& name : names)
    for (const std::string_view end : {"exit status", "killed by", "crashed", "timed out"})
      request.hiding.push_back(fmt::format("{} says {}", name, end));
  return oracles::differential(std::move(others), std::move(options));
}

/// Where the subject's result is, given the key `result`, if there is one.
oracles::SubjectResult subject_result(std::string file, const Value* result, const Request& request) {
  const auto& outputs = request.surroundings.outputs;
  if (!outputs) return {std::move(file), result != nullptr ? string_of(*result) : ""};  // a worker's
  const auto listed_is = [&](std::string_view name) {
    return std::find(outputs->begin(), outputs->end(), name) != outputs->end();
  };
  if (result == nullptr) {
    if (outputs->empty() || listed_is(file)) return file;
    throw Mistake(request.value.line,
                  fmt::format("`{}` does not say which output of the subject is made of `{}`; give it as a table with "
                              "result = \"{}\", or with result = \"{}\" if the subject prints it",
                              request.value.path, file, outputs->front(), oracles::standard_output));
  }
  if (string_of(*result) != oracles::standard_output) check_is_listed(result->text, *result, request.surroundings);
  return {std::move(file), result->text};
}

/// The command of compiles_after, behaviour_preserved and round_trip, and the subject's result that it is run on.
std::pair<std::vector<subjects::Command>, oracles::SubjectResult> steps_and_result(const Request& request) {
  const std::vector<std::string>& files = request.surroundings.names.files;
  const Value *file = nullptr, *result = nullptr;
  if (request.value.is_table()) {
    const Section section = program_section(request.value, keys_of_results);
    section.require("run", "run = [\"PROGRAM\", ...]");
    file = section.find("file");
    result = section.find("result");
  }
  if (file != nullptr && std::find(files.begin(), files.end(), string_of(*file)) == files.end())
    throw Mistake(file->line, fmt::format("`{}` names the unknown file `{}`; {}", file->path, file->text,
                                          suggestion(file->text, files)));
  if (files.empty())
    throw Mistake(request.value.line, fmt::format("`{}` needs an input file that the result replaces; give one with "
                                                  "`file` and `template` in [inputs]",
                                                  request.value.path));
  return {steps_of(request.value, request.surroundings),
          subject_result(file != nullptr ? file->text : files.front(), result, request)};
}

OraclePointer compiles_after(const Request& request) {
  auto [steps, result] = steps_and_result(request);
  return oracles::compiles_after(std::move(steps), std::move(result), request.limits);
}
OraclePointer behaviour_preserved(const Request& request) {
  auto [steps, result] = steps_and_result(request);
  return oracles::behaviour_preserved(std::move(steps), std::move(result), request.normalise, request.limits);
}
OraclePointer round_trip(const Request& request) {
  auto [steps, result] = steps_and_result(request);
  return oracles::round_trip(std::move(steps), std::move(result), request.normalise, request.limits);
}

OraclePointer external(const Request& request) {
  const Value* name = request.section.find("name");
  if (request.value.is_table()) program_section(request.value, {}).require("run", "run = [\"PROGRAM\", ...]");
  std::vector<std::string> outputs;
  std::vector<subjects::Command> steps = steps_of(request.value, request.surroundings, &outputs);
  std::string called = name != nullptr ? string_of(*name) : program_name(steps);
  return oracles::external(std::move(called), std::move(steps), request.limits, std::move(outputs));
}

OraclePointer exit_status(const Request& request) {
  return oracles::exit_status(static_cast<int>(integer_of(request.value, 0, 255)));
}

/// In an expected output, braces that do not hold the name of a hole stand for themselves. A name that is nearly that
/// of a hole is a mistake.
OraclePointer expected_output(const Request& request) {
  Names& names = request.surroundings.names;
  const std::string& text = string_of(request.value);
  for (std::size_t at = 0; (at = text.find_first_of("{}", at)) != std::string::npos; ++at) {
    if (at + 1 < text.size() && text[at + 1] == text[at]) {
      ++at;
      continue;
    }
    const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string::npos;
    if (end == std::string::npos) continue;
    const std::string name = text.substr(at + 1, end - at - 1);
    if (std::find(names.holes.begin(), names.holes.end(), name) != names.holes.end()) {
      names.used.insert(name);
    } else if (!name.empty() &&
               name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                   std::string::npos) {
      throw Mistake(line_of(request.value, "{" + name + "}"),
                    fmt::format("`{}` has the unknown hole {{{}}}; {} (write {{{{ and }}}} for braces)",
                                request.value.path, name, suggestion(name, names.holes)));
    }
  }
  return oracles::expected_output(text, request.normalise);
}

void require_true(const Value& value) {
  if (!boolean_of(value))
    throw Mistake(value.line, fmt::format("`{}` is false; give true, or remove the table", value.path));
}

/// Whether a table of reported outputs says that they may be missing.
oracles::Evidence evidence_of(const Value& table) {
  const Value* optional = table.is_table() ? table.find("optional") : nullptr;
  return optional != nullptr && boolean_of(*optional) ? oracles::Evidence::optional : oracles::Evidence::required;
}

/// The output that holds what the subject made of the input, if a table of reported outputs names one.
std::string changed_of(const Value& table) {
  const Value* changed = table.is_table() ? table.find("changed") : nullptr;
  return changed != nullptr ? string_of(*changed) : "";
}

/// The names of the outputs that a worker reports; `true` keeps the defaults.
std::pair<std::string, std::string> before_and_after(const Request& request, std::string before, std::string after) {
  if (!request.value.is_table()) {
    if (request.value.kind != Value::Kind::boolean)
      wrong_type(request.value, "true, or a table with `before`, `after`, `changed`");
    require_true(request.value);
    return {before, after};
  }
  const Section section(request.value, fmt::format("`{}`", request.value.path), keys_of_reports);
  if (const Value* name = section.find("before")) before = string_of(*name);
  if (const Value* name = section.find("after")) after = string_of(*name);
  return {before, after};
}

OraclePointer reported_compiles(const Request& request) {
  auto [before, after] = before_and_after(request, "compile errors before", "compile errors after");
  return oracles::reported_compiles(std::move(before), std::move(after), evidence_of(request.value),
                                    changed_of(request.value));
}
OraclePointer reported_behaviour(const Request& request) {
  auto [before, after] = before_and_after(request, "behaviour before", "behaviour after");
  return oracles::reported_behaviour(std::move(before), std::move(after), request.normalise, {},
                                     evidence_of(request.value), changed_of(request.value));
}
OraclePointer reported_round_trip(const Request& request) {
  const Section section(request.value, fmt::format("`{}`", request.value.path), keys_of_round_trips);
  return oracles::reported_round_trip(
      string_of(section.require("original", "the output or file that is the original: original = \"input.py\"")),
      string_of(
          section.require("there_and_back", "the output that should equal it: there_and_back = \"there and back\"")),
      evidence_of(request.value));
}
OraclePointer no_crash(const Request& request) {
  require_true(request.value);
  return oracles::no_crash();
}
OraclePointer no_time_out(const Request& request) {
  require_true(request.value);
  return oracles::no_time_out();
}

struct KindOfOracle {
  std::string_view key;
  OraclePointer (*make)(const Request&);
  bool normalises;
  bool executes;
  const std::vector<std::string_view>* own = nullptr;  ///< keys of the table that its value may be
};

const KindOfOracle kinds[] = {
    {"differential", differential, true, true, &keys_of_differential},
    {"expected_output", expected_output, true, false},
    {"exit_status", exit_status, false, false},
    {"no_crash", no_crash, false, false},
    {"no_time_out", no_time_out, false, false},
    {"compiles_after", compiles_after, false, true, &keys_of_results},
    {"behaviour_preserved", behaviour_preserved, true, true, &keys_of_results},
    {"round_trip", round_trip, true, true, &keys_of_results},
    {"command", external, false, true},
    {"reported_compiles", reported_compiles, false, false, &keys_of_reports},
    {"reported_behaviour", reported_behaviour, true, false, &keys_of_reports},
    {"reported_round_trip", reported_round_trip, false, false, &keys_of_round_trips},
};

/// A key that belongs into the value of the oracle, such as `file`, but stands beside it.
void refuse_misplaced(const Value& table) {
  for (const KindOfOracle& kind : kinds) {
    if (kind.own == nullptr || table.find(kind.key) == nullptr) continue;
    for (const Entry& entry : table.entries)
      if (std::find(kind.own->begin(), kind.own->end(), entry.key) != kind.own->end())
        throw Mistake(entry.line,
                      fmt::format("`{}` belongs into the table of `{}`: write {} = {{ {}{} = ... }}", entry.key,
                                  kind.key, kind.key, kind.executes ? "run = [...], " : "", entry.key));
  }
}

/// A key that belongs beside the oracle, but stands in its value.
void refuse_misplaced_in(const Value& value, std::string_view kind) {
  if (!value.is_table()) return;
  for (const std::string_view key : {"normalise", "occasional", "any_text", "reuse"})
    if (const Value* misplaced = value.find(key))
      throw Mistake(misplaced->line,
                    fmt::format("`{}` belongs beside `{}`, into the table of [[oracles]] itself: write "
                                "it as a line of its own",
                                key, kind));
}

void refuse(const Section& section, std::string_view key, std::string_view kind, std::string_view why) {
  if (const Value* value = section.find(key))
    throw Mistake(value->line,
                  fmt::format("`{}` has no meaning beside `{}`, which {}; remove it", value->path, kind, why));
}

OraclePointer oracle_of(const Value& table, Surroundings& surroundings) {
  std::vector<std::string_view> keys = {"name", "occasional", "any_text", "normalise", "reuse"};
  keys.insert(keys.end(), keys_of_limits.begin(), keys_of_limits.end());
  std::vector<std::string> known;
  for (const KindOfOracle& kind : kinds) {
    keys.push_back(kind.key);
    known.emplace_back(kind.key);
  }
  if (table.is_table()) refuse_misplaced(table);
  const Section section(table, "[[oracles]]", keys);
  const KindOfOracle* chosen = nullptr;
  for (const Entry& entry : table.entries) {
    const auto kind =
        std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return k.key == entry.key; });
    if (kind == std::end(kinds)) continue;
    if (chosen != nullptr)
      throw Mistake(entry.line, fmt::format("`{}` stands beside `{}` in one [[oracles]] table; give each a table of "
                                            "its own",
                                            entry.key, chosen->key));
    chosen = &*kind;
  }
  if (chosen == nullptr)
    throw Mistake(table.line,
                  fmt::format("this [[oracles]] table does not say which oracle it is; add one of {}", listed(known)));
  refuse_misplaced_in(*table.find(chosen->key), chosen->key);
  if (!chosen->normalises) refuse(section, "normalise", chosen->key, "compares no output");
  if (!chosen->executes) {
    refuse(section, "reuse", chosen->key, "runs no program");
    for (const std::string_view key : keys_of_limits) refuse(section, key, chosen->key, "runs no program");
  }
  std::vector<std::string> hiding;
  OraclePointer oracle =
      chosen->make({*table.find(chosen->key), section, surroundings, hiding, normaliser_of(section.find("normalise")),
                    limits_of(section, surroundings.limits)});
  if (const Value* reuse = section.find("reuse"); reuse != nullptr && !boolean_of(*reuse))
    oracle = oracles::executed_each_time(std::move(oracle));
  if (const Value* occasional = section.find("occasional"); occasional != nullptr && boolean_of(*occasional))
    oracle = oracles::occasional(std::move(oracle));
  if (const Value* any_text = section.find("any_text"); any_text != nullptr && boolean_of(*any_text))
    oracle = oracles::of_any_text(std::move(oracle));
  if (const Value* name = section.find("name")) oracle = oracles::renamed(string_of(*name), std::move(oracle));
  for (std::string& text : hiding) surroundings.hiding.push_back(fmt::format("{}: {}", oracle->name(), text));
  return oracle;
}

}  // namespace

std::vector<RuleTable> rules_of(const Value& list, const std::string& name) {
  std::vector<RuleTable> rules;
  for (const Value& item : list_of(list, "a list of tables such as [{ pattern = '[0-9]+', replacement = \"N\" }]")) {
    const Section section(item, name, {"pattern", "replacement"});
    const Value& pattern = section.require("pattern", "a regular expression: pattern = '[0-9]+'");
    const Value& replacement = section.require("replacement", "what takes its place: replacement = \"N\"");
    string_of(pattern);
    rules.push_back({&pattern, string_of(replacement)});
  }
  return rules;
}

std::vector<OraclePointer> oracles_of(const Value* tables, const subjects::Subject& subject,
                                      Surroundings& surroundings) {
  std::vector<OraclePointer> result;
  if (tables == nullptr) return result;
  std::map<std::string, std::size_t> lines;
  for (const Value& table : list_of(*tables, "one [[oracles]] table for each oracle")) {
    OraclePointer oracle = oracle_of(table, surroundings);
    const auto [first, fresh] = lines.emplace(oracle->name(), table.line);
    if (!fresh)
      throw Mistake(table.line, fmt::format("there are two oracles called `{}` (the first is on line {}); give this "
                                            "one a `name`",
                                            oracle->name(), first->second));
    if (const auto reason = oracles::never_judges(*oracle, subject)) throw Mistake(table.line, *reason);
    result.push_back(std::move(oracle));
  }
  return result;
}

}  // namespace smallscope::program::specification
