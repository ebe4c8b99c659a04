// SPDX-License-Identifier: Apache-2.0
#include "command_line/dialogue.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace smallscope::program {

namespace {

// Set by the only Dialogue before the handlers that read it.
termios own_mode{};
volatile std::sig_atomic_t waits_for_key = 0;

constexpr int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

void set_mode(const termios& mode) {
  while (tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) != 0 && errno == EINTR) continue;
}

// Async-signal-safe: gives the terminal back, and lets the signal end the process.
extern "C" void on_fatal_signal(int signal) {
  if (waits_for_key != 0) tcsetattr(STDIN_FILENO, TCSANOW, &own_mode);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// The terminal gives single keys, without showing them, as long as the object lives.
class KeyMode {
 public:
  KeyMode() {
    termios mode = own_mode;
    mode.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    waits_for_key = 1;
    set_mode(mode);
  }
  ~KeyMode() {
    set_mode(own_mode);
    waits_for_key = 0;
  }
  KeyMode(const KeyMode&) = delete;
  KeyMode& operator=(const KeyMode&) = delete;
};

}  // namespace

Dialogue::Dialogue() : has_keys_(isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
  if (!has_keys_) return;
  has_keys_ = tcgetattr(STDIN_FILENO, &own_mode) == 0;
  struct sigaction action {};
  action.sa_handler = on_fatal_signal;
  for (const int signal : fatal_signals) sigaction(signal, &action, nullptr);
}

Dialogue::~Dialogue() {
  if (!has_keys_) return;
  for (const int signal : fatal_signals) std::signal(signal, SIG_DFL);
}

std::optional<char> Dialogue::next_byte() {
  if (read_.empty()) {
    std::fflush(stdout);
    char bytes[4096];
    ssize_t count = 0;
    do count = read(STDIN_FILENO, bytes, sizeof bytes);
    while (count < 0 && errno == EINTR);
    if (count <= 0) return std::nullopt;
    read_.assign(bytes, static_cast<std::size_t>(count));
  }
  const char first = read_.front();
  read_.erase(0, 1);
  return first;
}

/// Leaves out the rest of what an arrow key or a function key sends.
void Dialogue::skip_sequence() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (read_.empty() && poll(&input, 1, 20) <= 0) return;
  auto byte = next_byte();
  if (!byte || (*byte != '[' && *byte != 'O')) return;
  do byte = next_byte();
  while (byte && (*byte < '@' || *byte > '~'));
}

std::optional<char> Dialogue::next_key() {
  constexpr char interrupt = 3, end = 4, suspend = 26, escape = 27;
  if (!has_keys_) {
    const auto text = line();
    if (!text) return std::nullopt;
    read_ = *text + "\n" + read_;  // for answer_of()
    return next_byte();
  }
  std::optional<char> key;
  {
    const KeyMode mode;
    while ((key = next_byte()) == escape) skip_sequence();
  }
  if (!key || *key == interrupt || *key == end) return std::nullopt;
  if (*key == suspend) {
    std::raise(SIGTSTP);
    return continued;
  }
  return key;
}

Dialogue::Answer Dialogue::answer_of(char first) {
  if (has_keys_) return {first == '\n' || first == '\r' ? ' ' : first, {}};
  if (first == '\n') return {};
  std::string rest = line().value_or("");
  rest.erase(0, std::min(rest.find_first_not_of(' '), rest.size()));
  return {first, std::move(rest)};
}

std::optional<std::string> Dialogue::line() {
  std::string text;
  while (const auto byte = next_byte()) {
    if (*byte == '\n') {
      if (text.ends_with('\r')) text.pop_back();
      return text;
    }
    text += *byte;
  }
  return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace smallscope::program
