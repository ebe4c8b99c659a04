// SPDX-License-Identifier: Apache-2.0
// The runner's cost with a real worker: the campaign rope/encapsulate-field against a bare loop. The loop sends the
// same requests to the same worker in the same order and reads its replies, but does not render, judge or store.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <smallscope/runner/run.hpp>

#include "bare_process.hpp"
#include "campaigns.hpp"
#include "row.hpp"
#include "scratch_file.hpp"

namespace smallscope_benchmarks {
namespace {

namespace generators = smallscope::generators;
namespace results = smallscope::results;
namespace runner = smallscope::runner;
namespace subjects = smallscope::subjects;

constexpr std::size_t requests_a_turn = 150;
constexpr int rounds = 9;
constexpr int command_rounds = 5;

std::vector<std::string> requests_of(const runner::Campaign& campaign) {
  const auto order = generators::golden(campaign.space->size());
  std::vector<std::string> requests;
  for (generators::Ordinal position = 0; position < order->size(); ++position) {
    const subjects::Input input = campaign.space->render(order->at(position)).value();
    nlohmann::ordered_json request{{"id", position + 1}, {"input", input.files.front().name}};
    for (const auto& file : input.files) request["files"][file.name] = file.text;
    for (const auto& parameter : input.parameters) request["parameters"][parameter.name] = parameter.text;
    requests.push_back(request.dump() + "\n");
  }
  return requests;
}

std::vector<std::string> python() {
  const char* chosen = std::getenv("SMALLSCOPE_PYTHON");
  return {chosen != nullptr ? chosen : "/usr/bin/python3", "-B", SMALLSCOPE_ROPE_WORKER};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Turns of the floor and of ours, one directly after the other: the machine's speed changes from one second to the
/// next, and it disturbs the ratio of two neighbours least.
class Pairs {
 public:
  void add(const Cost& floor, const Cost& ours) {
    floors_.push_back(floor);
    ours_.push_back(ours);
  }
  /// A row of medians: of the floors, of ours, and of the ratios of neighbours.
  void print(const std::string& workload, double Cost::*part, std::string_view unit, double scale) const {
    std::vector<double> floors, ours, ratios;
    for (std::size_t i = 0; i < floors_.size(); ++i) {
      floors.push_back(floors_[i].*part);
      ours.push_back(ours_[i].*part);
      ratios.push_back(ours.back() / floors.back());
    }
    const auto text = [&](double value) { return fmt::format("{:.3g} {}", value * scale, unit); };
    print_row(workload, text(median(floors)), text(median(ours)), median(ratios), 1.05);
  }

 private:
  std::vector<Cost> floors_, ours_;
};

/// Both in turns, each with a worker that keeps running; they take turns in going first.
void in_turns(const runner::Campaign& campaign, const std::vector<std::string>& requests, const std::string& scratch) {
  Pairs pairs;
  for (int round = 0; round < rounds; ++round) {
    runner::RunOptions options;
    options.order.name = "golden";  // the order of the bare loop's requests
    options.confirmation = runner::Confirmation::none;
    const ScratchFile file("rope.sqlite");
    runner::Observer nobody;
    runner::Engine engine(campaign, {.jobs = 1});
    const pid_t watched = children().front();
    BareWorker bare(python(), {"PYTHONHASHSEED=0"}, scratch);
    results::Store store = results::Store::create(file.path(), engine.manifest());

    for (std::size_t first = 0; first < requests.size(); first += requests_a_turn) {
      const std::size_t last = std::min(first + requests_a_turn, requests.size());
      const auto cost_of = [&](pid_t worker, auto work) {
        const Cost before{own_cpu_seconds() + cpu_seconds(worker), wall_seconds()};
        work();
        const auto each = static_cast<double>(last - first);
        return Cost{(own_cpu_seconds() + cpu_seconds(worker) - before.cpu) / each,
                    (wall_seconds() - before.wall) / each};
      };
      Cost floor, ours;
      for (const int who : {round % 2, 1 - round % 2}) {
        if (who == 0) {
          floor = cost_of(bare.pid(), [&] {
            for (std::size_t i = first; i < last; ++i) bare.converse(requests[i]);
          });
        } else {
          options.max_tests = last;
          ours = cost_of(watched, [&] { engine.run(store, options, nobody); });
        }
      }
      pairs.add(floor, ours);
    }
    if (store.account().executed != requests.size()) throw std::runtime_error("the run did not come to its end");
  }
  pairs.print("rope: run, wall time", &Cost::wall, "ms", 1e3);
  pairs.print("rope: run, CPU time of runner and worker", &Cost::cpu, "ms", 1e3);
}

/// The command as a user types it, from start to end, against a bare loop with the start and end of its worker.
void from_start_to_end(const std::vector<std::string>& requests, const std::string& scratch) {
  Pairs pairs;
  const auto cost_of = [](auto work) {
    const Cost before{reaped_cpu_seconds(), wall_seconds()};
    work();
    return Cost{reaped_cpu_seconds() - before.cpu, wall_seconds() - before.wall};
  };
  for (int round = 0; round < command_rounds; ++round) {
    const Cost floor = cost_of([&] {
      BareWorker bare(python(), {"PYTHONHASHSEED=0"}, scratch);
      for (const std::string& request : requests) bare.converse(request);
    });
    const ScratchFile file("rope-command.sqlite");
    const std::string command =
        fmt::format("{} run rope/encapsulate-field --jobs 1 --confirm none --progress none --store {} >{}/output 2>&1",
                    SMALLSCOPE_ROPE_PROGRAM, file.path().string(), scratch);
    const Cost ours = cost_of([&] {
      const int status = std::system(command.c_str());
      if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) throw std::runtime_error(command + " failed");
    });
    pairs.add(floor, ours);
  }
  pairs.print("rope: command from start to end, wall time", &Cost::wall, "s", 1);
  pairs.print("rope: command from start to end, CPU time of all", &Cost::cpu, "s", 1);
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() {
  using namespace smallscope_benchmarks;
  const std::string scratch = std::filesystem::temp_directory_path() / ("rope-" + std::to_string(getpid()));
  std::filesystem::create_directory(scratch);
  const runner::Campaign campaign = rope_campaigns::encapsulate_field();
  const std::vector<std::string> requests = requests_of(campaign);
  in_turns(campaign, requests, scratch);
  from_start_to_end(requests, scratch);
  std::filesystem::remove_all(scratch);
}
