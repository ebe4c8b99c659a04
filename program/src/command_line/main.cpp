#include <smallscope/program/main.hpp>

#include <fcntl.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

#include <smallscope/clustering/rules.hpp>
#include <smallscope/evaluation/failures.hpp>
#include <smallscope/generators/ordinal.hpp>
#include <smallscope/program/specification.hpp>
#include <smallscope/subjects/subject.hpp>

#include "command_line/commands.hpp"
#include "command_line/options.hpp"

namespace smallscope::program {

namespace {

int fail(int status, const std::string& message) {
  std::fflush(stdout);
  complain("error: " + message);
  return status;
}

/// A usage error of the parser as one line with the remedy; help and version are no errors.
int report(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments,
           const std::string& invocation) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    app.exit(error);
    if (std::cout.flush()) return nothing_failed;
    return fail(not_carried_out, "standard output cannot be written");
  }
  const auto used = app.get_subcommands();
  return fail(wrong_use, fmt::format("{}; see {}{} --help", explain(app, error, arguments), invocation,
                                     used.empty() ? "" : " " + used.front()->get_name()));
}

/// A standard stream that the caller has closed must not become a file, pipe or store of ours. What is written to
/// standard output still fails then.
void reserve_standard_streams() {
  for (const auto& [number, mode] :
       {std::pair{STDIN_FILENO, O_RDONLY}, {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_WRONLY}})
    if (fcntl(number, F_GETFD) < 0 && open("/dev/null", mode) != number) _exit(not_carried_out);
}

}  // namespace

int main(int argc, char** argv, std::vector<Entry> campaigns) {
  reserve_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is an error of a write, not the end of a run
  const std::string invocation = argc > 0 ? argv[0] : "smallscope";
  const Context context(invocation, std::move(campaigns));
  CLI::App app(
      "smallscope: bounded-exhaustive testing. Runs every input within bounds, fast to the first failure, and "
      "sorts the failures into the few faults behind them.");
  app.name(std::filesystem::path(invocation).filename().string());
  app.set_version_flag("--version", "smallscope " SMALLSCOPE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 130 interrupted, 2 wrong use or invalid specification, 3 the run could not be carried out,\n"
      "1 failures found, 0 nothing failed.");
  Action action;
  add_list(app, context, action);
  add_count(app, context, action);
  add_show(app, context, action);
  add_run(app, context, action);
  add_clusters(app, context, action);
  add_replay(app, context, action, argv);
  add_unmerge(app, context, action, argv);
  add_evaluate(app, context, action);
  add_export(app, context, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(app, error, {argv + 1, argv + argc}, invocation);
  }
  // The one place where exceptions end: a message, and the documented status.
  try {
    const int status = action();
    if (std::fflush(stdout) != 0) return fail(not_carried_out, "standard output cannot be written");
    return status;
  } catch (const UsageError& error) {
    return fail(wrong_use, error.what());
  } catch (const SpecificationError& error) {
    return fail(wrong_use, error.what());
  } catch (const generators::GeneratorError& error) {
    return fail(wrong_use, error.what());
  } catch (const clustering::RuleError& error) {
    return fail(wrong_use, error.what());
  } catch (const evaluation::EvaluationError& error) {
    return fail(wrong_use, error.what());
  } catch (const results::StoreMismatch& error) {
    return fail(wrong_use, error.what());
  } catch (const std::exception& error) {
    return fail(not_carried_out, std::ferror(stdout) != 0
                                     ? fmt::format("standard output cannot be written: {}", error.what())
                                     : error.what());
  } catch (...) {
    return fail(not_carried_out, "an exception that is no std::exception");
  }
}

}  // namespace smallscope::program
