// SPDX-License-Identifier: Apache-2.0
#include <smallscope/program/main.hpp>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include <smallscope/clustering/faults.hpp>
#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/evaluation/failures.hpp>
#include <smallscope/generators/ordinal.hpp>
#include <smallscope/program/specification.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/subjects/subject.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"

namespace smallscope::program {

namespace {

int fail(int status, const std::string& message) {
  std::fflush(stdout);
  complain("error: " + message);
  return status;
}

/// Whether standard output is a pipe without a reader, as after `| head`.
bool reader_is_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

/// The end of a command whose output could not be written. If the reader has seen enough, it ends silently.
int output_failed(const std::string& why) {
  return reader_is_gone() ? static_cast<int>(output_closed) : fail(not_carried_out, why);
}

/// After a failed flush.
int output_failed() {
  return output_failed(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
}

/// A usage error of the parser as one line with the remedy. Help and version are printed, unless the rest of the
/// command line is wrong.
int report(CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments,
           const std::string& invocation) {
  std::optional<std::string> wrong;
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    std::ostringstream help;
    app.exit(error, help, help);
    wrong = mistake_beside_help(app, arguments);
    if (!wrong) {
      write_visible(help.str());
      return std::fflush(stdout) == 0 ? nothing_failed : output_failed();
    }
  } else {
    wrong = explain(app, error, arguments);
  }
  std::string command;
  for (const CLI::App* used : used_commands(app)) command += " " + used->get_name();
  return fail(wrong_use, fmt::format("{}; see {}{} --help", *wrong, invocation, command));
}

/// `help run` means `run --help`, as in other programs.
std::vector<std::string> with_help(std::vector<std::string> arguments) {
  if (arguments.empty() || arguments.front() != "help") return arguments;
  arguments.erase(arguments.begin());
  arguments.emplace_back("--help");
  return arguments;
}

/// A file, pipe or store of ours must not take the place of a standard stream that the caller has closed. Writing to
/// standard output still fails then.
void reserve_standard_streams() {
  for (const auto& [number, mode] :
       {std::pair{STDIN_FILENO, O_RDONLY}, {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_WRONLY}})
    if (fcntl(number, F_GETFD) < 0 && open("/dev/null", mode) != number) _exit(not_carried_out);
}

}  // namespace

int main(int argc, char** argv, std::vector<Entry> campaigns) {
  reserve_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away must not end a run before its results are stored
  const std::string invocation = argc > 0 ? argv[0] : "smallscope";
  const Context context(invocation, argv, std::move(campaigns));
  CLI::App app(
      "smallscope: bounded-exhaustive testing. Executes every input within bounds, finds the first failure early, and "
      "groups the failures by the few faults behind them.");
  app.name(report::one_line(std::filesystem::path(invocation).filename().string()));
  app.set_version_flag("--version", "smallscope " SMALLSCOPE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status, the first that applies: 141 the reader of standard output went away, 130 interrupted, 2 wrong use "
      "or\n"
      "invalid specification, 3 the run could not be carried out, 1 failures found, 0 nothing failed.");
  Action action;
  for (const Command& row : commands()) {
    CLI::App* const command = app.add_subcommand(std::string(row.name), std::string(row.does));
    command->group(std::string(row.group));
    row.add(command, context, action);
  }
  const std::vector<std::string> arguments = with_help({argv + std::min(argc, 1), argv + argc});
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // the parser takes them from the back
  } catch (const CLI::ParseError& error) {
    try {
      return report(app, error, arguments, invocation);
    } catch (const std::system_error& failure) {  // help that nobody reads
      return output_failed(failure.what());
    }
  }
  // The one place where exceptions end: they become a message and the documented status.
  try {
    const int status = action();
    return std::fflush(stdout) == 0 ? status : output_failed();
  } catch (const UsageError& error) {
    return fail(wrong_use, error.what());
  } catch (const SpecificationError& error) {
    return fail(wrong_use, error.what());
  } catch (const generators::GeneratorError& error) {
    return fail(wrong_use, error.what());
  } catch (const clustering::RuleError& error) {
    return fail(wrong_use, error.what());
  } catch (const clustering::FaultsError& error) {
    return fail(wrong_use, error.what());
  } catch (const evaluation::EvaluationError& error) {
    return fail(wrong_use, error.what());
  } catch (const diagnosis::FormatError& error) {
    return fail(wrong_use, error.what());
  } catch (const diagnosis::SpectrumError& error) {
    return fail(wrong_use, error.what());
  } catch (const results::StoreMismatch& error) {
    return fail(wrong_use, error.what());
  } catch (const std::exception& error) {
    return std::ferror(stdout) != 0 ? output_failed(error.what()) : fail(not_carried_out, error.what());
  } catch (...) {
    return fail(not_carried_out, "an exception that is not a std::exception");
  }
}

}  // namespace smallscope::program
