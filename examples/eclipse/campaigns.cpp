// SPDX-License-Identifier: Apache-2.0
#include "campaigns.hpp"

#include <functional>
#include <smallscope/runner/observed.hpp>
#include <string>
#include <utility>

#include "engine.hpp"
#include "oracles.hpp"
#include "spaces/spaces.hpp"

namespace eclipse_campaigns {
namespace {

namespace java = smallscope::java;
namespace runner = smallscope::runner;

/// The names that the generators use, and the names that the engine derives from them. English words are left out,
/// because messages use those themselves.
const std::vector<std::string> identifiers{"A", "B", "C", "D", "L", "U",      "Main",   "f",      "g",    "m",
                                           "n", "v", "w", "i", "j", "mPrime", "useInA", "useInB", "getF", "setF"};

/// Fields vary in type, so types are words of the generator, too.
std::vector<std::string> with_types(std::vector<std::string> names) {
  for (const java::Type& type : java::field_types()) names.push_back(java::to_string(type));
  return names;
}

/// What every campaign has in common, besides its space.
struct Frame {
  std::string name, description;
  Judging judging;
};

template <smallscope::generators::IndexedGenerator G>
runner::Campaign campaign(const Frame& frame, G generator,
                          smallscope::subjects::Input (*render)(const typename G::value_type&),
                          std::vector<std::string> masks = identifiers) {
  runner::Campaign result =
      runner::observed(frame.name, std::move(generator), render, engine(), refactoring_oracles(frame.judging));
  result.description = frame.description;
  result.messages.masks = std::move(masks);
  result.messages.presets = {"javac", "ecj"};
  result.reproduction = runner::Reproduction{
      .script = SMALLSCOPE_ECLIPSE_REPRODUCE,
      .command =
          [] {
            return std::vector<std::string>{"python3", "reproduce.py"};
          },
      .environment = {{"SMALLSCOPE_ECLIPSE_ENGINE", engine_directory().string()}},
      .note =
          "The mark « stands before the name of the declaration that is refactored; it is no part of "
          "the program.",
      .subject = "Eclipse"};
  result.messages.rules = {
      // Each of several merged references has variables and classes of its own: v3, L3.
      {R"(\b(?:v|g|L|w)\d+\b)", "<name>"},
      // Where a class is, is the generator's choice: A.local().B.useInB() is as good as B.useInB().
      {R"(<name>(?:\((?:\.\.\.)?\))?(?:\.(?:<name>|local)(?:\((?:\.\.\.)?\))?)*)", "<name>"},
      {R"(new Object\(\)\{\})", "<name>"},
      // The printed text follows from the type, and the lines of the program from every choice. But printing nothing
      // differs from printing something.
      {R"re(^behaviour before: ".*", behaviour after: ".*"$)re",
       "behaviour before: <output>, behaviour after: <output>"},
      {R"re(^behaviour before: ".*", behaviour after: \(nothing\)$)re",
       "behaviour before: <output>, behaviour after: none"},
      {R"re(^before: ".*", there and back: ".*"$)re", "before: <line>, there and back: <line>"},
  };
  // Nothing is declared as hiding the rest, although a result that does not compile is not run. Eclipse's compiler
  // reports the errors of all fragments, and looking behind each of them would cost as much as level 0.
  return result;
}

struct Pair {
  std::string name, description;
  std::function<runner::Campaign(const Frame&)> make;
};

/// In the order of the paper's figure 5.
std::vector<Pair> pairs() {
  return {
      {"push-down-field/dual-class-field-reference", "a field moves to the subclasses; references follow",
       [](const Frame& frame) {
         return campaign(frame, parent_field_references(), push_down_field, with_types(identifiers));
       }},
      {"encapsulate-field/dual-class-field-reference", "references in and around two classes become accessors",
       [](const Frame& frame) {
         return campaign(frame, dual_class_field_references(), encapsulate_field, with_types(identifiers));
       }},
      {"encapsulate-field/single-class-field-reference", "references in one class become accessors",
       [](const Frame& frame) {
         return campaign(frame, single_class_field_references(), encapsulate_field, with_types(identifiers));
       }},
      {"push-down-method/dual-class-method-parent", "a method moves to the subclasses; it reads fields and is called",
       [](const Frame& frame) { return campaign(frame, dual_class_method_parent(), push_down_method); }},
      {"pull-up-method/triple-class-method-child", "a method moves to the superclass; three classes are involved",
       [](const Frame& frame) { return campaign(frame, triple_class_method_child(), pull_up_method); }},
      {"pull-up-method/dual-class-method-child", "a method moves to the superclass; it reads fields and is called",
       [](const Frame& frame) { return campaign(frame, dual_class_method_child(), pull_up_method); }},
      {"rename-field/dual-class-field-reference", "a field gets a new name in two classes, there and back",
       [](const Frame& frame) {
         return campaign(frame, dual_class_field_references(), rename_field, with_types(identifiers));
       }},
      {"rename-field/single-class-field-reference", "a field gets a new name in one class, there and back",
       [](const Frame& frame) {
         return campaign(frame, single_class_field_references(), rename_field, with_types(identifiers));
       }},
      {"rename-method/single-class-method-reference", "a method gets a new name in one class, there and back",
       [](const Frame& frame) { return campaign(frame, single_class_method_references(), rename_method); }},
  };
}

smallscope::program::Entry entry(const Pair& pair, const std::string& prefix, const std::string& suffix,
                                 Judging judging) {
  const Frame frame{prefix + pair.name, pair.description + suffix, std::move(judging)};
  return {frame.name, frame.description, [frame, make = pair.make] { return make(frame); }};
}

}  // namespace

std::vector<smallscope::program::Entry> campaigns() {
  const Judging told{.unwarned = false, .warned = true, .warned_as_error = true, .erroneous_warnings = false};
  const Judging faults{.unwarned = true, .warned = false, .warned_as_error = false, .erroneous_warnings = true};
  std::vector<smallscope::program::Entry> all;
  for (const Pair& pair : pairs()) all.push_back(entry(pair, "eclipse/", "", faults));
  for (const Pair& pair : pairs())
    all.push_back(entry(pair, "eclipse-warned/", ": what goes wrong after a warning", told));
  return all;
}

}  // namespace eclipse_campaigns
