// SPDX-License-Identifier: Apache-2.0
#include "triage/review_session.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <smallscope/clustering/known_faults/fault_text.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/output_file.hpp"

namespace smallscope::program {

namespace {

using clustering::Decision;
using clustering::Fault;
using clustering::FaultsError;
using clustering::Undecided;

constexpr std::string_view opening =
    "# Known faults: what was decided about failures. `smallscope review` adds to this file and leaves alone what you "
    "write.\n# docs/known-faults.md of smallscope describes it.\n";

std::optional<std::string> text_if_there(const std::filesystem::path& file) {
  return std::filesystem::exists(file) ? std::optional(clustering::text_of(file)) : std::nullopt;
}

std::vector<results::Ordinal> ordinals_of(const Undecided& question) {
  std::vector<results::Ordinal> ordinals;
  for (const auto& [level, ordinal] : question.cluster.members)
    if (level == 0) ordinals.push_back(ordinal);
  return ordinals;
}

std::vector<results::Ordinal> together(std::vector<results::Ordinal> a, const std::vector<results::Ordinal>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a);
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

}  // namespace

ReviewSession::ReviewSession(Reviewed reviewed, std::filesystem::path file)
    : reviewed_(std::move(reviewed)), file_(std::move(file)) {
  { const OutputFile probe(file_, {reviewed_.store.file()}); }  // throws now if nothing could be written later
  text_ = text_if_there(file_);
  if (text_) faults_ = clustering::Faults::parse(*text_, file_);
  at_start_ = faults_;
  const results::Manifest& manifest = reviewed_.store.manifest();
  comparison_ =
      clustering::compare(reviewed_.store, faults_, {.rules = clustering::rules_of(manifest)}, reviewed_.today);
  questions_ = clustering::undecided(reviewed_.store, reviewed_.clusters, comparison_);
  for (const clustering::FaultState& state : comparison_.faults)
    for (const clustering::FailingInput& input : state.inside)
      if (input.level == 0) inside_[faults_.all()[state.fault].name].push_back(input.ordinal);
  for (const clustering::Cluster& cluster : reviewed_.clusters)
    for (const results::Ordinal ordinal : clustering::explained_members(cluster)) explainable_.push_back(ordinal);
  std::ranges::sort(explainable_);
}

void ReviewSession::reload() {
  std::optional<std::string> now = text_if_there(file_);
  if (now == text_) return;
  faults_ = now ? clustering::Faults::parse(*now, file_) : clustering::Faults();
  text_ = std::move(now);
  history_.clear();  // undoing would undo the changes of somebody else
}

void ReviewSession::save(const std::string& text) {
  clustering::Faults faults = clustering::Faults::parse(text, file_);  // what is written can be read
  OutputFile output(file_, {reviewed_.store.file()});
  output.stream() << text;
  output.finish();
  history_.push_back({text_, inside_});
  text_ = text;
  faults_ = std::move(faults);
}

std::optional<std::size_t> ReviewSession::find(const std::string& name) const {
  for (const std::size_t fault : faults_.of_campaign(reviewed_.store.manifest().campaign)) {
    const Fault& known = faults_.all()[fault];
    if (known.name == name && known.decision.kind != Decision::Kind::note) return fault;
  }
  return std::nullopt;
}

std::size_t ReviewSession::require(const std::string& name) const {
  if (const auto fault = find(name)) return *fault;
  throw FaultsError(fmt::format("{} has no fault `{}` of {}; name one of those that it has", file_.string(), name,
                                reviewed_.store.manifest().campaign));
}

std::vector<std::string> ReviewSession::names() const {
  std::vector<std::string> all;
  for (const std::size_t fault : faults_.of_campaign(reviewed_.store.manifest().campaign))
    if (const Fault& known = faults_.all()[fault]; known.decision.kind != Decision::Kind::note)
      all.push_back(known.name);
  return all;
}

std::string ReviewSession::suggested_name(const Undecided& question) const {
  constexpr std::size_t width = 70;
  std::string base = clustering::to_string(question.cluster.signature);
  for (const clustering::SignaturePart& part : question.cluster.signature)
    if (!part.messages.empty()) {
      base = part.messages.front();
      break;
    }
  base = report::one_line(base, width);
  std::string name = base;
  for (int number = 2; find(name); ++number) name = fmt::format("{} ({})", base, number);
  return name;
}

std::optional<clustering::Explanation> ReviewSession::explanation(const Undecided& question) const {
  const std::vector<results::Ordinal> members = clustering::explained_members(question.cluster);
  if (!reviewed_.explainer || members.empty()) return std::nullopt;
  return reviewed_.explainer->explain(members);
}

std::optional<clustering::WrittenExplanation> ReviewSession::written(Ordinals members) const {
  std::erase_if(members, [&](results::Ordinal member) { return !std::ranges::binary_search(explainable_, member); });
  if (!reviewed_.explainer_for_files || members.empty()) return std::nullopt;
  return clustering::written(reviewed_.explainer_for_files->explain(members));
}

std::string ReviewSession::name(const Undecided& question, const std::string& name, Decision::Kind kind) {
  reload();
  if (find(name))
    throw FaultsError(fmt::format("there is a fault `{}` already; press s to make these failures a part of it", name));
  const results::Manifest& manifest = reviewed_.store.manifest();
  Fault fault{.campaigns = {manifest.campaign}, .name = name};
  Ordinals failing = ordinals_of(question);
  fault.decision = {
      .kind = kind, .keys = question.keys, .first_seen = reviewed_.today, .explanation = written(failing)};
  if (!failing.empty()) fault.decision.evidence = clustering::evidence_from(manifest, failing);
  save(clustering::with_fault(text_.value_or(std::string(opening)), fault));
  inside_[name] = std::move(failing);
  return fmt::format("{} `{}`", clustering::name(kind), name);
}

std::string ReviewSession::same_as(const Undecided& question, const std::string& name) {
  return extend(question, name, false);
}

std::string ReviewSession::keep(const Undecided& question) {
  if (!question.state)
    throw FaultsError(
        "these failures are new, so there is nothing to keep; press n to name them, or s for a fault "
        "that they belong to");
  return extend(question, at_start_.all()[comparison_.faults[*question.state].fault].name, true);
}

std::string ReviewSession::extend(const Undecided& question, const std::string& name, bool without_end) {
  reload();
  const std::size_t place = require(name);
  const results::Manifest& manifest = reviewed_.store.manifest();
  Decision decision = faults_.all()[place].decision;
  for (const std::string& key : question.keys)
    if (std::ranges::find(decision.keys, key) == decision.keys.end()) decision.keys.push_back(key);
  const Ordinals failing = together(inside_[name], ordinals_of(question));
  // Where nothing was recorded, everything with the fault's keys or rules belongs to it, and should go on to.
  if (decision.evidence || decision.explanation) {
    const bool is_same_space = decision.evidence && clustering::is_of_space(*decision.evidence, manifest);
    if (!failing.empty())
      decision.evidence =
          clustering::evidence_from(manifest, is_same_space ? together(decision.evidence->failing, failing) : failing);
    if (auto words = written(failing)) decision.explanation = std::move(words);
  }
  if (without_end && decision.expires && *decision.expires < reviewed_.today) decision.expires.reset();
  std::vector<clustering::Field> changed;
  const std::vector<clustering::Field> old = clustering::fields_of(faults_.all()[place].decision);
  const std::vector<clustering::Field> now = clustering::fields_of(decision);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].value != old[i].value) changed.push_back(now[i]);
  save(clustering::with_fields(*text_, place, changed));
  inside_[name] = failing;
  return fmt::format("part of `{}`", name);
}

std::string ReviewSession::note(const Undecided& question, const std::string& text) {
  reload();
  const results::Manifest& manifest = reviewed_.store.manifest();
  Fault fault{.campaigns = {manifest.campaign}, .name = suggested_name(question), .note = text};
  fault.decision = {.kind = Decision::Kind::note, .keys = question.keys, .first_seen = reviewed_.today};
  for (const auto& [key, note] : comparison_.notes)
    if (std::ranges::find(question.keys, key) != question.keys.end() && note < faults_.all().size() &&
        faults_.all()[note].name == at_start_.all()[note].name) {
      save(clustering::with_fields(*text_, note, {{"note", clustering::toml_text(text)}}));
      return "note changed";
    }
  save(clustering::with_fault(text_.value_or(std::string(opening)), fault));
  return "note added";
}

bool ReviewSession::undo() {
  reload();
  if (history_.empty()) return false;
  const Before before = history_.back();
  if (before.text) {
    OutputFile output(file_, {reviewed_.store.file()});
    output.stream() << *before.text;
    output.finish();
  } else if (std::filesystem::remove(file_); std::filesystem::exists(file_)) {
    throw FaultsError(fmt::format("{} cannot be removed", file_.string()));
  }
  history_.pop_back();
  text_ = before.text;
  faults_ = text_ ? clustering::Faults::parse(*text_, file_) : clustering::Faults();
  inside_ = before.inside;
  return true;
}

}  // namespace smallscope::program
