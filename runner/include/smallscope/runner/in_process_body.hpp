// SPDX-License-Identifier: Apache-2.0
// How in-process campaigns execute: the walk over a generator, the code under test and the properties in one loop.
//
// The implementation of in_process() (in_process.hpp), which users call. A lane belongs to one thread; all lanes share
// the judges. Example: in_process("reverse", lists, property("reverse twice", [](const List& list) { ... })).
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <smallscope/runner/generator_space.hpp>
#include <smallscope/runner/judging.hpp>
#include <smallscope/runner/property.hpp>

namespace smallscope::runner {

/// A value as a person reads it: its label (see generators::label_of; a type's own is choice_label()), a list of
/// labels, or nothing.
template <class T>
std::string printed(const T& value) {
  if constexpr (requires {
                  value.begin();
                  value.end();
                } &&
                !std::is_convertible_v<const T&, std::string_view>) {
    std::string text = "[";
    for (const auto& item : value) text += (text.size() > 1 ? ", " : "") + printed(item);
    return text + "]";
  } else {
    const std::string label = generators::label_of(value, 0);
    return label == "#0" ? "" : label;
  }
}

namespace in_process_detail {

template <class Result>
bool is_pass(const Result& result) {
  if constexpr (std::same_as<Result, oracles::Judgement>)
    return result.verdict == oracles::Verdict::pass;
  else if constexpr (requires { result.has_value(); })
    return !result.has_value();
  else if constexpr (requires { result.empty(); })
    return result.empty();
  else
    return static_cast<bool>(result);
}

template <class Result>
oracles::Judgement to_judgement(const std::string& name, Result result) {
  if constexpr (std::same_as<Result, oracles::Judgement>) {
    if (result.oracle.empty()) result.oracle = name;
    return result;
  } else {
    oracles::Judgement judgement{name, is_pass(result) ? oracles::Verdict::pass : oracles::Verdict::fail, {}};
    if constexpr (requires { result.has_value(); }) {
      if (result) judgement.messages.push_back(std::move(*result));
    } else if constexpr (requires { result.empty(); }) {
      judgement.messages.assign(result.begin(), result.end());
    }
    return judgement;
  }
}

/// All properties together: a quick answer in the hot loop, and the judgements if it is negative.
template <class T, class... Check>
class Properties {
  static_assert((std::invocable<const Check&, const T&> && ...),
                "in_process: every property's check must be callable with a value of the generator");

 public:
  explicit Properties(Property<Check>... properties) : properties_(std::move(properties)...) {}
  bool passes(const T& value) const {
    return std::apply([&](const auto&... each) { return (is_pass(std::invoke(each.check, value)) && ...); },
                      properties_);
  }
  std::vector<oracles::Judgement> judge(const T& value) const {
    std::vector<oracles::Judgement> judgements;
    const auto one = [&](const auto& each) {
      oracles::Judgement judgement;
      try {
        judgement = to_judgement(each.name, std::invoke(each.check, value));
      } catch (...) {
        judgement = judgement_of_exception(each.name, oracles::Verdict::crashed);
      }
      judgements.push_back(std::move(judgement));
    };
    std::apply([&](const auto&... each) { (one(each), ...); }, properties_);
    return judgements;
  }
  std::vector<std::string> names() const {
    return std::apply([](const auto&... each) { return std::vector<std::string>{each.name...}; }, properties_);
  }

 private:
  std::tuple<Property<Check>...> properties_;
};

/// A subject that returns a result, and oracles on (value, result). An exception is a crash of the subject, but an
/// error of an oracle.
template <class T, class Subject, class... Check>
class Judged {
 public:
  Judged(Subject subject, Property<Check>... oracles) : subject_(std::move(subject)), oracles_(std::move(oracles)...) {}
  bool passes(const T& value) const {
    const auto& result = std::invoke(subject_, value);
    return std::apply([&](const auto&... each) { return (is_pass(std::invoke(each.check, value, result)) && ...); },
                      oracles_);
  }
  std::vector<oracles::Judgement> judge(const T& value) const {
    std::vector<oracles::Judgement> judgements;
    std::optional<std::remove_cvref_t<std::invoke_result_t<const Subject&, const T&>>> result;
    try {
      result.emplace(std::invoke(subject_, value));
    } catch (...) {
      return {judgement_of_exception("no exception", oracles::Verdict::crashed)};
    }
    const auto one = [&](const auto& each) {
      oracles::Judgement judgement;
      try {
        judgement = to_judgement(each.name, std::invoke(each.check, value, std::as_const(*result)));
      } catch (...) {
        judgement = judgement_of_exception(each.name, oracles::Verdict::oracle_error);
      }
      judgements.push_back(std::move(judgement));
    };
    std::apply([&](const auto&... each) { (one(each), ...); }, oracles_);
    return judgements;
  }
  std::vector<std::string> names() const {
    return std::apply([](const auto&... each) { return std::vector<std::string>{each.name...}; }, oracles_);
  }

 private:
  Subject subject_;
  std::tuple<Property<Check>...> oracles_;
};

/// Judges a value that did not pass, under the clock; `judgements` are those of all properties.
template <class T, class Judges>
Outcome outcome_of(const Judges& judges, const T& value, Ordinal index) {
  Outcome outcome;
  outcome.index = index;
  const auto start = std::chrono::steady_clock::now();
  outcome.judgements = judges.judge(value);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool passed = std::all_of(outcome.judgements.begin(), outcome.judgements.end(),
                                  [](const auto& judgement) { return judgement.verdict == oracles::Verdict::pass; });
  if (passed)
    outcome.judgements.push_back(
        {"same again", oracles::Verdict::flaky, {"failed once and passed when it was repeated"}});
  outcome.verdict = oracles::combine(outcome.judgements);
  return outcome;
}

template <class G, class Judges>
class InProcessLane final : public Lane {
 public:
  using Value = typename G::value_type;
  using Levels = std::vector<std::shared_ptr<const G>>;
  InProcessLane(Levels levels, std::shared_ptr<const Judges> judges)
      : levels_(std::move(levels)), judges_(std::move(judges)) {}

  PortionResult execute(const Portion& portion, std::stop_token stop) override {
    PortionResult result;
    const G& generator = generator_at(portion.level);
    if (!portion.ranges.empty())
      walk(generator, portion, stop, result);
    else if constexpr (generators::IndexedGenerator<G>)
      visit(generator, portion, stop, result);
    else
      pick(generator, portion, stop, result);
    count_passing(judges_->names(), portion, result);
    return result;
  }
  std::optional<Outcome> probe(const SelectedPart& part, std::stop_token stop) override {
    if (stop.stop_requested()) return std::nullopt;
    const auto value = part_of(generator_at(part.level), part.ordinal, part.selection);
    if constexpr (G::can_discard) {
      if (!value) return Outcome{.verdict = oracles::Verdict::discarded};
      return probed(*value);
    } else {
      return probed(value);
    }
  }

 private:
  const G& generator_at(int level) const { return *levels_.at(static_cast<std::size_t>(level)); }
  Outcome probed(const Value& value) const {
    if (passes(*judges_, value)) return Outcome{.verdict = oracles::Verdict::pass};
    Outcome outcome = outcome_of(*judges_, value, 0);
    keep_objections(outcome.judgements);
    return outcome;
  }
  /// Whether the value passes; an exception counts as a failure. Costs nothing unless an exception is thrown.
  [[gnu::always_inline]] static bool passes(const Judges& judges, const Value& value) {
    try {
      return judges.passes(value);
    } catch (...) {
      return false;
    }
  }
  /// Records a value that did not pass; returns whether to continue. Out of line, so that the walk stays one tight
  /// loop.
  [[gnu::noinline, gnu::cold]] bool record(const Portion& portion, Ordinal index, const Value& value,
                                           PortionResult& result) const {
    Outcome& outcome = result.outcomes.emplace_back(outcome_of(*judges_, value, index));
    if (portion.counts(index)) count_judgements(outcome.judgements, outcome.verdict, result.tallies);
    keep_objections(outcome.judgements);
    if (!portion.stop_at_failure || !oracles::is_failing(outcome.verdict)) return true;
    result.visited = index + 1;
    return false;
  }
  void walk(const G& generator, const Portion& portion, const std::stop_token& stop, PortionResult& result) const {
    constexpr Ordinal stride = 1u << 16;  // a requested stop is noticed this often
    const Judges judges = *judges_;       // a local copy: nothing in the loop can change it
    Ordinal until_look = 0;
    for (const auto& [range_first, range_last] : portion.ranges) {
      const Ordinal offset = result.visited - range_first;  // of an index from its ordinal; it may wrap around
      for (Ordinal first = range_first; first < range_last;) {
        if (until_look == 0) {
          if (stop.stop_requested()) return;
          until_look = stride;
        }
        const Ordinal last = range_last - first > until_look ? first + until_look : range_last;
        [[maybe_unused]] Ordinal expected = first;
        const bool finished = generator.walk(first, last, [&](Ordinal ordinal, const Value& value) -> bool {
          if constexpr (G::can_discard) {
            if (ordinal != expected) result.filtered.emplace_back(expected + offset, ordinal + offset);
            expected = ordinal + 1;
          }
          if (passes(judges, value)) [[likely]]
            return true;
          // Copied only here: if the value's own address were taken, it would have to be built in memory every time.
          std::conditional_t<std::is_trivially_copyable_v<Value>, const Value, const Value&> failing = value;
          return record(portion, ordinal + offset, failing, result);
        });
        if (!finished) return;
        if constexpr (G::can_discard)
          if (expected != last) result.filtered.emplace_back(expected + offset, last + offset);
        result.visited = last + offset;
        until_look -= last - first;
        first = last;
      }
    }
  }
  void visit(const G& generator, const Portion& portion, const std::stop_token& stop, PortionResult& result) const {
    for (Ordinal index = 0; index < portion.ordinals.size(); ++index) {
      if (index % 1024 == 0 && stop.stop_requested()) return;
      const auto value = generator.at(portion.ordinals[index]);
      if constexpr (G::can_discard) {
        if (!value) {
          result.filtered.emplace_back(index, index + 1);
        } else if (!passes(*judges_, *value) && !record(portion, index, *value, result)) {
          return;
        }
      } else if (!passes(*judges_, value) && !record(portion, index, value, result)) {
        return;
      }
      result.visited = index + 1;
    }
  }
  /// Like visit(), for spaces in which every input is found by a walk: one walk for each ascending run of ordinals.
  void pick(const G& generator, const Portion& portion, const std::stop_token& stop, PortionResult& result) const {
    const auto& wanted = portion.ordinals;
    for (Ordinal index = 0; index < wanted.size();) {
      bool descends = false;
      const bool ended = generator.walk(wanted[index], generators::uncounted, [&](Ordinal ordinal, const Value& value) {
        if (ordinal % 1024 == 0 && stop.stop_requested()) return false;
        if (ordinal < wanted[index]) return true;
        if (!passes(*judges_, value) && !record(portion, index, value, result)) return false;
        result.visited = ++index;
        descends = index < wanted.size() && wanted[index] < ordinal;
        return index < wanted.size() && !descends;
      });
      if (ended || (!descends && index < wanted.size())) return;
    }
  }
  Levels levels_;
  std::shared_ptr<const Judges> judges_;
};

template <class G, class Judges>
class InProcessBody final : public Body {
 public:
  using Levels = std::vector<std::shared_ptr<const G>>;
  InProcessBody(Levels levels, Judges judges)
      : levels_(std::move(levels)), judges_(std::make_shared<const Judges>(std::move(judges))) {}
  std::unique_ptr<Lane> open(const std::filesystem::path&) const override {
    return std::make_unique<InProcessLane<G, Judges>>(levels_, judges_);
  }
  std::string describe_subject() const override { return "in process"; }
  std::vector<std::string> describe_oracles() const override { return judges_->names(); }
  std::vector<std::string> oracle_names() const override { return judges_->names(); }
  bool is_in_process() const override { return true; }
  bool prefers_walks() const override { return true; }

 private:
  Levels levels_;
  std::shared_ptr<const Judges> judges_;
};

template <CampaignGenerator G, class Judges>
Campaign make(std::string name, G generator, Judges judges) {
  const auto levels = levels_of(std::move(generator));
  const auto render = [](const typename G::value_type& value) {
    subjects::Input input;
    if (std::string text = printed(value); !text.empty()) input.parameters.push_back({"value", std::move(text)});
    return input;
  };
  return campaign_over(std::move(name), spaces_of(levels, render),
                       std::make_shared<InProcessBody<G, Judges>>(levels, std::move(judges)));
}

}  // namespace in_process_detail

}  // namespace smallscope::runner
