// SPDX-License-Identifier: Apache-2.0
// Joining stores: what the plan takes of each is copied, then what several have executed is compared.

#include <smallscope/results/gather.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "database.hpp"
#include "gather_plan.hpp"
#include "schema.hpp"

namespace smallscope::results {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t ranges_together = 1u << 16;
constexpr std::int64_t gathered_since = 6;  ///< the first format whose counts belong to passes

/// The columns of a case that are copied, in the order of write().
constexpr const char* read_cases =
    "SELECT level, ordinal, test, verdict, first_verdict, seconds, judgements, choices, input, observed, reproduction"
    " FROM cases ORDER BY id";

}  // namespace

class Store::Database::Gathering {
 public:
  Gathering(std::span<const fs::path> stores, const GatherOptions& options)
      : stores_(stores.begin(), stores.end()), options_(options), steps_(stores.size() * 3) {}

  /// Reads what there is to join, and decides what is taken of each store.
  void plan() {
    std::vector<FoundPass> found;
    for (std::size_t store = 0; store < stores_.size(); ++store) {
      const auto source = open(store);
      adopt(source->manifest(), store);
      std::map<int, Ordinal> open_cases;
      for (const auto& [level, ordinal] : source->open_cases())
        ++open_cases[source->find_executing(level, ordinal, 0).value_or(0)];
      seen_[store] = source->passes();
      for (const Pass& pass : seen_[store])
        found.push_back({store, pass, open_cases[pass.id], source->judging_text(pass.id)});
    }
    for (FoundPass& each : found) {
      Pass& pass = each.pass;
      if (pass.level > 0 || pass.size != generators::uncounted || manifest_.inputs == generators::uncounted) continue;
      pass.size = pass.whole = pass.end = manifest_.inputs;  // another store has met the end of the search
    }
    plan_ = plan_gathering(std::move(found), stores_);
  }

  const Manifest& manifest() const { return manifest_; }

  /// Fills the new store.
  Gathered fill(Database& made) {
    made_ = &made;
    made.compare_by(options_.signature);
    add_passes();
    for_each_store([&](Database& source, std::size_t store) { copy(source, store); });
    compare_repeated();
    for_each_store([&](Database& source, std::size_t) { add_findings(source); });
    set_first_failure();
    made.certify();
    result_.gaps = plan_.gaps;
    result_.passes = plan_.taken.size();
    return std::move(result_);
  }

 private:
  std::unique_ptr<Database> open(std::size_t store) {
    if (options_.progress) options_.progress(step_++, steps_);
    auto source = Database::open(stores_[store], Access::read_one_state);
    if (source->connection_->integer("PRAGMA user_version") < gathered_since)
      throw StoreError(
          fmt::format("store {}: it has an older format, which does not say which tests its counts are of; continue it "
                      "once with --resume, which brings it up to date",
                      stores_[store].string()));
    return source;
  }

  void adopt(const Manifest& manifest, std::size_t store) {
    if (store == 0) {
      manifest_ = manifest;
      return;
    }
    std::string different = differences(manifest_.fingerprint, manifest.fingerprint);
    const bool is_same_size = manifest.inputs == manifest_.inputs || manifest.inputs == generators::uncounted ||
                              manifest_.inputs == generators::uncounted;
    if (different.empty() && !is_same_size)
      different = fmt::format("inputs (stored: {}; now: {})", manifest_.inputs, manifest.inputs);
    if (manifest_.inputs == generators::uncounted) manifest_.inputs = manifest.inputs;
    if (!different.empty())
      throw StoreMismatch(fmt::format("store {}: it holds campaign {}, not that of {}; different: {}; leave one out",
                                      stores_[store].string(), manifest.campaign, stores_.front().string(), different));
  }

  /// Visits the stores of which something is taken or compared.
  void for_each_store(const std::function<void(Database&, std::size_t)>& visit) {
    for (std::size_t store = 0; store < stores_.size(); ++store) {
      const auto source = open(store);
      if (source->passes() != seen_[store])
        throw StoreError(
            fmt::format("store {}: it was written while the stores were joined; join them again when its "
                        "run has ended",
                        stores_[store].string()));
      visit(*source, store);
    }
  }

  void add_passes() {
    Transaction transaction(*made_->connection_);
    for (const FoundPass& each : plan_.taken) ids_[{each.store, each.pass.id}] = made_->insert_pass(each.pass);
    transaction.commit();
  }

  bool is_taken(std::size_t store, int pass) const { return ids_.contains({store, pass}); }

  /// The levels of which not everything that the store has is taken.
  std::set<int> levels_taken_in_part(std::size_t store) const {
    std::set<int> levels;
    for (const Pass& pass : seen_.at(store))
      if (pass.done > pass.begin && !is_taken(store, pass.id)) levels.insert(pass.level);
    return levels;
  }

  /// Whether the ordinal's result is that of a pass that is taken from the store.
  bool is_taken(Database& source, std::size_t store, int level, Ordinal ordinal) const {
    const auto pass = source.find_executing(level, ordinal, 0);
    return pass && is_taken(store, *pass);
  }

  std::string reproduction(int level, Ordinal ordinal, std::string_view stored) const {
    return options_.reproduction ? options_.reproduction(level, ordinal) : std::string(stored);
  }

  /// The row of `read_cases`, with these verdicts.
  void write(const Rows& row, Verdict verdict, Verdict first) const {
    const int level = static_cast<int>(row.integer(0));
    made_->insert_case_.execute(level, row.ordinal(1), row.ordinal(2), verdict, first, row.real(5), row.text(6),
                                row.text(7), row.text(8), row.text(9),
                                std::string_view(reproduction(level, row.ordinal(1), row.text(10))));
  }

  /// What belongs to the passes that are taken.
  void copy(Database& source, std::size_t store) {
    source.require_whole();
    const std::set<int> in_part = levels_taken_in_part(store);
    const auto takes = [&](int level, Ordinal ordinal) {
      return !in_part.contains(level) || is_taken(source, store, level, ordinal);
    };
    Transaction transaction(*made_->connection_);
    Statement cases(*source.connection_, read_cases);
    for (Rows row = cases.rows(); row.next();) {
      // An input that failed in a repeat, after it had passed, belongs to the repeat.
      const auto first = static_cast<Verdict>(row.integer(4));
      if (first == Verdict::pass || takes(static_cast<int>(row.integer(0)), row.ordinal(1)))
        write(row, static_cast<Verdict>(row.integer(3)), first);
    }
    for (const int level : source.bitmaps_.levels())
      for (const DiscardKind kind : discard_kinds) copy_discards(source, level, kind, !in_part.contains(level), takes);
    Statement seconds(*source.connection_, "SELECT seconds FROM passes WHERE id=?");
    Statement add_seconds(*made_->connection_, "UPDATE passes SET seconds=? WHERE id=?");
    for (const auto& [key, id] : ids_) {
      if (key.first != store) continue;
      made_->judging_.copy(source.judging_, key.second, id);
      made_->spectra_.copy(source.spectra_, key.second, id);
      for (Rows row = seconds.rows(key.second); row.next();) add_seconds.execute(row.real(0), id);
    }
    note_first_failure(source);
    transaction.commit();
  }

  void copy_discards(Database& source, int level, DiscardKind kind, bool all,
                     const std::function<bool(int, Ordinal)>& takes) const {
    std::vector<std::pair<Ordinal, Ordinal>> ranges;
    const auto flush = [&] {
      made_->bitmaps_.add(level, kind, ranges, true);
      ranges.clear();
    };
    source.bitmaps_.for_each_range(level, kind, [&](Ordinal first, Ordinal last) {
      if (all) ranges.emplace_back(first, last);
      for (Ordinal ordinal = first; !all && ordinal < last; ++ordinal)
        if (takes(level, ordinal)) ranges.emplace_back(ordinal, ordinal + 1);
      if (ranges.size() >= ranges_together) flush();
    });
    flush();
  }

  void note_first_failure(Database& source) {
    Statement select(*source.connection_, "SELECT level, ordinal, tests, seconds, measured FROM first_failure");
    for (Rows row = select.rows(); row.next();) {
      const First first{static_cast<int>(row.integer(0)), row.ordinal(1), row.ordinal(2), row.real(3), row.integer(4)};
      if (!first_ || first.tests < first_->tests) first_ = first;
    }
  }

  void set_first_failure() {
    if (!first_) return;
    Statement insert(
        *made_->connection_,
        "INSERT INTO first_failure(one, level, ordinal, tests, seconds, measured) VALUES(1, ?, ?, ?, ?, ?)");
    Transaction transaction(*made_->connection_);
    insert.execute(first_->level, first_->ordinal, first_->tests, first_->seconds, first_->measured);
    transaction.commit();
  }

  // What several stores have executed.

  /// Passes of one store and one traversal that lie within those that are taken.
  struct Repeated {
    std::size_t store;
    std::vector<Pass> passes;  ///< by `begin`; they have no position in common

    const Pass& traversal() const { return passes.front(); }
    bool contains(Database& source, Ordinal ordinal) const {
      if (ordinal >= traversal().size) return false;
      const Ordinal position = source.order(traversal()).position(ordinal);
      const auto after = std::ranges::upper_bound(passes, position, {}, &Pass::begin);
      return after != passes.begin() && position < std::prev(after)->done;
    }
  };

  std::vector<Repeated> repeated() const {
    std::vector<Repeated> all;
    for (const FoundPass& each : plan_.repeated) {
      auto known = std::ranges::find_if(all, [&](const Repeated& other) {
        return other.store == each.store && other.traversal().is_of_same_traversal(each.pass);
      });
      if (known == all.end()) known = all.insert(known, {each.store, {}});
      known->passes.push_back(each.pass);
    }
    for (Repeated& each : all) std::ranges::sort(each.passes, {}, &Pass::begin);
    return all;
  }

  void compare_repeated() {
    for (const Repeated& each : repeated()) {
      for (const Pass& pass : each.passes) result_.repeated += pass.done - pass.begin;
      const auto source = Database::open(stores_[each.store], Access::read_one_state);
      Transaction transaction(*made_->connection_);
      compare_failing(*source, each);
      compare_passing(*source, each);
      transaction.commit();
    }
  }

  void note_difference(int level, Ordinal ordinal) {
    const std::pair key{level, ordinal};
    if (!different_.insert(key).second) return;
    ++result_.different;
    if (result_.examples.size() < Gathered::most_examples) result_.examples.push_back(key);
  }

  /// Whether two executions of an input that ended with this verdict said the same in other words.
  bool are_alike(int level, Ordinal ordinal, Verdict verdict, std::string_view one, std::string_view other) const {
    const auto decode = [&](std::string_view said) { return made_->decode(judgements_from_json, said); };
    Case known;
    known.level = level;
    known.ordinal = ordinal;
    known.verdict = verdict;
    known.judgements = decode(one);
    return made_->agreement(known, {level, ordinal, "repeat", verdict, decode(other), 0}) == Agreement::reworded;
  }

  /// The cases of the passes against what is there now.
  void compare_failing(Database& source, const Repeated& repeated) {
    Statement cases(*source.connection_, read_cases);
    Statement known(*made_->connection_,
                    "SELECT id, verdict, first_verdict, seconds, judgements FROM cases WHERE level=?1 AND"
                    " (ordinal < 0)=(?2 < 0) AND ordinal BETWEEN ?2 AND ?2");
    Statement erase(*made_->connection_, "DELETE FROM cases WHERE id=?");
    for (Rows row = cases.rows(); row.next();) {
      const int level = static_cast<int>(row.integer(0));
      const Ordinal ordinal = row.ordinal(1);
      const auto first = static_cast<Verdict>(row.integer(4));
      if (level != repeated.traversal().level || !repeated.contains(source, ordinal)) continue;
      if (first == Verdict::pass) {  // it failed later; what is there already has the last word
        write(row, static_cast<Verdict>(row.integer(3)), first);
        continue;
      }
      const std::string judgements(row.text(6));
      Rows kept = known.rows(level, ordinal);
      if (!kept.next()) {
        note_difference(level, ordinal);
        if (made_->is_discarded(level, ordinal)) continue;
        write(row, first, first);
        made_->apply_attempt({level, ordinal, "repeat", Verdict::pass, {}, 0});
        continue;
      }
      const auto kept_first = static_cast<Verdict>(kept.integer(2));
      const std::string kept_judgements(kept.text(4));
      if (kept_first == first && kept_judgements == judgements) continue;
      const bool one_open = oracles::is_open(first) != oracles::is_open(kept_first);
      if (kept_first == first && are_alike(level, ordinal, first, kept_judgements, judgements))
        ++result_.alike;
      else if (!one_open)
        note_difference(level, ordinal);
      const auto other = [&](Verdict verdict, double seconds, const std::string& said) {
        made_->apply_attempt({level, ordinal, oracles::is_open(verdict) ? "unjudged" : "repeat", verdict,
                              made_->decode(judgements_from_json, said), seconds});
      };
      const bool replaces =
          one_open ? oracles::is_open(kept_first) : std::tie(first, judgements) < std::tie(kept_first, kept_judgements);
      if (replaces) {
        const double seconds = kept.real(3);
        erase.execute(kept.integer(0));
        write(row, first, first);
        other(kept_first, seconds, kept_judgements);
      } else {
        other(first, row.real(5), judgements);
      }
    }
  }

  /// What is there now against inputs that passed in the passes.
  void compare_passing(Database& source, const Repeated& repeated) {
    const int level = repeated.traversal().level;
    Statement failing(*made_->connection_,
                      "SELECT ordinal, first_verdict FROM cases WHERE level=? AND first_verdict<>0");
    std::vector<Ordinal> passing;
    for (Rows row = failing.rows(level); row.next();) {
      const Ordinal ordinal = row.ordinal(0);
      if (oracles::is_open(static_cast<Verdict>(row.integer(1))) || !repeated.contains(source, ordinal)) continue;
      if (source.find_verdict(level, ordinal)) continue;
      note_difference(level, ordinal);
      if (!source.is_discarded(level, ordinal)) passing.push_back(ordinal);
    }
    for (const Ordinal ordinal : passing) made_->apply_attempt({level, ordinal, "repeat", Verdict::pass, {}, 0});
  }

  // What was found out after the passes.

  /// Attempts of cases, and merged inputs that were taken apart. An attempt that is there already is the same one.
  void add_findings(Database& source) {
    Transaction transaction(*made_->connection_);
    Statement attempts(*source.connection_,
                       "SELECT level, ordinal, kind, verdict, seconds, judgements FROM attempts ORDER BY id");
    Statement known(*made_->connection_,
                    "SELECT 1 FROM attempts WHERE level=? AND ordinal=? AND kind=? AND verdict=? AND seconds=? AND"
                    " judgements=?");
    for (Rows row = attempts.rows(); row.next();) {
      if (known.rows(row.integer(0), row.integer(1), row.text(2), row.integer(3), row.real(4), row.text(5)).next())
        continue;
      made_->apply_attempt({static_cast<int>(row.integer(0)), row.ordinal(1), std::string(row.text(2)),
                            static_cast<Verdict>(row.integer(3)), source.decode(judgements_from_json, row.text(5)),
                            row.real(4)});
    }
    source.for_each_unmerging([&](Unmerging found) {
      for (Part& part : found.parts)
        part.found.reproduction = reproduction(part.found.level, part.found.ordinal, part.found.reproduction);
      const auto there = made_->find_unmerging(found.level, found.ordinal);
      if (there && made_->text_of(*there) <= made_->text_of(found)) return true;
      if (there) made_->erase_unmerging(found.level, found.ordinal);
      made_->insert_unmerging(found);
      return true;
    });
    transaction.commit();
  }

  struct First {
    int level;
    Ordinal ordinal, tests;
    double seconds;
    std::int64_t measured;
  };

  const std::vector<fs::path> stores_;
  const GatherOptions& options_;
  const std::size_t steps_;
  std::size_t step_ = 0;
  Manifest manifest_;
  std::map<std::size_t, std::vector<Pass>> seen_;  ///< the passes of each store, when it was planned
  GatherPlan plan_;
  Database* made_ = nullptr;
  std::map<std::pair<std::size_t, int>, int> ids_;  ///< of (store, pass), if it is taken: its id in the new store
  std::set<std::pair<int, Ordinal>> different_;
  std::optional<First> first_;
  Gathered result_;
};

Gathered Store::Database::gather(std::span<const fs::path> stores, const fs::path& output,
                                 const GatherOptions& options) {
  if (stores.empty()) throw StoreError(fmt::format("store {}: there is no store to make it of", output.string()));
  Gathering gathering(stores, options);
  gathering.plan();
  Gathered gathered;
  create_whole(output, gathering.manifest(), options.overwrite,
               [&](Database& made) { gathered = gathering.fill(made); });
  return gathered;
}

Gathered gather(std::span<const fs::path> stores, const fs::path& output, const GatherOptions& options) {
  return Store::Database::gather(stores, output, options);
}

}  // namespace smallscope::results
