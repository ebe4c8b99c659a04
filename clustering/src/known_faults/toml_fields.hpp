// SPDX-License-Identifier: Apache-2.0
// The fields of a TOML table, checked: whatever is not as it should be is refused with file, line, value and remedy.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <filesystem>
#include <smallscope/clustering/faults.hpp>
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

 private:
  const std::filesystem::path& file_;
};

}  // namespace smallscope::clustering
