// SPDX-License-Identifier: Apache-2.0
#include <smallscope/runner/unmerge.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace smallscope::runner {
namespace {

using Ending = results::Unmerging::Ending;
using oracles::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// A fault: it shows when a fragment out of each of these sets is there, axis by axis (empty: any).
struct Fault {
  std::vector<std::vector<Ordinal>> needs;  // needs[axis]: all of these fragments
  std::string message;
  Verdict verdict = Verdict::fail;
};

/// A merged input with faults in it, which counts its probes. A fault with another verdict than fail hides the others.
class Subject {
 public:
  Subject(std::vector<Ordinal> counts, std::vector<Fault> faults) : faults_(std::move(faults)) {
    Ordinal stride = 1;
    for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
      box_.axes.insert(box_.axes.begin(), {"axis", 0, *count, stride});
      stride *= *count;
    }
  }
  const Constituents& box() const { return box_; }
  Outcome execute(const Selection& selection) const {
    Outcome outcome{.verdict = Verdict::pass};
    std::vector<std::string> messages;
    for (const Fault& fault : faults_) {
      bool shows = true;
      for (std::size_t axis = 0; axis < fault.needs.size(); ++axis)
        for (const Ordinal needed : fault.needs[axis])
          shows = shows && std::find(selection[axis].begin(), selection[axis].end(), needed) != selection[axis].end();
      if (!shows) continue;
      if (fault.verdict != Verdict::fail) {
        outcome.verdict = fault.verdict;
        outcome.judgements = {{"oracle", fault.verdict, {fault.message}}};
        return outcome;
      }
      messages.push_back(fault.message);
    }
    if (!messages.empty()) {
      outcome.verdict = Verdict::fail;
      outcome.judgements = {{"oracle", Verdict::fail, messages}};
    }
    return outcome;
  }
  Unmerged taken_apart(UnmergeRules rules = {}) {
    probes = 0;
    return *unmerge(box_, execute(box_.all()), rules, [this](const Selection& selection) {
      ++probes;
      return std::optional(execute(selection));
    });
  }
  Ordinal probes = 0;

 private:
  Constituents box_;
  std::vector<Fault> faults_;
};

std::vector<Selection> selections(const Unmerged& unmerged) {
  std::vector<Selection> all;
  for (const Culprit& part : unmerged.parts) all.push_back(part.selection);
  return all;
}

TEST(Unmerge, FindsTheOneCulpritInLogarithmicTime) {
  for (const Ordinal count : {2u, 5u, 100u, 1000u}) {
    for (const Ordinal culprit : {Ordinal{0}, count / 2, count - 1}) {
      Subject subject({count}, {{{{culprit}}, "wrong"}});
      const Unmerged unmerged = subject.taken_apart();
      EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{culprit}}));
      EXPECT_EQ(unmerged.ending, Ending::explained);
      EXPECT_EQ(unmerged.probes, subject.probes);
      EXPECT_LE(static_cast<double>(unmerged.probes), 2 * std::ceil(std::log2(count)));
      EXPECT_TRUE(unmerged.parts.front().is_single());
    }
  }
}

TEST(Unmerge, FindsOneCulpritAMessage) {
  Subject subject({50}, {{{{7}}, "a"}, {{{8}}, "b"}, {{{30}}, "a"}, {{{49}}, "c"}});
  const Unmerged unmerged = subject.taken_apart();
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{7}}, Selection{{8}}, Selection{{49}}))
      << "30 shows nothing that 7 does not";
}

TEST(Unmerge, LooksBehindWhatHidesTheRest) {
  // The crash of 20 hides all; that of 3 hides 4 and 5 once 20 is gone.
  Subject subject({40},
                  {{{{20}}, "boom", Verdict::crashed}, {{{3}}, "boom", Verdict::crashed}, {{{4}}, "a"}, {{{35}}, "b"}});
  EXPECT_THAT(selections(subject.taken_apart()),
              UnorderedElementsAre(Selection{{20}}, Selection{{3}}, Selection{{4}}, Selection{{35}}));
}

TEST(Unmerge, LooksBehindMessagesThatTheCampaignCallsHiding) {
  // Fails with one message, and hides what the other shows, as a compile error does.
  struct Compiler {
    static std::optional<Outcome> run(const Selection& selection) {
      const auto has = [&](Ordinal fragment) {
        return std::find(selection[0].begin(), selection[0].end(), fragment) != selection[0].end();
      };
      if (has(2) || has(9))
        return Outcome{.verdict = Verdict::fail, .judgements = {{"compiles", Verdict::fail, {"syntax error"}}}};
      if (has(5)) return Outcome{.verdict = Verdict::fail, .judgements = {{"answer", Verdict::fail, {"wrong"}}}};
      return Outcome{.verdict = Verdict::pass};
    }
  };
  const Constituents box{0, {{"statement", 0, 10, 1}}};
  const auto parts = [&](std::vector<std::string> hiding) {
    return selections(*unmerge(box, *Compiler::run(box.all()), {.hiding = std::move(hiding)}, &Compiler::run));
  };
  EXPECT_THAT(parts({}), ElementsAre(Selection{{2}}));
  EXPECT_THAT(parts({"compiles: syntax"}), UnorderedElementsAre(Selection{{2}}, Selection{{9}}, Selection{{5}}));
  EXPECT_THAT(parts({"compiles"}), UnorderedElementsAre(Selection{{2}}, Selection{{9}}, Selection{{5}}));
}

/// Blames the fragments whose numbers end its messages: "syntax error in 7".
std::vector<Ordinal> named_last(const std::vector<oracles::Judgement>& judgements) {
  std::vector<Ordinal> blamed;
  for (const auto& judgement : judgements)
    for (const auto& message : judgement.messages)
      blamed.push_back(std::stoull(message.substr(message.rfind(' ') + 1)));
  return blamed;
}
std::vector<std::string> without_last_word(const std::vector<oracles::Judgement>& judgements) {
  std::vector<std::string> messages;
  for (const auto& judgement : judgements)
    for (const auto& message : judgement.messages) messages.push_back(message.substr(0, message.rfind(' ')));
  return messages;
}

TEST(Unmerge, LooksFirstWhereMessagesPoint) {
  // Each error hides those after it, as in a compiler that stops at the first.
  Subject subject({100}, {{{{20}}, "syntax error in 20", Verdict::crashed},
                          {{{55}}, "syntax error in 55", Verdict::crashed},
                          {{{70}}, "type error in 70", Verdict::crashed},
                          {{{80}}, "syntax error in 80", Verdict::crashed},
                          {{{90}}, "wrong value in 90"}});
  const Unmerged unmerged = subject.taken_apart({.messages = without_last_word, .suspects = named_last});
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{20}}, Selection{{70}}, Selection{{90}}));
  EXPECT_EQ(unmerged.probes, 7u)
      << "one for each that shows something new, one for what is left without each but the last";
}

/// Fragments take two lines each behind a line of their frame. Messages end with the line of the one that is wrong.
struct TwoLines {
  std::vector<Ordinal> kept;  // of the selection that was executed last
  UnmergeRules rules() {
    return {
        .messages = without_last_word,
        .lines =
            [this](const std::vector<oracles::Judgement>& judgements) {
              std::vector<NamedLine> lines;
              for (const Ordinal wrong : named_last(judgements))
                lines.push_back({"input", static_cast<std::size_t>(
                                              2 + 2 * (std::find(kept.begin(), kept.end(), wrong) - kept.begin()))});
              return lines;
            },
        .fragment_lines =
            [](const Selection& selection) {
              std::vector<FragmentLines> lines;
              for (const Ordinal fragment : selection.front())
                lines.push_back({fragment, "input", 2 + 2 * lines.size(), 3 + 2 * lines.size()});
              return lines;
            }};
  }
  Unmerged taken_apart(const Subject& subject, const UnmergeRules& rules) {
    kept = subject.box().all().front();
    return *unmerge(subject.box(), subject.execute(subject.box().all()), rules, [&](const Selection& selection) {
      kept = selection.front();
      return std::optional(subject.execute(selection));
    });
  }
};

TEST(Unmerge, LooksFirstWhereNamedLinesAre) {
  const Subject subject({100}, {{{{20}}, "syntax error in 20", Verdict::crashed},
                                {{{55}}, "syntax error in 55", Verdict::crashed},
                                {{{70}}, "type error in 70", Verdict::crashed},
                                {{{90}}, "wrong value in 90"}});
  TwoLines lines;
  const Unmerged unmerged = lines.taken_apart(subject, lines.rules());
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{20}}, Selection{{70}}, Selection{{90}}));
  EXPECT_EQ(unmerged.probes, 6u) << "as with numbers: lines are those of what is left each time";

  UnmergeRules unknown = lines.rules();
  unknown.fragment_lines = {};
  EXPECT_GT(lines.taken_apart(subject, unknown).probes, 20u);
}

TEST(Unmerge, PrefersSuspectsThatAreNamedToLines) {
  const Subject subject({100}, {{{{20}}, "boom in 20", Verdict::crashed}});
  TwoLines lines;
  UnmergeRules rules = lines.rules();
  int asked = 0;
  rules.lines = [&asked](const std::vector<oracles::Judgement>&) {
    ++asked;
    return std::vector<NamedLine>{{"input", 1}, {"input", 202}};  // outside every fragment
  };
  rules.suspects = named_last;
  EXPECT_EQ(lines.taken_apart(subject, rules).probes, 2u);
  EXPECT_EQ(asked, 0);
  rules.suspects = [](const std::vector<oracles::Judgement>&) { return std::vector<Ordinal>{1000}; };
  EXPECT_THAT(selections(lines.taken_apart(subject, rules)), ElementsAre(Selection{{20}})) << "found by halves";
  EXPECT_GT(asked, 0) << "who is named is not there";
}

TEST(Unmerge, DoesNotConfirmAgainWhatOtherInputsHaveShown) {
  Subject subject({100}, {{{{20}}, "syntax error in 20", Verdict::crashed},
                          {{{55}}, "syntax error in 55", Verdict::crashed},
                          {{{90}}, "wrong value in 90"}});
  const Unmerged unmerged = subject.taken_apart(
      {.messages = without_last_word, .suspects = named_last, .known = {.messages = {"syntax error in"}}});
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{90}}));
  EXPECT_EQ(unmerged.probes, 3u) << "without 20, without 55, and 90 alone";
}

TEST(Unmerge, FindsTheCombinationBesideWhatIsKnown) {
  // 3 alone shows what is known; only 10 and 80 together show what is not.
  Subject subject({100}, {{{{3}}, "known"}, {{{10, 80}}, "far"}});
  EXPECT_THAT(selections(subject.taken_apart({.known = {.messages = {"oracle: known"}}})),
              ElementsAre(Selection{{10, 80}}));
}

/// What a part of another input with one axis of the same name, whose alternatives begin at `first`, has shown.
Known known_of(Ordinal alternative, Verdict verdict, const std::vector<std::string>& messages, Ordinal first = 0) {
  Known known;
  known.add({0, {{"axis", first, 100, 1}}}, {{alternative - first}}, verdict, messages);
  return known;
}

TEST(Unmerge, LeavesOutAtOnceWhatShowedTheSameInOtherInputs) {
  Subject subject({100}, {{{{20}}, "boom", Verdict::crashed}});
  EXPECT_THAT(selections(subject.taken_apart({.known = known_of(20, Verdict::crashed, {"oracle: boom"}, 7)})),
              IsEmpty());
  EXPECT_EQ(subject.probes, 1u) << "without 20";

  Subject hiding({100}, {{{{20}}, "boom", Verdict::crashed}, {{{30}}, "boom", Verdict::crashed}, {{{90}}, "wrong"}});
  const Unmerged unmerged = hiding.taken_apart({.known = known_of(20, Verdict::crashed, {"oracle: boom"})});
  EXPECT_THAT(selections(unmerged), UnorderedElementsAre(Selection{{30}}, Selection{{90}}))
      << "20 is not confirmed again, 30 is another";

  Subject both({2}, {{{{0}}, "boom", Verdict::crashed}, {{{1}}, "boom", Verdict::crashed}});
  Known known = known_of(0, Verdict::crashed, {"oracle: boom"});
  known.culprits["oracle: boom"].insert({"axis", 1});
  const Unmerged nothing_left = both.taken_apart({.known = known});
  EXPECT_EQ(nothing_left.ending, Ending::known);
  EXPECT_EQ(nothing_left.probes, 0u);

  Subject elsewhere({100}, {{{{20}}, "boom", Verdict::crashed}});
  EXPECT_THAT(selections(elsewhere.taken_apart({.known = known_of(25, Verdict::crashed, {"oracle: boom"})})),
              ElementsAre(Selection{{20}}))
      << "the wrong suspect costs a probe, and no result";
}

TEST(Unmerge, OfSeveralAxesSuspectsThatWithMostFragments) {
  Subject subject({3, 5}, {{{{}, {2}}, "boom", Verdict::crashed}, {{{1}, {4}}, "wrong"}});
  Known known;
  known.add({0, {{"place", 0, 3, 5}, {"axis", 0, 5, 1}}}, {{0}, {2}}, Verdict::crashed, {"oracle: boom"});
  const Unmerged unmerged = subject.taken_apart({.known = known});
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{1}, {4}}));
}

TEST(Unmerge, LeavesOutWhatWasRejectedInOtherInputs) {
  Subject subject({16}, {{{{11}}, "", Verdict::discarded}, {{{2}}, "a"}});
  const Unmerged unmerged = *unmerge(
      subject.box(), {.verdict = Verdict::discarded}, {.known = known_of(11, Verdict::discarded, {"oracle: "})},
      [&](const Selection& selection) { return std::optional(subject.execute(selection)); });
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{2}}));
}

TEST(Unmerge, MakesNoProbeOfWhatCannotBecomeValid) {
  const auto outside = [](const std::vector<oracles::Judgement>& judgements) {
    return !judgements.empty() && judgements.front().messages == std::vector<std::string>{"error in line 1"};
  };
  Subject subject({64}, {{{{}}, "error in line 1", Verdict::discarded}});
  const Unmerged failed = subject.taken_apart({.hopeless = outside});
  EXPECT_EQ(failed.ending, Ending::hopeless);
  EXPECT_EQ(failed.probes, 0u);
  EXPECT_THAT(failed.parts, IsEmpty());
  // Why it was rejected is not known before something is executed.
  const Unmerged rejected =
      *unmerge(subject.box(), {.verdict = Verdict::discarded}, {.hopeless = outside},
               [&](const Selection& selection) { return std::optional(subject.execute(selection)); });
  EXPECT_EQ(rejected.ending, Ending::hopeless);
  EXPECT_EQ(rejected.probes, 1u);
}

TEST(Unmerge, IsNotMisledByMessagesThatPointElsewhere) {
  Subject subject({100}, {{{{20}}, "syntax error in 21", Verdict::crashed}, {{{55}}, "wrong value in 1000"}});
  EXPECT_THAT(selections(subject.taken_apart({.messages = without_last_word, .suspects = named_last})),
              UnorderedElementsAre(Selection{{20}}, Selection{{55}}));
}

TEST(Unmerge, TakesWhatAnOracleRejectsApart) {
  Subject subject({16}, {{{{11}}, "", Verdict::discarded}, {{{2}}, "a"}});
  const Unmerged unmerged = subject.taken_apart();
  EXPECT_THAT(selections(unmerged), UnorderedElementsAre(Selection{{11}}, Selection{{2}}));
  for (const Culprit& part : unmerged.parts)
    EXPECT_EQ(part.outcome.verdict, part.selection[0][0] == 11 ? Verdict::discarded : Verdict::fail);
}

TEST(Unmerge, ReportsWhatOnlyACombinationShows) {
  Subject subject({30}, {{{{4, 5}}, "near"}, {{{3, 28}}, "far"}, {{{10}}, "alone"}});
  const Unmerged unmerged = subject.taken_apart();
  EXPECT_THAT(selections(unmerged), UnorderedElementsAre(Selection{{4, 5}}, Selection{{3, 28}}, Selection{{10}}));
  for (const Culprit& part : unmerged.parts) EXPECT_EQ(part.is_single(), part.selection[0].size() == 1);
}

TEST(Unmerge, LeavesOutWhatOnlyAFragmentOfAnotherAxisMadeNecessary) {
  // 1 x 3 is wrong; but 2 on the first axis repairs it unless 0 on the second lets it be seen.
  const auto run = [](const Selection& selection) -> std::optional<Outcome> {
    const auto has = [&](std::size_t axis, Ordinal fragment) {
      return std::find(selection[axis].begin(), selection[axis].end(), fragment) != selection[axis].end();
    };
    const bool wrong = has(0, 1) && has(1, 3) && (!has(0, 2) || has(1, 0));
    if (!wrong) return Outcome{.verdict = Verdict::pass};
    return Outcome{.verdict = Verdict::fail, .judgements = {{"oracle", Verdict::fail, {"wrong"}}}};
  };
  const Constituents box{0, {{"object", 0, 3, 4}, {"write", 0, 4, 1}}};
  const Unmerged unmerged = *unmerge(box, *run(box.all()), {}, run);
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{1}, {3}}));
}

TEST(Unmerge, TellsAxesApart) {
  // 6 + 4 fragments, not their 24 combinations.
  Subject one({6, 4}, {{{{3}, {}}, "row"}});
  EXPECT_THAT(selections(one.taken_apart()), ElementsAre(Selection{{3}, {0}}));
  EXPECT_LE(one.probes, 10u);
  Subject both({6, 4}, {{{{3}, {1}}, "cell"}, {{{}, {2}}, "column"}});
  EXPECT_THAT(selections(both.taken_apart()), UnorderedElementsAre(Selection{{3}, {1}}, Selection{{0}, {2}}));
  Subject every({3, 3}, {{{{}, {}}, "always"}});
  EXPECT_THAT(selections(every.taken_apart()), ElementsAre(Selection{{0}, {0}}));
}

TEST(Unmerge, StopsAtTheBound) {
  Subject subject({64}, {{{{20}}, "boom", Verdict::crashed}, {{{50}}, "boom", Verdict::crashed}});
  const Unmerged unmerged = subject.taken_apart({.most_probes = 12});
  EXPECT_EQ(unmerged.ending, Ending::bounded);
  EXPECT_EQ(unmerged.probes, 12u);
  EXPECT_THAT(selections(unmerged), ElementsAre(Selection{{20}}));
}

TEST(Unmerge, StopsWhenNoProbesAreLeft) {
  Subject subject({64}, {{{{20}}, "boom", Verdict::crashed}, {{{50}}, "boom", Verdict::crashed}});
  const Unmerged whole = subject.taken_apart();
  ASSERT_EQ(whole.parts.size(), 2u);
  for (Ordinal left = 0; left < whole.probes; ++left) {
    const Unmerged unmerged = subject.taken_apart({.most_probes = 100, .probes_left = left});
    EXPECT_EQ(unmerged.ending, Ending::bounded);
    EXPECT_EQ(unmerged.probes, left);
    for (std::size_t part = 0; part < whole.parts.size(); ++part)
      EXPECT_EQ(unmerged.parts.size() > part, whole.parts[part].probes <= left) << "parts say when they were found";
  }
}

TEST(Unmerge, SaysWhenTheWholeDoesNotFailAgain) {
  const Constituents box{0, {{"axis", 0, 4, 1}}};
  const Outcome failed{.verdict = Verdict::fail, .judgements = {{"oracle", Verdict::fail, {"once"}}}};
  const auto unmerged = unmerge(box, failed, {}, [](const Selection&) { return Outcome{.verdict = Verdict::pass}; });
  EXPECT_EQ(unmerged->ending, Ending::unstable);
  EXPECT_THAT(unmerged->parts, IsEmpty());
}

TEST(Unmerge, EndsWhenAStopIsRequested) {
  const Constituents box{0, {{"axis", 0, 4, 1}}};
  EXPECT_EQ(unmerge(box, {.verdict = Verdict::crashed}, {}, [](const Selection&) { return std::optional<Outcome>(); }),
            std::nullopt);
}

TEST(Unmerge, AccountsForEveryMessageOfRandomFaults) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    const Ordinal count = 2 + random() % 40;
    std::vector<Fault> faults;
    const std::size_t number = 1 + random() % 4;
    for (std::size_t i = 0; i < number; ++i)
      faults.push_back({{{random() % count}}, "message " + std::to_string(random() % 3)});
    Subject subject({count}, faults);
    const Unmerged unmerged = subject.taken_apart();
    SCOPED_TRACE("round " + std::to_string(round));
    EXPECT_EQ(unmerged.ending, Ending::explained);
    EXPECT_LE(unmerged.probes, 2 * count + 16);
    std::set<std::string> shown;
    for (const Culprit& part : unmerged.parts) {
      EXPECT_TRUE(part.is_single());
      EXPECT_EQ(subject.execute(part.selection).judgements, part.outcome.judgements);
      for (const std::string& message : messages_of({}, part.outcome.judgements)) shown.insert(message);
    }
    const auto wanted = messages_of({}, subject.execute(subject.box().all()).judgements);
    EXPECT_EQ(shown, std::set<std::string>(wanted.begin(), wanted.end()));
  }
}

}  // namespace
}  // namespace smallscope::runner
