#include <fmt/format.h>

#include <exception>
#include <smallscope/oracles/oracle.hpp>

namespace smallscope::oracles {

Bench::Bench(const std::vector<OraclePointer>& oracles, const std::filesystem::path& scratch) {
  for (const OraclePointer& oracle : oracles) {
    const std::filesystem::path directory = scratch / fmt::format("oracle-{}", seats_.size() + 1);
    std::filesystem::create_directories(directory);
    seats_.push_back({oracle->name(), oracle->open(directory)});
  }
}

std::vector<Judgement> Bench::judge(const subjects::Input& input, const subjects::Observation& observation,
                                    std::stop_token stop) {
  std::vector<Judgement> judgements;
  judgements.reserve(seats_.size());
  for (Seat& seat : seats_) {
    Judgement judgement;
    try {
      judgement = seat.judge->judge(input, observation, stop);
    } catch (const std::exception& problem) {
      judgement = {{}, Verdict::oracle_error, {problem.what()}};
    } catch (...) {
      judgement = {{}, Verdict::oracle_error, {"an exception that is not a std::exception"}};
    }
    judgement.oracle = seat.oracle;
    judgements.push_back(std::move(judgement));
    if (judgements.back().verdict == Verdict::discarded) break;
  }
  return judgements;
}

}  // namespace smallscope::oracles
