// SPDX-License-Identifier: Apache-2.0
#include "evaluate/single_fault.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include <smallscope/diagnosis/fault_places.hpp>
#include <smallscope/diagnosis/formats.hpp>
#include <smallscope/diagnosis/stored_spectrum.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "diagnosis/stored_diagnosis.hpp"
#include "evaluate/measure_tables.hpp"
#include "evaluate/single_fault_tables.hpp"
#include "evaluate/studied_stores.hpp"
#include "triage/stored_campaign.hpp"

namespace smallscope::program {

namespace {

struct SingleFaultArguments {
  std::vector<std::string> files;
  std::string places;
  std::vector<std::string> faults, specifications;
  diagnosis::CodeElements elements = diagnosis::CodeElements::lines;
  diagnosis::SingleFaultStudyOptions study;
  diagnosis::Ties ties = diagnosis::Ties::code;
  bool has_time = false;
  bool json = false;
};

/// Adds the fault, or notes why it is left out.
void add_fault(ReportedSingleFaults& reported, const diagnosis::Spectrum& spectrum, const diagnosis::ElementSet& faulty,
               const diagnosis::ChoicesOf& choices_of) {
  const diagnosis::Certificate scanned = diagnosis::common_elements(spectrum).certificate();
  if (faulty.empty())
    ++reported.without_fault;
  else if (scanned.failing == scanned.unexplained)
    ++reported.without_failure;
  else
    diagnosis::add(reported.study, spectrum, faulty, choices_of, reported.options);
}

/// Stores with the places of their faults.
class StoredFaults {
 public:
  StoredFaults(const Context& context, const SingleFaultArguments& arguments)
      : elements_(arguments.elements),
        faults_(clustering::Faults::read({arguments.faults.begin(), arguments.faults.end()})),
        choices_(choices_in(context, arguments.specifications)) {
    if (!arguments.places.empty()) places_ = diagnosis::read_fault_places(arguments.places);
  }

  void add_to(ReportedSingleFaults& reported, const std::string& file) {
    if (!places_)
      throw UsageError(fmt::format(
          "evaluate sfo: {} is a store; say where the faults of stores are in the code with --places FILE", file));
    const results::Store store = inspect_store(file);
    const std::string& campaign = store.manifest().campaign;
    const auto known = places_->find(campaign);
    if (known == places_->end()) {
      ++reported.without_fault;
      return;
    }
    const diagnosis::StoredSpectrum stored =
        diagnosis::stored_spectrum(store, {.failing = unlabelled_failures(store, faults_)}, elements_);
    add_fault(reported, stored.spectrum, faulty_elements(stored, known->second), choices_[campaign]);
  }

 private:
  diagnosis::CodeElements elements_;
  clustering::Faults faults_;
  std::map<std::string, diagnosis::ChoicesOf> choices_;
  std::optional<diagnosis::FaultPlaces> places_;
};

int evaluate_single_faults(const Context& context, const SingleFaultArguments& arguments) {
  ReportedSingleFaults reported{.options = arguments.study, .has_time = arguments.has_time};
  StoredFaults stores(context, arguments);
  for (const std::string& file : arguments.files) {
    if (is_store(file)) {
      stores.add_to(reported, file);
      continue;
    }
    for (const diagnosis::RecordedSpectrum& recorded : diagnosis::read_spectra(file))
      add_fault(reported, recorded.spectrum, faulty_elements(recorded), {});
  }
  if (reported.study.common.empty())
    throw UsageError(
        "nothing to evaluate: no spectrum has a known faulty element and a failing test that covers something");
  print_visible("{}", arguments.json ? report::text(to_json(reported)) : text(reported, arguments.ties));
  return nothing_failed;
}

}  // namespace

void add_evaluate_single_fault(CLI::App& evaluate, const Context& context, Action& action) {
  auto arguments = std::make_shared<SingleFaultArguments>();
  auto* command = evaluate.add_subcommand(
      "sfo", "How well few tests find known single faults: one failing test, witnesses, companions, all tests");
  command
      ->add_option("files", arguments->files,
                   "Files of spectra with known faults; or stores of complete runs with --coverage")
      ->required();
  command
      ->add_option("--starts", arguments->study.starts,
                   "So many failing tests to begin with, drawn from each spectrum; the first one unless given")
      ->transform(whole_number(1));
  command->add_option("--companions", arguments->study.companions, "At most so many passing tests beside the failing")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--seed", arguments->study.seed, "Of drawn starts and companions")
      ->transform(whole_number())
      ->capture_default_str();
  add_choice(*command, "--ties", arguments->ties, tie_choices(),
             "The rank of a tie that counts as within 5: min, max, average, or code unless given");
  command->add_option("--places", arguments->places,
                      "Of stores: CSV file of campaign,file,function,first_line,last_line of each place of its fault");
  command->add_option("--faults", arguments->faults,
                      "Of stores: file of labelled faults: failing inputs that show one of them are left out; may be "
                      "repeated");
  command->add_option("--from", arguments->specifications,
                      "Of stores: specifications of their campaigns, for companions nearest in choices");
  add_choice(*command, "--elements", arguments->elements,
             {{"blocks", diagnosis::CodeElements::blocks},
              {"predicates", diagnosis::CodeElements::predicates},
              {"values", diagnosis::CodeElements::values},
              {"lines", diagnosis::CodeElements::lines}},
             "Of stores: what is inspected; lines unless given");
  command->add_flag("--time", arguments->has_time,
                    "Also how long it takes to choose the tests and to rank by them, which differs from run to run");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback(
      [=, &context, &action] { action = [=, &context] { return evaluate_single_faults(context, *arguments); }; });
}

}  // namespace smallscope::program
