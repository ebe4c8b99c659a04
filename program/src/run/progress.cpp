// SPDX-License-Identifier: Apache-2.0
#include "run/progress.hpp"

#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/generators/orders/order_kinds.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/context.hpp"
#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

constexpr double bar_period = 0.1;
constexpr double longest_period = 60;

void put(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void put_json(const report::Json& event) { put(report::text(event, -1)); }

/// "inputs in pairwise order", "other inputs in pairwise order" behind a list
std::string order_text(const generators::OrderSpecification& order) {
  const bool behind_list = order.listed && !generators::is_list(order);
  return fmt::format("{}inputs in {}", behind_list ? "other " : "",
                     generators::to_string(behind_list ? generators::without_list(order) : order));
}

}  // namespace

ProgressObserver::ProgressObserver(ProgressStyle style, clustering::Clustering already, std::string replay)
    : style_(style), clusters_(std::move(already)), replay_(std::move(replay)) {
  if (style_ == ProgressStyle::automatic) style_ = is_redrawable() ? ProgressStyle::bar : ProgressStyle::plain;
}

ProgressObserver::~ProgressObserver() { erase(); }

ProgressStyle watching_style(ProgressStyle asked) {
  if (asked != ProgressStyle::automatic)
    throw UsageError("--watch and --progress contradict each other; give one of them");
  if (is_redrawable()) return ProgressStyle::live;
  const char* const reason =
      isatty(STDERR_FILENO) == 1 ? "$TERM names no terminal whose cursor moves" : "standard error is no terminal";
  complain(fmt::format("note: --watch shows plain progress, because {}", reason));
  return ProgressStyle::plain;
}

void ProgressObserver::begin_live(std::function<LiveFindings()> findings) {
  if (style_ == ProgressStyle::live)
    live_ = std::make_unique<LiveView>([this, findings = std::move(findings)] { return live_state(findings()); });
}

LiveState ProgressObserver::live_state(const LiveFindings& findings) const {
  const std::lock_guard lock(mutex_);
  LiveState live{.step = step_};
  if (latest_) {
    live.account = state_items(*latest_);
    if (level_ > 0) live.account.front().insert(0, fmt::format("M{}: ", level_));
    if (latest_->inputs != generators::uncounted && latest_->inputs > 0)
      live.account.front() += fmt::format(
          " ({:.1f}%)",
          std::floor(1000.0 * static_cast<double>(latest_->done) / static_cast<double>(latest_->inputs)) / 10);
  }
  if (!findings.covered.empty()) live.account.push_back(findings.covered);
  if (!findings.obstacle.empty()) live.note = "no explanations: " + findings.obstacle;
  clusters_.for_each([&](const clustering::Signature& signature, std::size_t cases, results::Ordinal first_test) {
    const auto explained = findings.explanations.find(clustering::key(signature));
    live.clusters.push_back(
        {.message = clustering::to_string(signature),
         .cases = cases,
         .first_test = first_test,
         .explanation = explained == findings.explanations.end() ? LiveExplanation{} : explained->second});
  });
  std::ranges::sort(live.clusters, {},
                    [](const LiveCluster& cluster) { return std::tie(cluster.first_test, cluster.message); });
  return live;
}

void ProgressObserver::say(std::string_view label, const std::string& text) {
  if (style_ == ProgressStyle::none || style_ == ProgressStyle::json) return;
  const std::string line = report::visible(fmt::format("{:<10} {}\n", label, text));
  if (live_) {
    live_->write_above(line);
  } else {
    erase();
    put(line);
  }
}

void ProgressObserver::erase() {
  if (!drawn_) return;
  put("\r\x1b[K");
  drawn_ = false;
}

void ProgressObserver::draw(const std::string& line) {
  put("\r\x1b[K" + report::one_line(line, report::terminal_width(STDERR_FILENO) - 1));
  drawn_ = true;
}

void ProgressObserver::pass_started(const results::Pass& pass) {
  const std::lock_guard lock(mutex_);
  latest_.reset();
  step_.clear();
  start_done_ = pass.done - pass.begin;
  const bool counted = pass.end != generators::uncounted;
  rate_from_ = start_done_;
  level_ = pass.level;
  parts_ = probes_ = 0;
  if (style_ == ProgressStyle::json)
    put_json({{"event", "pass"},
              {"level", pass.level},
              {"order", generators::to_string(pass.order)},
              {"repeat", pass.repeat},
              {"inputs", counted ? report::Json(pass.end - pass.begin) : nullptr},
              {"done", start_done_}});
  else
    say("pass", fmt::format("{}{} {} order{}{}", pass.level > 0 ? fmt::format("M{}: ", pass.level) : "",
                            counted ? report::grouped(pass.end - pass.begin) : "all", order_text(pass.order),
                            pass.repeat ? ", repeating what has run" : "",
                            start_done_ > 0 ? fmt::format(", {} done before", report::grouped(start_done_)) : ""));
}

void ProgressObserver::case_committed(const results::Case& failing, const runner::Progress& progress) {
  const std::lock_guard lock(mutex_);
  const bool is_failing = oracles::is_failing(failing.verdict);
  const bool merged = failing.level > 0;  // taken apart before it counts in a cluster
  const bool opened = !merged && clusters_.add(failing);
  if (style_ == ProgressStyle::json) {
    report::Json event{{"event", "case"},
                       {"level", failing.level},
                       {"ordinal", failing.ordinal},
                       {"tests", failing.test},
                       {"verdict", oracles::name(failing.verdict)},
                       {"new_cluster", opened},
                       {"seconds", progress.seconds}};
    put_json(event);
    return;
  }
  if (oracles::is_open(failing.verdict) && !first_open_shown_) show_first_open(failing);
  bool& shown = merged ? first_merged_shown_ : first_shown_;
  if (!is_failing || shown) return;
  shown = true;
  show_first(failing, fmt::format("after {} test{}, {}", report::grouped(failing.test), failing.test == 1 ? "" : "s",
                                  report::duration(progress.seconds)));
}

void ProgressObserver::show_first_open(const results::Case& open) {
  first_open_shown_ = true;
  const auto said = std::ranges::find_if(open.judgements, [](const oracles::Judgement& judgement) {
    return oracles::is_open(judgement.verdict) && !judgement.messages.empty();
  });
  say("trouble",
      fmt::format("{} could not be judged ({}){}", report::short_name(open), oracles::name(open.verdict),
                  said == open.judgements.end() ? "" : ": " + report::one_line(said->messages.front(), 200)));
}

void ProgressObserver::show_first(const results::Case& failing, std::string_view after) {
  say("failure", fmt::format("{}   {}   {}", after, report::short_name(failing),
                             report::one_line(generators::to_string(failing.choices), 100)));
  for (const oracles::Judgement& judgement : failing.judgements)
    say("", fmt::format("{}: {}", report::one_line(judgement.oracle),
                        report::one_line(judgement.messages.empty() ? oracles::name(judgement.verdict)
                                                                    : std::string_view(judgement.messages.front()),
                                         110)));
  say("", fmt::format("again: {} {}", replay_, report::replay_arguments(failing)));
}

void ProgressObserver::unmerged(const results::Unmerging& unmerging, results::Ordinal done, results::Ordinal all) {
  const std::lock_guard lock(mutex_);
  bool opened = false;
  for (const results::Part& part : unmerging.parts) opened |= clusters_.add(part.found);
  parts_ += unmerging.parts.size();
  probes_ += unmerging.probes;
  if (style_ == ProgressStyle::json) {
    put_json({{"event", "unmerged"},
              {"level", unmerging.level},
              {"ordinal", unmerging.ordinal},
              {"ending", name(unmerging.ending)},
              {"probes", unmerging.probes},
              {"parts", unmerging.parts.size()},
              {"new_cluster", opened},
              {"done", done},
              {"all", all}});
    return;
  }
  for (const results::Part& part : unmerging.parts) {
    if (first_shown_ || !oracles::is_failing(part.found.verdict)) continue;
    first_shown_ = true;
    show_first(part.found, fmt::format("taken apart with {} probes", unmerging.probes));
  }
  const std::string state = fmt::format(
      "M{}: {} of {} failing or rejected inputs taken apart, {} probes, {} parts, {} clusters", level_,
      report::grouped(done), report::grouped(all), report::grouped(probes_), report::grouped(parts_), clusters_.size());
  if (done == all)
    say("unmerge", state);
  else if (style_ == ProgressStyle::bar)
    draw(state);
  step_ = done == all ? "" : state;
}

std::vector<std::string> ProgressObserver::state_items(const runner::Progress& progress) const {
  const bool counted = progress.inputs != generators::uncounted;
  const double left = rate_ > 0 ? static_cast<double>(progress.inputs - progress.done) / rate_ : 0;
  std::vector<std::string> items{report::grouped(progress.done)};
  if (counted)
    items.front() += " of " + report::grouped(progress.inputs);
  else if (expected_ >= static_cast<double>(progress.done))
    items.front() += " of about " + report::rounded(expected_);
  if (rate_ > 0)
    items.push_back(fmt::format("{}/s", report::grouped(static_cast<results::Ordinal>(std::llround(rate_)))));
  if (counted && rate_ > 0 && progress.done < progress.inputs)
    items.push_back(fmt::format("{} left", report::duration(left)));
  const std::string clusters = fmt::format("{} cluster{}", clusters_.size(), clusters_.size() == 1 ? "" : "s");
  items.push_back(level_ > 0 ? fmt::format("{} failing at M{}, {}", report::grouped(progress.failed), level_, clusters)
                             : fmt::format("{} failing in {}", report::grouped(progress.failed), clusters));
  if (progress.refused > 0) items.push_back(fmt::format("{} refused", report::grouped(progress.refused)));
  if (progress.open > 0) items.push_back(fmt::format("{} not judged", report::grouped(progress.open)));
  return items;
}

std::string ProgressObserver::state(const runner::Progress& progress) const {
  return fmt::format("{}", fmt::join(state_items(progress), "   "));
}

void ProgressObserver::progress(const runner::Progress& progress) {
  if (style_ == ProgressStyle::none) return;
  const std::lock_guard lock(mutex_);
  latest_ = progress;
  if (!without_coverage_.empty() && progress.visited > 0) {
    if (progress.covered == 0) warn(without_coverage_);
    without_coverage_.clear();
  }
  const bool last = progress.done == progress.inputs;
  if (progress.seconds < next_ && !last) return;
  // The recent rate, smoothed: subjects warm up, and some regions are harder than others.
  if (const double span = progress.seconds - rate_since_; span > 0.2 || rate_ == 0) {
    const double recent =
        static_cast<double>(progress.done - std::min(rate_from_, progress.done)) / std::max(span, 1e-6);
    rate_ = rate_ == 0 ? recent : 0.8 * rate_ + 0.2 * recent;
    rate_since_ = progress.seconds;
    rate_from_ = progress.done;
  }
  if (style_ == ProgressStyle::live) {
    next_ = progress.seconds + bar_period;
  } else if (style_ == ProgressStyle::json) {
    next_ = progress.seconds + 1;
    put_json({{"event", "progress"},
              {"done", progress.done},
              {"inputs", progress.inputs == generators::uncounted ? nullptr : report::Json(progress.inputs)},
              {"failed", progress.failed},
              {"discarded", progress.discarded},
              {"refused", progress.refused},
              {"open", progress.open},
              {"clusters", clusters_.size()},
              {"rate", rate_},
              {"seconds", progress.seconds}});
  } else if (style_ == ProgressStyle::plain) {
    if (progress.seconds < period_) return;  // it is over before anybody could ask
    next_ = progress.seconds + period_;
    period_ = std::min(period_ * 1.5, longest_period);
    put(fmt::format("{:<10} {}\n", "progress", state(progress)));
  } else {
    next_ = progress.seconds + bar_period;
    constexpr std::size_t cells = 28;
    const double inputs = progress.inputs == generators::uncounted
                              ? std::max(expected_, static_cast<double>(progress.done) + 1)
                              : static_cast<double>(progress.inputs);
    const double part = inputs == 0 ? 1 : static_cast<double>(progress.done) / inputs;
    const auto filled = std::min(cells, static_cast<std::size_t>(part * cells));
    std::string bar(filled, '=');
    if (filled < cells) bar += '>';
    bar.resize(cells, ' ');
    draw(fmt::format("[{}] {}", bar, step_.empty() ? state(progress) : step_));
  }
}

void ProgressObserver::remark(const std::string& text) {
  const std::lock_guard lock(mutex_);
  warn(text);
}

void ProgressObserver::warn(const std::string& text) {
  if (style_ == ProgressStyle::json)
    put_json({{"event", "remark"}, {"text", report::text_json(text)}});
  else
    say("warning", report::one_line(text, 400));
}

void ProgressObserver::pass_ended(const results::Pass&) {
  erase();
  next_ = 0;
}

void ProgressObserver::show_step(std::string_view event, results::Ordinal done, results::Ordinal all,
                                 const std::string& text) {
  const std::lock_guard lock(mutex_);
  step_ = done < all ? text : "";
  if (style_ == ProgressStyle::json)
    put_json({{"event", event}, {"done", done}, {"all", all}});
  else if (style_ == ProgressStyle::bar && done < all)
    draw(text);
  else
    erase();
  if (done < all) say_now_and_then(text);
}

void ProgressObserver::retrying(results::Ordinal done, results::Ordinal all) {
  show_step("retrying", done, all, fmt::format("trying {} of {} inputs again that could not be judged", done, all));
}

void ProgressObserver::confirming(results::Ordinal done, results::Ordinal all) {
  show_step("confirming", done, all, fmt::format("executing {} of {} inputs again in fresh processes", done, all));
}

void ProgressObserver::waiting_for(int level, results::Ordinal ordinal, unsigned patience) {
  const std::lock_guard lock(mutex_);
  step_ = fmt::format("waiting for {}#{}, which did not end in time and has {} times as long now",
                      level > 0 ? fmt::format("M{} ", level) : "", ordinal, patience);
  if (style_ == ProgressStyle::json)
    put_json({{"event", "waiting"}, {"level", level}, {"ordinal", ordinal}, {"patience", patience}});
  else if (style_ == ProgressStyle::bar)
    draw(step_);
  say_now_and_then(step_);
}

void ProgressObserver::waited() {
  const std::lock_guard lock(mutex_);
  step_.clear();
}

void ProgressObserver::say_now_and_then(const std::string& text) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  if (style_ != ProgressStyle::plain || seconds < std::max(next_step_, period_)) return;
  next_step_ = seconds + period_;
  period_ = std::min(period_ * 1.5, longest_period);
  say("progress", text);
}

void ProgressObserver::rechecking(results::Ordinal done, results::Ordinal all, results::Ordinal failed) {
  const std::string text = fmt::format("{} of {} failures executed again, {} fail", report::grouped(done),
                                       report::grouped(all), report::grouped(failed));
  show_step("rechecking", done, all, text);
}

void ProgressObserver::verifying(results::Ordinal done, results::Ordinal all, results::Ordinal different) {
  const std::string text = fmt::format("{} of {} inputs executed again, {} different", report::grouped(done),
                                       report::grouped(all), report::grouped(different));
  show_step("verifying", done, all, text);
}

void ProgressObserver::switching(results::Ordinal done, results::Ordinal all, results::Ordinal critical) {
  const std::string text = fmt::format("{} of {} conditions negated, {} mend the input", report::grouped(done),
                                       report::grouped(all), report::grouped(critical));
  show_step("switching", done, all, text);
}

void ProgressObserver::reducing(results::Ordinal tests, std::size_t bytes) {
  const std::string text = fmt::format("{} candidates judged, the smallest text has {} bytes", report::grouped(tests),
                                       report::grouped(bytes));
  say_now_and_then(text);
  if (style_ == ProgressStyle::json)
    put_json({{"event", "reducing"}, {"tests", tests}, {"bytes", bytes}});
  else if (style_ == ProgressStyle::bar)
    draw(text);
}

}  // namespace smallscope::program
