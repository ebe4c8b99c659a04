// SPDX-License-Identifier: Apache-2.0
// What `review` writes: the file of faults, one decision at a time, each of which can be undone.
//
// Every decision is on the disk before the next question. If somebody else changes the file meanwhile, the next
// decision is added to what it says then.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/clustering/known_faults/undecided.hpp>

namespace smallscope::program {

/// What the decisions are about.
struct Reviewed {
  const results::Store& store;
  clustering::Day today;
  std::vector<clustering::Cluster> clusters;
  std::optional<clustering::Explainer> explainer;  ///< none if the store cannot be explained
  /// Explains in choices alone, because files of faults do not know declared attributes.
  std::optional<clustering::Explainer> explainer_for_files;
};

class ReviewSession {
 public:
  /// Compares the store with the file, which need not exist. Throws clustering::FaultsError for a file that says
  /// something wrong, and what OutputFile throws for one that could not be written.
  ReviewSession(Reviewed reviewed, std::filesystem::path file);

  const std::vector<clustering::Undecided>& questions() const { return questions_; }
  const clustering::Faults& faults_at_start() const { return at_start_; }
  const clustering::FaultComparison& comparison() const { return comparison_; }
  /// The names of the faults of the campaign, as the file has them now; no notes.
  std::vector<std::string> names() const;
  /// What a person may want to call the failures: a name that no fault has.
  std::string suggested_name(const clustering::Undecided& question) const;
  /// The explanation of the failures; empty without an explainer.
  std::optional<clustering::Explanation> explanation(const clustering::Undecided& question) const;

  // Decisions. Each says what it has written, and throws clustering::FaultsError, UsageError or results::StoreError
  // if it cannot be written; then nothing has changed.

  /// A new fault, known or to be ignored. The name must be new.
  std::string name(const clustering::Undecided& question, const std::string& name, clustering::Decision::Kind kind);
  /// The failures belong to the fault with this name, too.
  std::string same_as(const clustering::Undecided& question, const std::string& name);
  /// The failures belong to the fault that has grown, or its decision holds without an end.
  std::string keep(const clustering::Undecided& question);
  /// A remark; the failures stay new.
  std::string note(const clustering::Undecided& question, const std::string& text);
  /// Takes the last decision back; false if there is none.
  bool undo();

 private:
  using Ordinals = std::vector<results::Ordinal>;
  struct Before {
    std::optional<std::string> text;
    std::map<std::string, Ordinals> inside;
  };

  void reload();
  void save(const std::string& text);
  std::optional<std::size_t> find(const std::string& name) const;
  std::size_t require(const std::string& name) const;
  /// The written explanation of failing inputs, as far as they can be explained.
  std::optional<clustering::WrittenExplanation> written(Ordinals members) const;
  std::string extend(const clustering::Undecided& question, const std::string& name, bool without_end);

  Reviewed reviewed_;
  std::filesystem::path file_;
  std::optional<std::string> text_;  ///< of the file; none if it does not exist
  clustering::Faults faults_;        ///< as the text says
  clustering::Faults at_start_;
  clustering::FaultComparison comparison_;
  std::vector<clustering::Undecided> questions_;
  Ordinals explainable_;                    ///< ascending
  std::map<std::string, Ordinals> inside_;  ///< by name of the fault: the inputs that fail inside it now
  std::vector<Before> history_;
};

}  // namespace smallscope::program
