// SPDX-License-Identifier: Apache-2.0
// diagnose: which elements of the code failing tests point at, from files of spectra.
#include <algorithm>

#include <fmt/format.h>

#include "command_line/commands.hpp"
#include "command_line/interrupt.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "evaluate/measure_tables.hpp"
#include "triage/diagnosis_text.hpp"

namespace smallscope::program {

namespace {

enum class Fold { none, lines, functions };

struct DiagnoseArguments {
  std::vector<std::string> files;
  std::string measure = "ochiai";
  diagnosis::Ties ties = diagnosis::Ties::average;
  Fold fold = Fold::none;
  std::size_t top = 10;
  bool barinel = false;
  std::size_t cardinality = 2;
  std::size_t diagnoses = 100'000;
  bool json = false;
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

Diagnosed diagnosed(diagnosis::RecordedSpectrum recorded, const DiagnoseArguments& arguments, std::stop_token stop) {
  Diagnosed result{.recorded = folded(std::move(recorded), arguments.fold),
                   .measure = diagnosis::find_measure(arguments.measure),
                   .ties = arguments.ties,
                   .most_elements = arguments.cardinality};
  const diagnosis::Spectrum& spectrum = result.recorded.spectrum;
  result.ranking = diagnosis::rank(spectrum.counts(), *result.measure);
  const diagnosis::AmbiguityGroups groups = diagnosis::ambiguity_groups(spectrum);
  result.groups = groups.groups();
  result.group_of = groups.group_of();
  if (arguments.barinel && spectrum.failing() > 0)
    result.diagnoses = diagnosis::diagnose(
        spectrum,
        {.bounds = {.cardinality = arguments.cardinality, .number = arguments.diagnoses, .stop = std::move(stop)}});
  return result;
}

int print_diagnoses(const DiagnoseArguments& arguments) {
  const Interrupt interrupt;
  report::Json json{{"spectra", report::Json::array()}};
  bool is_first = true;
  for (const std::string& file : arguments.files)
    for (diagnosis::RecordedSpectrum& recorded : diagnosis::read_spectra(file)) {
      const Diagnosed result = diagnosed(std::move(recorded), arguments, interrupt.token());
      if (interrupt.token().stop_requested()) return interrupted;
      if (arguments.json)
        json["spectra"].push_back(to_json(result, arguments.top));
      else
        print_visible("{}{}", is_first ? "" : "\n", text(result, arguments.top));
      is_first = false;
    }
  if (arguments.json) print_visible("{}", report::text(json));
  return nothing_failed;
}

}  // namespace

void add_diagnose(CLI::App* command, const Context&, Action& action) {
  auto arguments = std::make_shared<DiagnoseArguments>();
  command
      ->add_option("files", arguments->files,
                   "Files of spectra, or folders of GZoltar; the format is recognised by what is in them")
      ->required();
  std::vector<std::pair<std::string, std::string>> measures;
  for (const diagnosis::Measure& each : diagnosis::measures()) measures.emplace_back(each.name, each.name);
  add_choice(*command, "--measure", arguments->measure, measures, "The formula of the score, ochiai unless given");
  add_choice(*command, "--ties", arguments->ties, tie_choices(),
             "The rank of a known fault within its interval: min, max, code, or average unless given");
  add_choice(*command, "--fold", arguments->fold,
             {{"none", Fold::none}, {"lines", Fold::lines}, {"functions", Fold::functions}},
             "Elements of one line or function together");
  command->add_option("--top", arguments->top, "How many elements and diagnoses are shown")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_flag("--barinel", arguments->barinel, "Also the probabilities of diagnoses, for several faults at once");
  command->add_option("--cardinality", arguments->cardinality, "With --barinel: the most elements of a diagnosis")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--diagnoses", arguments->diagnoses, "With --barinel: the most diagnoses that are weighed")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([=, &action] { action = [=] { return print_diagnoses(*arguments); }; });
}

}  // namespace smallscope::program
