#include <smallscope/results/record.hpp>

namespace smallscope::results {

Ordinal Account::failed() const {
  Ordinal failed = 0;
  for (const auto& [verdict, count] : cases)
    if (oracles::is_failing(verdict)) failed += count;
  return failed;
}

}  // namespace smallscope::results
