// SPDX-License-Identifier: Apache-2.0
// diagnose: which elements of the code failing tests point at, from a store or from files of spectra.
#include <algorithm>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/counted.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "diagnosis/diagnosis_text.hpp"
#include "diagnosis/loop_command.hpp"
#include "diagnosis/source_files.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "diagnosis/written_spectra.hpp"
#include "evaluate/measure_tables.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

enum class Fold { none, lines, functions };

struct DiagnoseArguments {
  std::vector<std::string> files;
  StoreArguments store;
  bool store_options = false;  ///< one of those for stores was given
  std::string measure = "ochiai";
  bool has_measure = false;  ///< it was given
  diagnosis::Ties ties = diagnosis::Ties::average;
  Fold fold = Fold::none;
  std::size_t top = 10;
  bool barinel = false;
  bool flitsr = false;
  bool single_fault = false;
  bool slice = false;
  diagnosis::CompanionRule companion_rule = diagnosis::CompanionRule::split;
  diagnosis::CompanionOptions companions;
  std::size_t cardinality = 2;
  std::size_t diagnoses = 100'000;
  bool json = false;
  WriteArguments write;
  LoopArguments loop;
};

/// With coarser elements, if that is wanted; each fault moves with its elements.
diagnosis::RecordedSpectrum folded(diagnosis::RecordedSpectrum recorded, Fold fold) {
  if (fold == Fold::none) return recorded;
  const auto& elements = recorded.spectrum.elements();
  const diagnosis::Folding folding =
      fold == Fold::lines ? diagnosis::into_lines(elements) : diagnosis::into_functions(elements);
  for (diagnosis::ElementSet& fault : recorded.faults) {
    for (diagnosis::Column& column : fault) column = folding.target[column];
    std::ranges::sort(fault);
    fault.erase(std::unique(fault.begin(), fault.end()), fault.end());
  }
  recorded.spectrum = diagnosis::folded(recorded.spectrum, folding);
  return recorded;
}

/// A test of a file of spectra.
NamedTest recorded_test(const diagnosis::RecordedSpectrum& recorded, std::size_t test) {
  if (!recorded.test_names.empty()) return {recorded.test_names[test], ""};
  return {fmt::format("#{}", recorded.spectrum.test(test).ordinal), ""};
}

Diagnosed diagnosed(diagnosis::RecordedSpectrum recorded, const DiagnoseArguments& arguments, std::stop_token stop,
                    const diagnosis::ChoicesOf& choices_of = {}) {
  Diagnosed result{.recorded = folded(std::move(recorded), arguments.fold),
                   .measure = diagnosis::find_measure(arguments.measure),
                   .ties = arguments.ties,
                   .most_elements = arguments.cardinality};
  const diagnosis::Spectrum& spectrum = result.recorded.spectrum;
  if (arguments.slice && !diagnosis::has_functions(spectrum))
    throw UsageError(fmt::format(
        "--slice: no function is known of the {}{}; give a store, or files that have functions, or leave out --slice",
        counted(spectrum.columns(), "element"),
        result.recorded.name.empty() ? "" : " of " + report::one_line(result.recorded.name, 80)));
  result.ranking = diagnosis::rank(spectrum.counts(), *result.measure);
  const diagnosis::AmbiguityGroups groups = diagnosis::ambiguity_groups(spectrum);
  result.groups = groups.groups();
  result.group_of = groups.group_of();
  if (arguments.flitsr && spectrum.failing() > 0)
    result.flitsr = diagnosis::flitsr(spectrum, *result.measure, diagnosis::every_round);
  if (arguments.single_fault && spectrum.failing() > 0) {
    diagnosis::CompanionOptions companions = arguments.companions;
    companions.choices_of = choices_of;
    result.single_fault =
        ReportedSingleFault{.found = diagnosis::single_fault(spectrum, {.companions = arguments.companion_rule,
                                                                        .companion = std::move(companions),
                                                                        .bounds = {.stop = stop},
                                                                        .is_sliced = arguments.slice}),
                            .rule = arguments.companion_rule,
                            .test_named = {}};
  }
  if (arguments.barinel && spectrum.failing() > 0)
    result.diagnoses = diagnosis::diagnose(
        spectrum,
        {.bounds = {.cardinality = arguments.cardinality, .number = arguments.diagnoses, .stop = std::move(stop)}});
  return result;
}

std::string heading(const ClusterSpectrum& cluster, diagnosis::Others others) {
  std::string text = fmt::format("{}  {}  {}\n", cluster.id, cluster.key, report::one_line(cluster.messages, 120));
  for (const std::string& left_out : left_out_texts(cluster, others)) text += left_out + "\n";
  return text;
}

report::Json json_of(const ClusterSpectrum& cluster, const Diagnosed& result, std::size_t top) {
  report::Json json = to_json(result, top);
  json["cluster"] = cluster.id;
  json["key"] = cluster.key;
  json["messages"] = report::text_json(cluster.messages);
  json["missing"] = cluster.stored.missing;
  json["failing_in_other_ways"] = cluster.stored.other;
  json["not_judged"] = cluster.stored.not_judged;
  json["of_compiler"] = cluster.stored.of_compiler;
  return json;
}

int print_stored_diagnoses(const Context& context, const DiagnoseArguments& arguments) {
  const Interrupt interrupt;
  report::Json json{{"spectra", report::Json::array()}};
  std::shared_ptr<SourceFiles> files;  // read once, for all clusters
  const auto ranked = arguments.store.elements.value_or(diagnosis::CodeElements::lines);
  const bool has_functions = ranked != diagnosis::CodeElements::lines && ranked != diagnosis::CodeElements::functions;
  if (!has_functions && !arguments.store.background.empty())
    throw UsageError(
        "--background is for the ranking of functions, which --elements blocks, predicates and values have");
  if (arguments.slice && !arguments.store.elements)
    throw UsageError("--slice is to functions, and choices are in none; leave out --slice or --elements choices");
  if (has_functions && arguments.has_measure)
    complain(
        "note: --measure is that of elements; functions are ranked in views that have measures of their own "
        "(--fold functions ranks them by the measure)");
  const diagnosis::Background background = background_of(arguments.store.background, arguments.files.front(), ranked);
  WrittenSpectra written(arguments.write);
  bool is_first = true, any = false;
  for_each_cluster_spectrum(
      context, arguments.files.front(), arguments.store, [&](const results::Store& store, ClusterSpectrum& cluster) {
        any = true;
        Diagnosed result = diagnosed({.spectrum = std::move(cluster.stored.spectrum)}, arguments, interrupt.token(),
                                     cluster.choices_of);
        if (interrupt.token().stop_requested()) return false;
        written.add(result.recorded.spectrum, cluster);
        const bool is_code = arguments.store.elements.has_value();
        if (has_functions)
          result.functions = diagnosis::rank_functions(result.recorded.spectrum, cluster.choices_of,
                                                       scores_for_others(background, cluster));
        result.background = background.faults();
        if (result.single_fault) {
          auto& certificate = result.single_fault->found.certificate;
          certificate = diagnosis::certified(certificate, store, cluster.stored);
          const std::string replay = replay_command(context, arguments.files.front(),
                                                    from_of(context, store.manifest(), arguments.store.from));
          result.single_fault->test_named = [&result, replay](std::size_t test) {
            const results::Ordinal ordinal = result.recorded.spectrum.test(test).ordinal;
            return NamedTest{fmt::format("#{}", ordinal), fmt::format("{} {}", replay, ordinal)};
          };
        }
        if (!files) files = std::make_shared<SourceFiles>(source_places(store, arguments.store.sources));
        if (is_code && ranked != diagnosis::CodeElements::functions) result.source = source_of(files);
        if (arguments.json)
          json["spectra"].push_back(json_of(cluster, result, arguments.top));
        else
          print_visible("{}{}{}", is_first ? "" : "\n", heading(cluster, arguments.store.others),
                        text(result, arguments.top));
        is_first = false;
        return true;
      });
  if (interrupt.token().stop_requested()) return interrupted;
  if (any) written.finish();
  if (arguments.json) print_visible("{}", report::text(json));
  if (!any) complain("nothing fails, so there is nothing to diagnose");
  return nothing_failed;
}

/// From one failing input of a store.
int print_loop_of(const Context& context, const DiagnoseArguments& arguments) {
  if (arguments.files.size() > 1 || !is_store(arguments.files.front()))
    throw UsageError(fmt::format("diagnose --loop: {} is no store; give the one of a run", arguments.files.back()));
  LoopArguments loop = arguments.loop;
  loop.store = arguments.files.front();
  loop.from = arguments.store.from;
  loop.cluster = arguments.store.cluster;
  loop.sources = arguments.store.sources;
  loop.top = arguments.top;
  loop.json = arguments.json;
  loop.loop.seed = arguments.companions.seed;
  return print_loop(context, loop);
}

/// Of one store, or of files of spectra.
int print_diagnoses(const Context& context, const DiagnoseArguments& arguments) {
  for (const std::string& file : arguments.files)
    if (arguments.store_options && !std::filesystem::exists(file))
      throw UsageError(fmt::format("diagnose: {}: there is no such file", file));
  if (arguments.loop.is_wanted) return print_loop_of(context, arguments);
  const auto store = std::ranges::find_if(arguments.files, is_store);
  if (store != arguments.files.end()) {
    if (arguments.files.size() > 1)
      throw UsageError(fmt::format("diagnose: {} is a store, which is diagnosed alone; give one file", *store));
    return print_stored_diagnoses(context, arguments);
  }
  if (arguments.store_options)
    throw UsageError(
        fmt::format("--cluster, --from, --by, --elements, --others, --background and --source are for stores, and {} "
                    "is a file of spectra",
                    arguments.files.front()));
  const Interrupt interrupt;
  report::Json json{{"spectra", report::Json::array()}};
  WrittenSpectra written(arguments.write);
  bool is_first = true;
  for (const std::string& file : arguments.files)
    for (diagnosis::RecordedSpectrum& recorded : diagnosis::read_spectra(file)) {
      Diagnosed result = diagnosed(std::move(recorded), arguments, interrupt.token());
      if (interrupt.token().stop_requested()) return interrupted;
      written.add(result.recorded);
      if (result.single_fault)
        result.single_fault->test_named = [&](std::size_t test) { return recorded_test(result.recorded, test); };
      if (arguments.json)
        json["spectra"].push_back(to_json(result, arguments.top));
      else
        print_visible("{}{}", is_first ? "" : "\n", text(result, arguments.top));
      is_first = false;
    }
  written.finish();
  if (arguments.json) print_visible("{}", report::text(json));
  return nothing_failed;
}

}  // namespace

void add_diagnose(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<DiagnoseArguments>();
  command
      ->add_option("files", arguments->files,
                   "A store of a run with --coverage; or files of spectra, or folders of GZoltar, gcov or llvm-cov: "
                   "the format is recognised by what is in them")
      ->required();
  const std::vector<CLI::Option*> of_stores{
      command
          ->add_option("--cluster", arguments->store.cluster, "Of a store: one cluster instead of all, C1 or its key")
          ->check(not_empty()),
      command
          ->add_option("--from", arguments->store.from,
                       "Of a store: program or specification of its campaign, for clusters by causes and for choices")
          ->check(not_empty()),
      command
          ->add_option("--by", arguments->store.by,
                       "Of a store: what the failures of a cluster have in common, as in `clusters`; code unless given")
          ->check(CLI::IsMember({"code", "cause", "message"})),
      add_choice<std::optional<diagnosis::CodeElements>>(*command, "--elements", arguments->store.elements,
                                                         {{"blocks", diagnosis::CodeElements::blocks},
                                                          {"predicates", diagnosis::CodeElements::predicates},
                                                          {"values", diagnosis::CodeElements::values},
                                                          {"lines", diagnosis::CodeElements::lines},
                                                          {"functions", diagnosis::CodeElements::functions},
                                                          {"choices", std::nullopt}},
                                                         "Of a store: what is ranked; predicates, unless given, are "
                                                         "blocks and the outcomes of comparisons, if it has any; "
                                                         "values are these and what calls returned"),
      add_choice(*command, "--others", arguments->store.others,
                 {{"skipped", diagnosis::Others::skipped}, {"passing", diagnosis::Others::passing}},
                 "Of a store: what inputs count as that fail in other ways; skipped unless given"),
      command
          ->add_option("--background", arguments->store.background,
                       "Of a store: stores of other faults of the same build; code that their failing inputs need, "
                       "too, makes a function less suspicious")
          ->check(not_empty()),
      command
          ->add_option("--source", arguments->store.sources,
                       "Of a store: folders of the source, beside the working directory, those of the modules and "
                       "where they were compiled")
          ->check(not_empty())};
  std::vector<std::pair<std::string, std::string>> measures;
  for (const diagnosis::Measure& each : diagnosis::measures()) measures.emplace_back(each.name, each.name);
  add_choice(*command, "--measure", arguments->measure, measures, "The formula of the score, ochiai unless given");
  add_choice(*command, "--ties", arguments->ties, tie_choices(),
             "The rank of a known fault within its interval: min, max, code, or average unless given");
  add_choice(*command, "--fold", arguments->fold,
             {{"none", Fold::none}, {"lines", Fold::lines}, {"functions", Fold::functions}},
             "Elements of one line or function together");
  command
      ->add_option(
          "--top", arguments->top,
          "How many functions, groups of elements that nothing tells apart, and diagnoses are shown; in JSON, elements")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_flag("--barinel", arguments->barinel, "Also the probabilities of diagnoses, for several faults at once");
  command->add_flag("--flitsr", arguments->flitsr,
                    "Also a ranking for several faults at once: the measure on ever fewer failing tests");
  auto* const single_fault = command->add_flag("--single-fault", arguments->single_fault,
                                               "Also what all failing tests cover, the fewest of them that show it, "
                                               "and a ranking by these with few passing ones");
  command
      ->add_flag("--slice", arguments->slice,
                 "With --single-fault: only elements of the functions that tell the failing tests from passing "
                 "ones")
      ->needs(single_fault);
  std::vector<std::pair<std::string, diagnosis::CompanionRule>> rules;
  for (const diagnosis::CompanionRule rule : diagnosis::all_companion_rules) rules.emplace_back(name(rule), rule);
  add_choice(*command, "--companion-rule", arguments->companion_rule, rules,
             "With --single-fault: how passing tests are chosen; split unless given")
      ->needs(single_fault);
  command->add_option("--companions", arguments->companions.number, "With --single-fault: the most passing tests")
      ->transform(whole_number(1))
      ->capture_default_str()
      ->needs(single_fault);
  command
      ->add_option("--seed", arguments->companions.seed,
                   "With --single-fault: of random passing tests; with --loop: of drawn inputs")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_option("--cardinality", arguments->cardinality, "With --barinel: the most elements of a diagnosis")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--diagnoses", arguments->diagnoses, "With --barinel: the most diagnoses that are weighed")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON");
  add_write(*command, arguments->write);
  CLI::Option* const loop = add_loop_command(*command, arguments->loop);
  for (const char* const option : {"--by", "--elements", "--others", "--background", "--measure", "--ties", "--fold",
                                   "--barinel", "--flitsr", "--single-fault", "--write"})
    command->get_option(option)->excludes(loop);
  command->callback([=, &context, &action] {
    arguments->has_measure = command->get_option("--measure")->count() > 0;
    arguments->store_options =
        std::ranges::any_of(of_stores, [](const CLI::Option* each) { return each->count() > 0; });
    action = [=, &context] { return print_diagnoses(context, *arguments); };
  });
}

}  // namespace smallscope::program
