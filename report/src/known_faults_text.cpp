// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/known_faults_text.hpp>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

using clustering::Decision;
using clustering::FaultProgress;
using clustering::FaultState;

constexpr std::size_t name_width = 70;
constexpr std::size_t name_width_in_table = 32;
constexpr std::size_t most_rows = 100;

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", grouped(count), count == 1 ? singular : plural);
}

/// "#13, #28, #58 and 9 more"
std::string some_of(const std::vector<clustering::FailingInput>& inputs) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, inputs.size()); ++i)
    text += fmt::format("{}{}#{}", i > 0 ? ", " : "", inputs[i].level > 0 ? fmt::format("M{} ", inputs[i].level) : "",
                        inputs[i].ordinal);
  return inputs.size() > most ? fmt::format("{} and {} more", text, grouped(inputs.size() - most)) : text;
}

/// "12 of 15 recorded inputs pass, 3 were not executed"
std::string recorded_text(const FaultState& state, std::size_t recorded) {
  std::string text;
  const auto add = [&](results::Ordinal count, std::string_view singular, std::string_view plural) {
    if (count == 0) return;
    const std::string number =
        count == recorded && recorded > 1 ? fmt::format("all {}", grouped(count)) : grouped(count);
    text += text.empty() ? fmt::format("{}{} {}", number,
                                       count == recorded ? recorded == 1 ? " recorded input" : " recorded inputs"
                                                         : fmt::format(" of {} recorded inputs", grouped(recorded)),
                                       count == 1 ? singular : plural)
                         : fmt::format(", {} {}", number, count == 1 ? singular : plural);
  };
  add(state.passing, "passes", "pass");
  add(state.changed, "fails with another message", "fail with another message");
  add(state.not_executed, "was not executed", "were not executed");
  add(state.unjudged, "was not judged", "were not judged");
  return text;
}

/// "new", "5 new", or "".
std::string new_text(const clustering::ClusterState& state, std::size_t failures) {
  if (state.unknown == 0) return {};
  return state.unknown == failures ? "new" : fmt::format("{} new", grouped(state.unknown));
}

/// Those that need somebody first.
int urgency(const FaultState& state) {
  if (state.progress == FaultProgress::grown) return 0;
  return state.expired ? 1 : 2 + static_cast<int>(state.progress);
}

}  // namespace

std::string state_text(const FaultState& state, const Decision& decision) {
  const bool is_ignored = decision.kind == Decision::Kind::ignore && state.progress == FaultProgress::known;
  std::string text(is_ignored ? "ignored" : clustering::name(state.progress));
  return state.expired ? text + ", expired" : text;
}

std::string remark_text(const FaultState& state, const Decision& decision) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  };
  if (!state.grown.empty())
    add(fmt::format("{} outside of what was recorded: {}", counted(state.grown.size(), "fails", "fail"),
                    some_of(state.grown)));
  if (state.other_space)
    add(decision.explanation ? "recorded in another space: its explanation decides"
                             : "recorded in another space, without an explanation: its ordinals mean other inputs");
  else if (state.progress != FaultProgress::known && decision.evidence)
    add(recorded_text(state, decision.evidence->failing.size()));
  if (state.expired) add(fmt::format("expired after {}", clustering::to_string(*decision.expires)));
  add(decision.ticket);
  add(decision.reason);
  return text;
}

std::string fault_table(const clustering::Faults& faults, const clustering::FaultComparison& comparison) {
  if (comparison.faults.empty()) return "";
  std::vector<const FaultState*> order;
  for (const FaultState& state : comparison.faults) order.push_back(&state);
  std::ranges::stable_sort(order, {}, [](const FaultState* state) { return urgency(*state); });
  Table table({"state", "failing", "fault", "remark"}, {false, true, false, false});
  for (std::size_t i = 0; i < std::min(most_rows, order.size()); ++i) {
    const clustering::Fault& fault = faults.all()[order[i]->fault];
    const std::string more = order[i]->grown.empty() ? "" : fmt::format(" + {}", grouped(order[i]->grown.size()));
    table.add({state_text(*order[i], fault.decision), grouped(order[i]->inside.size()) + more,
               one_line(fault.name, name_width), one_line(remark_text(*order[i], fault.decision))});
  }
  std::string text = table.text(terminal_width(1));
  if (order.size() > most_rows) text += fmt::format("... and {} more faults\n", grouped(order.size() - most_rows));
  return text;
}

std::string comparison_text(const clustering::FaultComparison& comparison) {
  std::string text = counted(comparison.unknown.size(), "new failing input", "new failing inputs");
  std::map<FaultProgress, std::size_t> counts;
  std::size_t expired = 0;
  for (const FaultState& state : comparison.faults) {
    ++counts[state.progress];
    expired += state.expired;
  }
  std::string states;
  for (const auto& [progress, count] : counts)
    states += fmt::format("{}{} {}", states.empty() ? "" : ", ", grouped(count), clustering::name(progress));
  if (!states.empty()) text += fmt::format("; known faults: {}", states);
  return expired > 0 ? fmt::format("{}; {} expired", text, grouped(expired)) : text;
}

std::string cluster_state_text(const clustering::ClusterState& state, std::size_t failures,
                               const clustering::Faults& faults, const clustering::FaultComparison& comparison) {
  std::string text = new_text(state, failures);
  for (const std::size_t fault : state.states)
    text +=
        (text.empty() ? "" : ", ") + one_line(faults.all()[comparison.faults[fault].fault].name, name_width_in_table);
  if (state.grown > 0) text += fmt::format(" + {}", grouped(state.grown));
  return state.has_expired ? text + ", expired" : text;
}

std::vector<std::string> cluster_state_lines(const clustering::ClusterState& state, std::size_t failures,
                                             const clustering::Faults& faults,
                                             const clustering::FaultComparison& comparison) {
  std::vector<std::string> lines;
  if (state.unknown > 0) lines.push_back(new_text(state, failures));
  for (const std::size_t place : state.states) {
    const FaultState& fault_state = comparison.faults[place];
    const clustering::Fault& fault = faults.all()[fault_state.fault];
    const std::string remark = remark_text(fault_state, fault.decision);
    lines.push_back(one_line(fmt::format("{}: {}{}{}", state_text(fault_state, fault.decision), fault.name,
                                         remark.empty() ? "" : "; ", remark)));
  }
  return lines;
}

std::string question_text(const clustering::Undecided& question, const clustering::Faults& faults,
                          const clustering::FaultComparison& comparison) {
  if (!question.state) return "new";
  const std::string& name = faults.all()[comparison.faults[*question.state].fault].name;
  const bool has_grown = question.kind == clustering::Undecided::Kind::grown;
  return fmt::format("{}: {}", has_grown ? "grown" : "expired", one_line(name, name_width));
}

}  // namespace smallscope::report
