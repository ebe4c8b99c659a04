// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/isolated.hpp>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include <smallscope/runner/ended_process.hpp>
#include <smallscope/runner/judging.hpp>
#include <smallscope/subjects/subject.hpp>

#include "fork_server.hpp"
#include "messages.hpp"
#include "portions.hpp"

namespace smallscope::runner {

namespace {

constexpr std::chrono::seconds patience{5};  ///< with a portion that goes on after a stop was requested
constexpr int glance_milliseconds = 100;     ///< how often a stop is looked for

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
  explicit IsolatedLane(std::shared_ptr<Isolation> isolation) : isolation_(std::move(isolation)) {}
  ~IsolatedLane() override { disconnect(); }
  IsolatedLane(const IsolatedLane&) = delete;
  IsolatedLane& operator=(const IsolatedLane&) = delete;

  PortionResult execute(const Portion& portion, std::stop_token stop) override {
    PortionResult all;
    const Ordinal size = portion.size();
    Ordinal suspected = 0;  // a child has ended that was to go up to here, and nobody is known to be the reason
    for (Ordinal from = 0; from < size;) {
      const Ordinal to = from + std::min(together_, size - from);
      const auto reply = ask({.part = part_of(portion, from, to), .selection = {}}, stop);
      if (!reply) return all;
      if (reply->kind == Reply::Kind::result) {
        together_ = std::min(together_ * 2, most_together);
        const bool is_cut = reply->result.visited < to - from;  // at the first failure
        append(all, reply->result, from);
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
      suspected = 0;
      if (portion.stop_at_failure) return all;
      from = to;
    }
    return all;
  }

  std::optional<Outcome> probe(const SelectedPart& part, std::stop_token stop) override {
    const auto reply = ask({.part = {.level = part.level, .ordinals = {part.ordinal}, .patience = part.patience},
                            .selection = part.selection},
                           stop);
    if (!reply) return std::nullopt;
    if (reply->kind != Reply::Kind::result) return outcome_of(*reply, isolation_->options);
    if (reply->result.outcomes.empty()) return std::nullopt;
    return reply->result.outcomes.front();
  }

 private:
  /// Empty if a stop was requested.
  std::optional<Reply> ask(const Request& request, const std::stop_token& stop) {
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

  static constexpr Ordinal most_together = Ordinal{1} << 40;
  const std::shared_ptr<Isolation> isolation_;
  int socket_ = -1;
  Ordinal together_ = most_together;  ///< how many inputs a child gets: fewer where children end
};

class IsolatedBody final : public Body {
 public:
  explicit IsolatedBody(std::shared_ptr<Isolation> isolation) : isolation_(std::move(isolation)) {}
  std::unique_ptr<Lane> open(const std::filesystem::path&) const override {
    return std::make_unique<IsolatedLane>(isolation_);
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
};

}  // namespace

Campaign isolated(Campaign campaign, const IsolationOptions& options) {
  if (!campaign.body->is_in_process()) return campaign;
  Campaign made = campaign;
  made.body = std::make_shared<IsolatedBody>(std::make_shared<Isolation>(std::move(campaign), options));
  return made;
}

std::uint64_t unexplained_ends(const Campaign& campaign) {
  const auto* const body = dynamic_cast<const IsolatedBody*>(campaign.body.get());
  return body == nullptr ? 0 : body->unexplained();
}

}  // namespace smallscope::runner
