// SPDX-License-Identifier: Apache-2.0
// smallscope-tcc-worker: the compiler tcc as a persistent worker (docs/worker-protocol.md), through its library.
//
// Every program is compiled and run in a forked child. So a crash costs only a child, and no state of the compiler
// outlives a test. The library is the compiler of the `tcc` command. It lacks the C library's start-up files, of which
// `tcc -run` uses only the symbols.
#include <libtcc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::ordered_json;

/// Reads both descriptors to their end and closes them. Reading one after the other could block for ever on a child
/// that fills the other one.
std::array<std::string, 2> drained(std::array<int, 2> descriptors) {
  std::array<std::string, 2> texts;
  std::array<pollfd, 2> polled{pollfd{descriptors[0], POLLIN, 0}, pollfd{descriptors[1], POLLIN, 0}};
  std::array<char, 4096> buffer;
  for (int open = 2; open > 0;) {
    if (poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) break;
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t count = read(polled[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        texts[i].append(buffer.data(), static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        polled[i].fd = -1;
        --open;
      }
    }
  }
  for (const int descriptor : descriptors) close(descriptor);
  return texts;
}

/// Compiles and runs `program` as `tcc -run` does, and ends the process.
[[noreturn]] void compile_and_run(const std::string& program) {
  TCCState* compiler = tcc_new();
  tcc_set_error_func(compiler, nullptr, [](void*, const char* message) { std::fprintf(stderr, "%s\n", message); });
  tcc_set_options(compiler, "-nostdlib");
  tcc_set_output_type(compiler, TCC_OUTPUT_MEMORY);
  // Everything that these programs, the code generated for them and the compiler's helpers call.
  tcc_add_symbol(compiler, "abort", reinterpret_cast<const void*>(&std::abort));
  tcc_add_symbol(compiler, "printf", reinterpret_cast<const void*>(&std::printf));
  tcc_add_symbol(compiler, "memset", reinterpret_cast<const void*>(&std::memset));
  tcc_add_symbol(compiler, "memcpy", reinterpret_cast<const void*>(&std::memcpy));
  tcc_add_symbol(compiler, "memmove", reinterpret_cast<const void*>(&std::memmove));
  if (tcc_compile_string(compiler, program.c_str()) != 0) std::exit(1);
  tcc_add_file(compiler, SMALLSCOPE_TCC_RUNTIME);  // the compiler's own helpers
  if (tcc_relocate(compiler, TCC_RELOCATE_AUTO) != 0) std::exit(1);
  std::exit(reinterpret_cast<int (*)()>(tcc_get_symbol(compiler, "main"))());
}

Json run(const std::string& program) {
  std::array<int, 2> output, error;
  if (pipe(output.data()) != 0 || pipe(error.data()) != 0)
    return {{"outcome", "lost"}, {"messages", {std::string("pipe: ") + std::strerror(errno)}}};
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(output[1], STDOUT_FILENO);
    dup2(error[1], STDERR_FILENO);
    for (const int descriptor : {output[0], output[1], error[0], error[1]}) close(descriptor);
    compile_and_run(program);
  }
  close(output[1]);
  close(error[1]);
  if (child < 0) return {{"outcome", "lost"}, {"messages", {std::string("fork: ") + std::strerror(errno)}}};
  const auto [standard_output, standard_error] = drained({output[0], error[0]});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Json reply{{"outcome", "done"}, {"standard_output", standard_output}, {"standard_error", standard_error}};
  if (WIFSIGNALED(status)) {
    reply["outcome"] = "crashed";
    reply["messages"] = {std::string("killed by SIG") + sigabbrev_np(WTERMSIG(status))};
  } else if (WEXITSTATUS(status) != 0) {
    reply["outputs"]["exit status"] = std::to_string(WEXITSTATUS(status));
  }
  return reply;
}

/// The version of the library. The library has no function for it, so it comes from the compiler's own macros.
std::string version() {
  TCCState* compiler = tcc_new();
  tcc_set_options(compiler, "-nostdlib");
  tcc_set_output_type(compiler, TCC_OUTPUT_MEMORY);
  tcc_compile_string(compiler, "int version = __TINYC__;");
  tcc_relocate(compiler, TCC_RELOCATE_AUTO);
  const auto* number = static_cast<const int*>(tcc_get_symbol(compiler, "version"));
  const int value = number == nullptr ? 0 : *number;
  tcc_delete(compiler);
  return std::to_string(value / 10000) + "." + std::to_string(value / 100 % 100) + "." + std::to_string(value % 100);
}

FILE* open_channel(const char* variable, const char* mode) {
  const char* number = std::getenv(variable);
  FILE* channel = number == nullptr ? nullptr : fdopen(std::atoi(number), mode);
  if (channel == nullptr) {
    std::cerr << variable << " names no open descriptor: this program is started by smallscope-tcc\n";
    std::exit(2);
  }
  return channel;
}

void send(FILE* channel, const Json& message) {
  const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  std::fwrite(line.data(), 1, line.size(), channel);
  std::fflush(channel);
}

}  // namespace

int main() {
  FILE* requests = open_channel("SMALLSCOPE_REQUESTS", "r");
  FILE* replies = open_channel("SMALLSCOPE_REPLIES", "w");
  char* line = nullptr;
  std::size_t capacity = 0;
  if (getline(&line, &capacity, requests) <= 0) return 0;
  send(replies,
       {{"protocol", "smallscope-worker"}, {"version", 1}, {"subject", "tcc"}, {"subject_version", version()}});
  while (getline(&line, &capacity, requests) > 0) {
    const Json request = Json::parse(line);
    const std::string input = request.at("input");
    // The compiler's messages then name the file, as they do when it reads one.
    Json reply = run("#line 1 \"" + input + "\"\n" + request.at("files").at(input).get<std::string>());
    reply["id"] = request.at("id");
    send(replies, reply);
  }
}
