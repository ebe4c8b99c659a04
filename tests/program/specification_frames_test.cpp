// SPDX-License-Identifier: Apache-2.0
// Fragments that depend on their frame: counts, identities, levels and un-merging, against the C++ algebra and against
// the same specification without fragments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <smallscope/generators.hpp>
#include <smallscope/runner/run.hpp>

#include "specification_bench.hpp"

namespace smallscope::program {
namespace {

using generators::Ordinal;
using generators::Selection;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string specification(const std::string& line, const std::string& choices, const std::string& more = "",
                          const std::string& merging = "[inputs.merging]\nat_a_time = [2, 4]\n") {
  return "name = \"test\"\n[inputs]\nfile = \"input.txt\"\ntemplate = '" + line + "'\n" + more + "\n" + merging +
         "[inputs.choices]\n" + choices + "\n[subject]\nrun = [\"cat\", \"{input}\"]\n" + judged;
}

/// Three kinds of frames, each with a hole that nothing depends on.
const std::string line = "{{a}} {{c}}|{{#each}}{{number}}{{b}}{{d}};{{/each}}";
const std::string choices =
    "a = ['x', 'y', 'z']\nb = { depends = 'a', cases = { x = [1, 2, 3], y = [4] }, otherwise = { range = [5, 9] } }\n"
    "c = ['p', 'q']\nd = ['u', 'v']";

std::string text_of(const std::optional<subjects::Input>& input) { return input ? input->files.front().text : "-"; }
std::vector<const runner::Space*> levels_of(const runner::Campaign& campaign) {
  std::vector<const runner::Space*> levels{campaign.space.get()};
  for (const auto& merged : campaign.merged) levels.push_back(merged.get());
  return levels;
}

/// Every input of a merged level stands for inputs of level 0, and each of these belongs to exactly one. Combined of
/// one fragment it is that input. Its text is the frame with its fragments.
void expect_levels_agree(const runner::Campaign& campaign) {
  const std::vector<const runner::Space*> levels = levels_of(campaign);
  expect_choices_are_inverse(campaign);
  for (std::size_t level = 1; level < levels.size(); ++level) {
    const runner::Space& space = *levels[level];
    std::vector<Ordinal> stood_for;
    for (Ordinal ordinal = 0; ordinal < space.size(); ++ordinal) {
      EXPECT_EQ(space.ordinal_of(space.choices(ordinal)), ordinal);
      const generators::Constituents constituents = space.constituents(ordinal);
      ASSERT_EQ(constituents.axes.size(), 1u);
      std::string frame, fragments;
      std::size_t present = 0;
      for (Ordinal number = 0; number < constituents.axes.front().count; ++number) {
        const Ordinal alone = constituents.at(std::vector<Ordinal>{number});
        stood_for.push_back(alone);
        const std::string text = text_of(levels[0]->render(alone));
        EXPECT_EQ(text_of(space.render_part(ordinal, {{number}})), text);
        if (text == "-") continue;
        ++present;
        const std::size_t bar = text.find('|');
        EXPECT_TRUE(frame.empty() || frame == text.substr(0, bar + 1)) << "of one frame";
        frame = text.substr(0, bar + 1);
        fragments += std::to_string(number) + text.substr(bar + 2);
      }
      if (present != 1) {
        EXPECT_EQ(text_of(space.render(ordinal)), present == 0 ? "-" : frame + fragments);
      }
    }
    std::ranges::sort(stood_for);
    std::vector<Ordinal> all(levels[0]->size());
    for (Ordinal ordinal = 0; ordinal < all.size(); ++ordinal) all[ordinal] = ordinal;
    EXPECT_EQ(stood_for, all);
  }
}

TEST(SpecificationFrames, DenoteWhatTheAlgebraDenotes) {
  namespace g = generators;
  struct Of {
    std::string frame;
    std::vector<std::string> fragments;
  };
  const auto bs = [](const std::string& a) {
    if (a == "x") return g::range(1, 3);
    return a == "y" ? g::range(4, 4) : g::range(5, 9);
  };
  const auto frames = g::product<std::pair<std::string, std::string>>(
      g::elements<std::string>({"x", "y", "z"}).named("a"), g::elements<std::string>({"p", "q"}).named("c"));
  const auto algebra = g::bind(frames, [&](const std::pair<std::string, std::string>& frame) {
    const auto alone =
        g::product<std::pair<int, std::string>>(bs(frame.first).named("b"),
                                                g::elements<std::string>({"u", "v"}).named("d"))
            .map([frame](const std::pair<int, std::string>& fragment) {
              return Of{frame.first + " " + frame.second + "|", {std::to_string(fragment.first) + fragment.second}};
            });
    return g::merged(alone,
                     [](const std::vector<g::Fragment<Of>>& all) {
                       Of together = all.front().value;
                       for (std::size_t i = 1; i < all.size(); ++i)
                         together.fragments.push_back(all[i].value.fragments.front());
                       return together;
                     },
                     {.at_a_time = {2, 4}});
  });
  const auto campaign = loaded(specification(line, choices));
  const std::vector<const runner::Space*> levels = levels_of(campaign);
  ASSERT_EQ(levels.size(), 3u);
  for (int level = 0; level < 3; ++level) {
    const auto expected = g::at_level(algebra, level);
    const runner::Space& space = *levels[static_cast<std::size_t>(level)];
    ASSERT_EQ(space.size(), expected.size()) << level;
    for (Ordinal ordinal = 0; ordinal < space.size(); ++ordinal) {
      const Of of = expected.at(ordinal);
      std::string text = of.frame;
      for (std::size_t i = 0; i < of.fragments.size(); ++i) text += std::to_string(i) + of.fragments[i] + ";";
      EXPECT_EQ(text_of(space.render(ordinal)), text);
      EXPECT_EQ(space.constituents(ordinal).base, g::constituents(expected, ordinal).base);
      if (level == 0) {
        EXPECT_EQ(to_string(space.choices(ordinal)), to_string(g::choices(expected, ordinal)));
      }
    }
  }
  EXPECT_EQ(levels[0]->size(), 36u);
  EXPECT_EQ(levels[1]->size(), 18u);
  EXPECT_EQ(levels[2]->size(), 12u);
  expect_levels_agree(campaign);
}

TEST(SpecificationFrames, DecideWhatFragmentsContainAtAnyDepth) {
  const auto campaign = loaded(specification(
      "{{a}}|{{#each}}{{number}}{{b}};{{/each}}",
      "a = ['x', 'y']\nn = { depends = 'a', cases = { x = [1, 2], y = [3] } }\n"
      "m = { depends = ['a', 'n'], cases = [{ when = { a = 'x', n = 1 }, values = ['r', 's'] }], otherwise = ['t'] }\n"
      "b = ['k', '<{{n}}{{m}}{{a}}>']"));
  EXPECT_THAT(texts_of(campaign), ElementsAre("x|0k;", "x|0<1rx>;", "x|0<1sx>;", "x|0<2tx>;", "y|0k;", "y|0<3ty>;"));
  EXPECT_EQ(text_of(campaign.merged[1]->render(0)), "x|0k;1<1rx>;2<1sx>;3<2tx>;");
  EXPECT_EQ(text_of(campaign.merged[1]->render(1)), "y|0k;1<3ty>;");
  expect_levels_agree(campaign);
}

/// The texts of the same inputs, made without fragments: what is left is a specification with one level.
std::multiset<std::string> without_fragments(const std::string& text, const std::string& holes,
                                             const std::string& exclude) {
  std::string plain = text;
  for (const auto& [mark, instead] :
       {std::pair<std::string, std::string>{"{{#each}}", ""}, {"{{/each}}", ""}, {"{{number}}", "0"}})
    plain.replace(plain.find(mark), mark.size(), instead);
  const Lines lines = texts_of(loaded(specification(plain, holes, exclude, "")));
  return {lines.begin(), lines.end()};
}

/// Holes with random values that depend on random earlier ones; some are used in the frame, others in fragments.
TEST(SpecificationFrames, HaveTheInputsOfTheSpecificationWithoutFragments) {
  std::mt19937_64 random(29);
  int linked = 0;
  for (int round = 0; round < 120; ++round) {
    std::string holes, frame, fragment;
    std::vector<std::vector<std::string>> values;  // of each hole, in any case
    const std::size_t count = 3 + random() % 3;
    for (std::size_t hole = 0; hole < count; ++hole) {
      const std::string name(1, static_cast<char>('a' + hole));
      const auto some = [&](const std::string& tag) {
        std::string list = "[";
        for (std::size_t i = 0; i < 1 + random() % 3; ++i) {
          values[hole].push_back(name + tag + std::to_string(i));
          list += (i == 0 ? "'" : ", '") + values[hole].back() + "'";
        }
        return list + "]";
      };
      values.emplace_back();
      holes += name + " = ";
      if (hole == 0 || random() % 3 == 0) {
        holes += some("");
      } else {
        const std::size_t parent = random() % hole;
        const std::string key = values[parent][random() % values[parent].size()];
        holes += std::string("{ depends = '") + static_cast<char>('a' + parent) + "', cases = { " + key + " = " +
                 some("c") + " }, otherwise = " + some("o") + " }";
      }
      holes += "\n";
      (hole > 0 && (random() % 2 == 0 || hole + 1 == count) ? fragment : frame) += "{{" + name + "}}";
    }
    std::string exclude = "exclude = [";
    for (std::size_t row = random() % 3; row > 0; --row) {
      const std::size_t one = random() % (count - 1), other = one + 1 + random() % (count - one - 1);
      exclude += std::string("{ ") + static_cast<char>('a' + one) + " = '" +
                 values[one][random() % values[one].size()] + "', " + static_cast<char>('a' + other) + " = '" +
                 values[other][random() % values[other].size()] + "' }, ";
    }
    exclude += "]";
    const std::string text = frame + "|{{#each}}{{number}}" + fragment + ";{{/each}}";
    SCOPED_TRACE(text + "\n" + holes + exclude);
    const auto campaign = loaded(specification(text, holes, exclude));
    const Lines lines = texts_of(campaign);
    EXPECT_EQ(std::multiset<std::string>(lines.begin(), lines.end()), without_fragments(text, holes, exclude));
    expect_levels_agree(campaign);
    linked += to_string(campaign.space->structure()).find("frames ") != std::string::npos;
  }
  EXPECT_GT(linked, 60) << "most of them depend on their frame";
}

TEST(SpecificationFrames, AreExcludedWithoutChangingOrdinals) {
  const std::string frame_out = "exclude = [{ a = 'x', c = 'p' }, { a = 'z', b = 7 }, { a = 'y', c = 'q', d = 'u' }]";
  const auto campaign = loaded(specification(line, choices, frame_out)), whole = loaded(specification(line, choices));
  const Lines some = texts_of(campaign), all = texts_of(whole);
  ASSERT_EQ(some.size(), all.size());
  for (std::size_t ordinal = 0; ordinal < all.size(); ++ordinal) {
    const std::string& text = all[ordinal];
    const bool excluded = text.starts_with("x p") || (text.starts_with("z") && text[5] == '7') ||
                          (text.starts_with("y q") && text[6] == 'u');
    EXPECT_EQ(some[ordinal], excluded ? "-" : text);
  }
  EXPECT_EQ(text_of(campaign.merged[0]->render(0)), "-") << "nothing of an excluded frame";
  expect_levels_agree(campaign);
  const auto inner =
      loaded(specification("{{a}}|{{#each}}{{number}}{{b}};{{/each}}",
                           "n = [1, 2]\na = ['x', '<{{n}}>']\nb = ['k', 'l']", "exclude = [{ \"a/n\" = 2, b = 'k' }]"));
  EXPECT_THAT(texts_of(inner), ElementsAre("x|0k;", "x|0l;", "<1>|0k;", "<1>|0l;", "-", "<2>|0l;"));
  expect_levels_agree(inner);
}

TEST(SpecificationFrames, OfOtherFragmentsAreOtherSpaces) {
  const auto print = [](const std::string& holes, const std::string& exclude = "") {
    return to_string(loaded(specification(line, holes, exclude)).space->structure());
  };
  std::string others = choices;
  others.replace(others.find("[4]"), 3, "[3]");
  EXPECT_NE(print(choices), print(others));
  EXPECT_NE(print(choices), print(choices, "exclude = [{ a = 'x', d = 'u' }]"));
  EXPECT_NE(print(choices), print(choices, "exclude = [{ a = 'x' }]"));
  EXPECT_EQ(print(choices), print(choices));
}

/// A hole with one value in some frames makes no choice there, so attributes read the frame.
TEST(SpecificationFrames, AreReadByAttributesOfFragments) {
  const auto campaign =
      loaded(specification(line, choices) + "[[attributes]]\nname = 's'\nfrom = ['b']\nsum = { 4 = 40 }\n");
  for (Ordinal ordinal = 0; ordinal < campaign.space->size(); ++ordinal) {
    const std::string b(1, text_of(campaign.space->render(ordinal))[5]);
    EXPECT_EQ(label_of(campaign.attributes.at(0), campaign.space->choices(ordinal)), b == "4" ? "40" : b);
  }
}

/// A fragment that prints shows it: 3 and 8, wherever they are; 9 only in the frame q.
TEST(SpecificationFrames, AreKeptByTheLadderAndByUnmerging) {
  const auto campaign = loaded(
      "name = 'test'\n[inputs]\nfile = 'input.sh'\ntemplate = '''\nc={{c}}\n{{#each}}\n"
      "case {{b}}$c in 3?|8?|9q) echo \"{{a}}: {{b}}\";; esac\n{{/each}}\n'''\n"
      "[inputs.merging]\nat_a_time = [2, 4]\n[inputs.choices]\n" +
      choices.substr(0, choices.rfind('\n')) +
      "\n[subject]\nrun = ['dash', '{input}']\n[[oracles]]\nexpected_output = ''\n");
  ASSERT_EQ(campaign.space->size(), 18u);
  std::string first;
  for (const unsigned jobs : {1u, 2u, 4u}) {
    runner::Engine engine(campaign, {.jobs = jobs});
    results::Store store = results::Store::in_memory(engine.manifest());
    runner::Observer observer;
    runner::RunOptions options;
    options.ladder = true;
    options.unmerge = runner::Unmerge::all;
    engine.run(store, options, observer);
    EXPECT_TRUE(store.account().complete);
    EXPECT_EQ(store.account().executed, 18u) << "each input of level 0 once";
    std::set<Ordinal> found, culprits, wrong;
    store.for_each_failure([&](const results::Case& failure) {
      if (failure.level == 0) found.insert(failure.ordinal);
      return true;
    });
    store.for_each_unmerging([&](const results::Unmerging& one) {
      for (const results::Part& part : one.parts) {
        EXPECT_EQ(part.found.level, 0);
        culprits.insert(part.found.ordinal);
      }
      return true;
    });
    for (Ordinal ordinal = 0; ordinal < 18; ++ordinal) {
      const std::string text = text_of(campaign.space->render(ordinal));
      for (const char* const bad : {"case 3", "case 8"})
        if (text.find(bad) != std::string::npos) wrong.insert(ordinal);
      if (text.find("case 9") != std::string::npos && text.starts_with("c=q")) wrong.insert(ordinal);
    }
    EXPECT_EQ(wrong.size(), 5u);
    EXPECT_EQ(found, wrong);
    EXPECT_EQ(culprits, wrong);
    if (first.empty()) first = store.canonical_dump();
    EXPECT_EQ(store.canonical_dump(), first) << jobs;
  }
}

}  // namespace
}  // namespace smallscope::program
