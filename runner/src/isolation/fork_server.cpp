// SPDX-License-Identifier: Apache-2.0
#include "fork_server.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include <smallscope/coverage/collector.hpp>
#include <smallscope/subjects/subject.hpp>

#include "messages.hpp"

namespace smallscope::runner {

namespace {

[[noreturn]] void fail(const char* call) {
  throw subjects::SubjectUnavailable(fmt::format("isolation: {}: {}; execute without it", call, std::strerror(errno)));
}

/// `bytes` more than the data of this process, as RLIMIT_DATA counts them: a sanitizer reserves terabytes.
rlim_t beside_own_data(std::uint64_t bytes) {
  rlim_t pages = 0;
  std::ifstream sizes("/proc/self/statm");
  for (int field = 0; field < 6; ++field) sizes >> pages;  // the sixth
  const rlim_t own = sizes ? pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) : 0;
  return bytes < RLIM_INFINITY - own ? own + bytes : RLIM_INFINITY;
}

/// A message of one byte with room for a descriptor beside it.
struct DescriptorMessage {
  DescriptorMessage() {
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
  DescriptorMessage(const DescriptorMessage&) = delete;
  DescriptorMessage& operator=(const DescriptorMessage&) = delete;

  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
};

bool send_descriptor(int socket, int descriptor) {
  DescriptorMessage message;
  cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(control), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message.header, MSG_NOSIGNAL) == 1;
}

/// -1 if the other end is gone.
int receive_descriptor(int socket) {
  DescriptorMessage message;
  ssize_t count = 0;
  while ((count = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  const cmsghdr* const control = CMSG_FIRSTHDR(&message.header);
  if (count <= 0 || control == nullptr || control->cmsg_type != SCM_RIGHTS) return -1;
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(control), sizeof descriptor);
  return descriptor;
}

/// What a child does, before it ends: nothing but this.
Reply carried_out(const Request& request, Lane& lane) {
  Reply reply;
  try {
    if (request.selection) {
      if (auto outcome = lane.probe({request.part.level, request.part.ordinals.front(), *request.selection}, {})) {
        reply.result.visited = 1;
        reply.result.outcomes.push_back(*std::move(outcome));
      }
    } else {
      reply.result = lane.execute(request.part.portion(), {});
    }
  } catch (const std::exception& error) {
    reply.kind = Reply::Kind::exception;
    reply.text = error.what();
  } catch (...) {
    reply.kind = Reply::Kind::exception;
    reply.text = "an exception that is no std::exception";
  }
  return reply;
}

/// Serves one lane: forks a child for each request, and waits for it.
class Server {
 public:
  Server(int socket, const Campaign& campaign, const IsolationOptions& options)
      : socket_(socket),
        campaign_(campaign),
        options_(options),
        lane_(campaign.body->open({})),
        output_(memfd_create("result", MFD_CLOEXEC)),
        most_data_(beside_own_data(options.memory_bytes)) {}

  void run() {
    while (const auto bytes = receive_message(socket_)) {
      const Request request = decode_request(*bytes);
      if (!send_message(socket_, serve(request))) return;
    }
  }

 private:
  std::string serve(const Request& request) {
    walk_ahead(request);
    if (request.coverage != attached_) {
      coverage::attach_to(request.coverage);
      attached_ = request.coverage;
    }
    if (output_ < 0 || ftruncate(output_, 0) != 0)
      return encode(Reply{.kind = Reply::Kind::exception, .text = "memfd"});
    std::fflush(nullptr);
    const pid_t server = getpid(), child = fork();
    if (child < 0)
      return encode(Reply{.kind = Reply::Kind::exception, .text = std::string("fork: ") + std::strerror(errno)});
    if (child == 0) be_child(server, request);
    return result_of(child, request.part.patience);
  }

  /// The way to an input of a search without an index is walked here, once for all children.
  void walk_ahead(const Request& request) const {
    const Space& space = campaign_.space_at(request.part.level);
    if (!space.is_search()) return;
    Ordinal last = 0;
    for (const Ordinal ordinal : request.part.ordinals) last = std::max(last, ordinal);
    if (!request.part.ranges.empty()) last = std::max(last, request.part.ranges.front().first);
    space.reach(last);
  }

  [[noreturn]] void be_child(pid_t server, const Request& request) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) _exit(1);
    const rlimit data{most_data_, most_data_}, core{0, 0};
    setrlimit(RLIMIT_DATA, &data);
    setrlimit(RLIMIT_CORE, &core);
    close(socket_);
    const std::string bytes = encode(carried_out(request, *lane_));
    // The mark at the end says that the child got here, and did not end in the code under test with status 0.
    const std::string all = bytes + mark;
    for (std::size_t written = 0; written < all.size();) {
      const ssize_t count = pwrite(output_, all.data() + written, all.size() - written, static_cast<off_t>(written));
      if (count <= 0) _exit(1);
      written += static_cast<std::size_t>(count);
    }
    std::fflush(nullptr);
    if (!request.coverage.empty()) coverage::flush_attached();
    _exit(0);
  }

  /// Waits for the child, until so many times its time are over or nobody wants to know any more.
  std::string result_of(pid_t child, unsigned times) const {
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    pollfd watched[] = {{handle, POLLIN, 0}, {socket_, POLLIN, 0}};
    const int longest =
        options_.time ? static_cast<int>(std::min(std::ceil(options_.time->count() * times * 1e3), 2e9)) : -1;
    const auto start = std::chrono::steady_clock::now();
    const bool has_handle = handle >= 0;
    bool is_over = false;
    while (has_handle) {
      const auto passed = std::chrono::steady_clock::now() - start;
      const auto left = longest - std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
      const int ready = poll(watched, 2, longest < 0 ? -1 : static_cast<int>(std::max<std::int64_t>(left, 0)));
      if (ready < 0 && errno == EINTR) continue;
      if (watched[0].revents != 0) break;
      is_over = ready == 0;
      kill(child, SIGKILL);  // too late, or the lane has gone
      break;
    }
    if (has_handle) close(handle);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (is_over) return encode(Reply{.kind = Reply::Kind::timed_out});
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
      if (auto bytes = written()) return *std::move(bytes);
    return encode(Reply{.kind = Reply::Kind::ended, .status = status});
  }

  /// What the child has written, if it is whole.
  std::optional<std::string> written() const {
    std::string bytes;
    char buffer[1 << 16];
    for (ssize_t count = 0; (count = pread(output_, buffer, sizeof buffer, static_cast<off_t>(bytes.size()))) > 0;)
      bytes.append(buffer, static_cast<std::size_t>(count));
    if (!bytes.ends_with(mark)) return std::nullopt;
    bytes.resize(bytes.size() - std::strlen(mark));
    try {
      decode_reply(bytes);
    } catch (const BadMessage&) {
      return std::nullopt;
    }
    return bytes;
  }

  static constexpr const char* mark = "smallscope: the end";
  const int socket_;
  const Campaign& campaign_;
  const IsolationOptions& options_;
  const std::unique_ptr<Lane> lane_;
  const int output_;
  const rlim_t most_data_;
  std::string attached_;  ///< the folder where coverage of children is collected
};

/// Signals to the runner's group, as a terminal sends them, are for the runner. What it has blocked or handles is not.
void leave_the_runner(pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCHLD, SIGPIPE}) std::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void be_nursery(int control, const Campaign& campaign, const IsolationOptions& options) {
  std::signal(SIGCHLD, SIG_IGN);  // nobody waits for servers
  for (int socket = -1; (socket = receive_descriptor(control)) >= 0; close(socket)) {
    const pid_t nursery = getpid(), server = fork();
    if (server != 0) continue;
    close(control);
    std::signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != nursery) _exit(1);
    try {
      Server(socket, campaign, options).run();
    } catch (...) {  // the lane sees that it is gone
    }
    _exit(0);
  }
  _exit(0);
}

}  // namespace

Nursery::Nursery(const Campaign& campaign, const IsolationOptions& options) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  std::fflush(nullptr);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) {
    close(ends[0]);
    close(ends[1]);
    fail("fork");
  }
  if (pid_ == 0) {
    close(ends[0]);
    leave_the_runner(parent);
    be_nursery(ends[1], campaign, options);
  }
  close(ends[1]);
  control_ = ends[0];
}

Nursery::~Nursery() {
  close(control_);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

int Nursery::new_server() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
  const std::lock_guard lock(mutex_);
  const bool sent = send_descriptor(control_, ends[1]);
  close(ends[1]);
  if (!sent) {
    close(ends[0]);
    fail("fork server");
  }
  return ends[0];
}

}  // namespace smallscope::runner
