#include "command_line/commands.hpp"

namespace smallscope::program {

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"list", "Explore", "List the campaigns of this program, or of specification files", add_list},
      {"count", "Explore", "Print how many inputs a campaign has, before filtering: a bare number", add_count},
      {"show", "Explore", "Print one input and the choices behind it", add_show},
      {"run", "Run", "Run a campaign: every input once, failures clustered", add_run},
      {"clusters", "Triage", "Sort the failures of a store into the few faults behind them", add_clusters},
      {"replay", "Triage", "Execute one input of a store again, alone, and judge it", add_replay},
      {"unmerge", "Triage", "Show which fragments a merged input fails for", add_unmerge},
      {"export", "Triage", "Write a store for other tools", add_export},
      {"evaluate", "Evaluate", "Measure orders and merging on the verdicts of complete stores", add_evaluate},
  };
  return all;
}

}  // namespace smallscope::program
