// SPDX-License-Identifier: Apache-2.0
// rules: message rules for what no rule knows yet, learned from a store, as text to paste.
#include <map>
#include <set>

#include <fmt/format.h>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/clustering/known_faults/fault_text.hpp>
#include <smallscope/clustering/learned_rules.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/counted.hpp"
#include "command_line/print.hpp"
#include "triage/message_rules.hpp"

namespace smallscope::program {

namespace {

constexpr std::size_t comment_width = 114;

struct LearnArguments {
  std::string store;
  RuleArguments rules;
  bool json = false;
};

/// What a store's messages teach.
struct Lesson {
  results::Manifest manifest;  ///< with the rules in use
  clustering::Learned learned;
  std::size_t clusters = 0, clusters_then = 0;  ///< by messages, with the rules in use; with the learned ones, too
  std::vector<std::size_t> folded;              ///< for each learned rule, the clusters with a message that it folds
};

Lesson learn_from(const results::Store& store, const RuleArguments& arguments) {
  Lesson lesson{.manifest = with_rules(arguments, store.manifest()), .learned = {}, .folded = {}};
  const clustering::RuleSet in_use = clustering::rules_of(lesson.manifest);
  lesson.learned = clustering::learned_rules(store, in_use);
  const std::vector<clustering::LearnedRule>& rules = lesson.learned.rules;
  const std::vector<clustering::Cluster> clusters =
      clustering::cluster(store, {.rules = in_use, .most_signatures = clustering::every_signature});
  lesson.clusters = clusters.size();
  lesson.clusters_then =
      clustering::cluster(store,
                          {.rules = clustering::rules_of(with_learned(lesson.learned, lesson.manifest)),
                           .most_signatures = clustering::every_signature},
                          clustering::Members::counted)
          .size();
  std::map<std::string, std::size_t> by_text;
  std::vector<clustering::Rule> alone;
  for (const clustering::LearnedRule& each : rules) {
    by_text.emplace(each.text, by_text.size());
    alone.push_back(each.rule);
  }
  clustering::RememberingRules learned_alone(clustering::RuleSet({}, std::move(alone)));
  lesson.folded.resize(rules.size());
  for (const clustering::Cluster& cluster : clusters) {
    std::set<std::size_t> folding;
    for (const clustering::SignaturePart& part : cluster.signature)
      for (const std::string& message : part.messages)
        if (const auto found = by_text.find(learned_alone.abstract(message)); found != by_text.end())
          folding.insert(found->second);
    for (const std::size_t rule : folding) ++lesson.folded[rule];
  }
  return lesson;
}

/// As a TOML string: between apostrophes, as patterns are written, if it can be.
std::string quoted(const std::string& text) {
  return text.find('\'') == std::string::npos ? fmt::format("'{}'", text) : clustering::toml_text(text);
}

std::string comment(std::string_view text) { return fmt::format("# {}\n", text); }

std::string rule_text(const clustering::LearnedRule& learned, std::size_t clusters) {
  std::string text = fmt::format("  # {} in {}:\n", counted(learned.messages, "message"), counted(clusters, "cluster"));
  for (const std::string& example : learned.examples)
    text += fmt::format("  #   {}\n", report::one_line(example, comment_width));
  if (learned.messages > learned.examples.size())
    text += fmt::format("  #   and {} more\n", report::grouped(learned.messages - learned.examples.size()));
  text += fmt::format("  # become\n  #   {}\n", report::one_line(learned.text, comment_width));
  return text + fmt::format("  {{ pattern = {}, replacement = {} }},\n", quoted(learned.rule.pattern),
                            quoted(learned.rule.replacement));
}

/// A part of a specification, with comments.
std::string toml(const Lesson& lesson) {
  const clustering::Learned& learned = lesson.learned;
  std::string text =
      comment(fmt::format("{}: {}, {} by messages", report::one_line(lesson.manifest.campaign),
                          counted(learned.messages, "different message"), counted(lesson.clusters, "cluster")));
  if (!lesson.manifest.learned.empty())
    text += comment(fmt::format("{} in use already", counted(lesson.manifest.learned.size(), "learned rule")));
  for (const std::string& limit : learning_limits(learned)) text += comment(limit);
  if (learned.rules.empty()) return text + comment("there is nothing to fold: no messages are alike, or too few");
  text += comment(fmt::format("with {}: {}", learned.rules.size() == 1 ? "this rule" : "these rules",
                              counted(lesson.clusters_then, "cluster")));
  text += comment("Keep those that fold only messages of one fault: put them into the campaign's specification.");
  text += "[messages]\nlearned = [\n";
  for (std::size_t i = 0; i < learned.rules.size(); ++i) text += rule_text(learned.rules[i], lesson.folded[i]);
  return text + "]\n";
}

report::Json json(const Lesson& lesson) {
  const clustering::Learned& learned = lesson.learned;
  report::Json json{{"campaign", report::text_json(lesson.manifest.campaign)},
                    {"messages", learned.messages},
                    {"too_long", learned.too_long},
                    {"in_use", lesson.manifest.learned.size()},
                    {"left_out", learned.left_out},
                    {"clusters", lesson.clusters},
                    {"clusters_with_rules", lesson.clusters_then},
                    {"rules", report::Json::array()}};
  for (std::size_t i = 0; i < learned.rules.size(); ++i) {
    const clustering::LearnedRule& each = learned.rules[i];
    report::Json entry{{"pattern", each.rule.pattern},    {"replacement", each.rule.replacement},
                       {"messages", each.messages},       {"clusters", lesson.folded[i]},
                       {"before", report::Json::array()}, {"after", report::text_json(each.text)}};
    for (const std::string& example : each.examples) entry["before"].push_back(report::text_json(example));
    json["rules"].push_back(std::move(entry));
  }
  return json;
}

int print_rules(const LearnArguments& arguments) {
  const Lesson lesson = learn_from(inspect_store(arguments.store), arguments.rules);
  print_visible("{}", arguments.json ? report::text(json(lesson)) : toml(lesson));
  return nothing_failed;
}

}  // namespace

void add_rules(CLI::App* command, const Context&, Action& action) {
  auto arguments = std::make_shared<LearnArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  add_rule_options(*command, arguments->rules);
  command->add_flag("--json", arguments->json, "Print everything as JSON");
  command->callback([=, &action] { action = [=] { return print_rules(*arguments); }; });
}

}  // namespace smallscope::program
