// SPDX-License-Identifier: Apache-2.0
#include <smallscope/clustering/known_faults/ordinal_text.hpp>

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <stdexcept>

namespace smallscope::clustering {

namespace {

using generators::Ordinal;

/// How many of the first ordinals are equally far apart.
std::size_t regular(std::span<const Ordinal> ordinals) {
  if (ordinals.size() < 2) return ordinals.size();
  const Ordinal step = ordinals[1] - ordinals[0];
  std::size_t count = 2;
  while (count < ordinals.size() && ordinals[count] - ordinals[count - 1] == step) ++count;
  return count;
}

/// Takes a number from the front.
std::optional<Ordinal> number_at(std::string_view& word) {
  Ordinal number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc()) return std::nullopt;
  word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  return number;
}

bool take(std::string_view& word, char mark) {
  if (!word.starts_with(mark)) return false;
  word.remove_prefix(1);
  return true;
}

struct Progression {
  Ordinal first = 0, last = 0, step = 1;
};

std::optional<Progression> progression(std::string_view word) {
  const auto first = number_at(word);
  if (!first) return std::nullopt;
  Progression found{*first, *first, 1};
  if (take(word, '-')) {
    const auto last = number_at(word);
    if (!last || *last < *first) return std::nullopt;
    found.last = *last;
    if (take(word, '/')) {
      const auto step = number_at(word);
      if (!step || *step == 0) return std::nullopt;
      found.step = *step;
      found.last -= (*last - *first) % *step;
    }
  }
  return word.empty() ? std::optional(found) : std::nullopt;
}

}  // namespace

std::vector<std::string> ordinal_lines(std::span<const Ordinal> ordinals, std::size_t width) {
  std::vector<std::string> lines;
  while (!ordinals.empty()) {
    const std::size_t count = regular(ordinals);
    const bool is_range = count > 2 || (count == 2 && ordinals[1] == ordinals[0] + 1);
    std::string word = std::to_string(ordinals.front());
    if (is_range) word += fmt::format("-{}", ordinals[count - 1]);
    if (const Ordinal step = is_range ? ordinals[1] - ordinals[0] : 1; step > 1) word += fmt::format("/{}", step);
    if (lines.empty() || lines.back().size() + 1 + word.size() > width)
      lines.push_back(std::move(word));
    else
      lines.back() += " " + word;
    ordinals = ordinals.subspan(is_range ? count : 1);
  }
  return lines;
}

std::vector<Ordinal> ordinals_of(std::string_view text, std::size_t most, std::string_view remedy) {
  std::vector<Ordinal> ordinals;
  while (true) {
    while (take(text, ' ')) continue;
    if (text.empty()) return ordinals;
    const std::string_view word = text.substr(0, text.find(' '));
    const auto found = progression(word);
    if (!found)
      throw std::invalid_argument(
          fmt::format("`{}` is not an ordinal, a range such as 3-9, or one with a step such as 3-99/12", word));
    if ((found->last - found->first) / found->step >= most - ordinals.size())
      throw std::invalid_argument(
          fmt::format("`{}` makes more than {} ordinals, which is the most; {}", word, most, remedy));
    for (Ordinal ordinal = found->first;; ordinal += found->step) {
      ordinals.push_back(ordinal);
      if (ordinal == found->last) break;
    }
    text.remove_prefix(word.size());
  }
}

}  // namespace smallscope::clustering
