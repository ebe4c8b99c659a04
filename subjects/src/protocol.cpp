#include "protocol.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "texts.hpp"

namespace smallscope::subjects {
namespace {

// Outputs keep the order in which the worker wrote them.
using Json = nlohmann::ordered_json;

[[noreturn]] void object(const std::string& complaint) { throw std::invalid_argument(complaint); }

Json parse(std::string_view line) {
  Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) object("is not a JSON object in UTF-8");
  return json;
}

std::string take_text(Json& value, std::string_view what) {
  if (value.is_string()) return std::move(value.get_ref<std::string&>());
  if (value.is_object() && value.size() == 1) {
    const auto encoded = value.find("base64");
    if (encoded != value.end() && encoded->is_string()) {
      if (auto text = decode_base64(encoded->get_ref<const std::string&>())) return std::move(*text);
    }
  }
  object(fmt::format("has, as {}, neither a string nor {{\"base64\": \"...\"}}", what));
}

std::string required_text(Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) object(fmt::format("has no \"{}\"", name));
  return take_text(*found, name);
}

/// Cuts `text` and says so.
std::string bounded(std::string text, std::size_t bound, bool& cut) {
  if (text.size() > bound) {
    text.resize(whole_prefix(text, bound));
    cut = true;
  }
  return text;
}

Ending ending_of(std::string_view outcome) {
  if (outcome == "done") return Ending::completed;
  if (outcome == "refused") return Ending::refused;
  if (outcome == "crashed") return Ending::crashed;
  if (outcome == "lost") return Ending::lost;
  object(fmt::format("has the outcome {}, which is none of done, refused, crashed, lost", in_quotes(outcome)));
}

}  // namespace

std::string greeting(std::string_view scratch) {
  std::string line = fmt::format("{{\"protocol\":\"smallscope-worker\",\"version\":{},\"scratch\":", protocol_version);
  append_json(line, scratch);
  return line + "}\n";
}

std::string read_greeting(std::string_view line) {
  Json json = parse(line);
  if (required_text(json, "protocol") != "smallscope-worker") {
    object("does not have the protocol \"smallscope-worker\"");
  }
  const auto version = json.find("version");
  if (version == json.end() || !version->is_number_integer()) object("has no \"version\" of the protocol");
  if (*version != protocol_version) {
    object(fmt::format("speaks version {} of the protocol; this runner speaks version {}", version->dump(),
                       protocol_version));
  }
  std::string subject = required_text(json, "subject");
  if (json.contains("subject_version")) subject += " " + required_text(json, "subject_version");
  return subject;
}

void write_request(std::string& line, std::uint64_t id, const Input& input) {
  line.clear();
  fmt::format_to(std::back_inserter(line), "{{\"id\":{}", id);
  if (!input.files.empty()) {
    line += ",\"input\":";
    append_json(line, input.files.front().name);
    line += ",\"files\":";
    append_json(line, input.files);
  }
  if (!input.parameters.empty()) {
    line += ",\"parameters\":";
    append_json(line, input.parameters);
  }
  if (!input.standard_input.empty()) {
    line += ",\"standard_input\":";
    append_json(line, input.standard_input);
  }
  line += "}\n";
}

Observation read_reply(std::string_view line, std::uint64_t id, std::size_t bound) {
  Json json = parse(line);
  const auto echoed = json.find("id");
  if (echoed == json.end() || !echoed->is_number_integer() || *echoed != id) {
    object(fmt::format("has the id {} instead of {}", echoed == json.end() ? "(none)" : echoed->dump(), id));
  }
  Observation observation;
  observation.ending = ending_of(required_text(json, "outcome"));
  bool& cut = observation.output_truncated;
  if (const auto messages = json.find("messages"); messages != json.end()) {
    if (!messages->is_array()) object("has \"messages\" that are not an array");
    for (Json& message : *messages) {
      observation.messages.push_back(bounded(take_text(message, "a message"), bound, cut));
    }
  }
  if (const auto outputs = json.find("outputs"); outputs != json.end()) {
    if (!outputs->is_object()) object("has \"outputs\" that are not an object");
    for (auto& [name, text] : outputs->items()) {
      observation.outputs.push_back({name, bounded(take_text(text, "an output"), bound, cut)});
    }
  }
  if (const auto text = json.find("standard_output"); text != json.end()) {
    observation.standard_output = bounded(take_text(*text, "standard_output"), bound, cut);
  }
  if (const auto text = json.find("standard_error"); text != json.end()) {
    observation.standard_error = bounded(take_text(*text, "standard_error"), bound, cut);
  }
  return observation;
}

}  // namespace smallscope::subjects
