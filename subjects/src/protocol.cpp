// SPDX-License-Identifier: Apache-2.0
#include "protocol.hpp"

#include <fmt/format.h>

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

#include "texts.hpp"

namespace smallscope::subjects {
namespace {

using Json = rapidjson::Value;

[[noreturn]] void object(const std::string& complaint) { throw std::invalid_argument(complaint); }

/// RapidJSON ends at a NUL, skips parts of a byte order mark and accepts half a surrogate pair as a character. A NUL is
/// never valid JSON. nlohmann-json decides about lines that may contain one of the others.
bool is_strict(std::string_view line) {
  if (line.find('\0') != std::string_view::npos) return false;
  const auto holds = [&](std::string_view text) { return line.find(text) != std::string_view::npos; };
  const bool unusual =
      (!line.empty() && static_cast<unsigned char>(line.front()) >= 0x80) || holds("\\ud") || holds("\\uD");
  return !unusual || nlohmann::json::accept(line);
}

/// A line that is a JSON object. Every test waits for one. With nlohmann-json, reading it took half of the protocol's
/// cost for a fast worker (scripts/benchmark worker).
class Line {
 public:
  explicit Line(std::string_view line) {
    constexpr unsigned strictly = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;
    document_.Parse<strictly>(line.data(), line.size());
    if (document_.HasParseError() || !document_.IsObject() || !is_strict(line)) object("is not a JSON object in UTF-8");
  }
  /// Null if there is no member of this name.
  const Json* find(const char* name) const {
    const auto found = document_.FindMember(name);
    return found == document_.MemberEnd() ? nullptr : &found->value;
  }

 private:
  char buffer_[1u << 12];  // most replies need no other memory
  rapidjson::MemoryPoolAllocator<> allocator_{buffer_, sizeof buffer_};
  rapidjson::Document document_{&allocator_};
};

/// For a message. Arrays and objects, which may be deep, are only named as such.
std::string dump(const Json& value) {
  if (value.IsArray()) return "[...]";
  if (value.IsObject()) return "{...}";
  rapidjson::StringBuffer text;
  rapidjson::Writer writer(text);
  value.Accept(writer);
  return text.GetString();
}

std::string_view view(const Json& text) { return {text.GetString(), text.GetStringLength()}; }

std::string take_text(const Json& value, std::string_view what) {
  if (value.IsString()) return std::string(view(value));
  if (value.IsObject() && value.MemberCount() == 1) {
    const auto& [name, encoded] = *value.MemberBegin();
    if (view(name) == "base64" && encoded.IsString()) {
      if (auto text = decode_base64(view(encoded))) return std::move(*text);
    }
  }
  object(fmt::format("has, as {}, neither a string nor {{\"base64\": \"...\"}}", what));
}

std::string required_text(const Line& line, const char* name) {
  const Json* found = line.find(name);
  if (found == nullptr) object(fmt::format("has no \"{}\"", name));
  return take_text(*found, name);
}

/// Cuts `text` at the limit and sets `cut` if it was longer.
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
  object(fmt::format("has the outcome {}; the outcomes are done, refused, crashed and lost", in_quotes(outcome)));
}

}  // namespace

std::string greeting(std::string_view scratch, std::size_t reply_bytes, int version) {
  std::string line = fmt::format("{{\"protocol\":\"smallscope-worker\",\"version\":{},\"scratch\":", version);
  append_json(line, scratch);
  return line + fmt::format(",\"limits\":{{\"reply_bytes\":{}}}}}\n", reply_bytes);
}

Greeting read_greeting(std::string_view text) {
  const Line line(text);
  if (required_text(line, "protocol") != "smallscope-worker") {
    object("does not have the protocol \"smallscope-worker\"");
  }
  const Json* version = line.find("version");
  if (version == nullptr || !(version->IsInt64() || version->IsUint64())) object("has no \"version\" of the protocol");
  if (!version->IsInt() || version->GetInt() != protocol_version) {
    object(fmt::format("speaks version {} of the protocol; this runner speaks version {}", dump(*version),
                       protocol_version));
  }
  Greeting read{.subject = required_text(line, "subject"), .outputs = std::nullopt};
  if (line.find("subject_version") != nullptr) read.subject += " " + required_text(line, "subject_version");
  const Json* outputs = line.find("outputs");
  if (outputs == nullptr || outputs->IsNull()) return read;
  if (!outputs->IsArray()) object("has \"outputs\" that are not an array of names");
  read.outputs.emplace();
  for (const Json& name : outputs->GetArray()) read.outputs->push_back(take_text(name, "the name of an output"));
  return read;
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

Observation read_reply(std::string_view text, std::uint64_t id, std::size_t bound) {
  const Line line(text);
  const Json* echoed = line.find("id");
  if (echoed == nullptr || !echoed->IsUint64() || echoed->GetUint64() != id) {
    object(fmt::format("has the id {} instead of {}", echoed == nullptr ? "(none)" : dump(*echoed), id));
  }
  Observation observation;
  observation.ending = ending_of(required_text(line, "outcome"));
  bool& cut = observation.output_truncated;
  if (const Json* messages = line.find("messages")) {
    if (!messages->IsArray()) object("has \"messages\" that are not an array");
    for (const Json& message : messages->GetArray()) {
      observation.messages.push_back(bounded(take_text(message, "a message"), bound, cut));
    }
  }
  if (const Json* outputs = line.find("outputs")) {
    if (!outputs->IsObject()) object("has \"outputs\" that are not an object");
    for (const auto& [name, output] : outputs->GetObject()) {
      if (output.IsNull()) {
        observation.absent.emplace_back(view(name));
        continue;
      }
      observation.outputs.push_back({std::string(view(name)), bounded(take_text(output, "an output"), bound, cut)});
    }
  }
  observation.streams = false;
  const auto keep = [&](const char* name, std::string& printed) {
    const Json* value = line.find(name);
    if (value == nullptr) return;
    printed = bounded(take_text(*value, name), bound, cut);
    observation.streams = true;
  };
  keep("standard_output", observation.standard_output);
  keep("standard_error", observation.standard_error);
  return observation;
}

}  // namespace smallscope::subjects
