// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message rule and a message: the first line is a pattern, the second its replacement, the rest the
// message. The message is abstracted or stays as it was, or the pattern is refused. Presets abstract it, too.
#include <cstdint>
#include <smallscope/clustering/rules.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace ss = smallscope::clustering;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto line = [&] {
    const std::string_view first = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(first.size() == rest.size() ? rest.size() : first.size() + 1);
    return std::string(first);
  };
  const std::string pattern = line(), replacement = line();
  try {
    ss::RuleSet({"masked"}, {{pattern, replacement}}).abstract(rest);
  } catch (const ss::RuleError&) {
  }
  static const std::vector<ss::RuleSet> presets = [] {
    std::vector<ss::RuleSet> all;
    for (const std::string& name : ss::preset_names())
      all.push_back(ss::RuleSet({}, ss::preset(name), ss::Traces::reduced));
    return all;
  }();
  const ss::RuleSet& known = presets[size % presets.size()];
  known.abstract(rest);
  known.abstract(std::vector<std::string>{std::string(rest), replacement});
  return 0;
}
