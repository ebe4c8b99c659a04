// SPDX-License-Identifier: Apache-2.0
#include <smallscope/results/store.hpp>

#include <random>
#include <set>

#include <fmt/format.h>

#include "database.hpp"
#include "hash.hpp"

namespace smallscope::results {

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

const Manifest& Store::manifest() const { return database_->manifest(); }
const std::filesystem::path& Store::file() const { return database_->connection().file(); }

std::optional<Store> Store::another() const {
  std::unique_ptr<Database> database = database_->another();
  if (!database) return std::nullopt;
  return Store(std::move(database));
}

void Store::require_same_campaign(const Manifest& other) const {
  const Manifest& own = manifest();
  std::string different;
  // Whoever opens a search has not counted it; the store may have.
  if (other.inputs != generators::uncounted && own.inputs != other.inputs)
    different = fmt::format("inputs (stored: {}; now: {})", own.inputs, other.inputs);
  if (const std::string more = differences(own.fingerprint, other.fingerprint); !more.empty())
    different += (different.empty() ? "" : ", ") + more;
  if (!different.empty())
    throw StoreMismatch(
        fmt::format("store {}: it holds campaign {}, not this {}; different: {}; use another file, "
                    "or --overwrite to begin anew",
                    file().string(), own.campaign, other.campaign, different));
}

Pass Store::add_pass(Pass pass) { return database_->add_pass(std::move(pass)); }
std::vector<Pass> Store::passes() const { return database_->passes(); }
void Store::commit(const Batch& batch) { database_->commit({&batch, 1}); }
void Store::commit(std::span<const Batch> batches) { database_->commit(batches); }
void Store::compare_by(Signature signature) { database_->compare_by(std::move(signature)); }
Agreement Store::agreement(const Case& known, const Attempt& attempt) const {
  return database_->agreement(known, attempt);
}
void Store::add_attempts(const std::vector<Attempt>& attempts) { database_->add_attempts(attempts); }
void Store::add_contradictions(std::span<const Case> failing) { database_->add_contradictions(failing); }
void Store::add_retries(std::span<const Retry> retries) { database_->add_retries(retries); }
std::vector<std::pair<int, Ordinal>> Store::open_cases() const { return database_->open_cases(); }
void Store::add_unmergings(std::span<const Unmerging> unmergings) { database_->add_unmergings(unmergings); }
std::optional<Unmerging> Store::find_unmerging(int level, Ordinal ordinal) const {
  return database_->find_unmerging(level, ordinal);
}
void Store::for_each_unmerging(const std::function<bool(const Unmerging&)>& visit) const {
  database_->for_each_unmerging(visit);
}
void Store::for_each_failure(const std::function<bool(const Case&)>& visit, bool by_test, CaseParts parts) const {
  database_->for_each_failure(visit, by_test, parts);
}
std::optional<Case> Store::find_failure(int level, Ordinal ordinal) const {
  return database_->find_failure(level, ordinal);
}
void Store::set_first_failure(const FirstFailure& first) { database_->set_first_failure(first); }
std::optional<FirstFailure> Store::first_failure() const { return database_->first_failure(); }

Account Store::account() const { return database_->account(); }
LevelCounts Store::counts(int level) const { return database_->counts(level); }
void Store::for_each_case(const std::function<bool(const Case&)>& visit, bool by_test, CaseParts parts) const {
  database_->for_each_case(visit, by_test, parts);
}
std::optional<Case> Store::find_case(int level, Ordinal ordinal) const { return database_->find_case(level, ordinal); }
std::vector<Attempt> Store::attempts(int level, Ordinal ordinal) const { return database_->attempts(level, ordinal); }
Executions Store::executions(int level, Ordinal ordinal) const { return database_->executions(level, ordinal); }
std::vector<Ordinal> Store::sample(std::uint64_t wanted, std::uint64_t seed) const {
  Ordinal executed = 0;
  for_each_executed(0, [&](Ordinal first, Ordinal last) {
    executed += last - first;
    return true;
  });
  std::set<Ordinal> ranks;
  std::mt19937_64 random(seed);
  const bool all = wanted >= executed;
  while (!all && ranks.size() < wanted) ranks.insert(random() % executed);
  std::vector<Ordinal> sample;
  auto next = ranks.begin();
  Ordinal before = 0;
  for_each_executed(0, [&](Ordinal first, Ordinal last) {
    if (all)
      for (Ordinal ordinal = first; ordinal < last; ++ordinal) sample.push_back(ordinal);
    for (; next != ranks.end() && *next - before < last - first; ++next) sample.push_back(first + (*next - before));
    before += last - first;
    return true;
  });
  return sample;
}

bool Store::is_executed(int level, Ordinal ordinal) const { return database_->is_executed(level, ordinal); }
void Store::for_each_executed(int level, const std::function<bool(Ordinal, Ordinal)>& visit) const {
  database_->for_each_executed(level, visit);
}
std::optional<Verdict> Store::verdict(int level, Ordinal ordinal) const { return database_->verdict(level, ordinal); }
Discards Store::discards(int level) const { return database_->discards(level); }
oracles::Tallies Store::tallies(int level) const { return database_->tallies(level); }
std::vector<Reason> Store::reasons(int level, Verdict verdict) const { return database_->reasons(level, verdict); }

Ordinal Store::spectra() const { return database_->spectra().count(); }
std::vector<CodeModule> Store::code_modules() const { return database_->spectra().modules(); }
std::vector<CodeElement> Store::code_elements() const { return database_->spectra().elements(); }
void Store::for_each_spectrum(int level, const VisitSpectrum& visit) const {
  database_->spectra().for_each(level, visit);
}
void Store::find_places_with(FindPlace find) { database_->spectra().find_places_with(std::move(find)); }

std::string Store::canonical_dump() const {
  std::string dump;
  database_->dump([&](std::string_view text) { dump += text; });
  return dump;
}

std::string Store::certificate() const { return database_->certificate(); }
void Store::certify() { database_->certify(); }
void Store::require_whole() const { database_->require_whole(); }
Integrity Store::integrity() const { return database_->integrity(); }

}  // namespace smallscope::results
