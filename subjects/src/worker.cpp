// SPDX-License-Identifier: Apache-2.0
#include <smallscope/subjects/worker.hpp>

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

#include "connection.hpp"
#include "launch.hpp"
#include "protocol.hpp"
#include "repetition.hpp"
#include "scratch.hpp"
#include "session_coverage.hpp"
#include "texts.hpp"
#include "time_limit.hpp"

namespace smallscope::subjects {
namespace fs = std::filesystem;
namespace {

using Kind = Exchange::Kind;

/// Nothing is sent ahead for a caller that takes longer than this from one request to the next: the reply would wait
/// unread, and its seconds would include the wait.
constexpr std::chrono::milliseconds at_leisure{1};

/// What runtimes print when they run out of memory. Then the cause was our limit or the machine, not the subject.
bool tells_of_memory(std::string_view standard_error) {
  static constexpr std::array<std::string_view, 7> signs = {
      "MemoryError",   "OutOfMemoryError",       "std::bad_alloc",       "out of memory",
      "Out of memory", "Cannot allocate memory", "failed to map segment"};
  return std::ranges::any_of(
      signs, [&](std::string_view sign) { return standard_error.find(sign) != std::string_view::npos; });
}

std::string what_it_said(std::string_view label, std::string_view text) {
  return text.empty() ? std::string() : fmt::format("; {}: {}", label, in_quotes(text));
}

/// An unsuccessful attempt to start the worker.
struct StartFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct StartStopped {};

class WorkerSession final : public Session {
 public:
  WorkerSession(const Command& command, const WorkerOptions& options, const CoverageUse& coverage,
                const fs::path& directory)
      : command_(command), options_(options), time_(options.limits), scratch_(directory / "worker") {
    if (coverage.is_collected) {
      coverage_.emplace(directory / "coverage", coverage.condition);
      command_ = coverage_->covered(std::move(command_));
    }
    try {
      start({});
    } catch (const StartFailure& failure) {
      throw SubjectUnavailable(failure.what());
    } catch (const std::system_error& failure) {
      throw SubjectUnavailable(fmt::format("the worker {} cannot be started: {}", program(), failure.what()));
    } catch (const std::invalid_argument& failure) {
      throw SubjectUnavailable(fmt::format("the worker {} cannot be started: {}", program(), failure.what()));
    }
  }
  ~WorkerSession() override { retire(); }

  Observation observe(const Input& input, std::stop_token stop) override {
    return repeated_if_ended_by_others([&] { return observe_once(input, stop); });
  }

  void announce(const Input& next) override {
    if (coverage_) return;  // what the next one covers would be taken for this one's
    try {
      write_request(next_, id_ + 2, next);
    } catch (const std::invalid_argument&) {
      next_.clear();  // its own observe() reports it
    }
  }

  std::string version() override { return greeting_.subject; }
  std::optional<std::vector<std::string>> declared_outputs() const override { return greeting_.outputs; }
  void renew() override { retire(); }
  void set_patience(unsigned factor) override { time_.set_patience(factor); }
  bool has_switched() const override { return coverage_ && coverage_->has_switched(); }
  std::vector<std::string> remarks() const override {
    return coverage_ ? coverage_->remarks() : std::vector<std::string>();
  }

 private:
  Observation observe_once(const Input& input, const std::stop_token& stop) {
    const Clock::time_point called = Clock::now();
    const Clock::time_point began = runs_ahead() ? connection_->begun() : called;
    if (called - returned_ > at_leisure) next_.clear();
    Observation observation = attempt(input, stop);
    next_.clear();
    returned_ = Clock::now();
    observation.seconds = std::chrono::duration<double>(returned_ - began).count();
    if (coverage_) observation.covered = coverage_->take();
    if (ended_by_itself(observation)) time_.learn(observation.seconds);
    scratch_.make_relative(observation);
    return observation;
  }

  const std::string& program() const { return command_.arguments.front(); }

  /// Starts a worker and reads its first line. Throws StartFailure, StartStopped, SubjectUnavailable.
  void start(const std::stop_token& token) {
    scratch_.renew();
    const StopEvent::Watch watch(stop_, token);
    const Input none;
    Launch launch = expanded(command_, {scratch_.directory(), &none});
    auto connection = std::make_unique<Connection>(std::move(launch), options_.limits);
    const Exchange exchange =
        connection->converse(greeting(scratch_.directory().string(), options_.limits.output_bytes), {},
                             deadline_after(options_.start), stop_);
    const auto fail = [&](const std::string& how) {
      connection->kill();
      throw StartFailure(fmt::format(
          "the worker {} {} instead of its first line "
          "({{\"protocol\":\"smallscope-worker\",\"version\":{},...}}, see "
          "docs/worker-protocol.md){}{}{}{}",
          program(), how, protocol_version, want_of_memory(*connection), what_it_said("it answered", exchange.line),
          what_it_said("standard error", connection->standard_error()),
          what_it_said("standard output", connection->standard_output())));
    };
    switch (exchange.kind) {
      case Kind::answered:
        break;
      case Kind::stopped:
        throw StartStopped();
      case Kind::died:
      case Kind::unread:
        fail(to_text(exchange.exit));
        break;
      case Kind::hung:
        fail("gave " + no_answer_within(options_.start));
        break;
      case Kind::flooded:
        fail("flooded its output");
        break;
      case Kind::too_long:
        fail(fmt::format("wrote more than {} bytes", options_.limits.output_bytes));
        break;
      case Kind::closed:
        fail("closed its replies");
        break;
      case Kind::talkative:
        fail("wrote several lines");
        break;
      case Kind::excessive:
        fail(exchange.excess);
        break;
    }
    Greeting said;
    try {
      said = read_greeting(exchange.line);
    } catch (const std::invalid_argument& complaint) {
      fail(fmt::format("wrote a line that {}", complaint.what()));
    }
    if (!greeting_.subject.empty() && said.subject != greeting_.subject) {
      fail(fmt::format("said that it is {}, having been {} before,", in_quotes(said.subject),
                       in_quotes(greeting_.subject)));
    }
    greeting_ = std::move(said);
    connection_ = std::move(connection);
    requests_ = 0;
  }

  /// The worker has already received a request that has not been asked for yet.
  bool runs_ahead() const { return connection_ && !connection_->ahead().empty(); }

  /// Lets the worker go, or ends it while it processes a request that nobody waits for; the next request starts
  /// another.
  void retire() {
    if (connection_ && !runs_ahead()) connection_->finish();
    connection_.reset();
  }

  bool worn_out(std::uint64_t requests) const {
    return options_.recycle_after != 0 && requests >= options_.recycle_after;
  }

  Observation attempt(const Input& input, const std::stop_token& stop) {
    try {
      write_request(line_, ++id_, input);
    } catch (const std::invalid_argument& complaint) {
      return with_message(Ending::lost, complaint.what());
    }
    if (worn_out(requests_) || (runs_ahead() && connection_->ahead() != line_)) retire();
    // A worker that ended between two requests says nothing about this one: try once more, with a fresh worker.
    Exchange exchange;
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (stop.stop_requested()) return with_message(Ending::cancelled, {});
      if (connection_ && !runs_ahead() && connection_->ended()) connection_.reset();
      try {
        if (!connection_) start(stop);
        if (coverage_) coverage_->clear();  // of the start, too
        const StopEvent::Watch watch(stop_, stop);
        if (worn_out(requests_ + 1)) next_.clear();
        exchange = connection_->converse(line_, next_, deadline_after(time_.now()), stop_);
        ++requests_;
      } catch (const StartStopped&) {
        return with_message(Ending::cancelled, {});
      } catch (const std::exception& failure) {
        connection_.reset();
        return with_message(Ending::lost, failure.what());
      }
      if (exchange.kind != Kind::unread) break;
      connection_.reset();
    }
    return judge(exchange);
  }

  Observation judge(const Exchange& exchange) {
    const auto& limits = options_.limits;
    switch (exchange.kind) {
      case Kind::answered:
        try {
          return read_reply(exchange.line, id_, limits.output_bytes);
        } catch (const std::invalid_argument& complaint) {
          return broken(Ending::lost,
                        fmt::format("the worker's reply {}: {}", complaint.what(), in_quotes(exchange.line)));
        }
      case Kind::died:
      case Kind::unread:
        return death(exchange.exit);
      case Kind::hung:
        return broken(Ending::timed_out, time_.exceeded());
      case Kind::stopped:
        return broken(Ending::cancelled, {});
      case Kind::flooded:
        return broken(Ending::crashed,
                      fmt::format("the worker printed more than {} bytes", limits.output_bytes * flood_factor));
      case Kind::too_long:
        return broken(Ending::crashed, fmt::format("the worker's reply has more than {} bytes", limits.output_bytes));
      case Kind::closed:
        return broken(Ending::lost,
                      "the worker closed its replies without an answer" + what_it_said("it wrote", exchange.line));
      case Kind::talkative:
        return broken(Ending::lost,
                      fmt::format("the worker answered one request with several lines: {}", in_quotes(exchange.line)));
      case Kind::excessive:
        return broken(Ending::crashed, "the worker " + exchange.excess);
    }
    return {};
  }

  /// ", out of memory; the limit is 512 MiB", and the remedy; "" if the worker does not say that.
  std::string want_of_memory(const Connection& connection) const {
    if (!tells_of_memory(connection.standard_error())) return {};
    const std::uint64_t limit = options_.limits.memory_bytes;
    if (limit == 0) return ", out of memory";
    return fmt::format(", out of memory; the limit is {:g} MiB of addresses a process: raise `memory_limit`",
                       static_cast<double>(limit) / (1 << 20));
  }

  Observation death(const Exit& exit) {
    const std::string how = "the worker was " + to_text(exit);
    if (exit.signal == SIGKILL) {
      Observation observation =
          broken(Ending::lost, how + ", not by this runner: perhaps by the kernel, for want of memory");
      observation.signal = exit.signal;
      return observation;
    }
    const std::string memory = want_of_memory(*connection_);
    Observation observation =
        broken(memory.empty() ? Ending::crashed : Ending::lost,
               (exit.signal == 0 ? fmt::format("the worker {} during the request", to_text(exit)) : how) + memory);
    observation.exit_status = exit.status;
    observation.signal = exit.signal;
    return observation;
  }

  static Observation with_message(Ending ending, std::string message) {
    Observation observation;
    observation.ending = ending;
    if (!message.empty()) observation.messages.push_back(std::move(message));
    return observation;
  }

  /// Ends this worker and returns the observation, with the worker's output.
  Observation broken(Ending ending, std::string message) {
    Observation observation = with_message(ending, std::move(message));
    connection_->kill();
    observation.standard_output = connection_->standard_output();
    observation.standard_error = connection_->standard_error();
    connection_.reset();
    return observation;
  }

  Command command_;
  WorkerOptions options_;
  TimeLimit time_;
  NamespaceUse use_;
  Scratch scratch_;
  StopEvent stop_;
  std::optional<SessionCoverage> coverage_;
  std::unique_ptr<Connection> connection_;
  Greeting greeting_;           // the last
  std::string line_;            // the request, reused
  std::string next_;            // that of the next observe(), if announced
  Clock::time_point returned_;  // the last observe()
  std::uint64_t id_ = 0;        // of the last request
  std::uint64_t requests_ = 0;  // that this worker has had
};

class WorkerSubject final : public Subject {
 public:
  WorkerSubject(Command command, WorkerOptions options)
      : command_(std::move(command)), declared_(options.limits), options_(options) {
    if (command_.arguments.empty()) {
      throw std::invalid_argument("worker: the command has no program; give its arguments");
    }
  }
  std::unique_ptr<Session> open(const fs::path& scratch) const override {
    return std::make_unique<WorkerSession>(command_, options_, coverage_, fs::absolute(scratch));
  }
  std::string describe() const override {
    return fmt::format("{{\"worker\":{},\"limits\":{},\"recycle_after\":{}}}", subjects::describe(command_),
                       subjects::describe(declared_), options_.recycle_after);
  }
  std::string title() const override { return command_line(command_); }
  bool persistent() const override { return options_.recycle_after != 1; }
  Reports reports() const override { return {.exit_status = false, .outputs = std::nullopt}; }
  std::shared_ptr<const WorkerStart> worker_start() const override {
    return std::make_shared<const WorkerStart>(WorkerStart{command_, options_});
  }
  std::shared_ptr<const Subject> with_limits(const LimitChanges& changes) const override {
    auto other = std::make_shared<WorkerSubject>(*this);
    other->options_.limits = changed(options_.limits, changes);
    return other;
  }
  std::shared_ptr<const Subject> with_coverage() const override {
    auto other = std::make_shared<WorkerSubject>(*this);
    other->coverage_.is_collected = true;
    return other;
  }
  std::shared_ptr<const Subject> with_switch(const coverage::Switch& condition) const override {
    auto other = std::make_shared<WorkerSubject>(*this);
    other->coverage_ = {.is_collected = true, .condition = condition};
    return other;
  }

 private:
  Command command_;
  Limits declared_;  ///< those of the campaign; the options have those of this run
  WorkerOptions options_;
  CoverageUse coverage_;
};

}  // namespace

std::string first_request(const Input& input) {
  std::string line;
  write_request(line, 1, input);
  return line;
}

std::unique_ptr<Subject> worker(Command command, WorkerOptions options) {
  return std::make_unique<WorkerSubject>(std::move(command), options);
}

}  // namespace smallscope::subjects
