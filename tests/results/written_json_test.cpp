// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json.hpp"
#include "written_json.hpp"

namespace smallscope::results {
namespace {

using testing::ElementsAre;

/// A text of everything that has to be escaped, encoded or checked.
std::vector<std::string> texts() {
  std::vector<std::string> all{"", "plain", "\"quoted\" \\ and /", "ll\u00edneas", "\xff\xfe", "{\"base64\":\"eA==\"}"};
  std::string control;
  for (char c = 0; c < 0x20; ++c) control += c;
  all.push_back(control + "\x7f");
  return all;
}

TEST(WrittenJson, ReadsWhatIsWritten) {
  std::vector<Judgement> judgements;
  NamedTexts named;
  generators::Choices choices;
  for (const std::string& text : texts()) {
    judgements.push_back({text, Verdict::crashed, texts()});
    named.push_back({text, text});
    choices.push_back({text, choices.empty() ? 0 : ~Ordinal{0}, text});
  }
  const subjects::Input input{.files = named, .parameters = {}, .standard_input = "a\nb"};
  const auto read_back = [](const auto& value) {
    const std::string column = to_json(value);
    std::decay_t<decltype(value)> read;
    EXPECT_TRUE(WrittenJson(column).whole(read)) << column;
    EXPECT_EQ(to_json(read), column);
  };
  read_back(judgements);
  read_back(std::vector<Judgement>());
  read_back(named);
  read_back(choices);
  read_back(input);
}

TEST(WrittenJson, LeavesTheRestToAGeneralParser) {
  for (const char* column :
       {R"([ {"name":"a","index":1,"label":"b"}])", R"([{"index":1,"name":"a","label":"b"}])",
        R"([{"name":"a","index":1,"label":"\u0062"}])", R"([{"name":"a","index":1,"label":"b","more":[]}])"}) {
    generators::Choices choices;
    EXPECT_FALSE(WrittenJson(column).whole(choices)) << column;
    choices = choices_from_json(column);
    ASSERT_EQ(choices.size(), 1u) << column;
    EXPECT_EQ(choices.front(), (generators::Choice{"a", 1, "b"})) << column;
  }
  EXPECT_THAT(judgements_from_json(R"([{"messages":["\u00e9\ud83d\ude00"],"oracle":"o","verdict":"fail"}])"),
              ElementsAre(Judgement{"o", Verdict::fail, {"\u00e9\U0001f600"}}));
}

TEST(WrittenJson, AcceptsNothingElse) {
  for (const std::string column :
       {"", "[", "[]]", "[{}]", R"([{"name":"a","index":01,"label":"b"}])", R"([{"name":"a","index":1,"label":"b})",
        R"([{"name":"a","index":1.0,"label":"b"}])", R"([{"name":"a","index":18446744073709551616,"label":"b"}])",
        "[{\"name\":\"a\",\"index\":1,\"label\":\"\n\"}]", "[{\"name\":\"a\",\"index\":1,\"label\":\"\xff\"}]",
        R"([{"name":"a","index":1,"label":{"base64":"?"}}])", R"([{"name":"a","index":1,"label":"\x"}])"}) {
    generators::Choices choices;
    EXPECT_FALSE(WrittenJson(column).whole(choices)) << column;
    EXPECT_THROW(choices_from_json(column), BadJson) << column;
  }
}

TEST(JsonOfFactors, ComesBackOrIsRefused) {
  using generators::Factor;
  for (const std::vector<Factor>& factors :
       {std::vector<Factor>{}, {4, 3}, {4, Factor({{2, Factor({{5}, {6, 7}})}, {1}})}, {0}})
    EXPECT_EQ(factors_from_json(generators::to_string(factors)), factors);
  const std::string most = "18446744073709551615";
  for (const std::string& text :
       {std::string("{}"), std::string("[-1]"), std::string("[[3]]"), std::string("[\"a\"]"), std::string("[[[1.5]]]"),
        std::string("[4"), "[[[" + most + "],[" + most + "]]]", "[[[" + most + "," + most + "]]]",
        std::string(10'000, '[') + std::string(10'000, ']')})
    EXPECT_THROW(factors_from_json(text), BadJson) << text.substr(0, 60);
}

}  // namespace
}  // namespace smallscope::results
