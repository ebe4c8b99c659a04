// SPDX-License-Identifier: Apache-2.0
#include "triage/unjudged_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <string_view>
#include <utility>

#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

using results::Ordinal;

constexpr Ordinal most_without_judgement = 2'000'000;  // they are listed in memory
constexpr Ordinal seen_without_judgement = 200'000;
constexpr Ordinal seen_judged = 500'000;
constexpr const char* no_oracle_applied = "no oracle applied";
constexpr std::size_t shown_values = 5;
constexpr std::size_t value_width = 60;

/// An input that was executed and not judged.
struct Left {
  Ordinal ordinal;
  std::string_view because;
};

/// Every n-th, so that there are at most `most`.
Ordinal stride_for(Ordinal count, Ordinal most) { return std::max<Ordinal>(1, (count + most - 1) / most); }

class UnjudgedSearch {
 public:
  UnjudgedSearch(const results::Store& store, const runner::Campaign& campaign) : store_(store), campaign_(campaign) {}

  Unjudged run() {
    const results::Discards discards = store_.discards(0);
    add_filtered(discards.filtered);
    for (const auto& [ordinals, because] :
         {std::pair(&discards.refused, "refused"), std::pair(&discards.rejected, "rejected"),
          std::pair(&discards.not_applicable, no_oracle_applied)})
      for (const Ordinal ordinal : *ordinals) left_.push_back({ordinal, because});
    for (const auto& [level, ordinal] : store_.open_cases())
      if (level == 0) left_.push_back({ordinal, "could not be judged"});
    std::ranges::sort(left_, {}, &Left::ordinal);
    add_values();
    take_out_judged(discards.filtered);
    found_.is_sample = is_sample_;
    list();
    return std::move(found_);
  }

 private:
  struct Value {
    Ordinal inputs = 0, ordinal = 0;
    Ordinal last = 0;  ///< of its inputs: one that makes the choice twice counts once
    std::map<std::string_view, Ordinal> because;
  };
  using Key = std::pair<std::string, std::string>;

  /// Those of which the campaign does not state that they are none of its inputs.
  void add_filtered(const std::vector<std::pair<Ordinal, Ordinal>>& ranges) {
    if (!campaign_.why_filtered) return;
    Ordinal count = 0, number = 0;
    for (const auto& [first, last] : ranges) count += last - first;
    const Ordinal stride = stride_for(count, seen_without_judgement);
    is_sample_ = is_sample_ || stride > 1;
    for (const auto& [first, last] : ranges)
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
        if (number++ % stride != 0) continue;
        std::string why = campaign_.why_filtered(ordinal);
        if (why.empty()) continue;
        left_.push_back({ordinal, "filtered"});
        if (found_.filtered++ > 0) continue;
        found_.filtered_because = std::move(why);
        found_.filtered_ordinal = ordinal;
      }
  }

  void add_values() {
    const Ordinal stride = stride_for(left_.size(), seen_without_judgement);
    is_sample_ = is_sample_ || stride > 1;
    for (std::size_t i = 0; i < left_.size(); i += stride)
      for (const generators::Choice& choice : campaign_.space->choices(left_[i].ordinal)) {
        Value& value = values_[{choice.name, choice.label}];
        if (value.inputs > 0 && value.last == left_[i].ordinal) continue;
        if (value.inputs++ == 0) value.ordinal = left_[i].ordinal;
        value.last = left_[i].ordinal;
        ++value.because[left_[i].because];
      }
  }

  /// Sees few judged inputs first, which have nearly all values.
  void take_out_judged(const std::vector<std::pair<Ordinal, Ordinal>>& filtered) {
    const Ordinal executed = store_.account().executed, quick = stride_for(executed, 2'000);
    take_out_judged(filtered, quick);
    const Ordinal stride = stride_for(executed, seen_judged);
    if (values_.empty() || quick == stride) return;
    is_sample_ = is_sample_ || stride > 1;
    take_out_judged(filtered, stride);
  }
  void take_out_judged(const std::vector<std::pair<Ordinal, Ordinal>>& filtered, Ordinal stride) {
    auto range = filtered.begin();
    auto left = left_.begin();
    Ordinal number = 0;
    store_.for_each_executed(0, [&](Ordinal first, Ordinal last) {
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) {
        while (range != filtered.end() && range->second <= ordinal) ++range;
        while (left != left_.end() && left->ordinal < ordinal) ++left;
        const bool is_filtered = range != filtered.end() && range->first <= ordinal;
        const bool is_left = left != left_.end() && left->ordinal == ordinal;
        if (is_filtered || is_left || number++ % stride != 0) continue;
        for (const generators::Choice& choice : campaign_.space->choices(ordinal))
          values_.erase({choice.name, choice.label});
        if (values_.empty()) return false;
      }
      return true;
    });
  }

  /// Whether the input is one of those of a value, within which the choice is made.
  bool is_within(const Key& choice, const Value& value) const {
    return std::ranges::any_of(values_, [&](const auto& around) {
      return choice.first.starts_with(around.first.first + "/") && around.second.inputs >= value.inputs;
    });
  }

  void list() {
    const bool complete = store_.account().complete;
    for (const auto& [choice, value] : values_) {
      if ((value.inputs < least_inputs && !complete) || value.inputs < 2 || is_within(choice, value)) continue;
      const auto most = std::ranges::max_element(value.because, {}, [](const auto& each) { return each.second; });
      found_.values.push_back({.choice = choice.first,
                               .label = choice.second,
                               .inputs = value.inputs,
                               .ordinal = value.ordinal,
                               .because = std::string(most->first),
                               .all = value.because.size() == 1});
    }
    std::ranges::stable_sort(found_.values, std::ranges::greater(), &UnjudgedValue::inputs);
  }

  const results::Store& store_;
  const runner::Campaign& campaign_;
  std::vector<Left> left_;
  std::map<Key, Value> values_;  // not judged until now
  bool is_sample_ = false;
  Unjudged found_;
};

}  // namespace

Unjudged unjudged_values(const results::Store& store, const runner::Campaign& campaign) {
  const results::Account account = store.account();
  const Ordinal without = account.discarded() + account.refused + account.not_applicable + account.open;
  if (!campaign.space || campaign.space->is_search() || without == 0 || without > most_without_judgement) return {};
  if (!has_space_of(campaign, store.manifest())) return {};  // whose choices are those of other inputs
  if (account.judged() == 0 && !campaign.why_filtered) return {};
  Unjudged found = UnjudgedSearch(store, campaign).run();
  if (account.judged() == 0) found.values.clear();  // of no value, which is said elsewhere
  return found;
}

namespace {

/// "all refused", "mostly rejected", "to all no oracle applied".
std::string reason_text(const UnjudgedValue& value) {
  if (value.because == no_oracle_applied) return fmt::format("to {} {}", value.all ? "all" : "most", value.because);
  return fmt::format("{} {}", value.all ? "all" : "mostly", value.because);
}

}  // namespace

std::vector<std::string> unjudged_lines(const Unjudged& unjudged) {
  std::vector<std::string> lines;
  const std::string_view looked_at = unjudged.is_sample ? " that were looked at" : "";
  if (unjudged.filtered > 0)
    lines.push_back(fmt::format("{} input{}{} {} filtered, such as #{}: {}", report::grouped(unjudged.filtered),
                                unjudged.filtered == 1 ? "" : "s", looked_at, unjudged.filtered == 1 ? "was" : "were",
                                unjudged.filtered_ordinal, report::one_line(unjudged.filtered_because, 100)));
  for (std::size_t i = 0; i < std::min(shown_values, unjudged.values.size()); ++i) {
    const UnjudgedValue& value = unjudged.values[i];
    lines.push_back(fmt::format("none of the {} inputs with {} = {}{}: {}, such as #{}", report::grouped(value.inputs),
                                report::one_line(value.choice, value_width), report::one_line(value.label, value_width),
                                looked_at, reason_text(value), value.ordinal));
  }
  if (unjudged.values.size() > shown_values)
    lines.push_back(fmt::format("and none with {} more values, which `run --json` and `clusters --json` list",
                                unjudged.values.size() - shown_values));
  return lines;
}

std::string to_string(const Unjudged& unjudged) {
  std::string text;
  bool is_first_value = true;
  for (const std::string& line : unjudged_lines(unjudged)) {
    const bool is_warning = unjudged.filtered > 0 && text.empty();
    text += fmt::format("{:<10} {}\n", is_warning ? "warning" : is_first_value ? "unjudged" : "", line);
    is_first_value = is_first_value && is_warning;
  }
  return text;
}

report::Json to_json(const Unjudged& unjudged) {
  report::Json values = report::Json::array();
  for (const UnjudgedValue& value : unjudged.values)
    values.push_back({{"choice", report::text_json(value.choice)},
                      {"value", report::text_json(value.label)},
                      {"inputs", value.inputs},
                      {"ordinal", value.ordinal},
                      {"because", value.because},
                      {"all", value.all}});
  return {{"values", values},
          {"filtered", unjudged.filtered},
          {"filtered_because", report::text_json(unjudged.filtered_because)},
          {"is_sample", unjudged.is_sample}};
}

}  // namespace smallscope::program
