// SPDX-License-Identifier: Apache-2.0
// What a test covered: blocks of code, which of <, = and > held at comparisons, and what calls returned, by module.
//
// A module is a program or a shared library that was compiled with coverage (docs/coverage.md). A Collector makes one
// Covered for each test. Each thing that can be covered has a number in its module, an Element, which is the same in
// every process, lane and run of the same build: results may be kept by (build id, element). Values: several threads
// may read them.
//
// Example: for (const Part& part : covered.parts) {
//            for (const Element element : part.elements) use(part.module->id, part.module->point(element));
//          }
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace smallscope::coverage {

/// What was covered: a block was executed, or the left operand of a comparison was less than, equal to or greater than
/// the right one (with a constant on one side, that is the right one), or a call returned an integer or a pointer of
/// this kind: below 0, 0, 1, above 1, null, not null; or different integers in one test.
enum class Kind : std::uint8_t {
  block,
  less,
  equal,
  greater,
  negative,
  zero,
  one,
  above_one,
  null,
  not_null,
  different
};
inline constexpr Kind all_kinds[] = {Kind::block,    Kind::less,     Kind::equal,    Kind::greater,
                                     Kind::negative, Kind::zero,     Kind::one,      Kind::above_one,
                                     Kind::null,     Kind::not_null, Kind::different};
constexpr bool is_outcome(Kind kind) { return Kind::less <= kind && kind <= Kind::greater; }
constexpr bool is_returned(Kind kind) { return Kind::negative <= kind && kind <= Kind::different; }
/// "block", "less", "equal", "greater", "negative", "zero", "one", "above one", "null", "not null", "different"
std::string_view name(Kind kind);

/// A place in a module. A block is at the address of its code; what was reported by a call (a comparison, a block of
/// gcc, what another call returned) is at the return address of that call, which may be one behind its line.
struct Point {
  std::uint64_t address = 0;  ///< link-time
  Kind kind = Kind::block;
  bool is_return_address = false;
  friend auto operator<=>(const Point&, const Point&) = default;
};

/// The number of a point: below `first_return`, the position of a block in Module::blocks; below `first_call`, eight
/// for each byte of code, one for each kind of returned value; from there on, four for each byte, one for each other
/// kind. So the order of elements is blocks by address, then the others by address and kind, returned values first.
using Element = std::uint32_t;
inline constexpr Element first_return = Element{1} << 30;
inline constexpr Element first_call = Element{1} << 31;

/// Of a module whose blocks are lines: the function of the block with this number, and of those up to the next one's.
struct LineFunction {
  Element first = 0;
  std::string name;  ///< with what it is in: "Rename.get_changes"; empty: none
  friend bool operator==(const LineFunction&, const LineFunction&) = default;
};

/// One build of a program or of a shared library; or one file of source, or one class, whose subject reports lines
/// itself (line_module): the address of a block is the number of its line.
struct Module {
  /// Its build id in hexadecimal digits; "code-" and a hash of its code if it has none; line_module and sums of a text.
  std::string id;
  std::string path;  ///< text from outside
  /// Blocks of clang, by address; known before they are covered. Two may have one address. 0: the compiler removed it.
  std::vector<std::uint64_t> blocks = {};
  std::vector<bool> is_entry = {};  ///< of each block: the first of its function
  std::uint64_t code_begin = 0;     ///< link-time address of its executable segments
  std::uint64_t code_size = 0;
  std::string source = {};                   ///< of a line_module: its file; text from outside; empty: unknown
  std::vector<LineFunction> functions = {};  ///< of a line_module: ascending; text from outside

  /// Requires an element of this module.
  Point point(Element element) const;
  /// The inverse of point(); throws std::out_of_range if the module has no such point.
  Element element(const Point& point) const;
  friend bool operator==(const Module&, const Module&) = default;
};

/// How the ids of modules begin whose blocks are lines: "lines-<sums of the text>-<sum of the path or name>".
inline constexpr std::string_view line_module = "lines-";

struct Part {
  std::shared_ptr<const Module> module;
  std::vector<Element> elements;  ///< ascending, each once; never empty
};

/// What one test covered. Equal if the same elements of the same builds are covered.
struct Covered {
  std::vector<Part> parts;  ///< by id of the module
  friend bool operator==(const Covered& left, const Covered& right);
};

}  // namespace smallscope::coverage
