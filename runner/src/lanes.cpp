// SPDX-License-Identifier: Apache-2.0
#include "lanes.hpp"

#include <stdlib.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include <smallscope/subjects/subject.hpp>

namespace smallscope::runner {

ScratchDirectory::ScratchDirectory(const std::filesystem::path& parent) {
  std::error_code unusable;
  const std::filesystem::path base = parent.empty() ? std::filesystem::temp_directory_path(unusable) : parent;
  if (unusable) {
    const char* chosen = std::getenv("TMPDIR");
    throw subjects::SubjectUnavailable(
        fmt::format("there is no directory for temporary files{}{}: {}; set TMPDIR to a directory that can be written",
                    chosen != nullptr ? " at TMPDIR=" : "", chosen != nullptr ? chosen : "", unusable.message()));
  }
  std::string pattern = (base / "smallscope-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw subjects::SubjectUnavailable(
        fmt::format("cannot make a scratch directory below {}: {}; set TMPDIR to a directory that can be written",
                    base.string(), std::strerror(errno)));
  path_ = pattern;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Lanes::Lanes(std::shared_ptr<const Body> body, const std::filesystem::path& scratch)
    : body_(std::move(body)), scratch_(scratch) {
  free_.push_back(open(0));
  opened_ = 1;
}

std::unique_ptr<Lane> Lanes::open(std::size_t number) const {
  const std::filesystem::path directory = scratch_.path() / fmt::format("lane-{}", number);
  std::filesystem::create_directory(directory);
  return body_->open(directory);
}

std::unique_ptr<Lane> Lanes::take() {
  std::size_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Lane> lane = std::move(free_.back());
      free_.pop_back();
      return lane;
    }
    number = opened_++;
  }
  return open(number);  // outside the lock: starting a worker takes time
}

void Lanes::give(std::unique_ptr<Lane> lane) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(lane));
}

}  // namespace smallscope::runner
