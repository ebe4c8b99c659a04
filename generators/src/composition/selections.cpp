// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/composition/selections.hpp>
#include <string>

namespace smallscope::generators::selection {

namespace {
__extension__ using Wide = unsigned __int128;

Ordinal binomial(Ordinal n, Ordinal k, const char* what) {
  if (k > n) return 0;
  k = std::min(k, n - k);
  Wide result = 1;
  for (Ordinal i = 1; i <= k; ++i) {
    result = result * (n - k + i) / i;  // binomial(n - k + i, i), which grows with i
    if (result >= uncounted)
      throw GeneratorError(std::string(what) + ": the size overflows 64 bits (" + std::to_string(k) + " of " +
                           std::to_string(n) + " items); reduce a bound or split the space into several campaigns");
  }
  return static_cast<Ordinal>(result);
}
const char* name_of(bool repeats) { return repeats ? "multisets" : "sets"; }
}  // namespace

Ordinal count(Ordinal items, std::size_t length, bool repeats) {
  if (length == 0) return 1;
  if (items == 0) return 0;
  return binomial(repeats ? checked_add(items, length - 1, name_of(repeats)) : items, length, name_of(repeats));
}

Ordinal first_item(Ordinal items, Ordinal low, std::size_t length, bool repeats, Ordinal& ordinal) {
  const Ordinal total = count(items - low, length, repeats), left = total - ordinal;
  // The greatest item from which on there are still `left` selections.
  Ordinal first = low, beyond = items;
  while (beyond - first > 1) {
    const Ordinal middle = first + (beyond - first) / 2;
    (count(items - middle, length, repeats) >= left ? first : beyond) = middle;
  }
  ordinal -= total - count(items - first, length, repeats);
  return first;
}

void throw_not_ascending(std::size_t place) {
  throw GeneratorError("choices: item " + std::to_string(place) +
                       " does not ascend; the items of a set or multiset are "
                       "given in the order of their generator");
}

std::vector<Ordinal> offsets(Ordinal items, std::size_t least, std::size_t greatest, bool repeats) {
  if (least > greatest)
    throw GeneratorError(std::string(name_of(repeats)) + ": the bounds are inverted: least size " +
                         std::to_string(least) + ", greatest size " + std::to_string(greatest) + "; swap them");
  if (!repeats) greatest = std::max<std::size_t>(least, std::min<Ordinal>(greatest, items));
  std::vector<Ordinal> offsets{0};
  for (std::size_t length = least; length <= greatest; ++length)
    offsets.push_back(checked_add(offsets.back(), count(items, length, repeats), name_of(repeats)));
  return offsets;
}

}  // namespace smallscope::generators::selection
