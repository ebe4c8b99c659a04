// SPDX-License-Identifier: Apache-2.0
// The fields of a TOML table, checked: whatever is not as it should be is refused with file, line, value and remedy.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <smallscope/clustering/faults.hpp>
#include <smallscope/clustering/known_faults/ordinal_text.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace smallscope::clustering {

class TomlFields {
 public:
  explicit TomlFields(const std::filesystem::path& file) : file_(file) {}

  [[noreturn]] void refuse(const toml::node& node, const std::string& problem) const {
    throw FaultsError(fmt::format("{}:{}: {}", file_.string(), node.source().begin.line, problem));
  }
  std::string text(const std::string& key, const toml::node& node) const {
    if (!node.is_string()) refuse(node, fmt::format("'{}' is not a text; write it in quotes", key));
    return **node.as_string();
  }
  /// A text, or a list of texts.
  std::vector<std::string> texts(const std::string& key, const toml::node& node) const {
    if (!node.is_array()) return {text(key, node)};
    std::vector<std::string> all;
    for (const toml::node& element : *node.as_array()) all.push_back(text(key, element));
    return all;
  }
  /// Of a text or a list of texts as ordinals_of() reads them, ascending. Takes their number off `left`.
  std::vector<generators::Ordinal> ordinals(const std::string& key, const toml::node& node, std::size_t& left) const {
    std::vector<generators::Ordinal> all;
    const auto add = [&](const toml::node& element) {
      const std::string words = text(key, element);
      try {
        const auto some = ordinals_of(words, left);
        left -= some.size();
        all.insert(all.end(), some.begin(), some.end());
      } catch (const std::invalid_argument& error) {
        refuse(element, fmt::format("'{}': {}", key, error.what()));
      }
    };
    if (const toml::array* const lines = node.as_array())
      for (const toml::node& line : *lines) add(line);
    else
      add(node);
    // Lines of two people may be in any order after a merge, and overlap.
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  const std::filesystem::path& file_;
};

}  // namespace smallscope::clustering
