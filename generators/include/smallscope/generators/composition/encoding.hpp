// SPDX-License-Identifier: Apache-2.0
// Encodings: a value as bytes. Values can then be hashed and compared in full without any requirement on their types.
//
// Two values have equal encodings exactly if they are equal member by member. Numbers, enumerations, texts, ranges,
// tuples, optionals, variants, smart pointers and aggregates of up to eight such members are known. Any other type
// needs an overload `void encode(smallscope::generators::Encoding&, const T&)` next to it, which adds its parts. Used
// by check() and distinct(). An Encoding belongs to one thread.
#pragma once

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <ranges>
#include <smallscope/generators/ordinal.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace smallscope::generators {

class Encoding;

namespace encoding {
/// Converts to any type but the aggregate's own; used to count members by trying.
template <class Aggregate>
struct Anything {
  template <class Member>
  requires(!std::same_as<Member, Aggregate>) operator Member()
      const;  // NOLINT(google-explicit-constructor): conversion is its purpose; never defined
};
template <class T, std::size_t... I>
constexpr bool has_members(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Anything<T>{})...}; };
}
inline constexpr std::size_t most_members = 8;
template <class T, std::size_t Count = most_members>
constexpr std::size_t members() {
  if constexpr (Count == 0 || has_members<T>(std::make_index_sequence<Count>{}))
    return Count;
  else
    return members<T, Count - 1>();
}
template <class T>
concept Customised = requires(Encoding& to, const T& value) {
  encode(to, value);
};
template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;
template <class T>
concept Tuple = requires {
  std::tuple_size<T>::value;
};
template <class T>
concept Handle = requires(const T& value) {
  *value;
  static_cast<bool>(value);
}
&&!std::is_pointer_v<T>;
template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
}  // namespace encoding

/// The bytes of values that were added.
class Encoding {
 public:
  void clear() { bytes_.clear(); }
  std::string_view bytes() const { return bytes_; }

  /// Adds a value. Its encoding is self-delimiting: neighbouring values cannot be mistaken for a part of it.
  template <class T>
  void add(const T& value) {
    if constexpr (encoding::Customised<T>)
      encode(*this, value);
    else if constexpr (std::is_same_v<T, long double>)
      add_long_double(value);  // some of its bytes are padding
    else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    else if constexpr (encoding::Text<T>)
      add_text(std::string_view(value));
    else if constexpr (std::ranges::input_range<const T>)
      add_range(value);
    else if constexpr (encoding::is_variant<T>)
      add_variant(value);
    else if constexpr (encoding::Tuple<T>)
      std::apply([this](const auto&... member) { (add(member), ...); }, value);
    else if constexpr (encoding::Handle<T>)
      add_handle(value);
    else
      add_aggregate(value);
  }

 private:
  void add_text(std::string_view text) {
    add(text.size());
    bytes_ += text;
  }
  void add_long_double(long double value) {
    std::array<char, 64> text;
    add_text({text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%La", value))});
  }
  template <class T>
  void add_range(const T& range) {
    add(static_cast<std::size_t>(std::ranges::distance(range)));
    for (const auto& item : range) add<std::ranges::range_value_t<const T>>(item);
  }
  template <class T>
  void add_variant(const T& variant) {
    add(variant.index());
    if (!variant.valueless_by_exception()) std::visit([this](const auto& value) { add(value); }, variant);
  }
  template <class T>
  void add_handle(const T& handle) {
    const bool full = static_cast<bool>(handle);
    add(full);
    if (full) add(*handle);
  }
  template <class T>
  void add_aggregate(const T& value) {
    static_assert(std::is_aggregate_v<T> && !std::is_union_v<T>,
                  "encoding: this type is not known; give it an overload void encode(Encoding&, const T&)");
    const auto all = [this](const auto&... member) { (add(member), ...); };
    constexpr std::size_t members = encoding::members<T>();
    if constexpr (members == 1) {
      const auto& [a] = value;
      all(a);
    } else if constexpr (members == 2) {
      const auto& [a, b] = value;
      all(a, b);
    } else if constexpr (members == 3) {
      const auto& [a, b, c] = value;
      all(a, b, c);
    } else if constexpr (members == 4) {
      const auto& [a, b, c, d] = value;
      all(a, b, c, d);
    } else if constexpr (members == 5) {
      const auto& [a, b, c, d, e] = value;
      all(a, b, c, d, e);
    } else if constexpr (members == 6) {
      const auto& [a, b, c, d, e, f] = value;
      all(a, b, c, d, e, f);
    } else if constexpr (members == 7) {
      const auto& [a, b, c, d, e, f, g] = value;
      all(a, b, c, d, e, f, g);
    } else if constexpr (members == 8) {
      const auto& [a, b, c, d, e, f, g, h] = value;
      all(a, b, c, d, e, f, g, h);
    } else {
      static_assert(std::is_empty_v<T>,
                    "encoding: the aggregate has too many members; give it an overload void "
                    "encode(Encoding&, const T&)");
    }
  }

  std::string bytes_;
};

/// A 128-bit hash; not for adversaries.
struct Hash128 {
  std::uint64_t high = 0, low = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};
/// The hash of these bytes, the same on every machine of one byte order (MurmurHash3, x64, 128 bits).
Hash128 hash128(std::string_view bytes);

}  // namespace smallscope::generators
