// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/oracle.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include <smallscope/oracles/result_check.hpp>

#include "evidence.hpp"
#include "steps.hpp"

namespace smallscope::oracles {

std::string without_result_text(subjects::Ending ending) {
  return ending == subjects::Ending::timed_out ? "the subject did not end in time"
                                               : fmt::format("the subject {}", subjects::name(ending));
}

std::optional<std::string> never_judges(const Oracle& oracle, const subjects::Subject& subject) {
  const Reads reads = oracle.reads();
  const subjects::Reports reports = subject.reports();
  if (reads.exit_status && !reports.exit_status)
    return fmt::format(
        "the oracle {} reads an exit status, which the subject does not have: it is a worker; let the "
        "worker report an output, and judge that",
        subjects::in_quotes(oracle.name()));
  if (!reports.outputs) return std::nullopt;
  for (const std::string& output : reads.outputs)
    if (std::ranges::find(*reports.outputs, output) == reports.outputs->end())
      return fmt::format(
          "the oracle {} reads the output {}, which the subject never reports: it is a command {}; use a "
          "worker that reports it, or let the command write a file of that name and list it in `outputs`",
          subjects::in_quotes(oracle.name()), subjects::in_quotes(output),
          reports.outputs->empty() ? "without outputs" : "with other outputs");
  return std::nullopt;
}

std::optional<std::string> never_judges(const Oracle& oracle, const subjects::Session& session) {
  const std::optional<std::vector<std::string>> declared = session.declared_outputs();
  if (!declared) return std::nullopt;
  for (const std::string& output : oracle.reads().outputs)
    if (std::ranges::find(*declared, output) == declared->end())
      return fmt::format("the oracle {} reads the output {}, which the worker never reports; {}",
                         subjects::in_quotes(oracle.name()), subjects::in_quotes(output),
                         outputs_there("declared", output, *declared));
  return std::nullopt;
}

std::optional<ResultCheck> Oracle::result_check() const { return std::nullopt; }

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
  std::vector<std::size_t> without_result;
  timed_out_ = false;
  for (Seat& seat : seats_) {
    Judgement judgement;
    try {
      judgement = seat.judge->judge(input, observation, stop);
    } catch (const subjects::SubjectUnavailable&) {
      throw;  // no input can be judged: a program is missing
    } catch (const NoResultOfFailure& problem) {
      judgement = {{}, Verdict::oracle_error, {problem.what()}};
      without_result.push_back(judgements.size());
    } catch (const std::exception& problem) {
      judgement = {{}, Verdict::oracle_error, {problem.what()}};
    } catch (...) {
      judgement = {{}, Verdict::oracle_error, {"an exception that is not a std::exception"}};
    }
    timed_out_ = seat.judge->take_time_out() || timed_out_;
    judgement.oracle = seat.oracle;
    judgements.push_back(std::move(judgement));
    if (judgements.back().verdict == Verdict::discarded) break;
  }
  // Where another oracle found the failure, there is nothing to be said of a result.
  if (std::ranges::any_of(judgements, [](const Judgement& each) { return is_failing(each.verdict); }))
    for (const std::size_t index : without_result) {
      judgements[index].verdict = Verdict::not_applicable;
      judgements[index].messages = {"the subject failed and left no result"};
    }
  return judgements;
}

void Bench::reuse(const std::shared_ptr<Answers>& answers) {
  for (Seat& seat : seats_)
    if (ExecutingJudge* const executing = seat.judge->executing()) executing->reuse(answers);
}

void Bench::set_patience(unsigned factor) {
  for (Seat& seat : seats_) seat.judge->set_patience(factor);
}

}  // namespace smallscope::oracles
