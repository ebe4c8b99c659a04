// SPDX-License-Identifier: Apache-2.0
#include "conformance/talk.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <utility>

#include "broken_pipe.hpp"
#include "launch.hpp"

namespace smallscope::subjects {
namespace {

constexpr std::size_t kept_words = 2000;

}  // namespace

Talk::Talk(const Command& command, std::filesystem::path scratch, const Limits& limits, Setting setting,
           std::stop_token stop)
    : Talk(command, std::move(scratch), limits, setting, std::move(stop), Ends()) {}

Talk::Talk(const Command& command, std::filesystem::path scratch, const Limits& limits, Setting setting,
           std::stop_token stop, Ends ends)
    : scratch_(std::move(scratch)),
      token_(std::move(stop)),
      watch_(stop_, token_),
      requests_(std::move(ends.requests.write)),
      replies_(std::move(ends.replies.read)),
      output_(std::move(ends.output.read), kept_words, Capture::Keep::last),
      error_(std::move(ends.error.read), kept_words, Capture::Keep::last),
      process_(launch(command, limits, setting, ends)),
      most_bytes_(limits.output_bytes) {
  if (fcntl(requests_.get(), F_SETFL, O_NONBLOCK) != 0) throw_errno("fcntl");
}

Launch Talk::launch(const Command& command, const Limits& limits, Setting setting, const Ends& ends) {
  scratch_.renew();
  const Input none;
  Launch launch = expanded(command, {scratch_.directory(), &none});
  launch.memory_bytes = limits.memory_bytes;
  launch.file_bytes = limits.file_bytes;
  const int requests = ends.requests.read.get(), replies = ends.replies.write.get();
  const int output = ends.output.write.get(), error = ends.error.write.get();
  launch.descriptors = {-1, output, error, setting.swapped ? replies : requests, setting.swapped ? requests : replies};
  launch.environment.push_back(setting.swapped ? "SMALLSCOPE_REQUESTS=4" : "SMALLSCOPE_REQUESTS=3");
  launch.environment.push_back(setting.swapped ? "SMALLSCOPE_REPLIES=3" : "SMALLSCOPE_REPLIES=4");
  if (setting.c_locale) launch.environment.push_back("LC_ALL=C");
  return launch;
}

bool Talk::step(Clock::time_point deadline) {
  if (token_.stop_requested()) throw Stopped();
  pollfd watched[] = {{replies_.get(), POLLIN, 0},
                      {outgoing_.empty() ? -1 : requests_.get(), POLLOUT, 0},
                      {output_.descriptor(), POLLIN, 0},
                      {error_.descriptor(), POLLIN, 0},
                      {replies_.get() < 0 ? process_.descriptor() : -1, POLLIN, 0},
                      {stop_.descriptor(), POLLIN, 0}};
  if (poll(watched, std::size(watched), poll_time(deadline)) <= 0) return Clock::now() < deadline;
  if (watched[2].revents) output_.receive();
  if (watched[3].revents) error_.receive();
  if (watched[0].revents) {
    char block[1u << 16];
    const ssize_t count = read(replies_.get(), block, sizeof block);
    if (count > 0)
      received_.append(block, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      replies_.close();
  }
  if (watched[1].revents) {
    NoBrokenPipeSignal writer;
    const ssize_t count = writer.write(requests_.get(), outgoing_);
    if (count > 0) outgoing_.erase(0, static_cast<std::size_t>(count));
    if (count < 0 && errno == EPIPE) outgoing_.clear();  // the missing reply tells
  }
  if (watched[5].revents) throw Stopped();
  return watched[4].revents == 0;
}

void Talk::fail(std::string_view instead, std::chrono::milliseconds limit) {
  if (replies_.get() >= 0) throw Breach(fmt::format("{} {}{}", no_answer_within(limit), instead, last_words()));
  const Clock::time_point deadline = deadline_after(std::chrono::seconds(1));
  while (!process_.ended() && step(deadline)) {
  }
  if (!process_.ended()) throw Breach(fmt::format("it closed its replies {}{}", instead, last_words()));
  const Exit exit = process_.end();
  throw Breach(fmt::format("it {}{} {}{}", exit.signal == 0 ? "" : "was ", to_text(exit), instead, last_words()));
}

void Talk::send(std::string_view text, std::chrono::milliseconds limit) {
  const Clock::time_point deadline = deadline_after(limit);
  outgoing_ += text;
  while (!outgoing_.empty())
    if (!step(deadline)) fail("to a request that it has not read", limit);
}

std::string Talk::receive(std::chrono::milliseconds limit) {
  const Clock::time_point deadline = deadline_after(limit);
  for (;;) {
    if (const std::size_t end = received_.find('\n'); end != std::string::npos) {
      std::string line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return line;
    }
    if (received_.size() > most_bytes_) throw Breach(fmt::format("a line has more than {} bytes", most_bytes_));
    if (replies_.get() < 0 || !step(deadline))
      fail(received_.empty() ? "instead of an answer" : "in the middle of a line", limit);
  }
}

std::string Talk::surplus(std::chrono::milliseconds time) {
  const Clock::time_point deadline = deadline_after(time);
  while (received_.empty() && replies_.get() >= 0 && step(deadline)) {
  }
  return std::exchange(received_, {});
}

std::optional<Exit> Talk::finish(std::chrono::milliseconds limit) {
  requests_.close();
  const Clock::time_point deadline = deadline_after(limit);
  constexpr std::chrono::milliseconds glance{20};  // what it started may keep its replies open
  while (!process_.ended() && Clock::now() < deadline) step(std::min(deadline, deadline_after(glance)));
  if (!process_.ended()) return std::nullopt;
  return process_.end();
}

std::string Talk::last_words() const {
  const std::string said = error_.text();
  return said.empty() ? std::string() : "; standard error: " + in_quotes(said);
}

}  // namespace smallscope::subjects
