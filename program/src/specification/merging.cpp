// SPDX-License-Identifier: Apache-2.0
#include "merging.hpp"

#include "section.hpp"
#include "suspects.hpp"

namespace smallscope::program::specification {
namespace {

using generators::Ordinal;

constexpr std::int64_t most_together = 100'000;

}  // namespace

MergingTable merging_of(const Value& table, const std::vector<std::string>& texts, std::vector<std::string> hiding) {
  const Section section(table, "[inputs.merging]",
                        {"at_a_time", "from_level", "hiding", "suspects", "suspect_lines", "hopeless"});
  MergingTable made;
  const Value& together = section.require("at_a_time", "how many fragments are merged: at_a_time = 50");
  made.merging.at_a_time.clear();
  const std::vector<Value> single{together};
  for (const Value& count : together.is_list() ? together.items : single)
    made.merging.at_a_time.push_back(static_cast<Ordinal>(integer_of(count, 2, most_together)));
  if (made.merging.at_a_time.empty())
    wrong_type(together, "a number such as 50, or one for each level such as [5, 50]");
  if (const Value* level = section.find("from_level"))
    made.merging.from_level = static_cast<int>(integer_of(*level, 1, 100));
  if (const Value* list = section.find("hiding"))
    for (const Value& text : list_of(*list, "a list of beginnings such as [\"differential: tcc says exit\"]"))
      hiding.push_back(string_of(text));
  made.hooks.hiding = std::move(hiding);
  read_suspects(section, texts, made.hooks);
  return made;
}

}  // namespace smallscope::program::specification
