// SPDX-License-Identifier: Apache-2.0
// Sampling a search: how many paths and inputs it has, from walks that leave out most of it.
//
// Random paths (Knuth 1975) say little about a search that rejects early: nearly all of them end without an input. Here
// a walk goes through the search depth-first, as the search itself does. Of the nodes that it meets at each depth, it
// keeps one of every so many, chosen at random among its neighbours; a kept node also stands for the others. So the
// expectation of its count is the true count, however it thins. Smaller walks show how much to thin at each depth, so
// that every depth keeps as many nodes as the paths allow. Many such walks are independent samples, from which
// estimate_from() (estimate.hpp) makes an interval. Sources: D. E. Knuth, "Estimating the efficiency of backtrack
// programs", Mathematics of Computation 29 (1975); P. C. Chen, "Heuristic sampling", SIAM Journal on Computing 21
// (1992); R. Vaisman, D. P. Kroese, "Stochastic enumeration method for counting trees", Methodology and Computing in
// Applied Probability 19 (2017). An estimator belongs to one thread. Example: Search::estimate() in search.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <smallscope/generators/search/decisions.hpp>
#include <smallscope/generators/search/estimate.hpp>

namespace smallscope::generators {

/// The approximate number of nodes of a search at each depth; the root is at depth 0.
class Profile {
 public:
  /// A node at `depth` - 1 that stands for `weight` nodes has `alternatives` children.
  void add(std::size_t depth, Digit alternatives, double weight) {
    if (levels_.size() <= depth) levels_.resize(depth + 1);
    levels_[depth].nodes += weight * alternatives;
    levels_[depth].turned += weight * (alternatives - 1);
  }
  bool empty() const { return levels_.empty(); }
  /// For each depth, out of how many nodes one must be kept for a walk to run about `paths` paths.
  std::vector<Digit> steps(double paths) const;

 private:
  struct Level {
    double nodes = 0;
    double turned = 0;  // nodes that are not a first child: each begins a path
  };
  /// The same for at most about `most` nodes at each depth, and the resulting number of paths.
  std::pair<std::vector<Digit>, double> steps_for(double most) const;
  std::vector<Level> levels_;
};

/// The nodes that one walk keeps: at each depth, one of the first `step` nodes, one of the next, and so on.
class Thinning {
 public:
  Thinning(const std::vector<Digit>& steps, std::uint64_t seed);
  /// How many nodes a kept one at this depth stands for.
  double weight(std::size_t depth) const { return levels_[depth].weight; }
  /// Whether the next node at this depth, a first child, is kept.
  bool keep(std::size_t depth) {
    if (depth >= levels_.size()) [[unlikely]]
      extend(depth);
    return take(levels_[depth], 1) == 1;
  }
  /// Which of the next `count` siblings at this depth is kept first, from 1; 0 if none is.
  Digit next(std::size_t depth, Digit count) { return count == 0 ? 0 : take(levels_[depth], count); }

 private:
  struct Level {
    Digit step = 1;
    double weight = 1;
    std::uint64_t gap = 0;   // nodes to leave out before the next kept one
    std::uint64_t rest = 0;  // nodes after it that belong to it
  };
  Digit take(Level& level, Digit count) {
    if (level.step == 1) return 1;
    if (level.gap >= count) {
      level.gap -= count;
      return 0;
    }
    const std::uint64_t taken = level.gap + 1;
    choose(level, level.rest);
    return static_cast<Digit>(taken);
  }
  void choose(Level& level, std::uint64_t before);
  void add(Digit step);
  /// Depths that no smaller walk has reached: few nodes are kept there.
  void extend(std::size_t depth);

  RandomBits random_;
  std::vector<Level> levels_;
};

/// The error of a round of samples, according to that round and the previous one. If only a few samples are large, the
/// samples that miss them are too low and seem to agree; this is unlikely in two rounds.
class ExpectedError {
 public:
  /// The root mean square of the error of a round with this many paths and of the error expected from the previous
  /// round.
  double add(double error, double paths) {
    const double before = paths_ == 0 ? error : error_ * std::sqrt(paths_ / paths);
    error_ = error;
    paths_ = paths;
    return std::sqrt((error * error + before * before) / 2);
  }

 private:
  double error_ = 0, paths_ = 0;
};

/// Estimates the size of the search that a program makes.
template <class Program>
class SearchEstimator {
 public:
  SearchEstimator(const Program& program, const EstimateOptions& options)
      : program_(program), options_(options), path_(program), random_(options.seed) {}

  /// Rounds with more and more paths; each learns from the previous one how to thin. Throws PathError if the program
  /// throws.
  SearchEstimate estimate() {
    SearchEstimate found;
    Profile profile;
    for (Ordinal paths = std::min(first_round, options_.paths);; paths = std::min(8 * paths, options_.paths)) {
      if (walk_to(paths)) return {Estimate::exactly(inputs_), Estimate::exactly(paths_)};
      if (profile.empty()) profile = look();
      const bool sampled = !stopped_ && sample(static_cast<double>(paths), profile, found);
      found.inputs.raise(inputs_);
      found.paths.raise(paths_);
      if (!sampled || paths == options_.paths) return found;
    }
  }

 private:
  using Path = typename Program::Path;
  static constexpr Ordinal first_round = 4096;
  static constexpr std::size_t samples = 20;
  static constexpr std::size_t most_looked_at = 128;            // nodes at each depth
  static constexpr std::size_t most_looked_through = 1u << 22;  // decisions

  bool begin(Path& path) const {
    return naming_path(program_, path, [&] { return run_along(path, Decisions{}); });
  }
  bool run(Path& path) const {
    return naming_path(program_, path, [&] { return path.run(); });
  }
  bool stopped() {
    if (++runs_ % 16 == 0 && options_.stop && options_.stop()) stopped_ = true;
    return stopped_;
  }

  /// Walks the search from its beginning until `paths` paths are done; returns whether it ended earlier.
  bool walk_to(Ordinal paths) {
    while (paths_ < paths && !stopped()) {
      if (paths_ == 0)
        inputs_ += begin(path_);
      else if (path_.advance(0))
        inputs_ += run(path_);
      else
        return true;
      ++paths_;
    }
    return false;
  }

  /// A node, and the number of alternatives at which the first path below it continues.
  struct Node {
    Decisions decisions;
    std::vector<Digit> open;
  };
  Node node(Path& path, Decisions decisions) const {
    naming_path(program_, path, [&] { return run_along(path, decisions); });
    Node result{std::move(decisions), {}};
    for (std::size_t i = result.decisions.size(); i < path.depth(); ++i) result.open.push_back(path.alternatives(i));
    return result;
  }
  /// The first profile: all nodes of a depth while there are few, then some nodes, spread over all, that stand for the
  /// rest.
  Profile look() {
    Profile profile;
    Path path(program_);
    std::vector<Node> nodes{node(path, {})};
    double weight = 1;
    for (std::size_t looked_through = 0; looked_through < most_looked_through && !stopped_;) {
      std::uint64_t children = 0;
      for (const Node& parent : nodes) {
        looked_through += parent.decisions.size() + parent.open.size();
        if (parent.open.empty()) continue;
        children += parent.open.front();
        profile.add(parent.decisions.size() + 1, parent.open.front(), weight);
      }
      if (children == 0) break;
      const double spacing = std::max(1.0, static_cast<double>(children) / most_looked_at);
      std::vector<Node> kept;
      double place = random_.uniform() * spacing, before = 0;  // of the next child to keep, and of the first one here
      for (const Node& parent : nodes) {
        if (parent.open.empty()) continue;
        for (; place < before + parent.open.front() && !stopped(); place += spacing) {
          Node child = parent;
          child.decisions.push_back(static_cast<Digit>(place - before));
          child.open.erase(child.open.begin());
          kept.push_back(child.decisions.back() == 0 ? std::move(child) : node(path, std::move(child.decisions)));
        }
        before += parent.open.front();
      }
      weight *= spacing;
      nodes = std::move(kept);
    }
    return profile;
  }

  /// Estimates from samples that together run about `paths` paths, and learns a better profile. False if it was
  /// stopped, or if walks ran away although they were to run far fewer paths.
  bool sample(double paths, Profile& profile, SearchEstimate& found) {
    for (double share = 1; share > 1e-3; share /= 8) {
      // A badly wrong profile makes a walk run away. Then all walks are abandoned, not just that one, because the long
      // ones count.
      const std::vector<Digit> steps = profile.steps(share * paths / samples);
      const auto most_runs = runs_ + static_cast<Ordinal>(8 * paths);
      Profile seen;
      std::vector<double> input_counts, path_counts;
      while (input_counts.size() < samples && runs_ < most_runs && !stopped_) {
        const auto [inputs, candidates] = thinned_walk(steps, seen, most_runs);
        input_counts.push_back(inputs);
        path_counts.push_back(candidates);
      }
      if (stopped_) return false;
      if (runs_ >= most_runs) continue;
      profile = std::move(seen);
      // Samples that hardly met an input have not been where inputs are; most candidates may be there, too.
      const double input_error = input_error_.add(relative_error(input_counts), paths);
      const double path_error = path_error_.add(relative_error(path_counts), paths);
      found.inputs = estimate_from(input_counts, input_error);
      found.paths = found.inputs.kind == Estimate::Kind::interval ? estimate_from(path_counts, path_error)
                                                                  : bound_from(path_counts);
      return true;
    }
    return false;
  }
  /// How many inputs and paths are represented by the nodes that one walk kept.
  std::pair<double, double> thinned_walk(const std::vector<Digit>& steps, Profile& seen, Ordinal most_runs) {
    Thinning thinning(steps, random_.next());
    Path path(program_);
    double inputs = 0, paths = 1;
    bool input = begin(path);
    std::size_t depth = 0;  // of the kept node where the walk is
    while (!stopped() && runs_ < most_runs) {
      // The path continued below the node, to the first child at each depth.
      bool kept = true;
      for (; kept && depth < path.depth(); ++depth) {
        const Digit alternatives = path.alternatives(depth);
        seen.add(depth + 1, alternatives, thinning.weight(depth) / samples);
        paths += thinning.weight(depth) * (alternatives - 1);
        kept = thinning.keep(depth + 1);
      }
      if (kept && input) inputs += thinning.weight(depth);
      Digit by = 0;
      for (; depth > 0; --depth) {
        by = thinning.next(depth, path.alternatives(depth - 1) - 1 - path.decision(depth - 1));
        if (by != 0) break;
      }
      if (depth == 0) break;
      path.turn(depth, by);
      input = run(path);
    }
    return {inputs, paths};
  }

  const Program& program_;
  const EstimateOptions& options_;
  Path path_;  // the position of the walk from the beginning
  Ordinal inputs_ = 0, paths_ = 0;
  ExpectedError input_error_, path_error_;
  Ordinal runs_ = 0;
  bool stopped_ = false;
  RandomBits random_;
};

}  // namespace smallscope::generators
