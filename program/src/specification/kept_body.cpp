// SPDX-License-Identifier: Apache-2.0
#include "kept_body.hpp"

#include <smallscope/subjects/subject.hpp>

namespace smallscope::program::specification {
namespace {

class KeptBody final : public runner::Body {
 public:
  std::unique_ptr<runner::Lane> open(const std::filesystem::path&) const override {
    throw subjects::SubjectUnavailable(
        "the specification that a store keeps is read, and never executed; name its file with --from FILE");
  }
  std::string describe_subject() const override { return {}; }
  std::vector<std::string> describe_oracles() const override { return {}; }
  std::vector<std::string> oracle_names() const override { return {}; }
};

}  // namespace

std::shared_ptr<const runner::Body> kept_body() { return std::make_shared<KeptBody>(); }

}  // namespace smallscope::program::specification
