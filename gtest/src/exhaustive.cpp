// SPDX-License-Identifier: Apache-2.0
#include <smallscope/gtest/exhaustive.hpp>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/report/account.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/runner/isolated.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::gtest {

namespace {

std::atomic<bool> has_replayed = false;  ///< whether the input that the environment asks for was executed

constexpr const char* replay_variable = "SMALLSCOPE_REPLAY";
constexpr std::ptrdiff_t table_rows = 10;

/// The assertion and the ordinal that the environment asks for; {0, 0} if its value is not of that form.
std::optional<std::pair<int, generators::Ordinal>> wanted() {
  const char* value = std::getenv(replay_variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  const std::string_view text = value;
  const std::size_t colon = text.find(':');
  const auto number = [](std::string_view digits, auto& result) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
    return error == std::errc() && end == digits.data() + digits.size();
  };
  int assertion = 1;
  generators::Ordinal ordinal = 0;
  const bool parsed = (colon == std::string_view::npos || number(text.substr(0, colon), assertion)) &&
                      number(text.substr(colon == std::string_view::npos ? 0 : colon + 1), ordinal);
  return parsed ? std::pair(assertion, ordinal) : std::pair(0, generators::Ordinal{0});
}

/// The command that runs one input again, alone.
std::string again(int number, generators::Ordinal ordinal, std::string_view arguments) {
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
  std::string path = failed ? "PROGRAM" : report::short_path(self.string());
  if (path.find('/') == std::string::npos) path = "./" + path;
  return fmt::format("{}={}{} {} '{}'", replay_variable, number == 1 ? "" : fmt::format("{}:", number), ordinal, path,
                     arguments);
}

class StopAfterFailures final : public runner::Observer {
 public:
  explicit StopAfterFailures(generators::Ordinal most) : most_(most) {}
  void case_committed(const results::Case& committed, const runner::Progress&) override {
    if (oracles::is_failing(committed.verdict) && ++failures_ >= most_) stop_.request_stop();
  }
  std::stop_token token() const { return stop_.get_token(); }

 private:
  generators::Ordinal most_;
  generators::Ordinal failures_ = 0;
  std::stop_source stop_;
};

std::string plural(generators::Ordinal count, const char* noun) {
  return fmt::format("{} {}{}", report::grouped(count), noun, count == 1 ? "" : "s");
}

Findings replay(const runner::Campaign& campaign, runner::Engine& engine, generators::Ordinal ordinal) {
  const runner::Space& space = *campaign.space;
  if (ordinal == generators::uncounted || space.reach(ordinal + 1) <= ordinal)
    return {0, fmt::format("{}={}: {} has {}, counted from 0", replay_variable, ordinal, campaign.name,
                           plural(space.size(), "input"))};
  const auto outcome = engine.execute(ordinal);
  if (!outcome) return {0, fmt::format("input #{} is filtered by the generator: there is nothing to check", ordinal)};
  if (outcome->verdict == oracles::Verdict::pass) return {1, std::nullopt};
  std::string text = fmt::format("input #{}, replayed alone: {}   {}\n", ordinal, oracles::name(outcome->verdict),
                                 report::one_line(generators::to_string(space.choices(ordinal)), 200));
  if (const auto input = space.render(ordinal)) text += report::block(report::shown(*input), "    ");
  return {1, text + report::block(report::shown(outcome->judgements), "    wrong: ")};
}

/// The failing value and what is wrong with it: what a reader of a failing test looks for first.
std::string headline(const results::Case& failing) {
  const std::string* const value = subjects::find(failing.input.parameters, "value");
  const oracles::Judgement judgement = failing.judgements.empty() ? oracles::Judgement{} : failing.judgements.front();
  std::string wrong = judgement.oracle;
  if (!judgement.messages.empty()) wrong += (wrong.empty() ? "" : ": ") + judgement.messages.front();
  return fmt::format("{} for {} (input #{}){}{}\n", failing.verdict == oracles::Verdict::crashed ? "crashes" : "fails",
                     report::one_line(value != nullptr ? *value : generators::to_string(failing.choices), 200),
                     failing.ordinal, wrong.empty() ? "" : ": ", report::one_line(wrong, 200));
}

generators::Structure structure_of(const runner::Space& space) {
  generators::Structure structure = space.structure();
  if (space.is_search()) structure.size = generators::uncounted;
  return structure;
}

/// Why explanations do without declared attributes, or are missing because of one.
std::string notes_on_attributes(const clustering::Triage& triage, bool can_be_explained) {
  std::string text;
  if (!triage.explainer && can_be_explained) text += fmt::format("\nnote: not explained: {}\n", triage.obstacle);
  if (triage.explainer)
    for (const std::string& note : triage.explainer->population().left_out()) text += fmt::format("\nnote: {}\n", note);
  return text;
}

std::string complaint(const runner::Campaign& campaign, const results::Store& store, const runner::Summary& summary,
                      const ExhaustiveOptions& options, int number, std::string_view arguments) {
  const results::Account account = store.account();
  const generators::Structure structure = structure_of(*campaign.space);
  const clustering::Triage triage = clustering::triage(
      store, {.rules = clustering::rules_of(store.manifest())}, structure,
      [&](generators::Ordinal ordinal) { return campaign.space->choices(ordinal); }, clustering::By::cause,
      campaign.attributes);
  const std::vector<clustering::Cluster>& clusters = triage.clusters;
  const auto [first_level, first_ordinal] = clusters.front().representative;
  std::string text = headline(*store.find_failure(first_level, first_ordinal));
  text += fmt::format(
      "{} failing, in {}; executed {}", report::grouped(account.failed()), plural(clusters.size(), "cluster"),
      account.complete ? "all " + plural(account.inputs, "input") : report::executed_of_inputs(account, " inputs"));
  if (summary.stop == runner::Stop::first_failure)
    text += ": stopped at the first failure";
  else if (summary.stop == runner::Stop::interrupted)
    text += fmt::format(": stopped after {}", plural(account.failed(), "failure"));
  text += "\n\n" + report::cluster_table({clusters.begin(), clusters.begin() + std::min<std::ptrdiff_t>(
                                                                                   std::ssize(clusters), table_rows)});
  if (std::ssize(clusters) > table_rows) text += fmt::format("... and {} more\n", std::ssize(clusters) - table_rows);
  const std::vector<std::string> explanations = report::explanation_lines(triage);
  for (std::size_t index = 0; index < std::min(options.representatives, clusters.size()); ++index) {
    const auto [level, ordinal] = clusters[index].representative;
    text += "\n" + report::representative(clusters[index], *store.find_failure(level, ordinal),
                                          again(number, ordinal, arguments),
                                          {explanations.empty() ? std::string() : explanations[index]});
  }
  return text + notes_on_attributes(triage, clustering::obstacle_to_explaining(store, structure).empty());
}

/// The message of the first input whose check could not judge; "" if there is none.
std::string not_judged(const results::Store& store) {
  std::string text;
  store.for_each_case([&](const results::Case& record) {
    const bool judged = oracles::is_failing(record.verdict) || record.verdict == oracles::Verdict::discarded;
    if (!judged)
      text =
          fmt::format("input {} could not be judged\n{}", report::short_name(record), report::shown(record.judgements));
    return judged;
  });
  return text;
}

}  // namespace

Findings exhaust(const runner::Campaign& campaign, const ExhaustiveOptions& options, int number,
                 std::string_view arguments) {
  runner::RunOptions run;
  run.first_failure = options.first_failure;
  if (!options.first_failure) run.order.name = "dense";  // all inputs run, so the fastest order is the best
  const runner::Campaign executed =
      options.isolated ? runner::isolated(campaign, {.time = options.time_limit}) : campaign;
  runner::Engine engine(executed, {.jobs = options.jobs});
  if (const auto replayed = wanted()) {
    if (replayed->first < 1)
      return {0, fmt::format("{}={}: write an ordinal, or N:ORDINAL for the Nth exhaustive assertion of the test",
                             replay_variable, std::getenv(replay_variable))};
    if (replayed->first == number) {
      has_replayed = true;
      Findings findings = replay(campaign, engine, replayed->second);
      findings.note = fmt::format("{}={} is set: {} executed this one input only", replay_variable,
                                  std::getenv(replay_variable), campaign.name);
      return findings;
    }
  }
  results::Store store = results::Store::in_memory(engine.manifest());
  StopAfterFailures observer(std::max<generators::Ordinal>(options.most_failures, 1));
  const runner::Summary summary = engine.run(store, run, observer, observer.token());
  const results::Account account = store.account();
  std::string text = not_judged(store);
  if (account.failed() > 0) text = complaint(campaign, store, summary, options, number, arguments) + text;
  if (!text.empty()) return {account.executed, std::move(text)};
  if (report::is_vacuous(account) && account.executed != account.discarded())
    return {account.executed, fmt::format("{}", fmt::join(report::doubts(store), "\n"))};
  if (account.executed == account.discarded())
    return {account.executed, account.executed == 0
                                  ? std::string("the space is empty: nothing was checked")
                                  : fmt::format("all {} were discarded ({} filtered by the generator, {} "
                                                "rejected by the check): nothing was checked",
                                                plural(account.executed, "input"), report::grouped(account.filtered),
                                                report::grouped(account.rejected))};
  return {account.executed, std::nullopt};
}

std::optional<std::string> missed_replay() {
  if (has_replayed || !wanted()) return std::nullopt;
  return fmt::format(
      "{}={} is set, but no exhaustive assertion executed that input; unset it, or run the test that it is of",
      replay_variable, std::getenv(replay_variable));
}

std::string short_place(const char* file, int line) {
  if (file == nullptr) return "unknown file";
  return fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
}

std::vector<std::pair<std::string, std::string>> value_rules() {
  return {{R"(\(which is .*?\)(?=, |$))", "(which is <value>)"},
          {R"("(?:[^"\\]|\\.)*")", "<text>"},
          {R"(\{[^{}]*\})", "<values>"}};
}

std::string joined_lines(std::string_view said) {
  std::string text;
  for (std::size_t first = 0; first <= said.size();) {
    const std::size_t last = std::min(said.find('\n', first), said.size());
    std::string_view line = said.substr(first, last - first);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    first = last + 1;
    if (line.empty()) continue;
    constexpr std::string_view which_is = "Which is: ";
    if (line.starts_with(which_is))
      text += fmt::format(" (which is {})", line.substr(which_is.size()));
    else
      text += fmt::format("{}{}", text.empty() ? "" : text.ends_with(':') ? " " : ", ", line);
  }
  return text;
}

}  // namespace smallscope::gtest
