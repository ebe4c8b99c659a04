// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/json.hpp>

#include <algorithm>

#include <smallscope/clustering/reasons.hpp>
#include <smallscope/report/account.hpp>
#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::report {

namespace {

using oracles::Verdict;

Json to_json(const oracles::Tallies& tallies, const std::vector<std::string>& idle) {
  Json json = Json::array();
  for (const oracles::Tally& tally : tallies)
    json.push_back({{"oracle", text_json(tally.oracle)},
                    {"applied", tally.applied()},
                    {"passed", tally.passed()},
                    {"failed", tally.failed()},
                    {"rejected", tally.rejected()},
                    {"could_not_judge", tally.errors()},
                    {"did_not_apply", tally.count(Verdict::not_applicable)},
                    {"idle", std::ranges::find(idle, tally.oracle) != idle.end()}});
  return json;
}

Json to_json(const std::vector<results::Reason>& reasons) {
  Json json = Json::array();
  for (const results::Reason& reason : reasons)
    json.push_back({{"oracle", text_json(reason.oracle)},
                    {"messages", texts_json(reason.messages)},
                    {"inputs", reason.inputs},
                    {"ordinal", reason.ordinal}});
  return json;
}

}  // namespace

Json text_json(std::string_view text) {
  if (subjects::is_utf8(text)) return text;
  return {{"base64", subjects::base64(text)}};
}

Json texts_json(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) json.push_back(text_json(text));
  return json;
}

Json to_json(const generators::Choices& choices) {
  Json json = Json::array();
  for (const generators::Choice& choice : choices)
    json.push_back({{"name", text_json(choice.name)}, {"index", choice.index}, {"label", text_json(choice.label)}});
  return json;
}

Json to_json(const std::vector<subjects::NamedText>& texts) {
  Json json = Json::array();
  for (const subjects::NamedText& text : texts)
    json.push_back({{"name", text_json(text.name)}, {"text", text_json(text.text)}});
  return json;
}

Json to_json(const subjects::Input& input) {
  return {{"files", to_json(input.files)},
          {"parameters", to_json(input.parameters)},
          {"standard_input", text_json(input.standard_input)}};
}

Json to_json(const std::vector<oracles::Judgement>& judgements) {
  Json json = Json::array();
  for (const oracles::Judgement& judgement : judgements)
    json.push_back({{"oracle", text_json(judgement.oracle)},
                    {"verdict", oracles::name(judgement.verdict)},
                    {"messages", texts_json(judgement.messages)}});
  return json;
}

Json to_json(const results::Case& record) {
  return {{"level", record.level},
          {"ordinal", record.ordinal},
          {"test", record.test},
          {"verdict", oracles::name(record.verdict)},
          {"judgements", to_json(record.judgements)},
          {"choices", to_json(record.choices)},
          {"seconds", record.seconds},
          {"input", to_json(record.input)},
          {"observed", to_json(record.observed)},
          {"reproduction", text_json(record.reproduction)}};
}

Json to_json(const results::Unmerging& unmerging) {
  Json parts = Json::array();
  for (const results::Part& part : unmerging.parts)
    parts.push_back({{"selection", part.selection}, {"single", part.found.level == 0}, {"found", to_json(part.found)}});
  return {{"level", unmerging.level},   {"ordinal", unmerging.ordinal}, {"ending", name(unmerging.ending)},
          {"probes", unmerging.probes}, {"seconds", unmerging.seconds}, {"parts", std::move(parts)}};
}

namespace {

/// `is_of_listed`: as that of an explanation.
Json to_json(const clustering::Matches& matches, bool is_of_listed) {
  return {{"inputs", matches.inputs},
          {"members", matches.members},
          {"others", matches.others},
          {"unjudged", matches.unjudged},
          {"passing", matches.passing},
          {"undecided", is_of_listed ? Json() : Json(matches.undecided)},
          {"least_share_of_failures", is_of_listed ? clustering::least_share_of_undecided(matches)
                                                   : clustering::least_share_of_failures(matches)}};
}

Json to_json(const clustering::Literal& literal, const clustering::Attribute& attribute) {
  using Kind = clustering::Literal::Kind;
  Json values = Json::array();
  for (const clustering::Value value : literal.values) values.push_back(text_json(attribute.labels[value]));
  return {{"attribute", text_json(attribute.name)},
          {"kind", literal.kind == Kind::in       ? "in"
                   : literal.kind == Kind::not_in ? "not_in"
                                                  : "between"},
          {"values", std::move(values)}};
}

}  // namespace

Json to_json(const clustering::Explanation& explanation) {
  Json json{{"text", text_json(explanation_line(explanation))},
            {"exact", explanation.unexplained == 0 && explanation.unknown == 0},
            {"unknown", explanation.unknown},
            {"compact", clustering::is_compact(explanation)},
            {"exceptions", explanation.exceptions},
            {"scope", nullptr},
            {"necessary", nullptr},
            {"usual", nullptr},
            {"terms", Json::array()},
            {"matches", to_json(explanation.matches, explanation.is_of_listed)},
            {"unexplained", explanation.unexplained}};
  const auto term_json = [&](const clustering::Term& term) {
    Json entry{{"literals", Json::array()}, {"matches", to_json(term.matches, explanation.is_of_listed)}};
    for (const clustering::Literal& literal : term.literals)
      entry["literals"].push_back(to_json(literal, explanation.attributes[literal.attribute]));
    return entry;
  };
  if (!explanation.scope.literals.empty()) json["scope"] = term_json(explanation.scope);
  if (!explanation.necessary.literals.empty()) json["necessary"] = term_json(explanation.necessary);
  if (!explanation.usual.literals.empty()) json["usual"] = term_json(explanation.usual);
  for (const clustering::Term& term : explanation.terms) json["terms"].push_back(term_json(term));
  return json;
}

Json to_json(const clustering::Explanation& explanation, const clustering::Explainer& explainer,
             const std::vector<clustering::Ordinal>& members) {
  if (members.empty()) return nullptr;
  Json json = to_json(explanation);
  const auto add_witnesses = [&](const clustering::Term& term, Json& literals) {
    for (std::size_t j = 0; j < term.literals.size(); ++j) {
      const auto witness = explainer.witness(explanation, term, term.literals[j], members);
      literals[j]["witness"] = witness ? Json{{"failing", witness->failing},
                                              {"without", witness->without},
                                              {"passes", witness->passes},
                                              {"differing", witness->differing.size()}}
                                       : Json(nullptr);
    }
  };
  if (!explanation.scope.literals.empty()) add_witnesses(explanation.scope, json["scope"]["literals"]);
  for (std::size_t i = 0; i < explanation.terms.size(); ++i)
    add_witnesses(explanation.terms[i], json["terms"][i]["literals"]);
  return json;
}

Json to_json(const clustering::FaultComparison& comparison, const clustering::Faults& faults) {
  const auto inputs_json = [](const std::vector<clustering::FailingInput>& inputs) {
    Json json = Json::array();
    for (const clustering::FailingInput& input : inputs)
      json.push_back({{"level", input.level}, {"ordinal", input.ordinal}, {"key", input.key}});
    return json;
  };
  Json json{{"new", inputs_json(comparison.unknown)}, {"faults", Json::array()}};
  for (const clustering::FaultState& state : comparison.faults) {
    const clustering::Fault& fault = faults.all()[state.fault];
    const clustering::Decision& decision = fault.decision;
    json["faults"].push_back(
        {{"name", text_json(fault.name)},
         {"decision", clustering::name(decision.kind)},
         {"state", clustering::name(state.progress)},
         {"expired", state.expired},
         {"other_space", state.other_space},
         {"failing", state.inside.size()},
         {"grown", inputs_json(state.grown)},
         {"recorded", decision.evidence ? Json(decision.evidence->failing.size()) : Json(nullptr)},
         {"passing", state.passing},
         {"changed", state.changed},
         {"not_executed", state.not_executed},
         {"unjudged", state.unjudged},
         {"keys", texts_json(decision.keys)},
         {"reason", text_json(decision.reason)},
         {"ticket", text_json(decision.ticket)},
         {"expires", decision.expires ? Json(clustering::to_string(*decision.expires)) : Json(nullptr)},
         {"first_seen", decision.first_seen ? Json(clustering::to_string(*decision.first_seen)) : Json(nullptr)}});
  }
  return json;
}

Json to_json(const clustering::ClusterState& state, const clustering::FaultComparison& comparison,
             const clustering::Faults& faults) {
  Json names = Json::array();
  for (const std::size_t place : state.states)
    names.push_back(text_json(faults.all()[comparison.faults[place].fault].name));
  return {{"new", state.unknown}, {"grown", state.grown}, {"expired", state.has_expired}, {"faults", names}};
}

void add_json(Json& json, const KnownClusters& known) {
  json["known_faults"] = to_json(known.comparison, known.faults);
  if (!json.contains("clusters") || !json["clusters"].is_array()) return;
  for (std::size_t i = 0; i < known.states.size(); ++i)
    json["clusters"][i]["known"] = to_json(known.states[i], known.comparison, known.faults);
}

Json account_json(const results::Store& store) {
  const results::Account account = store.account();
  Json json{{"campaign", text_json(store.manifest().campaign)},
            {"inputs", account.inputs == generators::uncounted ? Json() : Json(account.inputs)},
            {"executed", account.executed},
            {"discarded", account.discarded()},
            {"filtered", account.filtered},
            {"rejected", account.rejected},
            {"refused", account.refused},
            {"not_applicable", account.not_applicable},
            {"open", account.open},
            {"judged", account.judged()},
            {"failed", account.failed()}};
  for (const auto& [verdict, count] : account.cases) json["verdicts"][std::string(oracles::name(verdict))] = count;
  if (const auto first = store.first_failure())
    json["first_failure"] = {
        {"level", first->level}, {"ordinal", first->ordinal}, {"tests", first->tests}, {"seconds", first->seconds}};
  else
    json["first_failure"] = nullptr;
  for (const results::LevelAccount& level : account.merged) {
    Json entry{{"level", level.level},       {"inputs", level.inputs},     {"executed", level.executed},
               {"filtered", level.filtered}, {"rejected", level.rejected}, {"failed", level.failed},
               {"seconds", level.seconds}};
    Json& unmerged = entry["unmerged"] = Json::object();
    for (const auto& [ending, count] : level.unmergings) unmerged[std::string(name(ending))] = count;
    entry.update({{"probes", level.probes},
                  {"probe_seconds", level.probe_seconds},
                  {"found", level.found},
                  {"combinations", level.combinations}});
    json["merged"].push_back(std::move(entry));
  }
  json["oracles"] = to_json(store.tallies(0), idle_oracles(store));
  const clustering::RuleSet rules = clustering::rules_of(store.manifest());
  for (const auto& [name, verdict] :
       {std::pair("rejections", Verdict::discarded), std::pair("refusals", Verdict::refused),
        std::pair("did_not_apply", Verdict::not_applicable), std::pair("passed_although", Verdict::pass)})
    json[name] = to_json(clustering::reasons(store, 0, verdict, rules));
  json["seconds"] = account.seconds;
  json["complete"] = account.complete;
  return json;
}

std::string text(const Json& json, int indent) {
  return visible(json.dump(indent, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace smallscope::report
