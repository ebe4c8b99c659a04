// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/clusters.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <smallscope/clustering/traces.hpp>
#include <smallscope/generators/hash.hpp>
#include <utility>

namespace smallscope::clustering {

namespace {

using oracles::Verdict;

constexpr std::array<std::pair<Abstraction, std::string_view>, 4> names{{{Abstraction::concrete, "concrete"},
                                                                         {Abstraction::abstract, "abstract"},
                                                                         {Abstraction::oracle_name, "oracle"},
                                                                         {Abstraction::random, "random"}}};

bool says_nothing(const oracles::Judgement& judgement) {
  return judgement.verdict == Verdict::pass || judgement.verdict == Verdict::not_applicable;
}

/// `abstract` is that of the options' rules.
template <class Abstract>
std::vector<std::string> messages_at(const oracles::Judgement& judgement, const Options& options, Abstract abstract) {
  switch (options.abstraction) {
    case Abstraction::concrete:
      return judgement.messages;
    case Abstraction::abstract:
      return abstract(judgement.messages);
    default:
      return {};
  }
}

template <class Abstract>
Signature signature_by(Verdict verdict, const std::vector<oracles::Judgement>& judgements, const Options& options,
                       results::Ordinal ordinal, Abstract abstract) {
  if (options.abstraction == Abstraction::random) {
    const std::uint64_t hash = generators::mixed(generators::mixed(options.seed + generators::golden_gamma) + ordinal);
    return {{"random", Verdict::fail, {std::to_string(hash % std::max<std::size_t>(options.random_clusters, 1))}}};
  }
  Signature signature;
  bool has_verdict = false;
  for (const oracles::Judgement& judgement : judgements) {
    if (says_nothing(judgement)) continue;
    signature.push_back({judgement.oracle, judgement.verdict, messages_at(judgement, options, abstract)});
    has_verdict |= judgement.verdict == verdict;
  }
  // A verdict that no oracle gave, such as flaky, is a part of its own: it keeps its class apart.
  if (!has_verdict) signature.insert(signature.begin(), {"", verdict, {}});
  return signature;
}

}  // namespace

std::string_view name(Abstraction abstraction) {
  return std::ranges::find(names, abstraction, &std::pair<Abstraction, std::string_view>::first)->second;
}

std::optional<Abstraction> abstraction_named(std::string_view name) {
  for (const auto& [abstraction, known] : names)
    if (known == name) return abstraction;
  return std::nullopt;
}

std::size_t text_size(const subjects::Input& input) {
  std::size_t size = input.standard_input.size();
  for (const subjects::NamedText& file : input.files) size += file.text.size();
  for (const subjects::NamedText& parameter : input.parameters) size += parameter.text.size();
  return size;
}

RuleSet rules_of(const results::Manifest& manifest) {
  std::vector<Rule> rules;
  for (const auto& [pattern, replacement] : manifest.rules) rules.push_back({pattern, replacement});
  std::vector<std::string> wanted = manifest.presets;
  // Paths come before numbers, because they contain numbers.
  for (const char* always : {"paths", "numbers"}) {
    std::erase(wanted, always);
    wanted.emplace_back(always);
  }
  for (const std::string& name : wanted) {
    const std::vector<Rule>& more = preset(name);
    rules.insert(rules.end(), more.begin(), more.end());
  }
  for (const auto& [pattern, replacement] : manifest.learned) rules.push_back({pattern, replacement});
  const bool reduces = std::ranges::find(wanted, stack_traces) != wanted.end();
  return RuleSet(manifest.masks, std::move(rules), reduces ? Traces::reduced : Traces::kept);
}

Signature signature(Verdict verdict, const std::vector<oracles::Judgement>& judgements, const Options& options,
                    results::Ordinal ordinal) {
  return signature_by(verdict, judgements, options, ordinal,
                      [&](const std::vector<oracles::Message>& said) { return options.rules.abstract(said); });
}

std::vector<std::string> messages(const std::vector<oracles::Judgement>& judgements, const Options& options) {
  std::vector<std::string> all;
  for (const oracles::Judgement& judgement : judgements) {
    if (says_nothing(judgement)) continue;
    const std::vector<std::string> abstracted =
        messages_at(judgement, options, [&](const auto& said) { return options.rules.abstract(said); });
    if (abstracted.empty()) all.push_back(judgement.oracle);
    for (const std::string& message : abstracted) all.push_back(fmt::format("{}: {}", judgement.oracle, message));
  }
  return all;
}

std::string to_string(const Signature& signature) {
  std::string text;
  for (const SignaturePart& part : signature) {
    if (!text.empty()) text += " | ";
    if (part.oracle.empty()) {
      text += oracles::name(part.verdict);
      continue;
    }
    text += part.oracle;
    if (part.verdict != Verdict::fail) text += fmt::format(" ({})", oracles::name(part.verdict));
    if (!part.messages.empty()) text += fmt::format(": {}", fmt::join(part.messages, "; "));
  }
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::size_t with_further_messages(std::span<const Cluster> clusters) {
  std::size_t failing = 0;
  for (const Cluster& cluster : clusters)
    if (std::ranges::any_of(cluster.signature, [](const SignaturePart& part) {
          return part.messages.size() == 1 && part.messages.front() == further_messages;
        }))
      failing += cluster.failing();
  return failing;
}

std::size_t Clustering::Hash::operator()(const Signature& signature) const {
  generators::Fnv1a hash;
  for (const SignaturePart& part : signature) {
    hash.add(part.oracle);
    hash.add_byte(static_cast<unsigned char>(part.verdict));
    for (const std::string& message : part.messages) hash.add(message);
  }
  return hash.value();
}

std::uint32_t Clustering::number_of(const results::Case& failing) {
  Signature signature = signature_by(failing.verdict, failing.judgements, options_, failing.ordinal,
                                     [&](const std::vector<oracles::Message>& said) { return rules_.abstract(said); });
  const bool is_full = numbers_.size() >= options_.most_signatures && options_.abstraction != Abstraction::random;
  if (is_full && !numbers_.contains(signature))
    for (SignaturePart& part : signature)
      if (!part.messages.empty()) part.messages = {std::string(further_messages)};
  const auto [place, is_new] = numbers_.try_emplace(std::move(signature), static_cast<std::uint32_t>(numbers_.size()));
  if (is_new) signatures_.push_back(&place->first);
  return place->second;
}

bool Clustering::add(const results::Case& failing, std::optional<std::size_t> group) {
  return oracles::is_failing(failing.verdict) && add(entry_of(failing), group);
}

Clustering::Entry Clustering::entry_of(const results::Case& failing) {
  return {.ordinal = failing.ordinal,
          .test = failing.test,
          .size = text_size(failing.input),
          .level = failing.level,
          .signature = number_of(failing)};
}

bool Clustering::add(const Entry& entry, std::optional<std::size_t> group) {
  const auto& [ordinal, test, size, level, number] = entry;
  const std::pair member(level, ordinal);
  auto [found, opened] = groups_.try_emplace({group, group ? 0 : number});
  Group& into = found->second;
  ++into.by_messages[number];
  ++into.cases;
  if (opened || test < into.first_test) into.first_test = test;
  if (opened || member < into.least) into.least = member;
  if (opened || std::pair(size, member) < std::pair(into.smallest, into.representative)) {
    into.smallest = size;
    into.representative = member;
  }
  if (keeps_members_) into.members.push_back(member);
  return opened;
}

std::pair<std::uint32_t, std::size_t> Clustering::most_frequent(const Group& group) const {
  const auto before = [&](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : signature(a.first) < signature(b.first);
  };
  return *std::ranges::min_element(group.by_messages, before);
}

void Clustering::for_each(const std::function<void(const Signature&, std::size_t, results::Ordinal)>& visit) const {
  for (const auto& [key_of_group, group] : groups_)
    visit(signature(most_frequent(group).first), group.cases, group.first_test);
}

std::vector<Cluster> Clustering::clusters() const& { return clusters_of(groups_); }
std::vector<Cluster> Clustering::clusters() && { return clusters_of(std::move(groups_)); }

std::vector<Cluster> Clustering::clusters_of(Groups groups) const {
  std::vector<std::pair<std::pair<int, results::Ordinal>, Cluster>> found;  // with the least members
  found.reserve(groups.size());
  for (auto& [key_of_group, group] : groups) {
    const auto [number, with_signature] = most_frequent(group);
    const Signature& most = signature(number);
    Cluster& cluster = found.emplace_back(group.least, Cluster{}).second;
    cluster = {.key = key(most),
               .signature = most,
               .signatures = group.by_messages.size(),
               .with_signature = with_signature,
               .group = key_of_group.first,
               .members = std::move(group.members),
               .counted = keeps_members_ ? 0 : group.cases,
               .first_test = group.first_test,
               .representative = group.representative};
    std::ranges::sort(cluster.members);
    cluster.members.erase(std::unique(cluster.members.begin(), cluster.members.end()), cluster.members.end());
  }
  std::ranges::sort(found, [](const auto& a, const auto& b) {
    const std::size_t left = a.second.failing(), right = b.second.failing();
    return left != right ? left > right : a.first < b.first;
  });
  std::vector<Cluster> result;
  result.reserve(found.size());
  for (auto& [least, cluster] : found) {
    cluster.id = fmt::format("C{}", result.size() + 1);
    result.push_back(std::move(cluster));
  }
  return result;
}

std::vector<Cluster> cluster(const results::Store& store, const Options& options, Members members) {
  Clustering clustering(options, members);
  store.for_each_failure(
      [&](const results::Case& found) {
        clustering.add(found);
        return true;
      },
      false, {.choices = false, .observed = false});
  return std::move(clustering).clusters();
}

}  // namespace smallscope::clustering
