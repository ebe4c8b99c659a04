// SPDX-License-Identifier: Apache-2.0
// Compiled once for every header of generators, which is included by -include: that header alone lets its user write
// generator.named(...).map(...).filter(...).bind(...). Nothing of the project is included here for that reason.
#include <optional>

namespace {

namespace gen = smallscope::generators;

struct Digits : gen::Fluent<Digits> {
  using value_type = int;
  static constexpr bool can_discard = false;
  gen::Ordinal size() const { return 10; }
  int at(gen::Ordinal ordinal) const { return static_cast<int>(ordinal); }
  template <class Sink>
  bool walk(gen::Ordinal first, gen::Ordinal last, Sink&& sink) const {
    for (; first < last; ++first)
      if (!sink(first, static_cast<int>(first))) return false;
    return true;
  }
  void write_choices(gen::Ordinal ordinal, gen::ChoiceWriter& writer) const { writer.add(ordinal, "digit"); }
  gen::Ordinal read_choices(gen::ChoiceReader& reader) const { return reader.next(size()); }
  gen::Structure structure() const { return {"digits", "", size()}; }
};

}  // namespace

int main() {
  const auto linked = Digits()
                          .named("digit")
                          .map([](int digit) { return digit + 1; })
                          .filter([](int number) { return number % 2 == 0; })
                          .bind([](int) { return Digits(); });
  return linked.at(0) ? 0 : 1;
}
