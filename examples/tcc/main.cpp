// SPDX-License-Identifier: Apache-2.0
// smallscope-tcc: exhaustive tests of the C compiler tcc, with answers computed by the generators.
//
// Example: smallscope-tcc run tcc/casts --store casts.db
#include <smallscope/oracles/standard.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/subjects/command.hpp>
#include <smallscope/subjects/worker.hpp>

#include "answer.hpp"
#include "compiler_test.hpp"

namespace {

using namespace smallscope;

/// The worker if it was built (CMakeLists.txt), otherwise the `tcc` command. The compiler's messages contain the
/// program's name as given here. The name is relative, so the messages are the same in every run.
std::shared_ptr<const subjects::Subject> compiler() {
  subjects::Command command;
#ifdef SMALLSCOPE_TCC_WORKER
  command.arguments = {SMALLSCOPE_TCC_WORKER};
  return subjects::worker(command);
#else
  command.arguments = {"tcc", "-run", "test.c"};
  return subjects::commands({command});
#endif
}

program::Entry campaign(const std::string& name, const std::string& description, tcc::Tests (*tests)(),
                        tcc::Properties properties = {}) {
  return {name, description, [=] {
            runner::Campaign campaign = runner::observed(name, tcc::merged(tests()), tcc::to_input, compiler(),
                                                         {oracles::no_crash(), oracles::no_time_out(), tcc::answer()});
            campaign.description = description;
            campaign.attributes = properties;
            campaign.messages.presets = {"tcc"};
            // The first message has the value, which says where a fault struck; the second says which fault it is.
            campaign.messages.rules = {{R"(returns -?\d+ instead of -?\d+)", "returns a wrong value"}};
            // A program without meaning may print anything; nothing of `expected` and the like is a position.
            campaign.texts =
                runner::TextRules{.valid = {{.arguments = {"gcc", "-O0", "-w", "-fsanitize=undefined,address",
                                                           "-fno-sanitize-recover=undefined", "-o", "test", "test.c"}},
                                            {.arguments = {"./test"}}}};
            campaign.merging.hiding = {"expected answer: the program is rejected"};
            campaign.merging.suspects = tcc::blamed_tests;
            campaign.merging.hopeless = tcc::blames_main;
            campaign.reproduction = runner::Reproduction{
                .script = SMALLSCOPE_TCC_REPRODUCE,
                .command =
                    [] {
                      return std::vector<std::string>{"python3", "reproduce.py"};
                    },
                .note =
                    "The program prints `expected` if it is compiled correctly, as by gcc; `mistake` and "
                    "`lane` say what\nother answers mean.",
                .subject = "tcc",
                .bisect =
                    "git bisect run sh -c '{ ./configure && make -s; } >/dev/null || exit "
                    "125; TCC=\"./tcc -B.\" python3 DIR/reproduce.py'"};
            return campaign;
          }};
}

}  // namespace

int main(int argc, char** argv) {
  return program::main(
      argc, argv,
      {campaign("tcc/casts", "a value converted to a second type and a third", tcc::casts),
       campaign("tcc/initialisers", "constant expressions and lists of initialisers", tcc::initialisers,
                tcc::initialiser_properties()),
       campaign("tcc/structures", "structures into and out of functions, and their attributes", tcc::structures,
                tcc::structure_properties()),
       campaign("tcc/bit-fields", "one operation on a bit-field between other members", tcc::bit_fields)});
}
