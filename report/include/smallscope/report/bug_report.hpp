// SPDX-License-Identifier: Apache-2.0
// One cluster as a bug report: Markdown that the maintainer of a subject can read without knowing smallscope.
//
// The command `bugreport` writes it beside the input and a script. Nothing that a subject printed is interpreted: it
// stands in fenced blocks and code spans, made visible. Functions without state: any thread may call them.
// Example: bug_report({.campaign = "rope/rename-field", .failing = found, ...}) is the text of README.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/clusters.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::report {

/// A program beside a report that shows the failure again.
struct ReproducingScript {
  std::string command = {};   ///< that starts it, in the folder of the report; or "": there is none
  std::string output = {};    ///< what it prints
  bool is_missing = false;    ///< none could be made, as the user was told
  bool is_shown = true;       ///< it has shown the failure: exit status 1
  bool can_say_fixed = true;  ///< it knows what is right, and exits with 0 then
  std::string subject = {};   ///< what is bisected: "rope"
  std::string bisect = {};    ///< a command for a checkout of the subject, or ""
  std::string bisect_names = "DIR is this folder";  ///< what names in `bisect` mean
};

/// An input of the cluster that is likelier than the reported one to show nothing else.
struct SecondInput {
  results::Case failing;  ///< as executed for the report
  std::string other;      ///< the key of a cluster whose inputs all have the choices below, as the reported one has
  generators::Choices shared;
};

/// What a report is made of.
struct BugReport {
  std::string campaign;
  std::string version;  ///< of the subject: "rope 1.7.0"
  clustering::Cluster cluster;
  results::Case failing;     ///< the representative, as executed for the report
  results::Account account;  ///< of the store
  /// How many bytes the texts of the input have; no failing input of the cluster that was executed has fewer.
  std::size_t size = 0;
  std::string explanation = {};  ///< explanation_block(), or ""
  std::optional<SecondInput> second = {};
  std::string note = {};      ///< what a reader of the input has to know, or ""
  std::string commands = {};  ///< by which the subject was executed, in a directory with the files; or ""
  ReproducingScript script = {};
  std::string replay = {};  ///< the same by smallscope
};

/// The heading of a report: the campaign, and what this input shows, in its own words.
std::string failure_heading(const std::string& campaign, const results::Case& failing);

/// The paragraph about the commands that executed a subject, in which DIR/ stands for the folder of a report; "" if
/// there are none.
std::string commands_text(const std::string& commands);

/// The paragraphs about the script, and how `git bisect` uses it; "" without either.
std::string script_text(const ReproducingScript& script);

/// The text of README.md.
std::string bug_report(const BugReport& report);

}  // namespace smallscope::report
