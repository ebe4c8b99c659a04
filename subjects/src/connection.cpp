// SPDX-License-Identifier: Apache-2.0
#include "connection.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "broken_pipe.hpp"

namespace smallscope::subjects {
namespace {

constexpr std::size_t tail_bytes = 1u << 14;  // of a worker's output
/// How long a worker may take to end by itself after its requests end.
constexpr std::chrono::milliseconds farewell_time{500};
/// How long after the end of its replies a dying process may take to be seen as ended.
constexpr std::chrono::milliseconds dying_time{1000};

}  // namespace

struct Connection::Ends {
  Pipe requests = make_pipe(), replies = make_pipe(), output = make_pipe(), error = make_pipe();
};

namespace {
Launch with_descriptors(Launch launch, const Limits& limits, int requests, int output, int error, int replies) {
  launch.memory_bytes = limits.memory_bytes;
  launch.file_bytes = limits.file_bytes;
  launch.descriptors = {-1, output, error, requests, replies};
  launch.environment.push_back("SMALLSCOPE_REQUESTS=3");
  launch.environment.push_back("SMALLSCOPE_REPLIES=4");
  return launch;
}
}  // namespace

Connection::Connection(Launch launch, const Limits& limits) : Connection(std::move(launch), limits, Ends()) {}

Connection::Connection(Launch launch, const Limits& limits, Ends ends)
    : output_bytes_(limits.output_bytes),
      requests_(std::move(ends.requests.write)),
      replies_(std::move(ends.replies.read)),
      output_(std::move(ends.output.read), std::min(tail_bytes, output_bytes_), Capture::Keep::last),
      error_(std::move(ends.error.read), std::min(tail_bytes, output_bytes_), Capture::Keep::last),
      process_(with_descriptors(std::move(launch), limits, ends.requests.read.get(), ends.output.write.get(),
                                ends.error.write.get(), ends.replies.write.get())),
      guard_(process_, limits) {
  // A worker that does not read must not block us. A large request may have to be written, and its reply read, in
  // turns.
  if (fcntl(requests_.get(), F_SETFL, O_NONBLOCK) != 0) throw_errno("fcntl");
}

void Connection::begin(std::string_view request) {
  request_ = request;
  begun_ = Clock::now();
  sent_ = 0;
  refused_ = false;
}

/// Sends as much as the pipe takes.
void Connection::send() {
  if (sent_ == request_.size()) return;
  NoBrokenPipeSignal writer;
  const ssize_t count = writer.write(requests_.get(), std::string_view(request_).substr(sent_));
  if (count > 0) sent_ += static_cast<std::size_t>(count);
  // The worker no longer reads: most likely it is dying. The reply may have been written nevertheless.
  if (count < 0 && errno == EPIPE) {
    refused_ = sent_ == 0;
    sent_ = request_.size();
  }
}

Connection::Line Connection::receive() {
  char block[1u << 16];
  const ssize_t count = read(replies_.get(), block, sizeof block);
  if (count < 0 && errno == EINTR) return Line::none;
  if (count <= 0) {
    replies_.close();
    return Line::none;
  }
  const auto size = static_cast<std::size_t>(count);
  const void* newline = std::memchr(block, '\n', size);
  received_.append(block, size);
  if (newline == nullptr) return Line::none;
  if (newline != block + size - 1) return Line::excess;
  received_.pop_back();
  return Line::complete;
}

Exchange Connection::end_with(Exchange::Kind kind) {
  const Exit exit = process_.end();
  output_.drain(left_in_pipe);
  error_.drain(left_in_pipe);
  return {kind, std::move(received_), exit};
}

/// The process has ended, or its replies have: reads what is left, and says how it ended.
Exchange Connection::after_end() {
  pollfd process = {process_.descriptor(), POLLIN, 0};
  const bool ended = poll(&process, 1, static_cast<int>(dying_time.count())) > 0;
  for (pollfd replies; ended && replies_.get() >= 0;) {
    replies = {replies_.get(), POLLIN, 0};
    if (poll(&replies, 1, 0) <= 0) break;
    // A worker that answers and then ends has answered.
    if (receive() == Line::complete) return {Exchange::Kind::answered, std::move(received_), {}};
    if (received_.size() > output_bytes_) return end_with(Exchange::Kind::too_long);
  }
  if (!ended) return end_with(Exchange::Kind::closed);
  int unread = 0;
  const bool untouched = received_.empty() && !request_.empty() &&
                         (refused_ || (ioctl(requests_.get(), FIONREAD, &unread) == 0 &&
                                       static_cast<std::size_t>(unread) >= request_.size()));
  return end_with(untouched ? Exchange::Kind::unread : Exchange::Kind::died);
}

Exchange Connection::converse(std::string_view request, std::string_view next, Clock::time_point deadline,
                              const StopEvent& stop) {
  received_.clear();
  output_.restart();
  error_.restart();
  if (!std::exchange(ahead_, false)) begin(request);
  for (;;) {
    send();
    pollfd watched[] = {
        {replies_.get(), POLLIN, 0},        {sent_ == request_.size() ? -1 : requests_.get(), POLLOUT, 0},
        {process_.descriptor(), POLLIN, 0}, {stop.descriptor(), POLLIN, 0},
        {output_.descriptor(), POLLIN, 0},  {error_.descriptor(), POLLIN, 0}};
    const int ready = poll(watched, std::size(watched), poll_time(std::min(deadline, guard_.due())));
    if (ready < 0 && errno != EINTR) throw_errno("poll");
    if (ready < 0) continue;
    if (watched[4].revents) output_.receive();
    if (watched[5].revents) error_.receive();
    if (watched[0].revents) {
      const Line line = receive();
      if (received_.size() > output_bytes_) return end_with(Exchange::Kind::too_long);
      if (line == Line::excess) return end_with(Exchange::Kind::talkative);
      if (line == Line::complete) {
        if (!next.empty()) {
          begin(next);
          send();
          ahead_ = true;
        }
        return {Exchange::Kind::answered, std::move(received_), {}};
      }
    }
    if (watched[3].revents) return end_with(Exchange::Kind::stopped);
    if (output_.flooded() || error_.flooded()) return end_with(Exchange::Kind::flooded);
    if (watched[2].revents || replies_.get() < 0) return after_end();
    if (Clock::now() >= deadline) return end_with(Exchange::Kind::hung);
    if (std::string excess = guard_.objection(); !excess.empty()) {
      Exchange exchange = end_with(Exchange::Kind::excessive);
      exchange.excess = std::move(excess);
      return exchange;
    }
  }
}

Exit Connection::finish() {
  requests_.close();
  const Clock::time_point deadline = Clock::now() + farewell_time;
  while (!process_.ended() && Clock::now() < deadline) {
    pollfd watched[] = {{process_.descriptor(), POLLIN, 0},
                        {output_.descriptor(), POLLIN, 0},
                        {error_.descriptor(), POLLIN, 0},
                        {replies_.get(), POLLIN, 0}};
    if (poll(watched, std::size(watched), poll_time(deadline)) <= 0) continue;
    if (watched[1].revents) output_.receive();
    if (watched[2].revents) error_.receive();
    if (watched[3].revents) {
      receive();
      received_.clear();
    }
  }
  return process_.end();
}

}  // namespace smallscope::subjects
