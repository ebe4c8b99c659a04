// SPDX-License-Identifier: Apache-2.0
#include <smallscope/subjects/command.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/mman.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "capture.hpp"
#include "guard.hpp"
#include "launch.hpp"
#include "process.hpp"
#include "repetition.hpp"
#include "scratch.hpp"
#include "session_coverage.hpp"
#include "texts.hpp"
#include "time_limit.hpp"

namespace smallscope::subjects {
namespace fs = std::filesystem;
namespace {

enum class Cause { exited, timed_out, stopped, flooded, excessive };

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A file in memory with the text, positioned at its start. Unlike a pipe, it needs no writing while we wait.
Descriptor text_file(std::string_view text) {
  if (text.empty()) return {};
  Descriptor file = clear_of_inherited({memfd_create("standard input", MFD_CLOEXEC), "memfd_create"});
  while (!text.empty()) {
    const ssize_t count = write(file.get(), text.data(), text.size());
    if (count < 0 && errno != EINTR) throw_errno("writing the standard input");
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (lseek(file.get(), 0, SEEK_SET) < 0) throw_errno("lseek");
  return file;
}

/// Reads the output until the leader ends or something ends it. `excess` says what it has too much of.
Cause wait(const Process& process, Capture& output, Capture& error, Clock::time_point deadline, const StopEvent& stop,
           Guard& guard, std::string& excess) {
  for (;;) {
    pollfd watched[] = {{process.descriptor(), POLLIN, 0},
                        {stop.descriptor(), POLLIN, 0},
                        {output.descriptor(), POLLIN, 0},
                        {error.descriptor(), POLLIN, 0}};
    const int ready = poll(watched, std::size(watched), poll_time(std::min(deadline, guard.due())));
    if (ready < 0 && errno != EINTR) throw_errno("poll");
    if (ready < 0) continue;
    if (watched[1].revents) return Cause::stopped;
    if (watched[2].revents) output.receive();
    if (watched[3].revents) error.receive();
    if (output.flooded() || error.flooded()) return Cause::flooded;
    if (watched[0].revents) return Cause::exited;
    if (Clock::now() >= deadline) return Cause::timed_out;
    if (excess = guard.objection(); !excess.empty()) return Cause::excessive;
  }
}

Observation lost(std::string message) {
  Observation observation;
  observation.ending = Ending::lost;
  observation.messages.push_back(std::move(message));
  return observation;
}

/// Runs one command until `deadline`.
Observation run(const Command& command, const Placement& placement, const Limits& limits, Clock::time_point deadline,
                const TimeLimit& time, const std::stop_token& token) {
  const Clock::time_point start = Clock::now();
  Observation observation;
  StopEvent stop;
  const StopEvent::Watch watch(stop, token);
  if (token.stop_requested()) {
    observation.ending = Ending::cancelled;
    return observation;
  }

  Launch launch = expanded(command, placement);
  observation.program = fs::path(launch.arguments.front()).filename().string();
  launch.memory_bytes = limits.memory_bytes;
  launch.file_bytes = limits.file_bytes;
  launch.ends_with_thread = true;
  static const std::string nothing;
  const std::string& standard = placement.input ? placement.input->standard_input : nothing;
  const Descriptor input = text_file(command.standard_input ? expand(*command.standard_input, placement) : standard);
  Pipe output = make_pipe(), error = make_pipe();
  launch.descriptors = {input.get(), output.write.get(), error.write.get(), -1, -1};
  Process process(launch);
  output.write.close();
  error.write.close();
  Capture out(std::move(output.read), limits.output_bytes, Capture::Keep::first);
  Capture err(std::move(error.read), limits.output_bytes, Capture::Keep::first);

  Guard guard(process, limits);
  std::string excess;
  const Cause cause = wait(process, out, err, deadline, stop, guard, excess);
  const Exit exit = process.end();
  out.drain(left_in_pipe);
  err.drain(left_in_pipe);

  observation.seconds = seconds_since(start);
  observation.standard_output = out.text();
  observation.standard_error = err.text();
  observation.output_truncated = out.truncated() || err.truncated();
  switch (cause) {
    case Cause::exited:
      observation.exit_status = exit.status;
      observation.signal = exit.signal;
      if (exit.signal != 0) {
        observation.ending = Ending::crashed;
        observation.messages.push_back(to_text(exit));
      }
      break;
    case Cause::timed_out:
      observation.ending = Ending::timed_out;
      observation.messages.push_back(time.exceeded());
      break;
    case Cause::stopped:
      observation.ending = Ending::cancelled;
      break;
    case Cause::excessive:
      observation.ending = Ending::crashed;
      observation.messages.push_back(std::move(excess));
      break;
    case Cause::flooded:
      observation.ending = Ending::crashed;
      observation.messages.push_back(fmt::format("wrote more than {} bytes", limits.output_bytes * flood_factor));
      break;
  }
  return observation;
}

/// run(), but obstacles that are neither the subject's fault nor a missing program become Ending::lost.
Observation run_or_lose(const Command& command, const Placement& placement, const Limits& limits,
                        Clock::time_point deadline, const TimeLimit& time, const std::stop_token& token) {
  try {
    return run(command, placement, limits, deadline, time, token);
  } catch (const SubjectUnavailable&) {
    throw;
  } catch (const std::exception& problem) {
    return lost(problem.what());
  }
}

Observation run_steps(const std::vector<Command>& steps, const Placement& placement, const Limits& limits,
                      const TimeLimit& time, const std::stop_token& stop);

/// Whether an earlier step or the input should have put the program of `command` where it is looked for.
bool made_by_test(const Command& command, const Placement& placement) {
  const std::string program = expand(command.arguments.at(0), placement);
  return program.find('/') != std::string::npos &&
         (program.front() != '/' || program.starts_with(placement.scratch.string() + "/"));
}

constexpr std::size_t longest_version = 200;

class CommandSession final : public Session {
 public:
  CommandSession(const Execution& execution, const std::optional<Command>& version, const CoverageUse& coverage,
                 const fs::path& directory)
      : execution_(execution), time_(execution.limits), version_(version), scratch_(directory / "test") {
    if (coverage.is_collected) {
      coverage_.emplace(directory / "coverage", coverage.condition);
      for (Command& step : execution_.steps) step = coverage_->covered(std::move(step));
    }
    for (const Command& step : execution_.steps) {
      // Names with placeholders or a path may come into existence only during a test.
      const std::string& program = step.arguments.front();
      if (program.find_first_of("/{") == std::string::npos) locate(program);
    }
    scratch_.renew();
  }

  Observation observe(const Input& input, std::stop_token stop) override {
    return repeated_if_ended_by_others([&] { return observe_once(input, stop); });
  }
  std::string version() override { return version_ ? version_line(*version_) : std::string(); }
  void set_patience(unsigned factor) override { time_.set_patience(factor); }
  bool has_switched() const override { return coverage_ && coverage_->has_switched(); }
  std::vector<std::string> remarks() const override {
    return coverage_ ? coverage_->remarks() : std::vector<std::string>();
  }

 private:
  std::string version_line(const Command& command) {
    scratch_.renew();
    const Observation said = execute(command, {scratch_.directory(), nullptr}, {}, {});
    for (const std::string* text : {&said.standard_output, &said.standard_error}) {
      const std::size_t begin = text->find_first_not_of(" \t\r\n");
      if (said.ending != Ending::completed || begin == std::string::npos) continue;
      const std::string line =
          text->substr(begin, std::min(text->find_first_of("\r\n", begin) - begin, longest_version));
      if (const std::size_t end = line.find_last_not_of(" \t.") + 1; end > 0) return line.substr(0, end);
    }
    throw SubjectUnavailable(fmt::format(
        "{} does not say which version it is ({}); give a command that prints it, or none", command_line(command),
        said.ending == Ending::completed ? "it prints nothing" : fmt::format("{}", fmt::join(said.messages, ", "))));
  }

  Observation observe_once(const Input& input, const std::stop_token& stop) {
    try {
      scratch_.renew();
      write_files(input, scratch_.directory());
    } catch (const std::exception& problem) {
      return lost(problem.what());
    }
    if (coverage_) coverage_->clear();
    Observation observation =
        run_steps(execution_.steps, {scratch_.directory(), &input}, execution_.limits, time_, stop);
    if (coverage_) observation.covered = coverage_->take();
    if (ended_by_itself(observation)) time_.learn(observation.seconds);
    for (const std::string& file : execution_.outputs) {
      if (auto text = scratch_.read(file, execution_.limits.output_bytes, observation.output_truncated)) {
        observation.outputs.push_back({file, std::move(*text)});
      }
    }
    scratch_.make_relative(observation);
    if (execution_.refusal && execution_.refusal->is_in(observation)) {
      observation.ending = Ending::refused;
      observation.messages = reasons(observation);
    }
    return observation;
  }

  Execution execution_;
  TimeLimit time_;
  std::optional<Command> version_;
  NamespaceUse use_;
  Scratch scratch_;
  std::optional<SessionCoverage> coverage_;
};

class CommandSubject final : public Subject {
 public:
  CommandSubject(Execution execution, std::optional<Command> version)
      : execution_(std::move(execution)), declared_(execution_.limits), version_(std::move(version)) {
    if (execution_.steps.empty()) throw std::invalid_argument("commands: no step is given; name at least one program");
    for (const Command& step : execution_.steps) {
      if (step.arguments.empty()) throw std::invalid_argument("commands: a step has no program; give its arguments");
    }
    if (execution_.refusal) check(*execution_.refusal);
    for (const std::string& file : execution_.outputs) {
      const fs::path path = file;
      if (path.empty() || path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end()) {
        throw std::invalid_argument(
            fmt::format("commands: outputs from {}: give a path below the test's directory", in_quotes(file)));
      }
    }
  }

  std::unique_ptr<Session> open(const fs::path& scratch) const override {
    return std::make_unique<CommandSession>(execution_, version_, coverage_, fs::absolute(scratch));
  }

  std::string describe() const override {
    std::string text = "{\"commands\":[";
    for (const Command& step : execution_.steps) {
      if (&step != &execution_.steps.front()) text += ',';
      text += subjects::describe(step);
    }
    text += "],\"limits\":" + subjects::describe(declared_) + ",\"outputs_from\":";
    append_json(text, execution_.outputs);
    if (execution_.refusal) {
      text += fmt::format(",\"refusal\":{{\"exit_statuses\":[{}],\"texts\":",
                          fmt::join(execution_.refusal->exit_statuses, ","));
      append_json(text, execution_.refusal->texts);
      text += '}';
    }
    return text + "}";
  }
  Reports reports() const override { return {.exit_status = true, .outputs = execution_.outputs}; }
  std::shared_ptr<const Subject> with_limits(const LimitChanges& changes) const override {
    auto other = std::make_shared<CommandSubject>(*this);
    other->execution_.limits = changed(execution_.limits, changes);
    return other;
  }
  std::shared_ptr<const Subject> with_coverage() const override {
    auto other = std::make_shared<CommandSubject>(*this);
    other->coverage_.is_collected = true;
    return other;
  }
  std::shared_ptr<const Subject> with_switch(const coverage::Switch& condition) const override {
    auto other = std::make_shared<CommandSubject>(*this);
    other->coverage_ = {.is_collected = true, .condition = condition};
    return other;
  }

  std::optional<Execution> execution() const override { return execution_; }
  std::string title() const override {
    std::string text;
    for (const Command& step : execution_.steps) text += (text.empty() ? "" : " && ") + command_line(step);
    return text;
  }

 private:
  static void check(const RefusalSign& sign) {
    for (const int status : sign.exit_statuses) {
      if (status < 0 || status > 255) {
        throw std::invalid_argument(fmt::format("commands: {} is no exit status of a refusal; give 0 to 255", status));
      }
    }
    if (sign.texts.empty() && std::ranges::find(sign.exit_statuses, 0) != sign.exit_statuses.end()) {
      throw std::invalid_argument(
          "commands: a refusal with exit status 0 looks like success; give a text that it prints, too");
    }
    for (const std::string& text : sign.texts) {
      if (text.empty() || text.find('\n') != std::string::npos) {
        throw std::invalid_argument(
            fmt::format("commands: the text of a refusal is {}; give some of a line that it prints",
                        text.empty() ? "empty, and in whatever is printed" : "of several lines"));
      }
    }
  }

  Execution execution_;  ///< with the limits of this run
  Limits declared_;      ///< those of the campaign
  std::optional<Command> version_;
  CoverageUse coverage_;
};

}  // namespace

std::optional<Execution> Subject::execution() const { return std::nullopt; }

bool RefusalSign::is_in(const Observation& observation) const {
  if (observation.ending != Ending::completed) return false;
  const int status = observation.exit_status;
  if (exit_statuses.empty() ? status == 0 : std::ranges::find(exit_statuses, status) == exit_statuses.end())
    return false;
  const auto prints = [&](const std::string& text) {
    return observation.standard_error.find(text) != std::string::npos ||
           observation.standard_output.find(text) != std::string::npos;
  };
  return texts.empty() || std::ranges::any_of(texts, prints);
}

Launch expanded(const Command& command, const Placement& placement) {
  Launch launch;
  for (const std::string& argument : command.arguments) launch.arguments.push_back(expand(argument, placement));
  for (const NamedText& variable : command.environment) {
    launch.environment.push_back(variable.name + "=" + expand(variable.text, placement));
  }
  for (const std::vector<std::string>* texts : {&launch.arguments, &launch.environment}) {
    for (const std::string& text : *texts) {
      if (text.find('\0') != std::string::npos) {
        throw std::invalid_argument("a command line cannot hold the null character in " + in_quotes(text));
      }
    }
  }
  launch.directory = placement.scratch.string();
  launch.inherit = command.inherit;
  return launch;
}

Observation execute(const Command& command, const Placement& placement, const Limits& limits, std::stop_token stop) {
  const TimeLimit time(limits);
  return run_or_lose(command, placement, limits, deadline_after(time.now()), time, stop);
}

Observation execute(const std::vector<Command>& steps, const Placement& placement, const Limits& limits,
                    std::stop_token stop) {
  return run_steps(steps, placement, limits, TimeLimit(limits), stop);
}

namespace {

Observation run_steps(const std::vector<Command>& steps, const Placement& placement, const Limits& limits,
                      const TimeLimit& time, const std::stop_token& stop) {
  const Clock::time_point deadline = deadline_after(time.now());
  Observation last;
  double seconds = 0;
  for (const Command& step : steps) {
    try {
      last = run_or_lose(step, placement, limits, deadline, time, stop);
    } catch (const SubjectUnavailable& missing) {
      if (&step == &steps.front() || !made_by_test(step, placement)) throw;
      last = lost(fmt::format("{}; no earlier step made it", missing.what()));
    }
    seconds += last.seconds;
    last.steps = steps.size();
    last.steps_left = static_cast<std::size_t>(&steps.back() - &step);
    if (last.ending == Ending::completed && last.exit_status == 0) continue;
    // What was meant to be tested did not run: a compiler that crashes is not a compiled program that does.
    if (last.steps_left > 0 && (last.ending == Ending::crashed || last.ending == Ending::timed_out))
      last.messages.front() += " in " + last.program;
    break;
  }
  last.seconds = seconds;
  return last;
}

}  // namespace

std::unique_ptr<Subject> commands(std::vector<Command> steps, Limits limits, std::vector<std::string> outputs_from,
                                  std::optional<Command> version, std::optional<RefusalSign> refusal) {
  return std::make_unique<CommandSubject>(
      Execution{std::move(steps), limits, std::move(outputs_from), std::move(refusal)}, std::move(version));
}

}  // namespace smallscope::subjects
