// SPDX-License-Identifier: Apache-2.0
#include "campaign_run.hpp"

#include <fmt/format.h>

#include <smallscope/subjects/text_encoding.hpp>

#include "cases.hpp"
#include "pass_run.hpp"
#include "unmerge_session.hpp"

namespace smallscope::runner {

namespace {

constexpr std::size_t kept_input = 64u << 10;  // bytes of each text of an input that the store keeps

}  // namespace

subjects::Input bounded(subjects::Input input) {
  for (auto* texts : {&input.files, &input.parameters})
    for (subjects::NamedText& text : *texts)
      if (text.text.size() > kept_input) text.text.resize(kept_input);
  return input;
}

results::Case case_of(const CampaignRun& run, int level, Ordinal ordinal, Outcome outcome) {
  const Space& space = run.campaign.space_at(level);
  results::Case made;
  made.level = level;
  made.ordinal = ordinal;
  made.verdict = outcome.verdict;
  made.judgements = std::move(outcome.judgements);
  made.choices = space.choices(ordinal);
  made.seconds = outcome.seconds;
  if (auto input = space.render(ordinal)) made.input = bounded(std::move(*input));
  made.observed = std::move(outcome.observed);
  made.reproduction = run.reproduction(level, ordinal);
  return made;
}

CampaignRun::CampaignRun(const RunSettings& settings)
    : RunSettings(settings),
      schedule(store, options, campaign, [this] { return interrupt.stop_requested(); }),
      visits(schedule.visits()) {}

double CampaignRun::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

Summary CampaignRun::run() {
  const std::stop_callback on_interrupt(interrupt, [this] { cancel.request_stop(); });
  summary.shares_processes = campaign.body->persistent();
  store.compare_by(options.signature);
  store.find_places_with(
      [this](const coverage::Module& module, coverage::Element element) { return places_.find(module, element); });
  for (const std::size_t index : schedule.wanted()) {
    if (schedule.waits(index)) {
      summary.waits = true;
      continue;
    }
    if (schedule.pass(index).is_open()) PassRun(*this, index).run();
    take_apart_after(index);
    if (ended_) break;
  }
  if (stop_ != Stop::first_failure && stop_ != Stop::in_vain && !cut_off()) retry();
  if (!cut_off()) confirm();
  if (!cut_off()) confirm_passes();
  if (!cut_off()) repeat_flaky();
  store.certify();
  summary.stop = stop_;
  summary.slow = slow_;
  summary.hung = hung_;
  summary.reported_at_once = reported_at_once_;
  summary.remarks = lanes.remarks();
  for (std::string& text : places_.problems()) summary.remarks.push_back(std::move(text));
  if (interrupt.stop_requested()) summary.stop = Stop::interrupted;
  summary.seconds = elapsed();
  return summary;
}

void CampaignRun::take_apart_after(std::size_t index) {
  const int level = schedule.pass(index).pass.level;
  // A first failure is taken apart, too: the user waits for the smallest input that shows it.
  const bool goes_on = !ended_ || stop_ == Stop::first_failure;
  if (level == 0 || !goes_on || cut_off()) return;
  // Which failures are worth it depends on all of the level.
  if (schedule.is_divided(index) && !schedule.is_traversed(index))
    summary.waits = true;
  else
    unmerge_failures(*this, level);
}

bool CampaignRun::cut_off() {
  if (options.budget && elapsed() >= options.budget->count()) end(Stop::budget);
  return interrupt.stop_requested() || (ended_ && stop_ == Stop::budget);
}

void CampaignRun::remark_problems() {
  for (const std::string& problem : places_.problems())
    if (remarked_.insert(problem).second) observer.remark(problem);
}

void CampaignRun::end(Stop reason) {
  if (!ended_.exchange(true)) stop_ = reason;
}

void CampaignRun::count_patience(bool in_vain) {
  ++(in_vain ? hung_ : slow_);
  in_vain_ = in_vain ? in_vain_ + 1 : 0;
}

std::string CampaignRun::reproduction(int level, Ordinal ordinal) const {
  return store.file().empty() ? "" : reproduction_command(options.program, store.file(), level, ordinal);
}

std::string reproduction_command(const std::vector<std::string>& program, const std::filesystem::path& store, int level,
                                 Ordinal ordinal) {
  if (program.empty()) return {};
  return fmt::format("{} replay {}{} {}{}", subjects::shell_word(program.front()), subjects::shell_word(store.string()),
                     program.size() > 1 ? " --from " + subjects::shell_word(program[1]) : "", ordinal,
                     level > 0 ? fmt::format(" --merge-level {}", level) : "");
}

}  // namespace smallscope::runner
