#include <smallscope/report/json.hpp>

namespace smallscope::report {

Json to_json(const generators::Choices& choices) {
  Json json = Json::array();
  for (const generators::Choice& choice : choices)
    json.push_back({{"name", choice.name}, {"index", choice.index}, {"label", choice.label}});
  return json;
}

Json to_json(const std::vector<subjects::NamedText>& texts) {
  Json json = Json::array();
  for (const subjects::NamedText& text : texts) json.push_back({{"name", text.name}, {"text", text.text}});
  return json;
}

Json to_json(const std::vector<oracles::Judgement>& judgements) {
  Json json = Json::array();
  for (const oracles::Judgement& judgement : judgements)
    json.push_back({{"oracle", judgement.oracle},
                    {"verdict", oracles::name(judgement.verdict)},
                    {"messages", judgement.messages}});
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
          {"input",
           {{"files", to_json(record.input.files)},
            {"parameters", to_json(record.input.parameters)},
            {"standard_input", record.input.standard_input}}},
          {"observed", to_json(record.observed)},
          {"reproduction", record.reproduction}};
}

Json to_json(const clustering::Cluster& cluster) {
  Json signature = Json::array();
  for (const clustering::SignaturePart& part : cluster.signature)
    signature.push_back(
        {{"oracle", part.oracle}, {"verdict", oracles::name(part.verdict)}, {"messages", part.messages}});
  Json members = Json::array();
  for (const auto& [level, ordinal] : cluster.members) members.push_back({{"level", level}, {"ordinal", ordinal}});
  return {{"id", cluster.id},
          {"failing", cluster.members.size()},
          {"signature", std::move(signature)},
          {"first_test", cluster.first_test},
          {"representative", {{"level", cluster.representative.first}, {"ordinal", cluster.representative.second}}},
          {"members", std::move(members)}};
}

Json to_json(const results::Unmerging& unmerging) {
  Json parts = Json::array();
  for (const results::Part& part : unmerging.parts)
    parts.push_back({{"selection", part.selection}, {"single", part.found.level == 0}, {"found", to_json(part.found)}});
  return {{"level", unmerging.level},   {"ordinal", unmerging.ordinal}, {"ending", name(unmerging.ending)},
          {"probes", unmerging.probes}, {"seconds", unmerging.seconds}, {"parts", std::move(parts)}};
}

Json account_json(const results::Store& store) {
  const results::Account account = store.account();
  Json json{{"campaign", store.manifest().campaign},
            {"inputs", account.inputs == generators::uncounted ? Json() : Json(account.inputs)},
            {"executed", account.executed},
            {"discarded", account.discarded()},
            {"filtered", account.filtered},
            {"rejected", account.rejected},
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
  json["seconds"] = account.seconds;
  json["complete"] = account.complete;
  return json;
}

std::string text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

}  // namespace smallscope::report
