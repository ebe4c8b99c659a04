// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/directed/director.hpp>

#include <algorithm>
#include <limits>

namespace smallscope::diagnosis::directed {

namespace {

constexpr std::size_t any_distance = std::numeric_limits<std::size_t>::max();
/// A path is predicted from so many executed inputs, and those as near as the last of them.
constexpr std::size_t predicting = 3;
/// So often an input is drawn that cannot be proposed, before the nearest one is taken instead.
constexpr int most_draws = 1'000;

/// Adds what is new; false if nothing is.
bool unite(std::vector<Word>& all, std::span<const Word> covered) {
  if (all.size() < covered.size()) all.resize(covered.size());
  bool is_new = false;
  for (std::size_t i = 0; i < covered.size(); ++i) {
    is_new = is_new || (covered[i] & ~all[i]) != 0;
    all[i] |= covered[i];
  }
  return is_new;
}

std::size_t differing(const generators::LevelRow& a, const generators::LevelRow& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

}  // namespace

std::string_view name(Strategy strategy) {
  static constexpr std::string_view names[] = {"base",       "coverage", "pcs",        "is",
                                               "neighbours", "mixed",    "capability", "random"};
  return names[static_cast<std::size_t>(strategy)];
}

bool draws(Strategy strategy) {
  return strategy == Strategy::mixed || strategy == Strategy::capability || strategy == Strategy::random;
}

bool learns(Strategy strategy) { return strategy != Strategy::neighbours && strategy != Strategy::random; }

Director::Director(std::vector<Ordinal> factors, Ordinal failing, DirectorOptions options)
    : radix_(std::move(factors)),
      failing_(failing),
      options_(std::move(options)),
      random_(options_.seed),
      rest_(radix_.factors(), options_.strategy == Strategy::base ? 0 : failing) {
  if (options_.strategy == Strategy::capability)
    candidates_.emplace(radix_.factors(), failing,
                        CandidatesOptions{.number = options_.pool,
                                          .seed = options_.seed,
                                          .covered_of = options_.covered_of,
                                          .find_out = options_.find_out,
                                          .is_candidate = options_.is_candidate});
}

bool Director::can_propose(Ordinal ordinal) const {
  return ordinal != failing_ && !proposed_.contains(ordinal) &&
         (!options_.is_candidate || options_.is_candidate(ordinal));
}

bool Director::look_ahead(Source& source, std::size_t most_differing) {
  if (source.ahead && !can_propose(*source.ahead)) source.ahead.reset();
  while (!source.ahead && !source.is_exhausted) {
    const std::optional<Ordinal> ordinal = source.rings.next();
    if (!ordinal || source.rings.ring() > most_differing)
      source.is_exhausted = true;
    else if (can_propose(*ordinal))
      source.ahead = ordinal;
  }
  return source.ahead.has_value();
}

std::optional<Ordinal> Director::nearest() {
  Source* best = nullptr;
  for (Source& source : sources_)
    if (source.is_failing && look_ahead(source, any_distance) &&
        (best == nullptr || source.rings.ring() < best->rings.ring()))
      best = &source;
  return best == nullptr ? std::nullopt : best->ahead;
}

std::optional<Ordinal> Director::in_turn() {
  if (options_.strategy == Strategy::base && can_propose(0)) return 0;
  for (std::size_t tried = 0; tried < sources_.size(); ++tried) {
    Source& source = sources_[turn_++ % sources_.size()];
    if (look_ahead(source, 1)) return source.ahead;
  }
  return std::nullopt;
}

std::optional<Ordinal> Director::drawn() {
  for (int draws = 0; draws < most_draws; ++draws)
    if (const Ordinal ordinal = random_.next() % radix_.size(); can_propose(ordinal)) return ordinal;
  return std::nullopt;
}

double Director::predicted_similarity(Ordinal ordinal) const {
  generators::LevelRow levels;
  radix_.levels(ordinal, levels);
  std::vector<std::pair<std::size_t, double>> near;  // distance, similarity
  for (const Source& source : sources_)
    near.emplace_back(std::max<std::size_t>(1, differing(levels, source.levels)), source.similarity);
  std::ranges::sort(near);
  double weights = 0, sum = 0;
  for (std::size_t i = 0; i < near.size() && (i < predicting || near[i].first == near[predicting - 1].first); ++i) {
    const double weight = 1.0 / static_cast<double>(near[i].first);
    weights += weight;
    sum += weight * near[i].second;
  }
  return weights == 0 ? 0 : sum / weights;
}

std::optional<Ordinal> Director::most_similar() {
  std::erase_if(pool_, [&](Ordinal each) { return !can_propose(each); });
  while (pool_.size() < options_.pool) {
    const std::optional<Ordinal> ordinal = rest_.next();
    if (!ordinal) break;
    if (can_propose(*ordinal)) pool_.push_back(*ordinal);
  }
  std::optional<Ordinal> best;
  double greatest = -1;
  for (const Ordinal ordinal : pool_)
    if (const double similarity = predicted_similarity(ordinal); similarity > greatest) {
      greatest = similarity;
      best = ordinal;
    }
  return best;
}

std::optional<Ordinal> Director::most_capable() {
  const auto failing = std::ranges::find(rows_, true, &std::pair<std::vector<Word>, bool>::second);
  if (failing == rows_.end()) return std::nullopt;
  const std::vector<Candidate> candidates = candidates_->all();
  if (candidates.empty()) return std::nullopt;
  std::size_t width = std::max<std::size_t>(1, candidates.front().covered.size());
  for (const auto& [row, fails] : rows_) width = std::max(width, row.size());
  const auto widened = [&](std::vector<Word> row) {
    row.resize(width);
    return row;
  };
  capability::Suite suite(static_cast<Column>(width * word_bits), widened(failing->first));
  for (auto each = rows_.begin(); each != rows_.end(); ++each)
    if (each != failing) suite.add(widened(each->first), each->second);
  std::vector<std::vector<Word>> rows;
  for (const Candidate& each : candidates) rows.push_back(widened(each.covered));
  const std::vector<double> scores =
      options_.criterion(suite, suite.prospects(std::vector<std::span<const Word>>(rows.begin(), rows.end())));
  return candidates[static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin())].ordinal;
}

std::optional<Ordinal> Director::proposal() {
  switch (options_.strategy) {
    case Strategy::base:
    case Strategy::coverage:
      return in_turn();
    case Strategy::pcs:
      return most_similar();
    case Strategy::is:
      return nearest();
    case Strategy::mixed:
      if (++turn_ % 2 == 0)
        if (const auto ordinal = drawn()) return ordinal;
      return nearest();
    case Strategy::capability:
      return most_capable();
    case Strategy::random:
      return drawn();
    case Strategy::neighbours:
      break;
  }
  return std::nullopt;
}

std::optional<Ordinal> Director::next() {
  std::optional<Ordinal> ordinal = proposal();
  while (!ordinal) {
    const std::optional<Ordinal> left = rest_.next();
    if (!left) return std::nullopt;
    if (can_propose(*left)) ordinal = left;
  }
  proposed_.insert(*ordinal);
  if (candidates_) candidates_->remove(*ordinal);
  return ordinal;
}

void Director::compare(Source& source) {
  for (const Source& other : sources_)
    if (other.is_failing)
      source.similarity = std::max(source.similarity,
                                   path_similarity(options_.conditions, source.covered, other.covered, options_.form));
}

void Director::observe(Ordinal ordinal, Outcome outcome, std::span<const Word> covered) {
  if (outcome == Outcome::skip) return;
  // The suite of all faults does not know this one.
  if (options_.strategy == Strategy::base && !proposed_.contains(ordinal)) return;
  if (candidates_) {
    candidates_->observe(ordinal, covered);
    rows_.emplace_back(std::vector<Word>(covered.begin(), covered.end()), is_failing(outcome));
    return;
  }
  const bool is_new = unite(covered_, covered);
  const bool is_by_coverage = options_.strategy == Strategy::base || options_.strategy == Strategy::coverage;
  const bool is_pcs = options_.strategy == Strategy::pcs;
  if (is_by_coverage ? !is_new : !is_pcs && !is_failing(outcome)) return;
  Source source{.rings = {radix_.factors(), ordinal},
                .levels = {},
                .covered = {},
                .is_failing = is_failing(outcome),
                .similarity = is_failing(outcome) ? 1.0 : 0.0,
                .ahead = {}};
  radix_.levels(ordinal, source.levels);
  if (is_pcs) {
    source.covered.assign(covered.begin(), covered.end());
    compare(source);
  }
  sources_.push_back(std::move(source));
  if (is_pcs && is_failing(outcome))
    for (Source& each : sources_) compare(each);
}

}  // namespace smallscope::diagnosis::directed
