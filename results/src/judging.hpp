// SPDX-License-Identifier: Apache-2.0
// What oracles and the subject said about inputs that are not cases: the tables `tallies` and `reasons`.
//
// Each pass has one row for each oracle and verdict, and one for each different reason. So their number does not grow
// with the number of tests. Belongs to one thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sqlite.hpp"

namespace smallscope::results {

class Judging {
 public:
  explicit Judging(const Connection& connection);

  void add(int pass, const oracles::Tallies& tallies);
  /// A reason beyond most_reasons is counted without its text: the last by (oracle, messages). So the rows that are
  /// kept count all their inputs, whatever the sequence in which they were added, and whoever joins the passes of a
  /// level gets the first most_reasons of the level exactly.
  void add(int pass, const Reasons& reasons);
  /// The tallies of a level, in no particular order.
  oracles::Tallies tallies(int level);
  std::vector<Reason> reasons(int level, Verdict verdict);
  /// Adds what another store holds of a pass.
  void copy(Judging& from, int pass, int to_pass);
  /// All that is held of a pass, as a text for comparisons.
  std::string text(int pass);
  /// Their lines of the canonical dump.
  void dump(const std::function<void(std::string_view)>& sink);

 private:
  struct Row {
    int level;
    Verdict verdict;
    std::string oracle, messages;
    Ordinal inputs, ordinal;
  };
  bool add_to_known(int pass, const Reason& reason, std::string_view oracle, std::string_view messages);
  void insert(int pass, const Reason& reason, std::string_view oracle, std::string_view messages);
  void add_without_text(int pass, const Reason& reason);
  /// How many reasons have their text. O(of them).
  Ordinal count_texts(int pass, Verdict verdict);
  /// Whether the reason may be kept with its text beside so many `texts`; if need be, another one gives up its own for
  /// it. O(log(texts)).
  bool make_room(int pass, const Reason& reason, const std::string& messages, Ordinal& texts);
  /// Visits rows that are grouped by level and verdict, with at most most_reasons texts for each.
  void for_each_reason(Rows rows, const std::function<void(const Row&)>& visit);

  const Connection& connection_;
  Statement add_tally_, tallies_, add_to_reason_, insert_reason_, count_reasons_, last_reason_, erase_reason_, reasons_;
};

}  // namespace smallscope::results
