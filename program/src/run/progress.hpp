// SPDX-License-Identifier: Apache-2.0
// Progress of a run on standard error: a bar on a terminal, plain lines elsewhere; on request JSON lines, a live view,
// or nothing.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/runner/run.hpp>

#include "run/live_view.hpp"

namespace smallscope::program {

enum class ProgressStyle { automatic, bar, plain, json, none, live };

/// The style for --watch beside --progress `asked`: live; where nothing can be drawn, plain, and the user is told why.
/// Throws UsageError if --progress asks for something else.
ProgressStyle watching_style(ProgressStyle asked);

/// Watches a run, clusters failures as they are committed, and shows the first of them at once.
class ProgressObserver : public runner::Observer {
 public:
  /// `already` has the failures of a resumed store; `replay` is the command that runs an ordinal again, to which the
  /// ordinal is appended.
  ProgressObserver(ProgressStyle style, clustering::Clustering already, std::string replay);
  ~ProgressObserver() override;

  void pass_started(const results::Pass& pass) override;
  void case_committed(const results::Case& failing, const runner::Progress& progress) override;
  void progress(const runner::Progress& progress) override;
  void pass_ended(const results::Pass& pass) override;
  void remark(const std::string& text) override;
  void retrying(results::Ordinal done, results::Ordinal all) override;
  void confirming(results::Ordinal done, results::Ordinal all) override;
  void unmerged(const results::Unmerging& unmerging, results::Ordinal done, results::Ordinal all) override;
  void waiting_for(int level, results::Ordinal ordinal, unsigned patience) override;
  void waited() override;

  /// `done` of `all` failures of a store were executed again, and `failed` of them fail.
  void rechecking(results::Ordinal done, results::Ordinal all, results::Ordinal failed);

  /// `done` of `all` inputs of a store were executed again, and `different` of them are not as recorded.
  void verifying(results::Ordinal done, results::Ordinal all, results::Ordinal different);

  /// `done` of `all` conditions were negated, and `critical` of them mend the input.
  void switching(results::Ordinal done, results::Ordinal all, results::Ordinal critical);

  /// A reduction has judged so many candidates; the smallest so far has so many bytes.
  void reducing(results::Ordinal tests, std::size_t bytes);

  /// The approximate number of inputs, for progress in a search that is not counted.
  void expect(double inputs) { expected_ = inputs; }
  /// Coverage is wanted: if the first tests that are committed have none, this warning is given, before hours are lost.
  void expect_coverage(std::string warning) { without_coverage_ = std::move(warning); }
  /// Prints a separate line on standard error, above the bar or live view if there is one.
  void say(std::string_view label, const std::string& text);
  /// A live view begins, if that is the style. It asks `findings` until end(), on a thread of its own.
  void begin_live(std::function<LiveFindings()> findings);
  /// The live view is over; what is printed from now on stays.
  void end_live() { live_.reset(); }

 private:
  void draw(const std::string& line);
  void erase();
  /// A line, or an event, that something is wrong.
  void warn(const std::string& text);
  /// In plain style, a line of progress if one is due.
  void say_now_and_then(const std::string& text);
  LiveState live_state(const LiveFindings& findings) const;
  /// A step of what follows the passes.
  void show_step(std::string_view event, results::Ordinal done, results::Ordinal all, const std::string& text);
  /// "3,412 of 11,520", "576/s", "14 s left", ...
  std::vector<std::string> state_items(const runner::Progress& progress) const;
  std::string state(const runner::Progress& progress) const;
  void show_first(const results::Case& failing, std::string_view after);
  /// At once, because all of a run is in vain if its oracles are not set up.
  void show_first_open(const results::Case& open);

  ProgressStyle style_;
  clustering::Clustering clusters_;
  std::string replay_;
  double expected_ = 0;
  std::string without_coverage_;  ///< until it is known whether tests have coverage
  bool drawn_ = false;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double next_step_ = 0;  ///< when the next plain line of a step is due, in seconds since `began_`
  double next_ = 0;       ///< when the next line is due, in seconds of the run
  double period_ = 1;     ///< between plain lines; grows, so that the output of long runs stays readable
  // For the rate: the state of the run a little earlier.
  double rate_since_ = 0;
  results::Ordinal rate_from_ = 0;
  double rate_ = 0;
  results::Ordinal start_done_ = 0;
  bool first_shown_ = false;  ///< the first failing input of level 0
  bool first_merged_shown_ = false;
  bool first_open_shown_ = false;
  int level_ = 0;                ///< of the present pass
  results::Ordinal parts_ = 0;   ///< found at this level
  results::Ordinal probes_ = 0;  ///< for them
  // For the live view, whose thread reads what a run's thread writes.
  mutable std::mutex mutex_;
  std::optional<runner::Progress> latest_;  ///< of the present pass
  std::string step_;                        ///< what is done besides
  std::unique_ptr<LiveView> live_;          ///< last, so that its thread ends first
};

}  // namespace smallscope::program
