// SPDX-License-Identifier: Apache-2.0
#include "shards/shard.hpp"

#include <charconv>

#include <fmt/format.h>

#include "command_line/context.hpp"

namespace smallscope::program {

namespace {

std::optional<runner::Ordinal> number_of(std::string_view text) {
  runner::Ordinal number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<runner::Shard> shard_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t slash = text.find('/');
  const std::string_view all(text);
  if (slash != std::string::npos) {
    const auto number = number_of(all.substr(0, slash)), count = number_of(all.substr(slash + 1));
    if (number && count && *number >= 1 && *number <= *count) return runner::Shard{*number, *count};
  }
  throw UsageError(fmt::format(
      "--shard: `{}` is not a part of a whole; write, for example, 2/7 for the second of seven shards, which "
      "are numbered from 1",
      text));
}

std::string name_of(const runner::Shard& shard) { return fmt::format("{}-of-{}", shard.number, shard.count); }

std::filesystem::path store_of_shard(std::filesystem::path whole, const runner::Shard& shard) {
  const std::string extension = whole.extension().string();
  return whole.replace_extension("." + name_of(shard) + extension);
}

}  // namespace smallscope::program
