// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/switched_text.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/counted.hpp"

namespace smallscope::program {

namespace {

std::string heading(const SwitchedTests& switched) {
  std::string text = fmt::format("{}  {}  {}\n", switched.id, switched.key, report::one_line(switched.messages, 120));
  for (const std::string& problem : switched.problems)
    text += fmt::format("left out: {}\n", report::one_line(problem, 300));
  if (switched.conditions == 0 && switched.run != runner::Stop::finished)
    return text + fmt::format("left out: all, {}\n", switched.run == runner::Stop::interrupted
                                                         ? "interrupted before the inputs were executed as they are"
                                                         : "--budget had no time for the inputs as they are");
  if (switched.conditions == 0)
    return text + fmt::format("input #{} executes no condition that can be negated\n", switched.failing.front());
  const std::size_t negated = switched.tried - switched.not_negated;
  text += fmt::format("input #{} executes {}; {} negated, one after the other\n", switched.failing.front(),
                      counted(switched.conditions, "condition"),
                      negated == switched.conditions ? "all of them were" : report::grouped(negated) + " of them were");
  if (switched.changed > 0)
    text +=
        fmt::format("left out: {} that do not do any more what the store says\n", counted(switched.changed, "input"));
  if (switched.not_negated > 0)
    text += fmt::format("left out: {} that could not be negated: link the subject with the runtime of this version\n",
                        counted(switched.not_negated, "condition"));
  if (switched.tried < switched.conditions)
    text += fmt::format(
        "left out: {} {}\n", counted(switched.conditions - switched.tried, "condition"),
        switched.run == runner::Stop::interrupted ? "after the interruption" : "that --budget had no time for");
  return text;
}

std::string text_of(const diagnosis::NegatedCondition& condition, SourceFiles& files) {
  const std::string function = condition.function.empty() ? "?" : report::one_line(condition.function, 80);
  std::string text = fmt::format(
      "{:>5.2f}  {:>10}  {:>10}  {}\n", gain(condition), fmt::format("{} of {}", condition.mended, condition.failing),
      fmt::format("{} of {}", condition.kept, condition.passing),
      condition.file.empty()
          ? function
          : fmt::format("{}:{} ({})", report::one_line(condition.file, 80), condition.line, function));
  const std::string line = source_text(files, {.name = "", .file = condition.file, .line = condition.line});
  if (!line.empty()) text += fmt::format("{:>31}{}\n", "", report::one_line(line, 88));
  return text;
}

}  // namespace

std::string text(const SwitchedTests& switched, std::size_t top, SourceFiles& files) {
  std::string text = heading(switched);
  if (switched.tried == switched.not_negated) return text;
  if (switched.critical.empty())
    return text + "none of these alone is critical: the input fails with each of them negated\n";
  text += fmt::format(
      "{}: the input passes with it negated\n{:>5}  {:>10}  {:>10}  {}\n",
      switched.critical.size() == 1 ? "one is critical" : report::grouped(switched.critical.size()) + " are critical",
      "gain", "mended", "kept", "condition");
  const std::size_t shown = std::min(top, switched.critical.size());
  for (std::size_t i = 0; i < shown; ++i) text += text_of(switched.critical[i], files);
  if (shown < switched.critical.size()) text += fmt::format("and {} more (--top)\n", switched.critical.size() - shown);
  return text;
}

report::Json to_json(const SwitchedTests& switched) {
  report::Json json{{"cluster", switched.id},
                    {"key", switched.key},
                    {"messages", report::text_json(switched.messages)},
                    {"failing", switched.failing},
                    {"passing", switched.passing},
                    {"changed", switched.changed},
                    {"conditions", switched.conditions},
                    {"tried", switched.tried},
                    {"not_negated", switched.not_negated},
                    {"executions", switched.executions},
                    {"run", name(switched.run)},
                    {"problems", report::Json::array()},
                    {"critical", report::Json::array()}};
  for (const std::string& problem : switched.problems) json["problems"].push_back(report::text_json(problem));
  for (const diagnosis::NegatedCondition& each : switched.critical)
    json["critical"].push_back({{"function", report::text_json(each.function)},
                                {"file", report::text_json(each.file)},
                                {"line", each.line},
                                {"gain", gain(each)},
                                {"mended", each.mended},
                                {"kept", each.kept}});
  return json;
}

std::vector<diagnosis::NegatedCondition> read_negated(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw UsageError(fmt::format("{}: cannot be read; write it with `switch --json`", file));
  std::vector<diagnosis::NegatedCondition> conditions;
  try {
    const report::Json json = report::Json::parse(stream);
    for (const report::Json& each : json.at("critical"))
      conditions.push_back({.file = each.at("file").get<std::string>(),
                            .function = each.at("function").get<std::string>(),
                            .line = each.at("line").get<std::uint32_t>(),
                            .mended = each.at("mended").get<std::size_t>(),
                            .failing = json.at("failing").size(),
                            .kept = each.at("kept").get<std::size_t>(),
                            .passing = json.at("passing").size()});
  } catch (const report::Json::exception& error) {
    throw UsageError(fmt::format("{}: is not what `switch --json` prints: {}", file, error.what()));
  }
  for (const diagnosis::NegatedCondition& each : conditions)
    if (each.mended > each.failing || each.kept > each.passing)
      throw UsageError(fmt::format("{}: is not what `switch --json` prints: it mends {} of {} and keeps {} of {}", file,
                                   each.mended, each.failing, each.kept, each.passing));
  return conditions;
}

}  // namespace smallscope::program
