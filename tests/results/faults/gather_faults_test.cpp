// SPDX-License-Identifier: Apache-2.0
// Every operation fails, or is the last, while stores are joined: the joined store appears whole or not at all, and
// those that it is made of stay as they are.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <smallscope/results/gather.hpp>

#include "faulty_files.hpp"
#include "samples.hpp"
#include "thorough.hpp"

namespace smallscope::results {
namespace {

namespace fs = std::filesystem;
using faulty::Kind;
using samples::dense_pass;
using samples::error_of;

constexpr Ordinal inputs = 60;

class EachOperationOfGather : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    faulty::install();
    for (Ordinal part = 0; part < 2; ++part) {
      Store store = Store::create(parts_[part], samples::manifest(inputs));
      const Ordinal from = part * inputs / 2, to = from + inputs / 2;
      Pass pass = dense_pass(from, to);
      pass.whole = inputs;
      store.commit(samples::dense_batch(store.add_pass(pass).id, from, to, 4));
    }
    for (const fs::path& part : parts_) bytes_.push_back(text_of(part));
    TemporaryDirectory directory;
    gather(parts_, directory / "whole.sqlite");
    dump_ = Store::inspect(directory / "whole.sqlite").canonical_dump();
  }
  /// What the attempt said, or "ended" for a process that did not survive it.
  std::string attempted(const fs::path& output, const faulty::Plan& plan) const {
    const auto deed = [&] {
      faulty::arm(plan);
      const std::string error = error_of([&] { gather(parts_, output); });
      faulty::disarm();
      return error;
    };
    if (plan.kind != Kind::killed && plan.kind != Kind::loses_power) return deed();
    const pid_t child = fork();
    if (child == 0) {
      deed();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == faulty::ended_status) << status;
    return "ended";
  }
  void expect_whole(const fs::path& output) const {
    const Store store = Store::snapshot(output);
    EXPECT_THAT(store.integrity().damage, testing::IsEmpty());
    EXPECT_EQ(store.canonical_dump() == dump_, true);
  }

  const TemporaryDirectory directory_;
  const std::vector<fs::path> parts_{directory_ / "1.sqlite", directory_ / "2.sqlite"};
  std::vector<std::string> bytes_;
  std::string dump_;
};

TEST_P(EachOperationOfGather, LeavesAWholeStoreOrNone) {
  std::uint64_t operations = 0;
  {
    const TemporaryDirectory directory;
    faulty::arm({.kind = GetParam()});
    gather(parts_, directory / "whole.sqlite");
    operations = faulty::disarm();
  }
  for (std::uint64_t at = 1; at <= operations && !HasFailure(); at += stride_of(3)) {
    SCOPED_TRACE("operation " + std::to_string(at) + " of " + std::to_string(operations));
    const TemporaryDirectory directory;
    const fs::path output = directory / "whole.sqlite";
    const std::string error = attempted(output, {.kind = GetParam(), .at = at, .seed = at});
    if (error == "no error") {
      EXPECT_TRUE(fs::exists(output));
    } else if (error != "ended") {
      EXPECT_THAT(error, testing::HasSubstr(".sqlite: "));
      EXPECT_TRUE(fs::exists(output) || fs::is_empty(directory.path())) << "something is left beside it";
    }
    if (fs::exists(output)) {
      expect_whole(output);
    } else {
      gather(parts_, output);
      expect_whole(output);
      EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1) << "something is left beside it";
    }
    for (std::size_t part = 0; part < parts_.size(); ++part)
      EXPECT_EQ(text_of(parts_[part]) == bytes_[part], true) << "a part has changed";
  }
  EXPECT_GT(operations, 20U);
}

INSTANTIATE_TEST_SUITE_P(That, EachOperationOfGather,
                         testing::Values(Kind::fails, Kind::fills_up, Kind::killed, Kind::loses_power),
                         [](const auto& kind) { return faulty::name(kind.param); });

}  // namespace
}  // namespace smallscope::results
