// SPDX-License-Identifier: Apache-2.0
// gather: stores of one campaign, such as those of its shards, become one.
#include "command_line/commands.hpp"
#include "command_line/options.hpp"
#include "shards/gather_stores.hpp"

namespace smallscope::program {

void add_gather(CLI::App* command, const Context& context, Action& action) {
  auto request = std::make_shared<GatherRequest>();
  command->add_option("stores", request->stores, "Stores of one campaign, in any sequence")->required();
  command->add_option("-o,--output", request->output, "The new store")->check(not_empty())->required();
  command->add_flag("--overwrite", request->overwrite,
                    "Replace the new store if it exists; it may be among those that are read");
  command->add_flag("--json", request->json, "Print the account as JSON");
  command->footer(
      "Exit status: 0 if the new store has every test of the traversals that were begun, 3 if some are missing or the "
      "stores cannot be joined.");
  command->callback([=, &context, &action] { action = [=, &context] { return gather_stores(context, *request); }; });
}

}  // namespace smallscope::program
