// SPDX-License-Identifier: Apache-2.0
#include <smallscope/oracles/remembering.hpp>

#include <utility>

#include "steps.hpp"

namespace smallscope::oracles {

namespace {

constexpr std::size_t most_bytes = 64u << 20;

class Remembering final : public Oracle {
 public:
  Remembering(OraclePointer oracle, std::shared_ptr<Answers> answers)
      : oracle_(std::move(oracle)), answers_(std::move(answers)) {}
  const std::string& name() const override { return oracle_->name(); }
  std::unique_ptr<Judge> open(const std::filesystem::path& scratch) const override {
    std::unique_ptr<Judge> judge = oracle_->open(scratch);
    if (auto* const executing = dynamic_cast<ExecutingJudge*>(judge.get())) executing->remember(answers_);
    return judge;
  }
  std::string describe() const override { return oracle_->describe(); }
  Reads reads() const override { return oracle_->reads(); }
  bool is_occasional() const override { return oracle_->is_occasional(); }
  bool judges_any_text() const override { return oracle_->judges_any_text(); }

 private:
  OraclePointer oracle_;
  std::shared_ptr<Answers> answers_;
};

}  // namespace

std::optional<subjects::Observation> Answers::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void Answers::keep(const std::string& key, const subjects::Observation& observation) {
  std::size_t bytes = key.size() + observation.standard_output.size() + observation.standard_error.size();
  for (const subjects::NamedText& output : observation.outputs) bytes += output.text.size();
  const std::lock_guard lock(mutex_);
  if (bytes_ + bytes > most_bytes) return;
  if (known_.try_emplace(key, observation).second) bytes_ += bytes;
}

OraclePointer remembering(OraclePointer oracle, std::shared_ptr<Answers> answers) {
  return std::make_shared<Remembering>(std::move(oracle), std::move(answers));
}

}  // namespace smallscope::oracles
