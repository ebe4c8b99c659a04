// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/loop_options.hpp"

#include "command_line/options.hpp"

namespace smallscope::program {

std::vector<CLI::Option*> add_loop(CLI::App& command, diagnosis::loop::LoopOptions& options) {
  const auto number = [&](const char* option, std::size_t& value, std::size_t least, const char* what) {
    return command.add_option(option, value, what)
        ->transform(whole_number(least))
        ->capture_default_str()
        ->group("The loop");
  };
  return {
      number("--directed", options.directed, 0, "Inputs that are chosen near the failing one and by chance"),
      number("--selected", options.selected, 0, "Then inputs that would tell most of the code apart"),
      number("--tests", options.tests, 1, "The most inputs of the loop, beside the failing one"),
      number("--pool", options.pool, 1, "Inputs that are weighed against each other"),
      number("--tight", options.tight, 1, "Stop when at most so many elements are most suspicious,"),
      number("--steady", options.steady, 1, "and neither they nor the first function changed for so many tests"),
      command.add_option("--threshold", options.threshold, "or when a diagnosis of as few elements is so probable")
          ->check(probability())
          ->capture_default_str()
          ->group("The loop"),
  };
}

}  // namespace smallscope::program
