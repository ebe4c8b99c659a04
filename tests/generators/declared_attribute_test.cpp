// SPDX-License-Identifier: Apache-2.0
// Attributes of inputs from their choices: absent choices, and functions that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <smallscope/generators/declared_attribute.hpp>

namespace smallscope::generators {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

DeclaredAttribute joined(std::vector<std::string> from) {
  return {"joined", std::move(from), [](std::span<const std::string> labels) {
            std::string text;
            for (const std::string& label : labels) text += "<" + label + ">";
            return text;
          }};
}

TEST(DeclaredAttribute, ReadsLabelsInItsOwnOrder) {
  const Choices choices{{"type", 3, "int"}, {"place", 0, "x"}};
  EXPECT_EQ(label_of(joined({"place", "type"}), choices), "<x><int>");
  EXPECT_EQ(label_of(joined({"type", "third", "place"}), choices), "<int><><x>") << "an absent choice";
  EXPECT_EQ(label_of(joined({}), choices), "");
}

TEST(DeclaredAttribute, SaysWhereItCannotBeComputed) {
  const DeclaredAttribute number{
      "number", {"type"}, [](std::span<const std::string> labels) { return std::to_string(std::stoi(labels[0])); }};
  EXPECT_THAT(
      [&] {
        label_of(number, Choices{{"type", 0, "int"}});
      },
      ThrowsMessage<AttributeError>(
          AllOf(HasSubstr("the attribute `number` cannot be computed for type = `int`: "), HasSubstr("stoi"))));
  EXPECT_THAT(
      [&] {
        label_of({"number", {"type"}, {}}, Choices{{"type", 0, "int"}});
      },
      ThrowsMessage<AttributeError>(HasSubstr("it has no function; give it one")));
  EXPECT_THAT(
      [&] {
        label_of({"number", {}, [](auto) -> std::string { throw 5; }}, Choices{});
      },
      ThrowsMessage<AttributeError>(HasSubstr("cannot be computed for any input")));
}

}  // namespace
}  // namespace smallscope::generators
