// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/causes/stored.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

namespace smallscope::clustering {

namespace {

constexpr std::size_t most_inputs = 1'000'000;

std::string value_text(const Attribute& attribute, Value value) {
  const std::string& label = attribute.labels[value];
  return attribute.are_statements ? label : fmt::format("{} = {}", attribute.name, label);
}

}  // namespace

std::string to_string(const Cause& cause, const std::vector<Attribute>& attributes) {
  return value_text(attributes[cause.attribute], cause.value);
}

namespace {

/// The values that members of the group have, of attributes of which they do not have all.
std::vector<std::string> values_of(const CauseGroup& group, const Explainer& explainer) {
  std::vector<std::string> texts;
  const Attributes& attributes = explainer.population().attributes();
  std::vector<std::uint8_t> is_member(explainer.failing().size() + explainer.unjudged().size() +
                                      explainer.undecided().size());
  for (const std::size_t member : group.members) is_member[member] = 1;
  for (std::size_t attribute = 0; attribute < attributes.size(); ++attribute) {
    const std::vector<std::uint8_t> has =
        explainer.columns()[attribute].values_in(is_member, group.members.size(), attributes[attribute].labels.size());
    if (std::ranges::find(has, std::uint8_t{0}) == has.end()) continue;
    for (std::size_t value = 0; value < has.size(); ++value)
      if (has[value]) texts.push_back(value_text(attributes[attribute], static_cast<Value>(value)));
  }
  return texts;
}

/// Makes places in `different`, a signature and a verdict each, numbers of kinds.
void name_kinds(FailureMessages& messages, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& different) {
  std::vector<const Signature*> signatures;
  for (const auto& [signature, verdict] : different) signatures.push_back(&messages.clustering.signature(signature));
  const std::vector<std::string> texts = message_kinds(signatures),
                                 errors = message_kinds(signatures, RightAnswers::left_out_beside_errors);
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> numbers;             // by kind and verdict
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> difference_numbers;  // by kind and difference
  std::map<std::string, std::uint32_t> error_numbers;
  std::vector<std::uint32_t> kind_of, difference_of;
  for (std::size_t place = 0; place < different.size(); ++place) {
    const auto [number, is_new] = numbers.try_emplace({texts[place], different[place].second}, numbers.size());
    const bool is_silent = different[place].second == static_cast<std::uint32_t>(oracles::Verdict::fail) &&
                           says_only_outputs(texts[place]);
    if (is_new) {
      messages.kind_texts.push_back(texts[place]);
      messages.silent.push_back(is_silent);
      messages.errors.push_back(error_numbers.try_emplace(errors[place], error_numbers.size()).first->second);
    }
    kind_of.push_back(number->second);
    const std::string difference = is_silent ? output_difference(*signatures[place]) : "";
    const auto [known, is_other] =
        difference_numbers.try_emplace({number->second, difference}, difference_numbers.size());
    if (is_other) messages.difference_texts.push_back(difference);
    difference_of.push_back(known->second);
  }
  for (const std::uint32_t place : messages.kinds) messages.differences.push_back(difference_of[place]);
  for (std::uint32_t& kind : messages.kinds) kind = kind_of[kind];
}

}  // namespace

FailureMessages read_messages(const results::Store& store, const Options& options, By by) {
  FailureMessages messages{.clustering = Clustering(options),
                           .entries = {},
                           .kinds = {},
                           .kind_texts = {},
                           .silent = {},
                           .errors = {},
                           .differences = {},
                           .difference_texts = {},
                           .verdicts = {}};
  const std::size_t expected = by != By::message ? store.account().failed() : 0;
  messages.entries.reserve(expected);
  messages.kinds.reserve(expected);
  messages.verdicts.reserve(expected);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> different;          // numbers of signatures, with verdicts
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;  // where each of them is
  const auto read = [&](const results::Case& found) {
    if (!oracles::is_failing(found.verdict)) return true;
    if (by == By::message || found.level != 0 || found.verdict == oracles::Verdict::flaky) {
      messages.clustering.add(found);
      return true;
    }
    messages.entries.push_back(messages.clustering.entry_of(found));
    const std::uint32_t number = messages.entries.back().signature;
    const auto verdict = static_cast<std::uint32_t>(found.verdict);
    const auto [place, is_new] = known.try_emplace({number, verdict}, different.size());
    if (is_new) different.emplace_back(number, verdict);
    messages.kinds.push_back(place->second);
    messages.verdicts.push_back(verdict);
    return true;
  };
  store.for_each_failure(read, false, {.choices = false, .observed = false});
  name_kinds(messages, different);
  return messages;
}

namespace {

/// The clusters that the groups make of the failures; `values_of_group` tells groups apart that say the same and have
/// no cause.
template <class ValuesOfGroup>
CauseClusters clusters_of_groups(FailureMessages messages, Causes causes, const Explainer* explainer,
                                 const ValuesOfGroup& values_of_group) {
  CauseClusters result{.clusters = {},
                       .causes = std::move(causes),
                       .kinds = std::move(messages.kinds),
                       .kind_texts = std::move(messages.kind_texts),
                       .differences = std::move(messages.differences),
                       .difference_texts = std::move(messages.difference_texts)};
  Clustering& clustering = messages.clustering;
  const std::vector<Clustering::Entry>& entries = messages.entries;
  std::vector<std::set<std::uint32_t>> signatures(result.causes.groups.size());  // by group
  for (std::size_t index = 0; index < entries.size(); ++index) {
    const std::size_t group = result.causes.group_of[index];
    clustering.add(entries[index], group);
    signatures[group].insert(entries[index].signature);
  }
  result.clusters = clustering.clusters();
  const auto key_of = [&](std::size_t number, std::vector<std::string> values) {
    const CauseGroup& group = result.causes.groups[number];
    std::vector<Signature> texts;
    for (const std::uint32_t signature : signatures[number]) texts.push_back(clustering.signature(signature));
    for (const Cause& cause : group.causes) values.push_back(to_string(cause, explainer->population().attributes()));
    return key(texts, values);
  };
  std::map<std::string, std::size_t> uses;
  for (Cluster& cluster : result.clusters) {
    if (cluster.group) cluster.key = key_of(*cluster.group, {});
    ++uses[cluster.key];
  }
  for (Cluster& cluster : result.clusters)
    if (cluster.group && uses[cluster.key] > 1)
      cluster.key = key_of(*cluster.group, values_of_group(result.causes.groups[*cluster.group]));
  return result;
}

void require_failures(const FailureMessages& messages, const std::vector<Ordinal>& failing, std::string_view whose) {
  if (!std::ranges::equal(messages.entries, failing, {}, &Clustering::Entry::ordinal))
    throw std::invalid_argument(fmt::format("the {} of other failures than those that were read", whose));
}

Causes find_causes(const FailureMessages& messages, const Explainer& explainer, const CauseOptions& options) {
  std::vector<std::uint32_t> signatures;
  for (const Clustering::Entry& entry : messages.entries) signatures.push_back(entry.signature);
  CauseOptions of_messages = options;
  of_messages.silent = messages.silent;
  return find_causes(explainer, messages.kinds, messages.verdicts, of_messages, signatures, messages.differences,
                     messages.errors);
}

}  // namespace

CauseClusters cluster_by_causes(FailureMessages messages, const Explainer& explainer,
                                const CauseOptions& cause_options) {
  require_failures(messages, explainer.failing(), "explainer is");
  if (!explainer.declined().empty())
    return cluster_by_causes(std::move(messages), explainer.with_declined_passing(), cause_options);
  Causes causes = find_causes(messages, explainer, cause_options);
  return clusters_of_groups(std::move(messages), std::move(causes), &explainer,
                            [&](const CauseGroup& group) { return values_of(group, explainer); });
}

CauseClusters cluster_by_causes(const results::Store& store, const Options& options, const Explainer& explainer,
                                const CauseOptions& cause_options) {
  return cluster_by_causes(read_messages(store, options), explainer, cause_options);
}

namespace {

/// The part of each failure. Elements that do not divide its kind of message are none. One that covers no responsible
/// element is in the part of all that say the same, if that is a single one.
std::vector<std::uint32_t> completed(const CodeParts& parts, const std::vector<std::uint32_t>& kinds,
                                     const Divides& divides) {
  const auto none = static_cast<std::uint32_t>(parts.elements.size());
  std::map<std::uint32_t, std::set<std::uint32_t>> parts_of_kind;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (parts.element_of[i] != none) parts_of_kind[kinds[i]].insert(parts.element_of[i]);
  std::vector<std::uint32_t> part_of = parts.element_of;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::set<std::uint32_t>& found = parts_of_kind[kinds[i]];
    if (part_of[i] == none && found.size() == 1) part_of[i] = *found.begin();
    if (part_of[i] != none && found.size() > 1 && !divides(parts.elements[part_of[i]], kinds[i])) part_of[i] = none;
  }
  return part_of;
}

}  // namespace

CauseClusters cluster_by_code(FailureMessages messages, const PartsOf& parts_of, const Explainer* explainer,
                              const CauseOptions& cause_options) {
  if (explainer) require_failures(messages, explainer->failing(), "explainer is");
  if (explainer && !explainer->declined().empty()) {
    const Explainer contrast = explainer->with_declined_passing();
    return cluster_by_code(std::move(messages), parts_of, &contrast, cause_options);
  }
  std::vector<Ordinal> failing;
  for (const Clustering::Entry& entry : messages.entries) failing.push_back(entry.ordinal);
  const auto parts_of_members = [&](std::span<const std::size_t> members) {
    std::vector<Ordinal> ordinals;
    std::vector<std::uint32_t> kinds;
    for (const std::size_t member : members) {
      ordinals.push_back(failing[member]);
      kinds.push_back(messages.kinds[member]);
    }
    CodeParts parts = parts_of(ordinals, kinds);
    if (parts.element_of.size() != members.size())
      throw std::invalid_argument("the parts are of other failures than those that were read");
    return parts;
  };
  std::vector<std::size_t> all(failing.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  CodeParts parts = parts_of_members(all);
  // Messages then say what programs make of it. What every judged test covers is no evidence of one fault.
  const bool is_one_fault = parts.elements.size() == 1 && !parts.elements.front().is_everywhere;
  CodeEvidence code{.elements = {},
                    .is_first = !explainer || is_one_fault || messages.kind_texts.size() <= parts.elements.size()};
  std::vector<double> least;  // by kind: the share of judged inputs that must fail
  for (const std::string& kind : messages.kind_texts)
    least.push_back(is_refusal(kind) ? cause_options.nearly_all : code.is_first ? 0 : cause_options.most);
  const Divides divides = [&](const CodeElement& element, std::uint32_t kind) {
    return static_cast<double>(element.failing) > least[kind] * static_cast<double>(element.judged);
  };
  Causes causes;
  if (code.is_first) {
    causes = find_causes_in_parts(explainer, messages.kinds, messages.verdicts,
                                  completed(parts, messages.kinds, divides), cause_options);
    code.elements = std::move(parts.elements);
  } else {
    causes = divided_by_code(find_causes(messages, *explainer, cause_options), messages.kinds, code.elements,
                             parts_of_members, divides);
  }
  const auto values_of_group = [&](const CauseGroup& group) {
    std::vector<std::string> values = explainer ? values_of(group, *explainer) : std::vector<std::string>();
    if (group.part && *group.part < code.elements.size()) values.push_back(code.elements[*group.part].name);
    return values;
  };
  CauseClusters result = clusters_of_groups(std::move(messages), std::move(causes), explainer, values_of_group);
  result.code = std::move(code);
  return result;
}

Triage triage(const results::Store& store, const Options& options, const generators::Structure& structure,
              const Population::ChoicesOf& choices, By by, std::span<const generators::DeclaredAttribute> attributes,
              const PartsOf& parts_of) {
  if (parts_of) by = By::code;
  Triage result;
  result.obstacle = obstacle_to_explaining(store, structure, Partial::allowed);
  if (!result.obstacle.empty() && !parts_of) {
    result.clusters = cluster(store, options);
    return result;
  }
  // Reading what was chosen and what was said takes about equally long.
  const std::optional<results::Store> another = store.another();
  std::future<FailureMessages> reading = std::async(another ? std::launch::async : std::launch::deferred, [&] {
    return read_messages(another ? *another : store, options, by);
  });
  if (result.obstacle.empty()) {
    try {
      result.explainer = explainer_of(store, structure, choices, attributes, Partial::allowed);
      const std::size_t inputs = result.explainer->failing().size() + result.explainer->unjudged().size();
      if (inputs > most_inputs)
        result.obstacle =
            fmt::format("{} inputs failed or were not judged; causes are found for at most {}", inputs, most_inputs);
    } catch (const ExplanationError& error) {
      result.obstacle = error.what();
    }
  }
  FailureMessages messages = reading.get();
  if (parts_of) {
    result.by_causes =
        cluster_by_code(std::move(messages), parts_of, result.obstacle.empty() ? &*result.explainer : nullptr);
  } else if (by != By::message && result.obstacle.empty()) {
    result.by_causes = cluster_by_causes(std::move(messages), *result.explainer);
  } else {
    for (const Clustering::Entry& entry : messages.entries) messages.clustering.add(entry);
    result.clusters = std::move(messages.clustering).clusters();
    return result;
  }
  result.clusters = std::move(result.by_causes->clusters);
  return result;
}

}  // namespace smallscope::clustering
