// SPDX-License-Identifier: Apache-2.0
#include <smallscope/subjects/observation.hpp>

#include <signal.h>
#include <string.h>

#include <algorithm>
#include <array>

#include "texts.hpp"

namespace smallscope::subjects {

const std::string* find(const std::vector<NamedText>& texts, std::string_view name) {
  const auto found = std::ranges::find(texts, name, &NamedText::name);
  return found == texts.end() ? nullptr : &found->text;
}

std::string_view name(Ending ending) {
  switch (ending) {
    case Ending::completed:
      return "completed";
    case Ending::refused:
      return "refused";
    case Ending::crashed:
      return "crashed";
    case Ending::timed_out:
      return "timed out";
    case Ending::lost:
      return "lost";
    case Ending::cancelled:
      return "cancelled";
  }
  return "unknown";
}

bool may_be_ended_by_others(int exit_status, int signal) {
  constexpr std::array sent{SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU};
  return std::ranges::find(sent, signal != 0 ? signal : exit_status - 128) != sent.end();
}

std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> result;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (const std::size_t last = line.find_last_not_of(" \t\r\n\v\f"); last != std::string_view::npos)
      result.emplace_back(line.substr(0, last + 1));
  }
  return result;
}

std::vector<std::string> reasons(const Observation& observation) {
  std::vector<std::string> said = lines(observation.standard_error);
  if (said.empty()) said = lines(observation.standard_output);
  if (said.empty()) said.push_back("exit status " + std::to_string(observation.exit_status));
  return said;
}

std::string signal_name(int signal) {
  const char* abbreviation = sigabbrev_np(signal);
  return abbreviation ? std::string("SIG") + abbreviation : "signal " + std::to_string(signal);
}

std::string to_json(const Observation& observation) {
  std::string json = "{\"ending\":";
  append_json(json, name(observation.ending));
  json += ",\"exit_status\":" + std::to_string(observation.exit_status);
  json += ",\"signal\":" + std::to_string(observation.signal);
  json += observation.output_truncated ? ",\"output_truncated\":true" : ",\"output_truncated\":false";
  json += observation.streams ? ",\"streams\":true" : ",\"streams\":false";
  json += ",\"outputs\":";
  append_json(json, observation.outputs);
  json += ",\"absent\":";
  append_json(json, observation.absent);
  json += ",\"messages\":";
  append_json(json, observation.messages);
  json += '}';
  return json;
}

}  // namespace smallscope::subjects
