// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/observed.hpp>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include <smallscope/oracles/remembering.hpp>
#include <smallscope/oracles/result_check.hpp>
#include <smallscope/runner/judging.hpp>
#include <smallscope/subjects/command.hpp>

namespace smallscope::runner {

namespace {

using oracles::Judgement;
using oracles::Verdict;
using subjects::Ending;
using subjects::Observation;

constexpr int attempts_at_lost = 3;
constexpr std::size_t kept_text = 16u << 10;  // bytes of each observed text that the store keeps

Verdict verdict_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::failure:
      return Verdict::fail;
    case Refusal::rejection:
      return Verdict::discarded;
    case Refusal::counted:
      break;
  }
  return Verdict::refused;
}

/// The judgement that an ending implies, whatever the oracles say.
std::optional<Judgement> implied(const Observation& observation, Refusal refusal) {
  switch (observation.ending) {
    case Ending::crashed:
      return Judgement{"no crash", Verdict::crashed, observation.messages};
    case Ending::timed_out:
      return Judgement{"no time-out", Verdict::timed_out, observation.messages};
    case Ending::lost:
      return Judgement{"observed", Verdict::infrastructure, observation.messages};
    case Ending::refused:
      return Judgement{"refused", verdict_of(refusal), observation.messages};
    case Ending::completed:
    case Ending::cancelled:
      break;
  }
  return std::nullopt;
}

/// What the store keeps of an observation, and of what oracles saw beside it.
std::vector<subjects::NamedText> kept(const Observation& observation,
                                      const std::vector<subjects::NamedText>& exhibits) {
  std::vector<subjects::NamedText> texts;
  const auto keep = [&](std::string name, const std::string& text) {
    if (!text.empty()) texts.push_back({std::move(name), text.substr(0, kept_text)});
  };
  for (const subjects::NamedText& output : observation.outputs) keep(output.name, output.text);
  keep("standard output", observation.standard_output);
  keep("standard error", observation.standard_error);
  if (observation.ending != Ending::completed || observation.exit_status != 0) {
    std::string ending(subjects::name(observation.ending));
    if (observation.exit_status != 0) ending += fmt::format(", exit status {}", observation.exit_status);
    if (observation.signal != 0) ending += fmt::format(", signal {}", observation.signal);
    if (observation.steps > 1)
      ending += fmt::format(", in {} (command {} of {})", observation.program,
                            observation.steps - observation.steps_left, observation.steps);
    keep("ending", ending);
  }
  for (const std::string& message : observation.messages) keep("message", message);
  for (const subjects::NamedText& exhibit : exhibits) keep(exhibit.name, exhibit.text);
  return texts;
}

/// What one oracle expects beside what others before it do.
void add_to(std::optional<oracles::Expectation>& all, oracles::Expectation more) {
  const auto cut = [](std::optional<oracles::Expectation::Text>& expected) {
    if (expected) expected->text = expected->text.substr(0, kept_text);
  };
  cut(more.standard_output);
  cut(more.standard_error);
  if (!all) {
    all = std::move(more);
    return;
  }
  const auto add = [](auto& to, auto& from) {
    if (!to) to = std::move(from);
  };
  add(all->standard_output, more.standard_output);
  add(all->standard_error, more.standard_error);
  add(all->exit_status, more.exit_status);
  add(all->is_early, more.is_early);
}

class ObservedLane final : public Lane {
 public:
  ObservedLane(Spaces spaces, const subjects::Subject& subject, const std::vector<oracles::OraclePointer>& oracles,
               Refusal refusal, std::shared_ptr<oracles::Answers> reused, const std::filesystem::path& scratch)
      : spaces_(std::move(spaces)),
        refusal_(refusal),
        reused_(std::move(reused)),
        session_(subject.open(directory(scratch / "subject"))),
        bench_(oracles, directory(scratch / "oracles")) {
    for (const auto& oracle : oracles)
      if (const auto reason = oracles::never_judges(*oracle, *session_)) throw subjects::SubjectUnavailable(*reason);
  }

  PortionResult execute(const Portion& portion, std::stop_token stop) override {
    PortionResult result;
    const Space& space = space_at(portion.level);
    begin(portion.patience);
    const auto rendered = [&](Ordinal index) { return space.render(portion.ordinal(index)); };
    std::optional<std::optional<subjects::Input>> next;  // rendered while the subject executes the previous one
    for (Ordinal index = 0; index < portion.size() && !stop.stop_requested(); ++index) {
      const auto input = next ? std::move(*next) : rendered(index);
      next.reset();
      if (!input) {
        result.filtered.emplace_back(index, index + 1);
        result.visited = index + 1;
        continue;
      }
      if (index + 1 < portion.size() && !portion.stop_at_failure) {
        next = rendered(index + 1);
        if (*next) session_->announce(**next);
      }
      std::optional<Observation> observation = observed(*input, stop);
      if (!observation) break;  // stopped while it ran: its result is unknown
      if (observation->ending == Ending::timed_out && portion.ends_at_time_out) {
        result.timed_out = true;
        break;
      }
      std::vector<Judgement> said = said_of(*input, *observation, stop);
      if (stop.stop_requested()) break;
      const bool is_late =
          observation->ending == Ending::timed_out || (observation->ending != Ending::lost && bench_.timed_out());
      if (is_late && portion.ends_at_time_out) {
        result.timed_out = true;
        break;
      }
      const bool counts = portion.counts(index);
      Outcome outcome = judged(*observation, std::move(said), portion.level > 0,
                               counts ? Counting{portion.ordinal(index), &result} : Counting{}, portion.keeps_all);
      outcome.index = index;
      result.visited = index + 1;
      result.late += is_late;
      if (observation->covered) result.covered.emplace_back(index, *std::move(observation->covered));
      if (outcome.verdict == Verdict::pass && !portion.keeps_all) continue;
      const bool failing = oracles::is_failing(outcome.verdict);
      result.outcomes.push_back(std::move(outcome));
      if (failing && portion.stop_at_failure) break;
    }
    return result;
  }
  std::optional<Outcome> probe(const SelectedPart& part, std::stop_token stop) override {
    const auto input = space_at(part.level).render_part(part.ordinal, part.selection);
    if (!input) return Outcome{.verdict = Verdict::discarded};
    return judged(*input, true, part.patience, stop);
  }
  std::optional<Outcome> judge(const subjects::Input& input, std::stop_token stop) override {
    return judged(input, false, 1, stop);
  }
  std::string version() override { return session_->version(); }
  void renew() override {
    session_->renew();
    is_fresh_ = true;
  }
  bool has_switched() const override { return session_->has_switched(); }
  std::vector<std::string> remarks() const override { return session_->remarks(); }

 private:
  static const std::filesystem::path& directory(const std::filesystem::path& path) {
    std::filesystem::create_directories(path);
    return path;
  }
  const Space& space_at(int level) const { return *spaces_.at(static_cast<std::size_t>(level)); }
  std::optional<Outcome> judged(const subjects::Input& input, bool merged, unsigned patience,
                                const std::stop_token& stop) {
    begin(patience);
    const std::optional<Observation> observation = observed(input, stop);
    if (!observation) return std::nullopt;
    std::vector<Judgement> said = said_of(input, *observation, stop);
    if (stop.stop_requested()) return std::nullopt;
    return judged(*observation, std::move(said), merged, {}, false);
  }
  /// Before each execution. What is executed again in a fresh process is judged afresh, too.
  void begin(unsigned patience) {
    session_->set_patience(patience);
    bench_.set_patience(patience);
    if (reused_) bench_.reuse(is_fresh_ ? nullptr : reused_);
    is_fresh_ = false;
  }
  /// Executes the input. Empty if a stop was requested meanwhile.
  std::optional<Observation> observed(const subjects::Input& input, const std::stop_token& stop) {
    Observation observation = session_->observe(input, stop);
    for (int attempt = 1; observation.ending == Ending::lost && attempt < attempts_at_lost; ++attempt) {
      session_->renew();
      observation = session_->observe(input, stop);
    }
    if (observation.ending == Ending::cancelled || stop.stop_requested()) return std::nullopt;
    return observation;
  }
  /// What the oracles say.
  std::vector<Judgement> said_of(const subjects::Input& input, const Observation& observation,
                                 const std::stop_token& stop) {
    if (observation.ending == Ending::lost) return {};
    return bench_.judge(input, observation, stop);
  }
  /// The result in which an input counts, if it does.
  struct Counting {
    Ordinal ordinal = 0;
    PortionResult* result = nullptr;
  };
  /// What the oracles say is counted, and how the subject ended if that makes it fail. What was observed of an input
  /// that neither fails nor is open is kept if all is.
  Outcome judged(const Observation& observation, std::vector<Judgement> judgements, bool merged,
                 const Counting& counting, bool keeps_all) const {
    Outcome outcome;
    outcome.seconds = observation.seconds;
    outcome.judgements = std::move(judgements);
    std::vector<Judgement>& said = outcome.judgements;
    std::vector<subjects::NamedText> exhibits;
    Ended ended{observation.ending, observation.exit_status, observation.signal, observation.steps_left > 0};
    for (Judgement& judgement : said) {
      std::ranges::move(judgement.exhibits, std::back_inserter(exhibits));
      judgement.exhibits.clear();
      if (judgement.expectation) add_to(ended.expectation, *std::move(judgement.expectation));
      judgement.expectation.reset();
    }
    // What oracles object to in the remains of a crash or hang says nothing new. That the input was not valid, or could
    // not be judged, does.
    if (observation.ending == Ending::crashed || observation.ending == Ending::timed_out)
      for (Judgement& judgement : said)
        if (judgement.verdict == Verdict::fail)
          judgement = {judgement.oracle, Verdict::not_applicable, {oracles::without_result_text(observation.ending)}};
    // In a merged input, the refusal of one fragment hides what the others would do.
    const bool hides = merged && observation.ending == Ending::refused;
    const auto ending = implied(observation, hides ? Refusal::rejection : refusal_);
    outcome.verdict = oracles::combine(said);
    if (ending) outcome.verdict = oracles::combine(std::vector<Judgement>{*ending, {"", outcome.verdict, {}}});
    const bool stands = ending && (observation.ending == Ending::refused
                                       ? ending->verdict == outcome.verdict
                                       : std::ranges::find(said, ending->verdict, &Judgement::verdict) == said.end());
    if (PortionResult* const result = counting.result) {
      count_judgements(said, outcome.verdict, result->tallies);
      count_reasons(said, outcome.verdict, counting.ordinal, result->reasons);
      if (stands && oracles::is_failing(outcome.verdict)) result->tallies.add(ending->oracle, ending->verdict);
    }
    keep_objections(said);
    if (stands) said.insert(said.begin(), *ending);
    if (keeps_all || oracles::is_failing(outcome.verdict) || oracles::is_open(outcome.verdict))
      outcome.observed = kept(observation, exhibits);
    if (oracles::is_failing(outcome.verdict)) outcome.ended = std::move(ended);
    return outcome;
  }

  Spaces spaces_;
  Refusal refusal_;
  std::shared_ptr<oracles::Answers> reused_;  ///< of oracles' commands; null if they remember otherwise
  bool is_fresh_ = false;
  std::unique_ptr<subjects::Session> session_;
  oracles::Bench bench_;
};

/// ", at most 5 s and 512 MiB of memory a test"
std::string text_of(const subjects::LimitChanges& changes) {
  std::string text;
  const auto add = [&](const std::string& limit) { text += (text.empty() ? ", at most " : " and ") + limit; };
  if (changes.time) add(fmt::format("{:g} s", std::chrono::duration<double>(*changes.time).count()));
  if (changes.learns_time) add("a learned time");
  if (changes.memory_bytes)
    add(fmt::format("{:g} MiB of memory", static_cast<double>(*changes.memory_bytes) / (1 << 20)));
  return text.empty() ? text : text + " a test";
}

class ObservedBody final : public Body {
 public:
  ObservedBody(Spaces spaces, std::shared_ptr<const subjects::Subject> subject,
               std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options)
      : spaces_(std::move(spaces)), subject_(std::move(subject)), oracles_(std::move(oracles)), options_(options) {
    if (oracles_.empty())
      throw std::invalid_argument(
          "observed: no oracle is given, so nothing would be judged; give at least one, such as oracles::no_crash()");
    for (const auto& oracle : oracles_)
      if (const auto reason = oracles::never_judges(*oracle, *subject_)) throw std::invalid_argument(*reason);
  }
  std::unique_ptr<Lane> open(const std::filesystem::path& scratch) const override {
    return std::make_unique<ObservedLane>(spaces_, *subject_, oracles_, options_.refusal, reused_, scratch);
  }
  std::string describe_subject() const override { return subject_->describe(); }
  std::string subject_title() const override { return subject_->title(); }
  std::optional<subjects::Execution> execution() const override { return subject_->execution(); }
  std::shared_ptr<const subjects::WorkerStart> worker_start() const override { return subject_->worker_start(); }
  std::vector<std::string> describe_oracles() const override {
    std::vector<std::string> texts;
    for (const auto& oracle : oracles_) texts.push_back(oracle->describe());
    if (options_.refusal != Refusal::counted)
      texts.emplace_back(options_.refusal == Refusal::failure ? "a refusal fails" : "a refusal is rejected");
    return texts;
  }
  std::vector<std::string> oracle_names() const override {
    std::vector<std::string> names;
    for (const auto& oracle : oracles_) names.push_back(oracle->name());
    return names;
  }
  std::vector<std::string> occasional_oracles() const override {
    std::vector<std::string> names;
    for (const auto& oracle : oracles_)
      if (oracle->is_occasional()) names.push_back(oracle->name());
    return names;
  }
  bool takes_texts() const override { return true; }
  bool judges_any_text(std::string_view oracle) const override {
    const oracles::Oracle* const found = oracle_named(oracle);
    return found != nullptr && found->judges_any_text();
  }
  std::optional<oracles::ResultCheck> result_check(std::string_view oracle) const override {
    const oracles::Oracle* const found = oracle_named(oracle);
    return found == nullptr ? std::nullopt : found->result_check();
  }
  bool persistent() const override { return subject_->persistent(); }
  std::string containment() const override { return subjects::containment() + limits_; }
  std::shared_ptr<const Body> with_limits(const subjects::LimitChanges& changes) const override {
    auto limited = subject_->with_limits(changes);
    if (limited == nullptr) return nullptr;
    auto other = std::make_shared<ObservedBody>(*this);
    other->subject_ = std::move(limited);
    other->limits_ = text_of(changes);
    return other;
  }
  std::shared_ptr<const Body> with_coverage() const override {
    auto observed = subject_->with_coverage();
    if (observed == nullptr) return nullptr;
    auto other = std::make_shared<ObservedBody>(*this);
    other->subject_ = std::move(observed);
    return other;
  }
  std::shared_ptr<const Body> with_switch(const coverage::Switch& condition) const override {
    auto switched = subject_->with_switch(condition);
    if (switched == nullptr) return nullptr;
    auto other = std::make_shared<ObservedBody>(*this);
    other->subject_ = std::move(switched);
    other->reused_.reset();
    for (oracles::OraclePointer& oracle : other->oracles_) oracle = oracles::remembering(std::move(oracle), answers_);
    return other;
  }

 private:
  /// Null if there is none.
  const oracles::Oracle* oracle_named(std::string_view name) const {
    const auto found = std::ranges::find(oracles_, name, [](const auto& one) { return one->name(); });
    return found == oracles_.end() ? nullptr : found->get();
  }

  Spaces spaces_;
  std::shared_ptr<const subjects::Subject> subject_;
  std::vector<oracles::OraclePointer> oracles_;
  ObservedOptions options_;
  std::string limits_;                                                                ///< those of this run, for people
  std::shared_ptr<oracles::Answers> answers_ = std::make_shared<oracles::Answers>();  ///< for all that are switched
  std::shared_ptr<oracles::Answers> reused_ = std::make_shared<oracles::Answers>(oracles::Answers::Keeps::successes);
};

}  // namespace

std::shared_ptr<const Body> observed_body(Spaces spaces, std::shared_ptr<const subjects::Subject> subject,
                                          std::vector<oracles::OraclePointer> oracles, const ObservedOptions& options) {
  return std::make_shared<ObservedBody>(std::move(spaces), std::move(subject), std::move(oracles), options);
}

}  // namespace smallscope::runner
