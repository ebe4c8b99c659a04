// SPDX-License-Identifier: Apache-2.0
// Oracle-based test clustering (FASE 2009, section 6): failures with the same signature, meant to be one fault.
//
// A signature is the list of (oracle, messages) of a case, at a chosen abstraction. Lists are compared as lists.
// Clustering only reads results, so it works on a store written last week. Memory: one entry for each of at most
// Options::most_signatures signatures, plus 16 bytes per member if members are kept. The functions may be called from
// several threads; a Clustering belongs to one thread. Example: cluster(store, {.rules = rules_of(store.manifest())}).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <smallscope/clustering/rules.hpp>
#include <smallscope/results/store.hpp>

namespace smallscope::clustering {

/// The four options of the paper's section 7.
enum class Abstraction { concrete, abstract, oracle_name, random };
std::string_view name(Abstraction abstraction);
std::optional<Abstraction> abstraction_named(std::string_view name);

/// For studies, which tell all signatures apart.
inline constexpr std::size_t every_signature = static_cast<std::size_t>(-1);

struct Options {
  Abstraction abstraction = Abstraction::abstract;
  RuleSet rules;
  std::size_t random_clusters = 10;  ///< for Abstraction::random: into how many groups failures are dealt
  std::uint64_t seed = 1;            ///< for Abstraction::random
  /// So many different signatures are told apart. Failures with further ones are clustered without their messages,
  /// which say little then, and of which nobody reads so many.
  std::size_t most_signatures = 10'000;
};

/// The rules that a store's manifest specifies: its masks, its own rules, its presets, paths and numbers, then its
/// learned rules.
RuleSet rules_of(const results::Manifest& manifest);

/// One judgement, abstracted. Verdict classes stay apart: crashes and time-outs never share a cluster with failures.
struct SignaturePart {
  std::string oracle;
  oracles::Verdict verdict;
  std::vector<std::string> messages;
  friend auto operator<=>(const SignaturePart&, const SignaturePart&) = default;
};
using Signature = std::vector<SignaturePart>;

/// The signature of judgements with this overall verdict. Flaky cases form a class of their own.
Signature signature(oracles::Verdict verdict, const std::vector<oracles::Judgement>& judgements, const Options& options,
                    results::Ordinal ordinal = 0);
/// The messages of judgements that did not pass, at the abstraction of the options, each as "oracle: message". A
/// judgement without messages gives its oracle's name. These are what un-merging accounts for.
std::vector<std::string> messages(const std::vector<oracles::Judgement>& judgements, const Options& options);
/// "compiles after: unexpected indent | behaviour preserved: ..." for one line of a table.
std::string to_string(const Signature& signature);
/// The name of a signature, equal in every run, store and machine: "v1-" and 16 hexadecimal digits, a hash of the
/// oracle names, verdicts and messages. A change of the computation changes the prefix.
std::string key(const Signature& signature);
/// The name of a cluster that was formed by causes: that of its signature if it has one, and no causes; otherwise "v2-"
/// and a hash of all its signatures and causes ("reference = del X.f"). Never of numbers of members or ordinals.
std::string key(std::span<const Signature> signatures, std::span<const std::string> causes);
/// Takes the place of the messages of failures that are clustered without them (Options::most_signatures).
inline constexpr std::string_view further_messages = "<further messages>";

struct Cluster {
  std::string id;       ///< "C1", "C2", ... by falling number of cases, then by first ordinal: may differ between runs
  std::string key;      ///< the same in every store and run: made of oracles, messages and causes
  Signature signature;  ///< of most of its members; of all of them unless it was formed by causes
  std::size_t signatures = 1;                             ///< how many different ones its members have
  std::size_t with_signature = 0;                         ///< how many failing inputs have `signature`
  std::optional<std::size_t> group;                       ///< the index in Causes::groups, if it was formed by causes
  std::vector<std::pair<int, results::Ordinal>> members;  ///< (level, ordinal), ascending; none if they are counted
  std::size_t counted = 0;                                ///< how many there are, if they are counted
  results::Ordinal first_test = 0;                  ///< the least `test` of its members: when the run first saw it
  std::pair<int, results::Ordinal> representative;  ///< the smallest input (total text), then the least ordinal
  /// How many failing inputs it has.
  std::size_t failing() const { return std::max(counted, members.size()); }
};

/// How many failing inputs are in clusters whose messages, or most of them, were not told apart
/// (Options::most_signatures).
std::size_t with_further_messages(std::span<const Cluster> clusters);

/// The size of an input by which representatives are chosen: the bytes of its files, parameters and standard input.
std::size_t text_size(const subjects::Input& input);

/// Whether a Clustering keeps the members of its clusters, or only their number, so that its memory does not grow with
/// the number of failures.
enum class Members { kept, counted };

/// Groups cases one at a time, for instance while they are committed. Belongs to one thread. The clusters do not depend
/// on the order of the cases unless there are more signatures than Options::most_signatures: the first are told apart.
class Clustering {
 public:
  explicit Clustering(Options options, Members members = Members::kept)
      : options_(std::move(options)), keeps_members_(members == Members::kept), rules_(options_.rules) {}
  Clustering(Clustering&&) = default;
  Clustering& operator=(Clustering&&) = default;

  /// Adds a case with a failing verdict; returns true if it opened a new cluster. Other cases are ignored. Cases of one
  /// `group` are one cluster, whatever their signatures; those without are clustered by signature.
  bool add(const results::Case& failing, std::optional<std::size_t> group = {});
  /// What add() needs of a failing case.
  struct Entry {
    results::Ordinal ordinal = 0;
    results::Ordinal test = 0;
    std::size_t size = 0;  ///< text_size() of its input
    int level = 0;
    std::uint32_t signature = 0;  ///< its number
  };
  Entry entry_of(const results::Case& failing);
  bool add(const Entry& entry, std::optional<std::size_t> group = {});
  /// The number of the case's signature, with remembered messages: 0, 1, ... in the order of their appearance.
  std::uint32_t number_of(const results::Case& failing);
  const Signature& signature(std::uint32_t number) const { return *signatures_[number]; }
  std::size_t size() const { return groups_.size(); }
  /// The clusters in their final order, with ids; of a temporary object, without a copy of their members.
  std::vector<Cluster> clusters() const&;
  std::vector<Cluster> clusters() &&;
  /// Visits the clusters in no particular order, without a copy of their members: the signature of most of them, how
  /// many cases were added, and Cluster::first_test.
  void for_each(const std::function<void(const Signature& signature, std::size_t cases, results::Ordinal first_test)>&
                    visit) const;

 private:
  struct Hash {
    std::size_t operator()(const Signature& signature) const;
  };
  struct Group {
    std::vector<std::pair<int, results::Ordinal>> members;  ///< if they are kept
    std::size_t cases = 0;
    results::Ordinal first_test = 0;
    std::pair<int, results::Ordinal> least, representative;
    std::size_t smallest = 0;                          ///< the size of the representative
    std::map<std::uint32_t, std::size_t> by_messages;  ///< how many cases have each signature
  };
  using Groups = std::map<std::pair<std::optional<std::size_t>, std::uint32_t>, Group>;
  /// The number of a signature, and how many cases have it.
  std::pair<std::uint32_t, std::size_t> most_frequent(const Group& group) const;
  std::vector<Cluster> clusters_of(Groups groups) const;

  Options options_;
  bool keeps_members_;
  RememberingRules rules_;
  std::unordered_map<Signature, std::uint32_t, Hash> numbers_;
  std::vector<const Signature*> signatures_;  ///< the keys of numbers_, by number
  Groups groups_;                             ///< by group, or number of a signature
};

/// All known failures of a store (Store::for_each_failure), clustered.
std::vector<Cluster> cluster(const results::Store& store, const Options& options, Members members = Members::kept);

}  // namespace smallscope::clustering
