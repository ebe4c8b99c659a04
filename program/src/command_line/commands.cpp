// SPDX-License-Identifier: Apache-2.0
#include "command_line/commands.hpp"

namespace smallscope::program {

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"init", "Begin", "Write a small campaign that runs at once, to be changed into your own", add_init},
      {"check-worker", "Begin", "Play the hard cases of the worker protocol against a worker, and say what is wrong",
       add_check_worker},
      {"list", "Explore", "List the campaigns of this program, or those of specification files", add_list},
      {"count", "Explore", "Print the number of inputs of a campaign, before filtering, as a bare number", add_count},
      {"show", "Explore", "Print inputs and the choices that make them", add_show},
      {"run", "Run", "Run a campaign: execute every input once and cluster the failures", add_run},
      {"gather", "Shards", "Join stores of one campaign, such as those of its shards, into one", add_gather},
      {"submit", "Shards", "Divide a campaign into shards and hand them to Slurm, or to another scheduler", add_submit},
      {"status", "Shards", "Say which shards of a submission are done, and join them", add_status},
      {"clusters", "Triage", "Group the failures of a store by the few faults behind them", add_clusters},
      {"rules", "Triage", "Learn message rules from a store, for messages that no rule knows", add_rules},
      {"explain", "Triage", "Say in which choices the inputs of each cluster fail, always and only so", add_explain},
      {"review", "Triage", "Ask what each new cluster is, and keep the answers in a file of known faults", add_review},
      {"replay", "Triage", "Execute and judge one input by itself, of a store again or of a campaign", add_replay},
      {"recheck", "Triage", "Execute what failed in a store again, and say what is fixed, still fails or has changed",
       add_recheck},
      {"compare", "Triage", "Say what several stores of one space find differently: fixed, new and changed failures",
       add_compare},
      {"bugreport", "Triage", "Write a folder about one cluster that the maintainer of the subject can use",
       add_bugreport},
      {"reduce", "Triage", "Make the text of a cluster's smallest input smaller, beyond the space", add_reduce},
      {"unmerge", "Triage", "Show which fragments make a merged input fail", add_unmerge},
      {"verify", "Triage", "Say whether a store is what its runs wrote; execute a sample of it again", add_verify},
      {"report", "Triage", "Write a store as one HTML page: account, clusters, map, every failing input", add_report},
      {"export", "Triage", "Convert a store for other tools", add_export},
      {"diagnose", "Diagnosis",
       "Rank the elements of the code by suspicion, from what failing and passing tests covered", add_diagnose},
      {"direct", "Diagnosis", "After a failure, execute the few inputs that localise its fault, and rank with them",
       add_direct},
      {"plan", "Diagnosis", "Execute the inputs that tell most about what is at fault, until a diagnosis stands",
       add_plan},
      {"switch", "Diagnosis",
       "Execute a failing input with one condition of the code negated after the other: which of them mend it?",
       add_switch},
      {"evaluate", "Evaluate", "Measure orders and merging on the verdicts of complete runs", add_evaluate},
      {"manual", "Manual", "Print the manual page of a command", add_manual},
      {"completion", "Manual", "Print the script by which a shell completes commands and options", add_completion},
  };
  return all;
}

}  // namespace smallscope::program
