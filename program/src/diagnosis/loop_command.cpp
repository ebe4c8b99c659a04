// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/loop_command.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/page/localisation_page.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "diagnosis/diagnosis_text.hpp"
#include "diagnosis/loop_options.hpp"
#include "diagnosis/source_files.hpp"
#include "diagnosis/suspects.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"
#include "triage/stored_findings.hpp"

namespace smallscope::program {

namespace {

namespace loop = diagnosis::loop;

/// The cluster of the failing input, as the store knows it after the loop, and what explains it.
struct LoopedCluster {
  clustering::Triage triage;
  std::vector<clustering::Cluster> clusters;          ///< the one
  std::vector<clustering::Explanation> explanations;  ///< of the one, if there is any
  std::string obstacle;                               ///< why there is none
};

LoopedCluster looped_cluster(const results::Store& store, const runner::Campaign& campaign, const LoopedTests& looped) {
  LoopedCluster found;
  try {
    found.triage = triage_for_explaining(store, campaign, false);
  } catch (const clustering::ExplanationError& error) {
    found.triage.clusters = clusters_of(store, campaign);
    found.obstacle = error.what();
  }
  for (clustering::Cluster& cluster : found.triage.clusters)
    if (std::ranges::find(cluster.members, std::pair(0, looped.failing)) != cluster.members.end())
      found.clusters.push_back(cluster);
  if (found.triage.explainer && !found.clusters.empty())
    found.explanations = explain_clusters(*found.triage.explainer, found.clusters);
  return found;
}

std::string explanation_text(const LoopedCluster& found) {
  return found.explanations.empty() || found.explanations.front().terms.empty()
             ? ""
             : report::explanation_line(found.explanations.front());
}

std::string loop_heading(const LoopedTests& looped) {
  return fmt::format("{}  {}  {}\nfrom #{}\n{:>5}  {:<7}  {:>12}  {:>8}  {:<7}  {:>14}  {:>9}\n", looped.cluster.id,
                     looped.cluster.key, report::one_line(looped.cluster.messages, 120), looped.failing, "test",
                     "stage", "input", "distance", "outcome", "on first rank", "diagnosis");
}

std::string loop_line(const LoopedTests& looped, const LoopedTest& test) {
  const loop::Step& step = test.step;
  return fmt::format("{:>5}  {:<7}  {:>12}  {:>8}  {:<7}  {:>14}  {:>9}{}\n", looped.tests.size() - 1,
                     name(step.proposal.stage), fmt::format("#{}", step.proposal.ordinal), test.distance,
                     name(step.outcome), step.first_elements == 0 ? "-" : report::grouped(step.first_elements),
                     step.greatest == 0 ? "-" : fmt::format("{:.3f}", step.greatest),
                     test.was_known ? "  known before" : "");
}

std::string stop_text(const LoopedTests& looped, const LoopArguments& arguments) {
  switch (looped.stop) {
    case loop::Stop::tight:
      return fmt::format("The most suspicious code is small, and the last {} tests did not change it.",
                         arguments.loop.steady);
    case loop::Stop::sure:
      return fmt::format("A diagnosis stands: its probability is at least {:g}.", arguments.loop.threshold);
    case loop::Stop::budget:
      return fmt::format("{} tests have not made it certain (--tests).", arguments.loop.tests);
    case loop::Stop::exhausted:
      return "Every input of the space is among the tests.";
    case loop::Stop::not_failing:
      return "The failing input did not fail again, or reported nothing of what it covers: is the subject the one with "
             "coverage?";
    default:
      return looped.run == runner::Stop::budget ? "Stopped at the end of --budget."
                                                : "Interrupted; what was executed is kept.";
  }
}

std::string used_text(const LoopedTests& looped, results::Ordinal inputs) {
  const auto known = static_cast<std::size_t>(std::ranges::count_if(looped.tests, &LoopedTest::was_known));
  const std::string executed = known == looped.tests.size() ? "none of them executed now"
                               : known == 0                 ? ""
                                                            : fmt::format("{} of them known before", known);
  const diagnosis::Spectrum& spectrum = looped.cluster.stored.spectrum;
  return fmt::format("{} of {} inputs were used ({:.2g}%): {} failing and {} passing{}{}.",
                     report::grouped(looped.tests.size()), report::grouped(inputs),
                     100 * static_cast<double>(looped.tests.size()) / static_cast<double>(inputs), spectrum.failing(),
                     spectrum.passing(), executed.empty() ? "" : "; ", executed);
}

Diagnosed ranked(const LoopedTests& looped, std::shared_ptr<SourceFiles> files) {
  const diagnosis::Spectrum& spectrum = looped.cluster.stored.spectrum;
  Diagnosed result{.recorded = {.spectrum = spectrum}, .measure = diagnosis::find_measure("ochiai")};
  result.ranking = diagnosis::rank(spectrum.counts(), *result.measure);
  const diagnosis::AmbiguityGroups groups = diagnosis::ambiguity_groups(spectrum);
  result.groups = groups.groups();
  result.group_of = groups.group_of();
  result.functions = diagnosis::rank_functions(spectrum, looped.cluster.choices_of);
  if (files) result.source = source_of(std::move(files));
  return result;
}

/// The elements on the first rank, in one line: "tccgen.c:3574 < (gen_cast): if (ds <= 4) {"
std::string first_text(const LoopedTests& looped, SourceFiles& files) {
  constexpr std::size_t named = 3;
  const diagnosis::Spectrum& spectrum = looped.cluster.stored.spectrum;
  if (spectrum.failing() == 0) return "";
  const diagnosis::Ranking ranking = diagnosis::rank(spectrum.counts(), *diagnosis::find_measure("ochiai"));
  const std::size_t tied = ranking.order.front().last;
  std::string text;
  for (std::size_t i = 0; i < std::min(named, tied); ++i)
    text += (i == 0 ? "" : ", ") + program::shown(spectrum.elements()[ranking.order[i].element]);
  if (tied > named) return fmt::format("{} and {} more on the first rank", text, report::grouped(tied - named));
  const std::string source = source_text(files, spectrum.elements()[ranking.order.front().element]);
  return source.empty() ? text : fmt::format("{}: {}", text, report::one_line(source, 100));
}

void write_page(const Context& context, const runner::Campaign& campaign, const LoopArguments& arguments,
                const LoopedTests& looped, const results::Store& store, const LoopedCluster& found,
                OutputFile& output) {
  const auto files = std::make_shared<SourceFiles>(source_places(store, arguments.sources, ForPage::yes));
  const std::string from = from_of(context, store.manifest(), arguments.from);
  report::Localisation localisation{
      .contents = {.findings = {.store = store,
                                .clusters = found.clusters,
                                .explanations = found.explanations,
                                .unexplained = found.obstacle,
                                .explainer = found.triage.explainer ? &*found.triage.explainer : nullptr,
                                .replay = replay_command(context, arguments.store, from)}},
      .failing = looped.failing,
      .first = first_text(looped, *files),
      .stopped = stop_text(looped, arguments),
      .used = used_text(looped, store.manifest().inputs)};
  report::PageContents& contents = localisation.contents;
  contents.render = [space = campaign.space](results::Ordinal ordinal) { return space->render(ordinal); };
  contents.choices = choices_of(campaign);
  std::vector<report::Suspects> suspects{suspects_of(looped.cluster)};
  contents.suspects = suspects;
  contents.source = [files](const std::string& file, std::uint32_t line) { return files->line(file, line); };
  for (const LoopedTest& test : looped.tests)
    localisation.tests.push_back({.ordinal = test.step.proposal.ordinal,
                                  .stage = std::string(name(test.step.proposal.stage)),
                                  .outcome = std::string(name(test.step.outcome)),
                                  .distance = test.distance,
                                  .was_known = test.was_known,
                                  .first_elements = test.step.first_elements,
                                  .greatest = test.step.greatest});
  if (looped.diagnoses) {
    const diagnosis::Diagnoses& diagnoses = looped.diagnoses->diagnoses;
    localisation.all_diagnoses = diagnoses.all.size();
    for (std::size_t i = 0; i < std::min(arguments.top, diagnoses.all.size()); ++i)
      localisation.diagnoses.push_back(
          {.probability = diagnoses.all[i].probability,
           .elements = elements_text(*looped.diagnoses, diagnoses.all[i]),
           .source = source_text(*files, first_element(*looped.diagnoses, diagnoses.all[i]))});
  }
  for (const std::string& line : lines_of(looped.skipped, "input")) localisation.notes.push_back(line);
  report::write_localisation_page(localisation, output.stream());
  output.finish();
}

std::string loop_result_text(const LoopedTests& looped, const LoopArguments& arguments, const results::Store& store,
                             const LoopedCluster& found) {
  std::string text = "\n" + stop_text(looped, arguments) + "\n";
  text += program::text(looped.skipped, "input");
  if (looped.cluster.stored.spectrum.failing() == 0) return text;
  text += used_text(looped, store.manifest().inputs) + "\n";
  if (const std::string explanation = explanation_text(found); !explanation.empty()) text += explanation + "\n";
  const auto files = std::make_shared<SourceFiles>(source_places(store, arguments.sources));
  text += program::text(ranked(looped, files), arguments.top);
  if (looped.diagnoses) text += "\n" + program::text(*looped.diagnoses, arguments.top, source_of(files));
  return text;
}

report::Json loop_json(const LoopedTests& looped, const LoopArguments& arguments, const results::Store& store,
                       const LoopedCluster& found) {
  report::Json json = looped.cluster.stored.spectrum.failing() > 0 ? to_json(ranked(looped, nullptr), arguments.top)
                                                                   : report::Json::object();
  json["cluster"] = looped.cluster.id;
  json["key"] = looped.cluster.key;
  json["messages"] = report::text_json(looped.cluster.messages);
  json["explanation"] = report::text_json(explanation_text(found));
  json["stop"] = name(looped.stop);
  json["run"] = name(looped.run);
  json["inputs"] = store.manifest().inputs;
  add_to_json(json, looped.skipped);
  json["tests"] = report::Json::array();
  for (const LoopedTest& test : looped.tests)
    json["tests"].push_back({{"ordinal", test.step.proposal.ordinal},
                             {"stage", name(test.step.proposal.stage)},
                             {"outcome", name(test.step.outcome)},
                             {"distance", test.distance},
                             {"known_before", test.was_known},
                             {"first_elements", test.step.first_elements},
                             {"greatest", test.step.greatest}});
  if (looped.diagnoses) json["posterior"] = to_json(*looped.diagnoses, arguments.top);
  return json;
}

}  // namespace

int print_loop(const Context& context, const LoopArguments& arguments) {
  const results::Manifest manifest = inspect_store(arguments.store).manifest();
  const runner::Campaign campaign = campaign_or_become_program(context, arguments.store, manifest, arguments.from);
  std::optional<OutputFile> page;  // what cannot be written is said before anything is executed
  if (!arguments.page.empty())
    page.emplace(arguments.page, std::initializer_list<std::filesystem::path>{arguments.store});
  const auto show = [&](const LoopedTests& looped, const LoopedTest& test) {
    if (!arguments.json)
      print_visible("{}{}", looped.tests.size() == 1 ? loop_heading(looped) : "", loop_line(looped, test));
  };
  const LoopedTests looped = looped_tests(context, campaign, arguments, show);
  const results::Store store = inspect_store(arguments.store);
  const LoopedCluster found = looped_cluster(store, campaign, looped);
  print_visible("{}", arguments.json ? report::text(loop_json(looped, arguments, store, found))
                                     : loop_result_text(looped, arguments, store, found));
  if (page) write_page(context, campaign, arguments, looped, store, found, *page);
  return looped.run == runner::Stop::interrupted ? interrupted : nothing_failed;
}

CLI::Option* add_loop_command(CLI::App& command, LoopArguments& arguments) {
  auto* const loop = command
                         .add_flag("--loop", arguments.is_wanted,
                                   "From one failing input to the faulty place: execute further inputs of a store's "
                                   "campaign until the diagnosis stands, and rank with these alone")
                         ->group("The loop");
  std::vector<CLI::Option*> options = add_loop(command, arguments.loop);
  options.push_back(command
                        .add_option("--input", arguments.input,
                                    "The failing input to start from, by its ordinal; the smallest of the cluster "
                                    "unless given")
                        ->transform(whole_number())
                        ->group("The loop"));
  options.push_back(command.add_option("--page", arguments.page, "HTML file to write: what was found, on one page")
                        ->check(not_empty())
                        ->group("The loop"));
  add_execution(command, arguments.execution);
  for (const char* const option : {"--budget", "--jobs", "--scratch", "--progress"})
    options.push_back(command.get_option(option));
  for (CLI::Option* const option : options) option->needs(loop);
  return loop;
}

}  // namespace smallscope::program
