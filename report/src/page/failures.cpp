// SPDX-License-Identifier: Apache-2.0
#include "page/failures.hpp"

#include <algorithm>
#include <unordered_map>

#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "page/exhibits.hpp"
#include "page/packed.hpp"

namespace smallscope::report::page {

namespace {

constexpr std::size_t line_width = 300;

/// Distinct texts, numbered as they come.
class Numbered {
 public:
  explicit Numbered(std::vector<std::string>& texts) : texts_(texts) {
    for (const std::string& text : texts) numbers_.try_emplace(text, static_cast<std::uint32_t>(numbers_.size()));
  }
  std::uint32_t operator()(const std::string& text) {
    const auto [found, added] = numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (added) texts_.push_back(text);
    return found->second;
  }

 private:
  std::vector<std::string>& texts_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

std::string message_line(const results::Case& record) {
  std::string line;
  std::vector<std::string_view> said;
  for (const oracles::Judgement& judgement : record.judgements) {
    if (judgement.messages.empty()) line += (line.empty() ? "" : " | ") + judgement.oracle;
    for (const oracles::Message& message : judgement.messages) {
      if (std::ranges::find(said, message) != said.end()) continue;
      said.push_back(message);
      line += (line.empty() ? "" : " | ") + judgement.oracle + ": " + message;
    }
  }
  return one_line(line.empty() ? std::string(oracles::name(record.verdict)) : line, line_width);
}

/// The values that each failing input has of every choice. Where there is a population, its attributes say what an
/// input of level 0 has, because they tell equal labels of different alternatives apart.
class Columns {
 public:
  explicit Columns(const clustering::Population* population) : population_(population) {
    if (population == nullptr) return;
    for (const clustering::Attribute& attribute : population->attributes())
      add_column(attribute.name, attribute.labels, name(attribute.nothing));
  }

  void add(const results::Case& record) {
    labels_.clear();
    for (const generators::Choice& choice : record.choices) {
      auto [label, added] = labels_.try_emplace(choice.name, choice.label);
      if (!added) label->second += "; " + choice.label;
    }
    const bool by_population = population_ != nullptr && record.level == 0;
    if (by_population) population_->values(record.ordinal, values_);
    for (const auto& [name, label] : labels_)
      if (!places_.contains(name)) add_column(name, {""});
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (by_population && i < values_.size()) {
        columns_[i].values.push_back(values_[i]);
        continue;
      }
      const auto label = labels_.find(columns_[i].name);
      columns_[i].values.push_back(number(i, label == labels_.end() ? "" : label->second));
    }
    ++size_;
  }

  std::vector<ChoiceColumn> take() { return std::move(columns_); }

 private:
  void add_column(const std::string& name, std::vector<std::string> labels,
                  std::string_view nothing = clustering::name(clustering::Attribute::Nothing::absent)) {
    places_.try_emplace(name, columns_.size());
    auto& numbers = numbers_.emplace_back();
    for (const std::string& label : labels) numbers.try_emplace(label, static_cast<Value>(numbers.size()));
    columns_.push_back({name, std::move(labels), std::vector<Value>(size_, 0), nothing});
  }
  Value number(std::size_t column, const std::string& label) {
    auto& labels = columns_[column].labels;
    const auto [found, added] = numbers_[column].try_emplace(label, static_cast<Value>(labels.size()));
    if (added) labels.push_back(label);
    return found->second;
  }

  const clustering::Population* population_;
  std::size_t size_ = 0;
  std::vector<ChoiceColumn> columns_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::unordered_map<std::string, Value>> numbers_;
  std::map<std::string, std::string> labels_;
  std::vector<Value> values_;
};

/// Collects the programs of each cluster into chunks, as many as the page has room for: the first chunk of every
/// cluster, then the second ones, and so on.
class Programs {
 public:
  Programs(std::size_t clusters, std::size_t most_bytes)
      : most_bytes_(most_bytes), open_(clusters), chunks_(clusters) {}

  void add(std::uint32_t cluster, const results::Case& record) {
    Open& open = open_[cluster];
    if (open.members++ == 0) open.has_room = bytes_before(chunks_[cluster].size()) < most_bytes_;
    if (open.has_room) open.text += (open.text.empty() ? "[" : ",") + to_json(details_of(record)).dump();
    if (open.members == Failures::members_of_chunk) close(cluster);
  }

  /// Moves the chunks into `failures`, without those for which there is no room.
  void finish(Failures& failures) {
    for (std::uint32_t cluster = 0; cluster < open_.size(); ++cluster)
      if (open_[cluster].members > 0) close(cluster);
    std::size_t bytes = 0;
    for (std::size_t round = 0; round < bytes_.size(); ++round)
      for (auto& chunks : chunks_) {
        if (round >= chunks.size()) continue;
        auto& [chunk, members] = chunks[round];
        bytes += chunk.size();
        if (bytes > most_bytes_) chunk.clear();
        if (!chunk.empty()) failures.programs += members;
      }
    for (auto& chunks : chunks_) {
      auto& kept = failures.chunks.emplace_back();
      for (auto& [chunk, members] : chunks) kept.push_back(std::move(chunk));
    }
  }

 private:
  struct Open {
    std::string text;
    std::size_t members = 0;
    bool has_room = true;
  };

  /// What the chunks of earlier rounds take so far. More may come, never less.
  std::size_t bytes_before(std::size_t round) const {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < std::min(round, bytes_.size()); ++i) bytes += bytes_[i];
    return bytes;
  }
  void close(std::uint32_t cluster) {
    Open& open = open_[cluster];
    const std::size_t round = chunks_[cluster].size();
    if (bytes_.size() <= round) bytes_.resize(round + 1);
    std::string chunk = open.has_room ? packed(open.text + "]") : "";
    bytes_[round] += chunk.size();
    chunks_[cluster].emplace_back(std::move(chunk), open.members);
    open = {};
  }

  std::size_t most_bytes_;
  std::vector<Open> open_;
  std::vector<std::vector<std::pair<std::string, std::size_t>>> chunks_;  ///< each with its number of members
  std::vector<std::size_t> bytes_;                                        ///< by round
};

/// The cluster of each failure, which the store visits in ascending order.
class ClusterOf {
 public:
  explicit ClusterOf(std::span<const clustering::Cluster> clusters) {
    for (std::uint32_t place = 0; place < clusters.size(); ++place)
      for (const auto& [level, ordinal] : members_of(clusters[place])) members_.emplace_back(level, ordinal, place);
    std::ranges::sort(members_);
  }
  std::optional<std::uint32_t> operator()(const results::Case& record) const {
    const auto found = std::ranges::lower_bound(members_, std::tuple(record.level, record.ordinal, std::uint32_t{0}));
    if (found == members_.end() || std::get<0>(*found) != record.level || std::get<1>(*found) != record.ordinal)
      return std::nullopt;
    return std::get<2>(*found);
  }

 private:
  std::vector<std::tuple<int, results::Ordinal, std::uint32_t>> members_;
};

}  // namespace

const clustering::Population* population_of(const PageContents& contents) {
  return contents.findings.explainer == nullptr ? contents.population : &contents.findings.explainer->population();
}

Failures read_failures(const PageContents& contents) {
  Failures failures;
  Numbered message(failures.messages);
  Columns columns(population_of(contents));
  Programs programs(contents.findings.clusters.size(), contents.most_program_bytes);
  const ClusterOf cluster_of(contents.findings.clusters);
  contents.findings.store.for_each_failure([&](const results::Case& record) {
    const auto cluster = cluster_of(record);
    if (!cluster) return true;  // of a clustering that leaves something out
    failures.ordinals.push_back(record.ordinal);
    failures.levels.push_back(record.level);
    failures.clusters.push_back(*cluster);
    failures.tests.push_back(record.test);
    failures.message_of.push_back(message(message_line(record)));
    columns.add(record);
    programs.add(*cluster, record);
    return true;
  });
  failures.choices = columns.take();
  programs.finish(failures);
  return failures;
}

Markup data_elements(const Failures& failures, const std::vector<ShownCluster>& clusters, const std::string& replay) {
  Json choices = Json::array();
  for (const ChoiceColumn& column : failures.choices) {
    Json labels = Json::array();
    for (const std::string& label : column.labels) labels.push_back(shown_json(one_line(label, line_width)));
    choices.push_back({{"name", shown_json(one_line(column.name, line_width))},
                       {"labels", std::move(labels)},
                       {"nothing", column.nothing},
                       {"values", column.values}});
  }
  // Ordinals have 64 bits, more than the numbers of a browser.
  Json ordinals = Json::array(), shown = Json::array(), chunks = Json::array();
  for (const results::Ordinal ordinal : failures.ordinals) ordinals.push_back(std::to_string(ordinal));
  Markup elements;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    shown.push_back({{"id", clusters[i].id}, {"anchor", clusters[i].anchor}, {"message", clusters[i].message}});
    if (!clusters[i].known.empty()) shown.back()["known"] = clusters[i].known;
    Json own = Json::array();
    for (std::size_t k = 0; k < failures.chunks[i].size(); ++k) {
      const std::string& programs = failures.chunks[i][k];
      const std::string id = fmt::format("programs-{}-{}", i, k);
      own.push_back(programs.empty() ? Json(nullptr) : Json(id));
      if (!programs.empty()) elements += data_element(id, programs);
    }
    chunks.push_back(std::move(own));
  }
  const Json json{{"replay", shown_json(replay)},      {"members_of_chunk", Failures::members_of_chunk},
                  {"clusters", std::move(shown)},      {"chunks", std::move(chunks)},
                  {"ordinals", std::move(ordinals)},   {"levels", failures.levels},
                  {"cluster_of", failures.clusters},   {"messages", failures.messages},
                  {"message_of", failures.message_of}, {"choices", std::move(choices)}};
  Markup all = data_element("failures", packed(json.dump()));
  all += elements;
  return all;
}

}  // namespace smallscope::report::page
