// SPDX-License-Identifier: Apache-2.0
// The lanes of a run: opened when first needed, lent to one thread at a time, their scratch removed at the end.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <smallscope/runner/campaign.hpp>
#include <smallscope/runner/scratch_directory.hpp>

namespace smallscope::runner {

class Lanes {
 public:
  /// Opens the first lane at once, so a missing program is noticed before anything else happens.
  Lanes(std::shared_ptr<const Body> body, const std::filesystem::path& scratch);

  /// For directories beside those of the lanes; removed with its content.
  const std::filesystem::path& scratch() const { return scratch_.path(); }

  /// What lanes that are not on loan say, each text once.
  std::vector<std::string> remarks();

  /// A lane on loan; the destructor gives it back.
  class Loan {
   public:
    explicit Loan(Lanes& lanes) : lanes_(lanes), lane_(lanes.take()) {}
    ~Loan() { lanes_.give(std::move(lane_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    Lane* operator->() const { return lane_.get(); }
    Lane* get() const { return lane_.get(); }

   private:
    Lanes& lanes_;
    std::unique_ptr<Lane> lane_;
  };

 private:
  std::unique_ptr<Lane> take();
  void give(std::unique_ptr<Lane> lane);
  std::unique_ptr<Lane> open(std::size_t number) const;

  std::shared_ptr<const Body> body_;
  ScratchDirectory scratch_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Lane>> free_;
  std::size_t opened_ = 0;
};

}  // namespace smallscope::runner
