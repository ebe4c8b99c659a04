// SPDX-License-Identifier: Apache-2.0
// The cost that the worker protocol adds to a bare ping-pong of the same lines with the same echo worker: 1 KiB each
// way. Everything runs on one CPU: waking a process on another CPU costs more than everything measured here, and
// whether the kernel does that changes from run to run.
#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <smallscope/subjects/worker.hpp>

#include "bare_process.hpp"
#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

namespace subjects = smallscope::subjects;

constexpr int requests_a_turn = 500;

/// The least disturbed of many short turns, in microseconds per request.
struct Least {
  double cpu = 1e300, wall = 1e300;
  void add(const Cost& turn) {
    cpu = std::min(cpu, turn.cpu / requests_a_turn * 1e6);
    wall = std::min(wall, turn.wall / requests_a_turn * 1e6);
  }
};

template <class Request>
Cost turn(pid_t worker, Request request) {
  const Cost before{own_cpu_seconds() + cpu_seconds(worker), wall_seconds()};
  for (int i = 0; i < requests_a_turn; ++i) request();
  return {own_cpu_seconds() + cpu_seconds(worker) - before.cpu, wall_seconds() - before.wall};
}

void measure(const std::string& name, const std::vector<std::string>& command) {
  const std::string scratch = std::filesystem::temp_directory_path() / ("echo-" + std::to_string(getpid()));
  std::filesystem::create_directory(scratch);
  {
    const subjects::Input input{{{"input", std::string(1024, 'x')}}, {}, ""};
    std::string line;
    int id = 0;

    const auto subject = subjects::worker({command, {}, std::nullopt});
    const auto session = subject->open(scratch);
    const pid_t watched = children().front();
    BareWorker bare(command, {}, scratch);

    Least floor, ours;
    for (int i = 0; i < 60; ++i) {
      floor.add(turn(bare.pid(), [&] {
        line = fmt::format("{{\"id\":{},\"input\":\"input\",\"files\":{{\"input\":\"{}\"}}}}\n", ++id,
                           input.files.front().text);
        bare.converse(line);
      }));
      ours.add(turn(watched, [&] {
        const subjects::Observation observation = session->observe(input, {});
        if (observation.ending != subjects::Ending::completed || observation.outputs.front().text.size() != 1024)
          throw std::runtime_error("the echo worker did not echo");
      }));
    }
    print_row("worker: 1 KiB each way, " + name + " echo, CPU time", fmt::format("{:.1f} µs", floor.cpu),
              fmt::format("{:.1f} µs", ours.cpu), ours.cpu - floor.cpu, 25, "µs added");
    print_row("worker: 1 KiB each way, " + name + " echo, wall time", fmt::format("{:.1f} µs", floor.wall),
              fmt::format("{:.1f} µs", ours.wall), ours.wall - floor.wall, 25, "µs added");
  }
  std::filesystem::remove_all(scratch);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  if (sched_setaffinity(0, sizeof here, &here) != 0) return std::perror("sched_setaffinity"), 3;
  smallscope_benchmarks::measure("C++", {SMALLSCOPE_ECHO_PROGRAM});
  smallscope_benchmarks::measure("Python", {"/usr/bin/python3", SMALLSCOPE_ECHO_SCRIPT});
}
