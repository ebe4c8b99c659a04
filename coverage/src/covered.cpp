// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/covered.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace smallscope::coverage {

namespace {

constexpr Element kinds = static_cast<Element>(std::size(all_kinds));

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::block:
      return "block";
    case Kind::less:
      return "less";
    case Kind::equal:
      return "equal";
    case Kind::greater:
      return "greater";
  }
  return "unknown";
}

Point Module::point(Element element) const {
  if (element < first_call) return {.address = blocks[element]};
  const Element number = element - first_call;
  return {.address = code_begin + number / kinds, .kind = static_cast<Kind>(number % kinds), .is_return_address = true};
}

Element Module::element(const Point& point) const {
  if (point.is_return_address && point.address - code_begin < code_size) {
    return first_call + kinds * static_cast<Element>(point.address - code_begin) + static_cast<Element>(point.kind);
  }
  const auto found = std::ranges::lower_bound(blocks, point.address);
  if (point.is_return_address || point.kind != Kind::block || found == blocks.end() || *found != point.address) {
    throw std::out_of_range(fmt::format("module {} has no {} at address {:#x}: take points of the same build", id,
                                        name(point.kind), point.address));
  }
  return static_cast<Element>(found - blocks.begin());
}

bool operator==(const Covered& left, const Covered& right) {
  return std::ranges::equal(left.parts, right.parts, [](const Part& one, const Part& other) {
    return (one.module == other.module || one.module->id == other.module->id) && one.elements == other.elements;
  });
}

}  // namespace smallscope::coverage
