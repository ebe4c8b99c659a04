// SPDX-License-Identifier: Apache-2.0
// evaluate fdc on the command line: tables, JSON, a learned criterion kept in a file, and what is refused.
#include "command_line_programs.hpp"

namespace smallscope::command_line {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Versions of six elements in the compact format of several spectra: the fault is the third element.
std::string versions(std::size_t count) {
  std::string text = "multi-spectra 1\n";
  for (std::size_t i = 0; i < count; ++i)
    text += "spectrum v" + std::to_string(i) + " components 6 tests 6 bugs 2\nF1 0 1 1 1\nP1 0 1\nP1 1 2\nP1 " +
            std::to_string(i % 4) + " 1\nF1 1 1\nP1 5\nend\n";
  return text;
}

TEST(CommandLineCapability, ShowsEveryCriterion) {
  Bench bench;
  bench.write("p.spectra", versions(3));
  const std::vector<std::string> command{smallscope_program, "evaluate", "fdc", "p.spectra", "--tests", "0,2"};
  const Ended ended = bench.run(command);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_THAT(ended.out, AllOf(HasSubstr("3 faulty versions: 3 of p"), HasSubstr("after 0, 2 tests"),
                               HasSubstr("mAP 2"), HasSubstr("\nsplit "), HasSubstr("\nfdg * "), HasSubstr("\nrlfdc "),
                               HasSubstr("\nall tests * "), HasSubstr("Friedman's test"), HasSubstr(" +-")));
  EXPECT_EQ(bench.run(command).out, ended.out) << "not the same again";
  std::vector<std::string> as_json = command;
  as_json.emplace_back("--json");
  const Json json = parsed(bench.run(as_json).out);
  EXPECT_EQ(json["cases"], 3);
  EXPECT_EQ(json["criteria"].size(), 21u);
  EXPECT_EQ(json["criteria"][0]["criterion"], "random");
  EXPECT_EQ(json["criteria"][0]["after"][1]["tests"], 2);
  EXPECT_EQ(json["criteria"][0]["after"].size(), 2u);
  EXPECT_EQ(json["criteria"][0]["programs"][0]["program"], "p");
  EXPECT_EQ(json["friedman"]["criteria"].size(), 8u);
  EXPECT_EQ(json["friedman"]["pairs"].size(), 28u);
}

TEST(CommandLineCapability, KeepsWhatWasLearnedInAFile) {
  Bench bench;
  bench.write("p.spectra", versions(3));
  bench.write("q.spectra", versions(2));
  const auto save = [&](const std::string& file) {
    return bench.run({smallscope_program, "evaluate", "fdc", "p.spectra", "--save", file});
  };
  const Ended saved = save("l.txt");
  EXPECT_EQ(saved.status, 0);
  EXPECT_EQ(saved.out + saved.err, "");
  EXPECT_THAT(text_of(bench / "l.txt"),
              AllOf(HasSubstr("smallscope-capability 1\nfeatures paper\n"), HasSubstr("\nend\n")));
  save("again.txt");
  EXPECT_EQ(text_of(bench / "l.txt"), text_of(bench / "again.txt"));
  const Ended ended = bench.run({smallscope_program, "evaluate", "fdc", "p.spectra", "q.spectra", "--criterion", "tfd",
                                 "--learned", "l.txt", "--transfer", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, AllOf(HasSubstr("\nlearned: l.txt "), HasSubstr("\nrlfdc of p "), HasSubstr("\nrlfdc of q "),
                               HasSubstr("\nrlfdc of all others "), Not(HasSubstr("\nsplit ")), Not(HasSubstr("+-0"))));
}

TEST(CommandLineCapability, SaysWhatIsWrong) {
  Bench bench;
  bench.write("p.spectra", versions(2));
  bench.write("none.mhs2", "2 1\n1 0 x\n");
  bench.write("l.txt", "smallscope-capability 9\n");
  const auto refused = [&](std::vector<std::string> arguments, const std::string& why) {
    arguments.insert(arguments.begin(), {smallscope_program, "evaluate", "fdc"});
    const Ended ended = bench.run(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(why));
  };
  refused({"p.spectra", "--criterion", "magic"}, "no criterion `magic`: give `random`, `entbug`");
  refused({"p.spectra", "--transfer"}, "one program");
  refused({"p.spectra", "p.spectra"}, "two files of the program p");
  refused({"p.spectra", "--tests", "3,1"}, "must ascend");
  refused({"p.spectra", "--repeats", "0"}, "--repeats");
  refused({"p.spectra", "--learned", "l.txt"}, "l.txt:1: '9' is another version");
  refused({"none.mhs2"}, "no spectrum with a known fault and a failing test");
  refused({"missing"}, "missing: the file cannot be opened");
}

}  // namespace
}  // namespace smallscope::command_line
