#include <smallscope/results/record.hpp>

#include <array>

namespace smallscope::results {

std::string_view name(Unmerging::Ending ending) {
  static constexpr std::array<std::string_view, Unmerging::endings> names{"explained", "known",    "bounded",
                                                                          "unstable",  "hopeless", "unpaid"};
  return names.at(static_cast<std::size_t>(ending));
}

Ordinal Account::failed() const {
  Ordinal failed = 0;
  for (const auto& [verdict, count] : cases)
    if (oracles::is_failing(verdict)) failed += count;
  return failed;
}

}  // namespace smallscope::results
