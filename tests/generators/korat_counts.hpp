// SPDX-License-Identifier: Apache-2.0
// The searches of examples/structures with the counts of Korat's released examples (korat-counts.csv).
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "binary_tree.hpp"
#include "heap_array.hpp"
#include "red_black_tree.hpp"
#include "search_tree.hpp"
#include "singly_linked_list.hpp"

namespace structures {

struct KoratCounts {
  std::string structure;
  int size = 0;
  gen::Ordinal valid = 0, explored = 0;
};

/// The rows of a file: name, size, further bounds, valid structures, candidates explored.
inline std::vector<KoratCounts> read_korat_counts(const std::string& file) {
  std::ifstream in(file);
  std::vector<KoratCounts> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::vector<std::string> values;
    for (std::string field; std::getline(fields, field, ',');) values.push_back(field);
    if (values.size() < 4) throw std::runtime_error(file + ": too few columns: " + line);
    rows.push_back(
        {values[0], std::stoi(values[1]), std::stoull(values[values.size() - 2]), std::stoull(values.back())});
  }
  if (rows.empty()) throw std::runtime_error(file + ": no rows");
  return rows;
}

/// function(search) for the structure of that name and size.
template <class Function>
auto with_structure(const std::string& name, int size, Function function) {
  if (name == "BinaryTree") return function(binary_trees(size));
  if (name == "SearchTree") return function(search_trees(size));
  if (name == "RedBlackTree") return function(red_black_trees(size));
  if (name == "HeapArray") return function(heap_arrays(size));
  if (name == "SinglyLinkedList") return function(singly_linked_lists(size));
  throw std::runtime_error("no such structure: " + name);
}

}  // namespace structures
