// SPDX-License-Identifier: Apache-2.0
#include "run/executed_again.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::program {

namespace {

using results::Ordinal;

constexpr std::size_t most_shown = 5;
constexpr std::chrono::seconds worth_telling{10};  // less than that, nobody asks where the time went

const char* s(Ordinal count) { return count == 1 ? "" : "s"; }

/// What two executions of one input say where they first differ.
struct Difference {
  std::string one, other;
};

std::string to_text(const Difference& said) { return fmt::format("said now \"{}\", now \"{}\"", said.one, said.other); }

/// A flaky input of level 0.
struct Flaky {
  Ordinal ordinal;
  results::Executions executions;
};

constexpr std::size_t most_bytes_before = 24, most_bytes_of_difference = 60;

/// The part of the text around the place, on one line.
std::string around(const std::string& text, std::size_t place) {
  std::size_t begin = place <= most_bytes_before ? 0 : place - most_bytes_before;
  while (begin < place && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) ++begin;  // not within a character
  return (begin > 0 ? "..." : "") + report::one_line(std::string_view(text).substr(begin), most_bytes_of_difference);
}

std::optional<Difference> difference(const std::vector<oracles::Judgement>& one,
                                     const std::vector<oracles::Judgement>& other) {
  const auto messages_of = [](const std::vector<oracles::Judgement>& judgements) {
    std::vector<std::string> messages;
    for (const oracles::Judgement& judgement : judgements)
      messages.insert(messages.end(), judgement.messages.begin(), judgement.messages.end());
    return messages;
  };
  std::vector<std::string> first = messages_of(one), second = messages_of(other);
  const std::size_t longest = std::max(first.size(), second.size());
  first.resize(longest);
  second.resize(longest);
  const auto [left, right] = std::ranges::mismatch(first, second);
  if (left == first.end()) return std::nullopt;
  const auto place = static_cast<std::size_t>(std::ranges::mismatch(*left, *right).in1 - left->begin());
  return Difference{around(*left, place), around(*right, place)};
}

/// What else the input said at one of the times that it failed.
std::optional<Difference> difference_of(const results::Store& store, Ordinal ordinal) {
  const std::optional<results::Case> found = store.find_case(0, ordinal);
  for (const results::Attempt& attempt : store.attempts(0, ordinal))
    if (oracles::is_failing(attempt.verdict))
      if (auto differing = difference(found->judgements, attempt.judgements)) return differing;
  return std::nullopt;
}

std::optional<Difference> difference_of(const results::Store& store, const Flaky& flaky) {
  if (flaky.executions.failed < flaky.executions.judged) return std::nullopt;  // it does not even fail each time
  return difference_of(store, flaky.ordinal);
}

std::vector<Flaky> flaky_inputs(const results::Store& store) {
  std::vector<Flaky> all;
  if (!store.account().cases.contains(oracles::Verdict::flaky)) return all;  // seldom is there one
  const auto read = [&](const results::Case& each) {
    if (each.level == 0 && each.verdict == oracles::Verdict::flaky)
      all.push_back({each.ordinal, store.executions(0, each.ordinal)});
    return true;
  };
  store.for_each_case(read, false, results::CaseParts::none());
  return all;
}

/// "#3, #7, #9 and 4 more"
std::string shown(const std::vector<Ordinal>& ordinals) {
  std::string text;
  for (std::size_t i = 0; i < ordinals.size() && i < most_shown; ++i)
    text += fmt::format("{}#{}", i == 0 ? "" : ", ", ordinals[i]);
  if (ordinals.size() > most_shown) text += fmt::format(" and {} more", ordinals.size() - most_shown);
  return text;
}

/// "#7 failed in 3 of 12 executions"; '#7 failed each of 12 times, and said now "at 0x10", now "at 0x20"'
std::string line_of(const results::Store& store, const Flaky& flaky) {
  const results::Executions& executions = flaky.executions;
  if (executions.depends_on_others())
    return fmt::format("#{} {} each of {} time{} alone in a fresh process, {} after other inputs: state is left behind",
                       flaky.ordinal, executions.alone_failed > 0 ? "fails" : "passes", executions.alone,
                       s(executions.alone), executions.alone_failed > 0 ? "and passed" : "and failed");
  if (const auto difference = difference_of(store, flaky))
    return fmt::format("#{} failed each of {} times, and {}", flaky.ordinal, executions.judged, to_text(*difference));
  return fmt::format("#{} failed in {} of {} executions", flaky.ordinal, executions.failed, executions.judged);
}

std::string flaky_text(const results::Store& store) {
  const std::vector<Flaky> all = flaky_inputs(store);
  std::string text;
  for (std::size_t i = 0; i < all.size() && i < most_shown; ++i)
    text += fmt::format("{:<10} {}\n", i == 0 ? "flaky" : "", line_of(store, all[i]));
  if (all.size() > most_shown)
    text += fmt::format("{:<10} and {} more input{}; `run --json` lists them\n", "", all.size() - most_shown,
                        s(all.size() - most_shown));
  return text;
}

/// "confirmed  9 failures executed again in a fresh process: all the same"
std::string confirmed_text(const runner::Summary& summary, const results::Store& store) {
  // That a command does the same again is what everybody expects.
  const bool is_told = summary.shares_processes || summary.flaky > 0 || !summary.alike.empty();
  if (summary.confirmed == 0 || !is_told) return "";
  std::string text = fmt::format("{:<10} {} failure{} executed again{}: ", "confirmed", summary.confirmed,
                                 s(summary.confirmed), summary.shares_processes ? " in a fresh process" : "");
  if (summary.flaky > 0)
    text += fmt::format("{} differed and count as flaky", summary.flaky);
  else
    text += summary.alike.empty() ? "all the same" : "all fail again";
  if (!summary.alike.empty()) {
    text += fmt::format("; {} in other words", summary.alike.size());
    if (const auto said = difference_of(store, summary.alike.front()))
      text += fmt::format(", such as #{}, which {}", summary.alike.front(), to_text(*said));
  }
  if (summary.confirming >= worth_telling) text += fmt::format("; took {:.0f} s", summary.confirming.count());
  text += "\n";
  if (summary.not_confirmed > 0)
    text += fmt::format(
        "{:<10} not those of {} further message{}, with other texts that programs printed; "
        "`--confirm all` executes them\n",
        "", summary.not_confirmed, s(summary.not_confirmed));
  return text;
}

std::string time_out_text(const runner::RunOptions& options, const runner::Summary& summary) {
  if (summary.slow + summary.hung == 0) return "";
  std::string text = fmt::format(
      "{:<10} {} input{} did not end in time, and had {} times as long, alone: {} ended, {} "
      "did not",
      "time-outs", summary.slow + summary.hung, s(summary.slow + summary.hung), options.patience, summary.slow,
      summary.hung);
  if (summary.reported_at_once > 0)
    text += fmt::format("; {} more {} not executed again, after {} that hung", summary.reported_at_once,
                        summary.reported_at_once == 1 ? "was" : "were", options.patient_in_vain);
  return text + "\n";
}

}  // namespace

std::string executed_again_text(const runner::RunOptions& options, const runner::Summary& summary,
                                const results::Store& store) {
  std::string text = time_out_text(options, summary);
  if (summary.retried > 0)
    text += fmt::format("{:<10} {} input{} that could not be judged, executed again: {} could be judged this time\n",
                        "retried", summary.retried, s(summary.retried), summary.settled);
  text += confirmed_text(summary, store);
  if (summary.sampled > 0)
    text +=
        fmt::format("{:<10} {} input{} that passed, drawn from all, executed again in a fresh process: {}\n", "sampled",
                    summary.sampled, s(summary.sampled),
                    summary.different.empty() ? "all pass" : fmt::format("{} did not pass", shown(summary.different)));
  return text + flaky_text(store);
}

report::Json executed_again_json(const runner::Summary& summary, const results::Store& store) {
  report::Json flaky = report::Json::array();
  for (const Flaky& each : flaky_inputs(store)) {
    flaky.push_back({{"ordinal", each.ordinal},
                     {"executions", each.executions.judged},
                     {"failed", each.executions.failed},
                     {"alone", each.executions.alone},
                     {"alone_failed", each.executions.alone_failed},
                     {"depends_on_others", each.executions.depends_on_others()}});
    if (const auto difference = difference_of(store, each)) flaky.back()["said"] = {difference->one, difference->other};
  }
  return {{"retried", summary.retried},
          {"settled", summary.settled},
          {"confirmed", summary.confirmed},
          {"not_confirmed", summary.not_confirmed},
          {"confirming_seconds", summary.confirming.count()},
          {"flaky", summary.flaky},
          {"alike", summary.alike},
          {"sampled_passes", summary.sampled},
          {"different_passes", summary.different},
          {"slow", summary.slow},
          {"hung", summary.hung},
          {"reported_at_once", summary.reported_at_once},
          {"flaky_inputs", std::move(flaky)}};
}

}  // namespace smallscope::program
