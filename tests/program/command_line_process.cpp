// SPDX-License-Identifier: Apache-2.0
#include "command_line_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>
#include <regex>
#include <system_error>
#include <thread>
#include <utility>

namespace smallscope::command_line {

namespace fs = std::filesystem;

namespace {

constexpr auto patience = std::chrono::minutes(4);  // far more than anything here takes on a busy machine
constexpr uid_t nobody = 65'534;

fs::path golden_directory() { return fs::path(SMALLSCOPE_SOURCE_DIR) / "tests/program/golden"; }

/// In the child: where one of its standard streams goes.
void connect(int number, const fs::path& capture, const std::string& instead) {
  if (instead == "closed") {
    close(number);
    return;
  }
  if (instead == "unread pipe") {
    int ends[2];
    if (pipe(ends) != 0 || close(ends[0]) != 0 || dup2(ends[1], number) < 0 || close(ends[1]) != 0) _exit(125);
    return;
  }
  const fs::path& target = instead.empty() ? capture : fs::path(instead);
  const int descriptor = open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (descriptor < 0 || dup2(descriptor, number) < 0) _exit(125);
  if (descriptor != number) close(descriptor);
}

std::string replaced(std::string text, std::string_view old, std::string_view replacement) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += replacement.size())
    text.replace(at, old.size(), replacement);
  return text;
}

}  // namespace

bool no_process_is_left() {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  for (;;) {
    const pid_t pid = waitpid(-1, nullptr, WNOHANG);
    if (pid < 0 && errno == ECHILD) return true;
    if (pid > 0) continue;
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void PrintTo(const Ended& ended, std::ostream* stream) {
  *stream << "status " << ended.status << ", signal " << ended.signal << "\n--- standard output\n"
          << ended.out << "--- standard error\n"
          << ended.err;
}

Child::Child(const std::vector<std::string>& command, const fs::path& directory, const fs::path& capture,
             const Setting& setting)
    : out_(capture.string() + ".out"), err_(capture.string() + ".err") {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (pid_ == 0) {
    setpgid(0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_DFL);
    for (const auto& [name, value] : setting.environment) setenv(name.c_str(), value.c_str(), 1);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || chdir(directory.c_str()) != 0) _exit(125);
    connect(STDOUT_FILENO, out_, setting.out);
    connect(STDERR_FILENO, err_, setting.err);
    if (setting.greatest_file != 0) {
      std::signal(SIGXFSZ, SIG_IGN);  // so that writes fail, as on a full disk
      const rlimit limit{setting.greatest_file, setting.greatest_file};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (setting.without_rights && geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(125);
    execv(arguments.front(), arguments.data());
    _exit(126);
  }
  descriptor_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "pidfd_open");
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      status_(other.status_),
      out_(std::move(other.out_)),
      err_(std::move(other.err_)) {}

Child::~Child() {
  if (pid_ > 0) {
    send(SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (descriptor_ >= 0) close(descriptor_);
}

void Child::send(int signal) const {
  if (pid_ > 0) kill(pid_, signal);  // -1 would be everybody
}

void Child::send_to_subjects(int signal) const {
  const auto executable = [](pid_t process) {
    std::error_code none;
    return fs::read_symlink("/proc/" + std::to_string(process) + "/exe", none);
  };
  std::map<pid_t, pid_t> parents;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (!std::isdigit(static_cast<unsigned char>(entry.path().filename().native().front()))) continue;
    std::ifstream file(entry.path() / "status");  // of a process, which may have ended by now
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("PPid:")) parents[std::stoi(entry.path().filename())] = std::stoi(line.substr(5));
  }
  for (const auto& [process, parent] : parents) {
    pid_t ancestor = parent;
    while (ancestor > 1 && ancestor != pid_) ancestor = parents.contains(ancestor) ? parents[ancestor] : 0;
    if (ancestor == pid_ && executable(process) != executable(pid_)) kill(process, signal);
  }
}

bool Child::has_ended(int patience_milliseconds) {
  pollfd watched{descriptor_, POLLIN, 0};
  return poll(&watched, 1, patience_milliseconds) == 1;
}

bool Child::wait_until(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (!condition()) {
    if (has_ended(2)) return condition();
    if (std::chrono::steady_clock::now() > deadline) return false;
  }
  return true;
}

Ended Child::wait() {
  Ended ended;
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(patience).count();
  if (!has_ended(static_cast<int>(milliseconds))) {
    ADD_FAILURE() << "the program does not end";
    send(SIGKILL);
  }
  waitpid(pid_, &status_, 0);
  pid_ = -1;
  if (WIFEXITED(status_)) ended.status = WEXITSTATUS(status_);
  if (WIFSIGNALED(status_)) ended.signal = WTERMSIG(status_);
  ended.out = text_of(out_);
  ended.err = text_of(err_);
  return ended;
}

Bench::Bench() {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);  // whatever a program leaves behind becomes a child of this test
  std::string pattern = (fs::temp_directory_path() / "command-line-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
  root_ = fs::canonical(pattern);
  directory_ = root_ / "work";
  scratch_ = root_ / "scratch";
  for (const fs::path& made : {root_, directory_, scratch_, root_ / "capture"}) {
    fs::create_directories(made);
    fs::permissions(made, made == scratch_ ? fs::perms::all : fs::perms(0755));
  }
}

Bench::~Bench() {
  EXPECT_TRUE(no_process_is_left()) << "processes outlive the program";
  if (!scratch_forgiven_) {
    EXPECT_TRUE(fs::is_empty(scratch_)) << "scratch files are left behind";
  }
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string Bench::specification(const std::string& name) const {
  return write(name, replaced(text_of(golden_directory() / name), "@PYTHON@", SMALLSCOPE_PYTHON));
}

std::string Bench::write(const std::string& name, std::string_view text) const {
  std::ofstream(directory_ / name, std::ios::binary) << text;
  return name;
}

Child Bench::start(const std::vector<std::string>& command, const Setting& setting) {
  Setting whole = setting;
  whole.environment.emplace("TMPDIR", scratch_.string());
  return Child(command, directory_, root_ / "capture" / std::to_string(++started_), whole);
}

std::string normalised(std::string text) {
  text = std::regex_replace(text, std::regex(R"(\d+(\.\d+)? s\b|\d+ min \d+ s\b)"), "TIME");
  text = std::regex_replace(text, std::regex(R"([\d,]+/s\b)"), "RATE");
  const std::regex command(R"([^\s`"]*/([\w-]+) (run|replay|show|clusters|explain|export)\b)");
  text = std::regex_replace(text, command, "$1 $2");
  return text;
}

void expect_golden(const std::string& name, const std::string& text) {
  const fs::path file = golden_directory() / name;
  if (std::getenv("SMALLSCOPE_UPDATE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << text;
  EXPECT_EQ(text, text_of(file)) << "differs from " << file
                                 << "; if it should, run this test with SMALLSCOPE_UPDATE_GOLDEN=1";
}

}  // namespace smallscope::command_line
