// SPDX-License-Identifier: Apache-2.0
// What oracles and the subject said about inputs that are not cases: the tables `tallies` and `reasons`.
//
// There is one row for each oracle and verdict, and one for each different reason. So their number does not grow with
// the number of tests. Belongs to one thread.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "sqlite.hpp"

namespace smallscope::results {

class Judging {
 public:
  explicit Judging(const Connection& connection);

  void add(int level, const oracles::Tallies& tallies);
  /// A reason beyond most_reasons is counted without its text.
  void add(int level, const Reasons& reasons);
  /// The tallies of a level, in no particular order.
  oracles::Tallies tallies(int level);
  std::vector<Reason> reasons(int level, Verdict verdict);
  /// Their lines of the canonical dump.
  void dump(const std::function<void(std::string_view)>& sink);

 private:
  bool add_to_known(int level, const Reason& reason, std::string_view oracle, std::string_view messages);

  const Connection& connection_;
  Statement add_tally_, tallies_, add_to_reason_, insert_reason_, count_reasons_, reasons_;
};

}  // namespace smallscope::results
