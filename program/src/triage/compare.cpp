// SPDX-License-Identifier: Apache-2.0
// compare: what several stores of one space find differently.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/clustering/comparison.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

using clustering::Change;
using clustering::InputKey;
using clustering::Standing;
using clustering::StoreComparison;

struct CompareArguments {
  std::vector<std::string> stores;
  std::string from;
  bool all = false;
  bool json = false;
};

constexpr std::size_t shown_inputs = 8;

/// What is listed, the most urgent first.
constexpr std::initializer_list<Change> compared_changes{
    Change::appeared, Change::appeared_unknown, Change::changed,      Change::failing,
    Change::refused,  Change::not_judged,       Change::not_executed, Change::fixed};

std::string inputs_text(const std::vector<InputKey>& inputs, bool all) {
  std::string text;
  const std::size_t shown = all ? inputs.size() : std::min(shown_inputs, inputs.size());
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ",
                        report::short_name({.level = inputs[i].first, .ordinal = inputs[i].second}));
  return shown < inputs.size() ? fmt::format("{}, and {} more", text, report::grouped(inputs.size() - shown)) : text;
}

std::string_view kind_text(const Standing& standing) {
  switch (standing.kind) {
    case Standing::Kind::not_executed:
      return "not executed";
    case Standing::Kind::open:
      return "not judged";
    case Standing::Kind::no_test:
      return "no test";
    case Standing::Kind::refused:
      return "refused";
    case Standing::Kind::passes:
      return "passes";
    case Standing::Kind::fails:
      break;
  }
  return standing.flaky ? "fails now and then" : "fails";
}

/// "passes", "fails v1-0123456789abcdef"
std::string standing_text(const Standing& standing) {
  return standing.kind == Standing::Kind::fails ? fmt::format("{} {}", kind_text(standing), standing.key)
                                                : std::string(kind_text(standing));
}

/// The inputs that a store, compared with the first, has changed in one way: fixed, or from one message to another.
struct ChangedInputs {
  Change change = Change::none;
  std::string before, now;  ///< keys, of what fails
  std::vector<InputKey> inputs;
};

/// By the urgency of the change, then the most inputs first.
std::vector<ChangedInputs> changes_in(const StoreComparison& comparison, std::size_t store) {
  std::map<std::tuple<std::size_t, std::string, std::string>, ChangedInputs> sorted;
  for (const clustering::ComparedGroup& group : comparison.groups) {
    const Standing &before = group.standings.front(), &now = group.standings[store];
    const Change change = clustering::change(before, now);
    const auto urgency = std::ranges::find(compared_changes, change);
    if (urgency == compared_changes.end()) continue;  // another store has a failure there
    ChangedInputs& entry = sorted[{static_cast<std::size_t>(urgency - compared_changes.begin()), before.key, now.key}];
    entry.change = change;
    entry.before = before.key;
    entry.now = now.key;
    entry.inputs.insert(entry.inputs.end(), group.inputs.begin(), group.inputs.end());
  }
  std::vector<ChangedInputs> changes;
  for (auto& [key, entry] : sorted) {
    std::ranges::sort(entry.inputs);
    changes.push_back(std::move(entry));
  }
  const auto urgency = [](const ChangedInputs& entry) { return std::ranges::find(compared_changes, entry.change); };
  std::ranges::stable_sort(changes, [&](const ChangedInputs& a, const ChangedInputs& b) {
    return std::pair(urgency(a), b.inputs.size()) < std::pair(urgency(b), a.inputs.size());
  });
  return changes;
}

/// As of diff: whether a store has failures that the first does not have.
bool is_worse(Change change) {
  return change == Change::appeared || change == Change::appeared_unknown || change == Change::changed;
}

std::string message_of(const StoreComparison& comparison, const std::string& key) {
  return report::one_line(clustering::to_string(comparison.signature(key)), 160);
}

void print_changes(const StoreComparison& comparison, const std::vector<ChangedInputs>& changes, bool all) {
  std::map<Change, std::size_t> counts;
  for (const ChangedInputs& entry : changes) counts[entry.change] += entry.inputs.size();
  std::vector<std::string> parts;
  for (const Change change : compared_changes)
    if (counts.contains(change))
      parts.push_back(fmt::format("{} {}", report::grouped(counts[change]), clustering::name(change)));
  print_visible("{}\n", parts.empty() ? "nothing fails in either" : fmt::format("{}", fmt::join(parts, ", ")));
  for (const ChangedInputs& entry : changes) {
    const std::string& key = entry.before.empty() ? entry.now : entry.before;
    print_visible("  {:<16} {:>7}  {}  {}\n", clustering::name(entry.change), report::grouped(entry.inputs.size()), key,
                  message_of(comparison, key));
    if (entry.change == Change::changed)
      print_visible("  {:<16} {:>7}  {}  {}\n", "  now", "", entry.now, message_of(comparison, entry.now));
    print_visible("  {:<16} {:>7}  {}\n", "", "", inputs_text(entry.inputs, all));
  }
}

/// What tells the groups of a split apart in choices, if the campaign is at hand; otherwise nothing. Inputs of merged
/// levels have no choices of level 0.
std::string distinction_text(const StoreComparison& comparison, const clustering::Split& split, std::size_t group,
                             const std::optional<runner::Campaign>& campaign) {
  if (!campaign) return {};
  const auto is_plain = [&](std::size_t index) { return comparison.groups[index].inputs.back().first == 0; };
  if (!std::ranges::all_of(split.groups, is_plain)) return {};
  const auto explanation = clustering::distinction(comparison, split, group, choices_of(*campaign));
  if (!clustering::is_compact(explanation) || explanation.unexplained > 0) return {};
  const bool is_unless = explanation.exceptions && explanation.scope.literals.empty();
  return (is_unless ? "unless " : "when ") + report::conditions_text(explanation);
}

void print_split(const StoreComparison& comparison, const clustering::Split& split,
                 const std::optional<runner::Campaign>& campaign, bool all) {
  print_visible("\n{}  {}\n  its inputs behave in {} ways: several faults, or a fix that is not complete\n", split.key,
                message_of(comparison, split.key), split.groups.size());
  for (const std::size_t index : split.groups) {
    const clustering::ComparedGroup& group = comparison.groups[index];
    std::vector<std::string> standings;
    for (const Standing& standing : group.standings)
      standings.push_back(standing.kind == Standing::Kind::fails && standing.key == split.key
                              ? std::string(kind_text(standing))
                              : standing_text(standing));
    print_visible("  {:>7}  {}   {}\n", report::grouped(group.inputs.size()), fmt::join(standings, ", "),
                  inputs_text(group.inputs, all));
    if (const std::string when = distinction_text(comparison, split, index, campaign); !when.empty())
      print_visible("  {:>7}  {}\n", "", when);
  }
}

report::Json inputs_json(const std::vector<InputKey>& inputs) {
  report::Json json = report::Json::array();
  for (const auto& [level, ordinal] : inputs) json.push_back({{"level", level}, {"ordinal", ordinal}});
  return json;
}

report::Json standing_json(const Standing& standing) {
  report::Json json{{"standing", kind_text(standing)}};
  json["key"] = standing.key.empty() ? report::Json(nullptr) : report::Json(standing.key);
  return json;
}

report::Json comparison_json(const StoreComparison& comparison, const std::vector<results::Store>& stores,
                             const std::optional<runner::Campaign>& campaign) {
  report::Json json{{"inputs", stores.front().manifest().inputs},
                    {"stores", report::Json::array()},
                    {"keys", report::Json::object()},
                    {"changes", report::Json::array()},
                    {"groups", report::Json::array()},
                    {"splits", report::Json::array()}};
  for (const results::Store& store : stores)
    json["stores"].push_back({{"store", report::text_json(store.file().string())},
                              {"campaign", report::text_json(store.manifest().campaign)},
                              {"subject", report::text_json(store.manifest().fingerprint.subject)},
                              {"executed", store.account().executed},
                              {"failed", store.account().failed()}});
  for (const auto& [key, signature] : comparison.signatures)
    json["keys"][key] = report::text_json(clustering::to_string(signature));
  for (std::size_t store = 1; store < stores.size(); ++store)
    for (const ChangedInputs& entry : changes_in(comparison, store))
      json["changes"].push_back({{"store", store},
                                 {"change", clustering::name(entry.change)},
                                 {"before", entry.before.empty() ? report::Json(nullptr) : report::Json(entry.before)},
                                 {"now", entry.now.empty() ? report::Json(nullptr) : report::Json(entry.now)},
                                 {"inputs", inputs_json(entry.inputs)}});
  for (const clustering::ComparedGroup& group : comparison.groups) {
    report::Json entry{{"vector", report::Json::array()}, {"inputs", inputs_json(group.inputs)}};
    for (const Standing& standing : group.standings) entry["vector"].push_back(standing_json(standing));
    json["groups"].push_back(std::move(entry));
  }
  for (const clustering::Split& split : comparison.splits) {
    report::Json entry{{"key", split.key}, {"groups", report::Json::array()}};
    for (const std::size_t index : split.groups) {
      const std::string when = distinction_text(comparison, split, index, campaign);
      entry["groups"].push_back(
          {{"group", index}, {"when", when.empty() ? report::Json(nullptr) : report::text_json(when)}});
    }
    json["splits"].push_back(std::move(entry));
  }
  return json;
}

/// The campaign whose choices tell inputs apart: that of --from, or this program's.
std::optional<runner::Campaign> campaign_at_hand(const Context& context, const CompareArguments& arguments,
                                                 const results::Manifest& manifest) {
  if (!arguments.from.empty())
    return campaign_or_become_program(context, arguments.stores.front(), manifest, arguments.from);
  std::optional<runner::Campaign> campaign = own_campaign(context, manifest);
  const bool is_same = campaign && generators::to_string(campaign->space->structure()) == manifest.structure;
  return is_same ? campaign : std::nullopt;
}

int compare(const Context& context, const CompareArguments& arguments) {
  if (arguments.stores.size() < 2) throw UsageError("compare: one store is given; name at least two");
  std::vector<results::Store> stores;
  for (const std::string& file : arguments.stores) stores.push_back(inspect_store(file));
  std::vector<const results::Store*> pointers;
  for (const results::Store& store : stores) pointers.push_back(&store);
  const auto campaign = campaign_at_hand(context, arguments, stores.front().manifest());
  const clustering::Options options = options_of(stores.front());
  const StoreComparison comparison = clustering::compare(pointers, options);
  note_limits(options, {});
  bool worse = false;
  for (const clustering::ComparedGroup& group : comparison.groups)
    for (const Standing& standing : group.standings)
      worse |= is_worse(clustering::change(group.standings.front(), standing));
  if (arguments.json) {
    print_visible("{}", report::text(comparison_json(comparison, stores, campaign)));
    return worse ? failures_found : nothing_failed;
  }
  report::Table table({"", "store", "executed", "failing", "campaign", "subject"},
                      {false, false, true, true, false, false});
  for (std::size_t i = 0; i < stores.size(); ++i) {
    const results::Account account = stores[i].account();
    const results::Manifest& manifest = stores[i].manifest();
    table.add({fmt::format("S{}", i + 1), report::one_line(arguments.stores[i], 100),
               report::executed_of_inputs(account), report::grouped(account.failed()),
               report::one_line(manifest.campaign, 100), report::one_line(manifest.fingerprint.subject, 100)});
  }
  print_visible("{}", table.text(report::terminal_width(1)));
  for (std::size_t store = 1; store < stores.size(); ++store) {
    print_visible("\nS1 to S{}: ", store + 1);
    print_changes(comparison, changes_in(comparison, store), arguments.all);
  }
  for (const clustering::Split& split : comparison.splits) print_split(comparison, split, campaign, arguments.all);
  return worse ? failures_found : nothing_failed;
}

}  // namespace

void add_compare(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<CompareArguments>();
  command->add_option("stores", arguments->stores, "Result stores of one space; the others are compared with the first")
      ->required();
  add_from(*command, arguments->from);
  command->add_flag("--all", arguments->all, "List all inputs, not only the first ones");
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &context, &action] { action = [=, &context] { return compare(context, *arguments); }; });
}

}  // namespace smallscope::program
