// What the runner costs on a real worker: the campaign rope/encapsulate-field against a bare loop that feeds
// the same worker the same requests in the same order, reads its replies, and neither renders, judges nor
// stores.
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

constexpr std::size_t requests_a_turn = 90;
constexpr int rounds = 5;
constexpr int command_rounds = 3;

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

/// The least over all rounds of what each turn took, summed: the machine's other work disturbs whole seconds,
/// and the same requests are served in every round.
class LeastTurns {
 public:
  void add(std::size_t turn, const Cost& cost) {
    if (turn == turns_.size()) turns_.push_back(cost);
    turns_[turn] = {std::min(turns_[turn].cpu, cost.cpu), std::min(turns_[turn].wall, cost.wall)};
  }
  Cost sum() const {
    Cost sum;
    for (const Cost& turn : turns_) sum += turn;
    return sum;
  }

 private:
  std::vector<Cost> turns_;
};

/// Both in short turns, each with a worker that keeps running; now the one goes first, now the other.
void in_turns(const runner::Campaign& campaign, const std::vector<std::string>& requests, const std::string& scratch) {
  LeastTurns least_floor, least_ours;
  double ours_cpu = 0, runner_cpu = 0;
  for (int round = 0; round < rounds; ++round) {
    runner::RunOptions options;
    options.jobs = 1;
    options.order.name = "golden";  // that of the bare loop's requests
    options.confirmation = runner::Confirmation::none;
    const ScratchFile file("rope.sqlite");
    runner::Observer nobody;
    runner::Engine engine(campaign, options);
    const pid_t watched = children().front();
    BareWorker bare(python(), {"PYTHONHASHSEED=0"}, scratch);
    results::Store store = results::Store::create(file.path(), engine.manifest());

    for (std::size_t first = 0; first < requests.size(); first += requests_a_turn) {
      const std::size_t last = std::min(first + requests_a_turn, requests.size());
      const auto measure = [&](LeastTurns& least, pid_t worker, auto work) {
        const Cost before{own_cpu_seconds() + cpu_seconds(worker), wall_seconds()};
        work();
        const Cost cost{own_cpu_seconds() + cpu_seconds(worker) - before.cpu, wall_seconds() - before.wall};
        least.add(first / requests_a_turn, cost);
        return cost.cpu;
      };
      for (const int who : {round % 2, 1 - round % 2}) {
        if (who == 0) {
          measure(least_floor, bare.pid(), [&] {
            for (std::size_t i = first; i < last; ++i) bare.converse(requests[i]);
          });
        } else {
          options.max_tests = last;
          engine.configure(options);
          const double own = own_cpu_seconds();
          ours_cpu += measure(least_ours, watched, [&] { engine.run(store, nobody); });
          runner_cpu += own_cpu_seconds() - own;
        }
      }
    }
    if (store.account().executed != requests.size()) throw std::runtime_error("the run did not come to its end");
  }
  const Cost floor = least_floor.sum(), ours = least_ours.sum();
  const auto each = [&](double seconds, int times = 1) {
    return fmt::format("{:.3g} ms", seconds / static_cast<double>(requests.size()) / times * 1e3);
  };
  print_row("rope: run, CPU time", each(floor.cpu), each(ours.cpu), ours.cpu / floor.cpu, 1.05);
  print_row("rope: run, wall time", each(floor.wall), each(ours.wall), ours.wall / floor.wall, 1.05);
  print_row("rope: run, runner and worker against worker, CPU time", each(ours_cpu - runner_cpu, rounds),
            each(ours_cpu, rounds), ours_cpu / (ours_cpu - runner_cpu), 1.05);
}

/// The command as a user types it, from its start to its end, against a bare loop with the start and end of
/// its worker.
void from_start_to_end(const std::vector<std::string>& requests, const std::string& scratch) {
  Cost floor{1e300, 1e300}, ours{1e300, 1e300};
  const auto measure = [](Cost& least, auto work) {
    const Cost before{reaped_cpu_seconds(), wall_seconds()};
    work();
    least.cpu = std::min(least.cpu, reaped_cpu_seconds() - before.cpu);
    least.wall = std::min(least.wall, wall_seconds() - before.wall);
  };
  for (int round = 0; round < command_rounds; ++round) {
    measure(floor, [&] {
      BareWorker bare(python(), {"PYTHONHASHSEED=0"}, scratch);
      for (const std::string& request : requests) bare.converse(request);
    });
    const ScratchFile file("rope-command.sqlite");
    const std::string command =
        fmt::format("{} run rope/encapsulate-field --jobs 1 --confirm none --progress none --store {} >{}/output 2>&1",
                    SMALLSCOPE_ROPE_PROGRAM, file.path().string(), scratch);
    measure(ours, [&] {
      const int status = std::system(command.c_str());
      if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) throw std::runtime_error(command + " failed");
    });
  }
  const auto seconds = [](double value) { return fmt::format("{:.3g} s", value); };
  print_row("rope: command from start to end, CPU time", seconds(floor.cpu), seconds(ours.cpu), ours.cpu / floor.cpu,
            1.05);
  print_row("rope: command from start to end, wall time", seconds(floor.wall), seconds(ours.wall),
            ours.wall / floor.wall, 1.05);
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
