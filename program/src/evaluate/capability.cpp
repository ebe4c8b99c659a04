// SPDX-License-Identifier: Apache-2.0
#include "evaluate/capability.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <smallscope/diagnosis/capability/model_file.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/options.hpp"
#include "command_line/output_file.hpp"
#include "command_line/print.hpp"
#include "evaluate/capability_tables.hpp"
#include "evaluate/measure_tables.hpp"

namespace smallscope::program {

namespace {

namespace dc = diagnosis::capability;
using evaluation::capability::Contender;
using evaluation::capability::Program;

struct CapabilityArguments {
  std::vector<std::string> files;
  std::vector<std::string> criteria;
  std::vector<std::string> learned;
  bool transfer = false;
  bool json = false;
  std::string save;
  evaluation::capability::CapabilitySettings settings;
};

/// "tcas.spectra.txt.gz": tcas.
std::string program_name(const std::string& file) {
  const std::filesystem::path path = std::filesystem::path(file).lexically_normal();
  const std::string name = path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
  return name.substr(0, name.find('.', 1));
}

std::vector<Program> programs_of(const std::vector<std::string>& files) {
  std::vector<Program> programs;
  for (const std::string& file : files) {
    const std::string name = program_name(file);
    if (std::ranges::find(programs, name, &Program::name) != programs.end())
      throw UsageError(
          fmt::format("two files of the program {}: give each program one file", report::one_line(name, 80)));
    programs.push_back({name, diagnosis::read_spectra(file)});
  }
  return programs;
}

std::vector<Contender> contenders_of(const CapabilityArguments& arguments, const std::vector<Program>& programs) {
  std::vector<Contender> all = evaluation::capability::paper_contenders();
  if (!arguments.criteria.empty()) {
    for (const std::string& name : arguments.criteria)
      if (std::ranges::find(all, name, &Contender::name) == all.end()) {
        std::string names;
        for (const Contender& each : all) names += fmt::format("{}`{}`", names.empty() ? "" : ", ", each.name);
        throw UsageError(fmt::format("no criterion `{}`: give {}", report::one_line(name, 80), names));
      }
    std::erase_if(all, [&](const Contender& each) {
      return std::ranges::find(arguments.criteria, each.name) == arguments.criteria.end();
    });
  }
  for (const std::string& file : arguments.learned)
    all.push_back({.name = "learned: " + file, .scorer = dc::scorer(dc::read_learned(file))});
  if (arguments.transfer) std::ranges::move(transfer_contenders(programs), std::back_inserter(all));
  return all;
}

int evaluate_capability(const CapabilityArguments& arguments) {
  const std::vector<Program> programs = programs_of(arguments.files);
  if (arguments.transfer && programs.size() < 2)
    throw UsageError("one program, and nothing to which what is learned from it could be transferred: give several");
  if (!arguments.save.empty()) {
    OutputFile file(arguments.save);
    file.stream() << dc::learned_text(learn_from_all(programs, {}, arguments.settings.seed));
    file.finish();
    return nothing_failed;
  }
  const auto study = study_capability(programs, contenders_of(arguments, programs), arguments.settings);
  print_visible("{}",
                arguments.json ? report::text(to_json(study, arguments.settings)) : text(study, arguments.settings));
  return nothing_failed;
}

}  // namespace

void add_evaluate_capability(CLI::App& evaluate, Action& action) {
  auto arguments = std::make_shared<CapabilityArguments>();
  arguments->settings.threads = std::max(1u, std::thread::hardware_concurrency());
  auto* command = evaluate.add_subcommand(
      "fdc", "How well faults are located with a few tests that a criterion chose, in files of spectra");
  command->add_option("files", arguments->files, "Files of spectra with known faults, one for each program")
      ->required();
  command->add_option("--criterion", arguments->criteria,
                      "Only this criterion, as the table names it; may be repeated");
  command->add_option("--learned", arguments->learned, "Also a learned criterion of this file; may be repeated")
      ->check(not_empty());
  command->add_flag("--transfer", arguments->transfer,
                    "Also RLFDC that learns from each program alone, or from all others");
  command->add_option("--tests", arguments->settings.tests, "Numbers of chosen tests, ascending")
      ->delimiter(',')
      ->transform(whole_number())
      ->capture_default_str();
  command->add_option("--repeats", arguments->settings.repeats, "Repetitions with other first tests and seeds")
      ->transform(whole_number(1))
      ->capture_default_str();
  command->add_option("--seed", arguments->settings.seed, "Of first tests, ties and learning")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--distinct", arguments->settings.is_distinct,
                    "Choose from one of the tests that cover the same, not from all of them");
  add_choice(*command, "--ties", arguments->settings.ties, tie_choices(),
             "The rank of a tie: min, average, code, or max unless given");
  command
      ->add_option("--save", arguments->save,
                   "Write a criterion that RLFDC learns from all versions to this file, and nothing else")
      ->check(not_empty());
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([=, &action] { action = [=] { return evaluate_capability(*arguments); }; });
}

}  // namespace smallscope::program
