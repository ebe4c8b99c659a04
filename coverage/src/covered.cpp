// SPDX-License-Identifier: Apache-2.0
#include <smallscope/coverage/covered.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace smallscope::coverage {

namespace {

/// Elements for each byte of code.
constexpr Element calls = 4, returns = 8;

/// Where the elements of a point are that a call reports: the first of all, how many for each byte, and which of them.
struct Numbers {
  Element first, each, which;
};

Numbers numbers_of(Kind kind) {
  const auto number = static_cast<Element>(kind);
  return is_returned(kind) ? Numbers{first_return, returns, number - static_cast<Element>(Kind::negative)}
                           : Numbers{first_call, calls, number};
}

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
    case Kind::negative:
      return "negative";
    case Kind::zero:
      return "zero";
    case Kind::one:
      return "one";
    case Kind::above_one:
      return "above one";
    case Kind::null:
      return "null";
    case Kind::not_null:
      return "not null";
    case Kind::different:
      return "different";
  }
  return "unknown";
}

Point Module::point(Element element) const {
  if (element < first_return) return {.address = blocks[element]};
  const bool is_return = element < first_call;
  const Element number = element - (is_return ? first_return : first_call), each = is_return ? returns : calls;
  const Element first = static_cast<Element>(is_return ? Kind::negative : Kind::block);
  return {.address = code_begin + number / each,
          .kind = static_cast<Kind>(first + number % each),
          .is_return_address = true};
}

Element Module::element(const Point& point) const {
  const auto [first, each, which] = numbers_of(point.kind);
  if (point.is_return_address && point.address - code_begin < std::min<std::uint64_t>(code_size, first / each)) {
    return first + each * static_cast<Element>(point.address - code_begin) + which;
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
