// SPDX-License-Identifier: Apache-2.0
// Sets of rows with keys, of which those that share a key become one.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "causes/row_set.hpp"

namespace smallscope::clustering {

template <class Key>
class Sharing {
 public:
  void add(std::set<Key> keys, RowSet rows) {
    std::erase_if(sets_, [&](auto& other) {
      if (std::ranges::none_of(other.first, [&](const Key& key) { return keys.contains(key); })) return false;
      keys.merge(other.first);
      rows |= other.second;
      return true;
    });
    sets_.emplace_back(std::move(keys), std::move(rows));
  }

  std::vector<RowSet> rows() && {
    std::vector<RowSet> all;
    for (auto& [keys, rows] : sets_) all.push_back(std::move(rows));
    return all;
  }

 private:
  std::vector<std::pair<std::set<Key>, RowSet>> sets_;
};

}  // namespace smallscope::clustering
