// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/isolated.hpp>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include <smallscope/coverage/collector.hpp>
#include <smallscope/runner/ended_process.hpp>
#include <smallscope/runner/judging.hpp>
#include <smallscope/subjects/observation.hpp>
#include <smallscope/subjects/subject.hpp>

#include "fork_server.hpp"
#include "messages.hpp"
#include "portions.hpp"

namespace smallscope::runner {

namespace {

constexpr std::chrono::seconds patience{5};  ///< with a portion that goes on after a stop was requested
constexpr int glance_milliseconds = 100;     ///< how often a stop is looked for

/// By what waitpid() says.
bool may_be_ended_by_others(int status) {
  return WIFSIGNALED(status) ? subjects::may_be_ended_by_others(0, WTERMSIG(status))
                             : subjects::may_be_ended_by_others(WEXITSTATUS(status), 0);
}

/// Of the input that has ended its child.
Outcome outcome_of(const Reply& reply, const IsolationOptions& options) {
  if (reply.kind == Reply::Kind::timed_out)
    return ended_process(0, oracles::Verdict::timed_out, text_of_time_out(*options.time));
  return ended_process(0, oracles::Verdict::crashed, text_of_end(reply.status));
}

struct Isolation {
  Campaign campaign;  ///< as it is without isolation
  IsolationOptions options;
  Nursery nursery;
  std::atomic<std::uint64_t> unexplained{0};

  Isolation(Campaign given, const IsolationOptions& chosen)
      : campaign(std::move(given)), options(chosen), nursery(campaign, options) {}
};

class IsolatedLane final : public Lane {
 public:
  /// With a collector, each input gets a child of its own.
  IsolatedLane(std::shared_ptr<Isolation> isolation, std::optional<coverage::Collector> collector)
      : isolation_(std::move(isolation)),
        collector_(std::move(collector)),
        most_together_(collector_ ? 1 : Ordinal{1} << 40),
        together_(most_together_) {}
  ~IsolatedLane() override { disconnect(); }
  IsolatedLane(const IsolatedLane&) = delete;
  IsolatedLane& operator=(const IsolatedLane&) = delete;

  PortionResult execute(const Portion& portion, std::stop_token stop) override {
    PortionResult all;
    const Ordinal size = portion.size();
    Ordinal suspected = 0;  // a child has ended that was to go up to here, and nobody is known to be the reason
    for (Ordinal from = 0; from < size;) {
      const Ordinal to = from + std::min(together_, size - from);
      if (collector_) collector_->clear();
      const Request request{.part = part_of(portion, from, to), .selection = {}};
      const auto reply = to - from > 1 ? ask(request, stop) : ask_of_one(request, stop);
      if (!reply) return all;
      if (reply->kind == Reply::Kind::result) {
        together_ = std::min(together_ * 2, most_together_);
        const bool is_cut = reply->result.visited < to - from;  // at the first failure
        append(all, reply->result, from);
        note_covered(all, from);
        if (is_cut) return all;
        if (suspected > 0 && to >= suspected) {
          ++isolation_->unexplained;
          suspected = 0;
        }
        from = to;
        continue;
      }
      if (to - from > 1) {
        together_ = (to - from) / 2;
        suspected = std::max(suspected, to);
        continue;
      }
      if (reply->kind == Reply::Kind::timed_out && portion.ends_at_time_out) {
        all.timed_out = true;
        return all;
      }
      PortionResult one{.visited = 1};
      one.outcomes.push_back(outcome_of(*reply, isolation_->options));
      if (portion.counts(from)) count_judgements(one.outcomes[0].judgements, one.outcomes[0].verdict, one.tallies);
      append(all, std::move(one), from);
      note_covered(all, from);
      suspected = 0;
      if (portion.stop_at_failure) return all;
      from = to;
    }
    return all;
  }

  std::optional<Outcome> probe(const SelectedPart& part, std::stop_token stop) override {
    const auto reply = ask_of_one({.part = {.level = part.level, .ordinals = {part.ordinal}, .patience = part.patience},
                                   .selection = part.selection},
                                  stop);
    if (!reply) return std::nullopt;
    if (reply->kind != Reply::Kind::result) return outcome_of(*reply, isolation_->options);
    if (reply->result.outcomes.empty()) return std::nullopt;
    return reply->result.outcomes.front();
  }

  std::vector<std::string> remarks() const override {
    return collector_ ? collector_->remarks() : std::vector<std::string>();
  }

 private:
  /// Of the input at this index, which was executed now, perhaps again, unless the generator discards it.
  void note_covered(PortionResult& result, Ordinal index) {
    if (!collector_ || result.visited <= index) return;
    if (!result.filtered.empty() && result.filtered.back().second > index) return;
    result.covered.emplace_back(index, collector_->take());
  }

  /// Empty if a stop was requested.
  std::optional<Reply> ask(Request request, const std::stop_token& stop) {
    if (collector_) request.coverage = collector_->folder();
    const std::string bytes = encode(request);
    for (int attempt = 0; attempt < 2 && !stop.stop_requested(); ++attempt) {
      if (socket_ < 0) socket_ = isolation_->nursery.new_server();
      if (send_message(socket_, bytes)) {
        if (!wait(stop)) return std::nullopt;
        if (const auto answer = receive_message(socket_)) return understood(*answer);
      }
      disconnect();  // somebody has killed the server: another one may live longer
    }
    if (stop.stop_requested()) return std::nullopt;
    throw subjects::SubjectUnavailable("isolation: the fork server was killed, twice; is there enough memory?");
  }

  /// The same for one input. If its child may have been ended by others, what becomes of a second one counts.
  std::optional<Reply> ask_of_one(const Request& request, const std::stop_token& stop) {
    std::optional<Reply> reply = ask(request, stop);
    if (!reply || reply->kind != Reply::Kind::ended || !may_be_ended_by_others(reply->status)) return reply;
    if (collector_) collector_->clear();
    return ask(request, stop);
  }

  static Reply understood(const std::string& answer) {
    Reply reply = decode_reply(answer);
    if (reply.kind == Reply::Kind::exception) throw generators::GeneratorError(reply.text);
    return reply;
  }

  /// Whether there is an answer; not if a stop was requested and the child goes on. Its server is given up then.
  bool wait(const std::stop_token& stop) {
    std::optional<std::chrono::steady_clock::time_point> stopped;
    pollfd answer{socket_, POLLIN, 0};
    while (poll(&answer, 1, glance_milliseconds) <= 0) {
      if (!stop.stop_requested()) continue;
      if (!stopped) stopped = std::chrono::steady_clock::now();
      if (std::chrono::steady_clock::now() - *stopped < patience) continue;
      disconnect();
      return false;
    }
    return true;
  }

  void disconnect() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }

  const std::shared_ptr<Isolation> isolation_;
  std::optional<coverage::Collector> collector_;
  int socket_ = -1;
  Ordinal most_together_;
  Ordinal together_;  ///< how many inputs a child gets: fewer where children end
};

class IsolatedBody final : public Body {
 public:
  IsolatedBody(std::shared_ptr<Isolation> isolation, bool collects_coverage)
      : isolation_(std::move(isolation)), collects_coverage_(collects_coverage) {}
  std::unique_ptr<Lane> open(const std::filesystem::path& scratch) const override {
    std::optional<coverage::Collector> collector;
    try {
      if (collects_coverage_) collector.emplace(scratch / "coverage");
    } catch (const coverage::CollectorError& error) {
      throw subjects::SubjectUnavailable(fmt::format("coverage cannot be collected: {}", error.what()));
    }
    return std::make_unique<IsolatedLane>(isolation_, std::move(collector));
  }
  std::shared_ptr<const Body> with_coverage() const override {
    return std::make_shared<IsolatedBody>(isolation_, true);
  }
  std::string describe_subject() const override { return inner().describe_subject(); }
  std::string subject_title() const override { return inner().subject_title(); }
  std::vector<std::string> describe_oracles() const override { return inner().describe_oracles(); }
  std::vector<std::string> oracle_names() const override { return inner().oracle_names(); }
  std::vector<std::string> occasional_oracles() const override { return inner().occasional_oracles(); }
  bool persistent() const override { return inner().persistent(); }
  bool prefers_walks() const override { return inner().prefers_walks(); }
  std::string containment() const override { return "fork server"; }
  std::uint64_t unexplained() const { return isolation_->unexplained; }

 private:
  const Body& inner() const { return *isolation_->campaign.body; }
  const std::shared_ptr<Isolation> isolation_;
  const bool collects_coverage_;
};

}  // namespace

Campaign isolated(Campaign campaign, const IsolationOptions& options) {
  if (!campaign.body->is_in_process()) return campaign;
  Campaign made = campaign;
  made.body = std::make_shared<IsolatedBody>(std::make_shared<Isolation>(std::move(campaign), options), false);
  return made;
}

std::uint64_t unexplained_ends(const Campaign& campaign) {
  const auto* const body = dynamic_cast<const IsolatedBody*>(campaign.body.get());
  return body == nullptr ? 0 : body->unexplained();
}

}  // namespace smallscope::runner
