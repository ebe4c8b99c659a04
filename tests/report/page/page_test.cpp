// SPDX-License-Identifier: Apache-2.0
// The page as text: what it holds, that nothing in it is markup which should not be, that it is deterministic. What a
// browser makes of it is tests/program/report_page_test.py.
#include <smallscope/report/page/page.hpp>

#include <zlib.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <sstream>

#include <nlohmann/json.hpp>
#include <smallscope/clustering/explanations/stored.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::report {
namespace {

using nlohmann::json;
using oracles::Verdict;
using results::Ordinal;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A space of 3 x 4 x 2 inputs.
const std::vector<Ordinal> factors{3, 4, 2};
constexpr Ordinal inputs = 24;

generators::Choices choices_of(Ordinal ordinal) {
  const Ordinal kind = ordinal / 8, size = ordinal / 2 % 4, place = ordinal % 2;
  return {{"kind", kind, std::string(1, static_cast<char>('a' + kind))},
          {"size", size, std::to_string(size)},
          {"place", place, place == 0 ? "inside" : "outside"}};
}

subjects::Input input_of(Ordinal ordinal) {
  return {.files = {{"program.py", "x = 1\nprint(" + std::to_string(ordinal) + ")\n"}}};
}

bool fails(Ordinal ordinal) { return ordinal / 8 == 1 && ordinal / 2 % 4 >= 2; }

struct Sample {
  std::string text = "wrong";  ///< in every place where a subject or a generator can put text
  double seconds = 1;
  Ordinal done = inputs;
  bool with_failures = true;
};

results::Store store_of(const Sample& sample) {
  const std::string& text = sample.text;
  results::Manifest manifest;
  manifest.campaign = "small " + text;
  manifest.description = text;
  manifest.inputs = inputs;
  manifest.structure = "product";
  manifest.summary = text;
  manifest.oracles = {"right " + text};
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = inputs, .size = inputs});
  results::Batch batch{.pass = pass.id, .done = sample.done, .executed = sample.done, .seconds = sample.seconds};
  for (Ordinal ordinal = 0; sample.with_failures && ordinal < sample.done; ++ordinal) {
    if (!fails(ordinal)) continue;
    results::Case failing{.ordinal = ordinal, .test = ordinal + 1, .seconds = sample.seconds};
    failing.judgements = {{"right " + text, Verdict::fail, {text}}};
    failing.choices = choices_of(ordinal);
    failing.choices.front().label += text;
    failing.choices.push_back({"odd " + text, 0, text});
    failing.input = input_of(ordinal);
    failing.input.files.front().name += text;
    failing.input.files.front().text += text;
    failing.input.parameters = {{text, text}, {"long", text + std::string(200, '.')}};
    failing.input.standard_input = text;
    failing.observed = {
        {"after", "x = 1\n" + text}, {text + " before", text}, {text + " after", "b"},   {"output", text},
        {"log", "1\n2\n"},           {"answer", "1\n"},        {"log of gcc", "1\n3\n"}, {"answer of gcc", "2\n"}};
    failing.reproduction = "/somewhere/" + std::to_string(sample.seconds);
    batch.cases.push_back(failing);
  }
  batch.discards.rejected = {0};
  batch.discards.filtered = {{1, 3}};
  batch.discards.refused = {23};
  if (sample.done < 24) batch.discards.refused.clear();
  for (const Verdict verdict : {Verdict::discarded, Verdict::not_applicable, Verdict::pass})
    batch.reasons.add({verdict, "right " + text, {text}, 1, 0});
  batch.tallies = oracles::Tallies({"right " + text});
  store.commit(batch);
  return store;
}

clustering::Explainer explainer_of(const results::Store& store) {
  std::vector<Ordinal> failing;
  store.for_each_failure([&](const results::Case& record) {
    failing.push_back(record.ordinal);
    return true;
  });
  return {clustering::Population(factors, choices_of), failing, {0, 1, 2, 23}};
}

std::string page_of(const PageContents& contents) {
  std::ostringstream output;
  write_page(contents, output);
  return output.str();
}

std::string page_of(const results::Store& store) {
  const auto clusters = clustering::cluster(store, {});
  return page_of({.findings = {.store = store, .clusters = clusters}});
}

/// With everything that a campaign adds.
std::string whole_page_of(const results::Store& store) {
  const auto clusters = clustering::cluster(store, {});
  const clustering::Explainer explainer = explainer_of(store);
  std::vector<clustering::Explanation> explanations;
  for (const clustering::Cluster& cluster : clusters)
    explanations.push_back(explainer.explain(clustering::explained_members(cluster)));
  return page_of({.findings = {.store = store,
                               .clusters = clusters,
                               .explanations = explanations,
                               .explainer = &explainer,
                               .replay = "program replay s.sqlite"},
                  .render = input_of,
                  .choices = choices_of});
}

std::string inflated(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string text(std::size_t{1} << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

/// The packed data under this id; "" if there is none.
std::string packed_of(const std::string& page, const std::string& id) {
  const std::string opening = "<script type=\"application/gzip+base64\" id=\"" + id + "\">";
  const std::size_t begin = page.find(opening);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + opening.size();
  return page.substr(from, page.find('<', from) - from);
}

/// The same unpacked; null if there is none.
json data_of(const std::string& page, const std::string& id) {
  const std::string packed = packed_of(page, id);
  if (packed.empty()) return nullptr;
  const auto bytes = subjects::decode_base64(packed);
  return bytes ? json::parse(inflated(*bytes)) : json("no base64");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

TEST(Page, HoldsTheAccountTheClustersAndEveryFailingInput) {
  const std::string page = whole_page_of(store_of({}));
  EXPECT_THAT(page,
              AllOf(HasSubstr("<h1>small wrong</h1>"), HasSubstr("4 failing inputs in 1 cluster."),
                    HasSubstr("All 24 inputs of the space have a verdict."),
                    HasSubstr("<dt>refused by the subject</dt><dd>1</dd>"), HasSubstr("<dt>passed</dt><dd>16</dd>"),
                    HasSubstr("<dt>rejected by an oracle</dt>"), HasSubstr("fails exactly when"),
                    HasSubstr("size is at least 2"), HasSubstr("program replay s.sqlite 12")));
  const json failures = data_of(page, "failures");
  EXPECT_EQ(failures["ordinals"], json({"12", "13", "14", "15"}));
  EXPECT_EQ(failures["replay"], "program replay s.sqlite");
  EXPECT_EQ(failures["choices"][1]["name"], "size");
  for (int i = 0; i < 4; ++i) {
    const json& size = failures["choices"][1];
    EXPECT_EQ(size["labels"][size["values"][i].get<std::size_t>()], i < 2 ? "2" : "3");
  }
  const json programs = data_of(page, failures["chunks"][0][0]);
  ASSERT_EQ(programs.size(), 4u);
  EXPECT_EQ(programs[3]["exhibits"].at(1)["left"], "program.pywrong, before");
  // What is to be compared stands side by side, unless both are short.
  EXPECT_EQ(programs[3]["exhibits"].back()["left"], "log");
  EXPECT_EQ(programs[3]["exhibits"].back()["right"], "log of gcc");
  EXPECT_THAT(programs[3].dump(), AllOf(HasSubstr("print(15)"), HasSubstr(R"(["answer","1"],["answer of gcc","2"])")));
}

TEST(Page, EveryTableOfTheAccountHasACaptionOfItsOwn) {
  const std::string page = page_of(store_of({}));
  for (const char* const caption : {"What each oracle said, in inputs", "Why oracles rejected inputs",
                                    "Why oracles did not apply", "Why it is doubtful what passed"})
    EXPECT_THAT(page, HasSubstr(std::string("<caption>") + caption + "</caption>"));
}

TEST(Page, HasRoomForTheFirstTermsOfMany) {
  const results::Store store = store_of({});
  const auto clusters = clustering::cluster(store, {});
  ASSERT_EQ(clusters.size(), 1u);
  clustering::Explanation explanation{.attributes = {{"size", {"0", "1", "2", "3", "4", "5"}}}};
  for (clustering::Value size = 0; size < 6; ++size)
    explanation.terms.push_back({{{.attribute = 0, .kind = clustering::Literal::Kind::in, .values = {size}}}, {}});
  explanation.bits_of_list = 1000;
  const std::vector<clustering::Explanation> explanations{explanation};
  const std::string page = page_of({.findings = {.store = store, .clusters = clusters, .explanations = explanations}});
  EXPECT_THAT(page, AllOf(HasSubstr("<div class=\"when\">fails exactly when size is <code>0</code>; or when size is "
                                    "<code>1</code>; or 4 more terms</div>"),
                          Not(HasSubstr("always fails when"))));
}

TEST(Page, SaysWhatMadeAClusterOne) {
  const results::Store store = store_of({});
  auto clusters = clustering::cluster(store, {});
  clusters.front().signatures = 3;
  const std::vector<std::string> causes{"kind = <b>"};
  const std::string page = page_of({.findings = {.store = store, .clusters = clusters, .causes = causes}});
  EXPECT_THAT(page, AllOf(HasSubstr("one cluster: kind = &lt;b&gt;"), HasSubstr(message_text(clusters.front(), 300))));
  EXPECT_THAT(page_of(store), Not(HasSubstr("one cluster:")));
}

TEST(Page, MarksWhatDiffersBeforeAndAfter) {
  const std::string page = page_of(store_of({}));
  EXPECT_THAT(page, AllOf(HasSubstr("<td>x = 1</td><td>x = 1</td>"), HasSubstr("<del>print(12)</del>"),
                          Not(HasSubstr("<del>x = 1</del>"))));
}

TEST(Page, WitnessesShowTwoInputsForEachCondition) {
  const json witnesses = data_of(whole_page_of(store_of({})), "witnesses-0");
  ASSERT_EQ(witnesses.size(), 2u);
  std::set<std::string> conditions;
  for (const json& witness : witnesses) {
    conditions.insert(witness["condition"]);
    EXPECT_EQ(witness["differing"], 1);
    EXPECT_THAT(witness["exhibits"][0]["left"], HasSubstr(" fails"));
    EXPECT_THAT(witness["exhibits"][0]["right"], HasSubstr(" passes"));
  }
  EXPECT_EQ(conditions, (std::set<std::string>{"kind is `b`", "size is at least 2"}));
}

/// The counts behind every cell of every map, against a walk over all inputs; also where two choices are one factor.
TEST(Page, TheMapCountsWhatWasJudged) {
  const results::Store store = store_of({});
  const auto clusters = clustering::cluster(store, {});
  for (const auto& factors_of_space : {factors, {12, 2}, {24}}) {
    const clustering::Explainer explainer(clustering::Population(factors_of_space, choices_of), {12, 13, 14, 15}, {});
    const std::string page = page_of({.findings = {.store = store, .clusters = clusters, .explainer = &explainer}});
    const json map = data_of(page, "space-map");
    ASSERT_EQ(map["axes"].size(), 3u);
    std::size_t pair = 0;
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < j; ++i, ++pair) {
        const std::size_t width = map["axes"][j]["shown"].size();
        std::vector<Ordinal> judged(map["axes"][i]["shown"].size() * width, 0);
        for (Ordinal ordinal = 3; ordinal < 23; ++ordinal) {  // 0, 1, 2 and 23 were discarded or refused
          const auto choices = choices_of(ordinal);
          ++judged[choices[i].index * width + choices[j].index];
        }
        EXPECT_EQ(map["judged"][pair], json(judged)) << i << " " << j;
      }
    EXPECT_EQ(map["axes"][0]["judged"], json({5, 8, 7}));
    EXPECT_EQ(std::set<int>({map["rows"].get<int>(), map["columns"].get<int>()}), std::set<int>({0, 1}))
        << "opens with the two choices that decide";
  }
}

/// Of an incomplete store, the inputs that were judged so far.
TEST(Page, TheMapOfAnIncompleteStoreCountsWhatWasJudgedSoFar) {
  const results::Store store = store_of({.done = 14});
  const auto clusters = clustering::cluster(store, {});
  const clustering::Population population(factors, choices_of);
  const std::string page = page_of({.findings = {.store = store, .clusters = clusters}, .population = &population});
  EXPECT_THAT(page, HasSubstr("that were judged so far"));
  EXPECT_EQ(data_of(page, "space-map")["axes"][0]["judged"], json({5, 6, 0})) << "0, 1 and 2 were discarded";
}

/// What subjects, generators and oracles say is text wherever it appears.
TEST(Page, HostileTextIsInertEverywhere) {
  const std::string hostile =
      std::string("</script><script>alert(1)</script><!-- ]]> <img onerror='x' src=\"y\"> &amp;") +
      "\x1b[31m \u202e\u2066 \xff\xc0" + std::string(1, '\0');
  const std::string page = whole_page_of(store_of({.text = hostile})), plain = whole_page_of(store_of({}));
  for (const char* markup : {"<script", "</script", "<!--", "<img", "<style", "<h2"})
    EXPECT_EQ(count(page, markup), count(plain, markup)) << markup;
  EXPECT_TRUE(subjects::is_utf8(page));
  EXPECT_EQ(page.find_first_of(std::string("\x1b\x07\r\0", 4)), std::string::npos);
  for (const char* control : {"\u202e", "\u2066"}) EXPECT_EQ(page.find(control), std::string::npos);
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- ]]&gt; &lt;img "
                              "onerror=&#39;x&#39; src=&quot;y&quot;&gt; &amp;amp;\\x1b[31m \\u202e\\u2066 "
                              "\\xff\\xc0\\x00"));
  const json failures = data_of(page, "failures");
  for (const std::string& text : {failures.dump(), data_of(page, failures["chunks"][0][0]).dump()}) {
    EXPECT_THAT(text, AllOf(HasSubstr("</script><script>alert(1)"), HasSubstr("\\\\x1b[31m")));
    EXPECT_EQ(text.find("\u202e"), std::string::npos);
    EXPECT_EQ(text.find("\\u001b"), std::string::npos);
  }
}

TEST(Page, AllowsItsOwnScriptAndStyleAndNothingElse) {
  const std::string page = page_of(store_of({}));
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; script-src 'sha256-"));
  EXPECT_THAT(page, HasSubstr("style-src 'sha256-"));
  for (const char* loads : {" src=", "http:", "https:", "url(", "@import", " style=", " onclick="})
    EXPECT_EQ(page.find(loads), std::string::npos) << loads;
}

/// Times, paths and attempts are no part of what stores are compared by.
TEST(Page, EqualStoresGiveEqualPages) {
  results::Store quick = store_of({.seconds = 1}), slow = store_of({.seconds = 99});
  slow.add_attempts({{.ordinal = 12,
                      .kind = "repeat",
                      .verdict = Verdict::fail,
                      .judgements = {{"right wrong", Verdict::fail, {"wrong"}}},
                      .seconds = 3}});
  ASSERT_EQ(quick.canonical_dump(), slow.canonical_dump());
  EXPECT_EQ(whole_page_of(quick), whole_page_of(slow));
  EXPECT_NE(whole_page_of(quick), whole_page_of(store_of({.text = "another"})));
}

TEST(Page, WithoutTheCampaignThereIsWhatTheStoreHas) {
  const results::Store store = store_of({});
  const auto clusters = clustering::cluster(store, {});
  const std::string page =
      page_of({.findings = {.store = store, .clusters = clusters, .unexplained = "they need <the> campaign"}});
  EXPECT_THAT(page, AllOf(HasSubstr("There are no explanations: they need &lt;the&gt; campaign."),
                          HasSubstr("Rates need the campaign"), Not(HasSubstr("fails exactly when"))));
  EXPECT_EQ(data_of(page, "failures")["ordinals"].size(), 4u);
  EXPECT_EQ(data_of(page, "space-map")["judged"], nullptr);
  EXPECT_EQ(data_of(page, "space-map")["axes"].size(), 4u) << "every choice of the failing inputs";
  EXPECT_EQ(data_of(page, "witnesses-0"), nullptr);
}

TEST(Page, OfAnIncompleteStoreSaysSo) {
  const std::string page = page_of(store_of({.done = 14}));
  EXPECT_THAT(page, AllOf(HasSubstr("The run is not complete: 14 of 24 inputs executed."),
                          HasSubstr("none: only a complete store has one"), Not(HasSubstr("All 24 inputs"))));
  EXPECT_EQ(data_of(page, "failures")["ordinals"].size(), 2u);
}

TEST(Page, OfAStoreWithoutFailuresHasTheAccountAlone) {
  const std::string page = page_of(store_of({.with_failures = false}));
  EXPECT_THAT(page, AllOf(HasSubstr("No input fails."), HasSubstr("There is none: no input that was judged fails."),
                          Not(HasSubstr("id=\"map\"")), Not(HasSubstr("id=\"inputs\""))));
  results::Manifest manifest;
  manifest.campaign = "empty";
  EXPECT_THAT(page_of(results::Store::in_memory(manifest)), HasSubstr("nothing was judged: the space is empty"));
}

/// The first chunks of every cluster have room before the second one of any.
TEST(Page, LeavesOutProgramsForWhichThereIsNoRoom) {
  results::Manifest manifest{.campaign = "many", .inputs = 1000, .structure = "range"};
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 1000, .size = 1000});
  results::Batch batch{.pass = pass.id, .done = 1000, .executed = 1000};
  std::mt19937_64 random(1);
  for (Ordinal ordinal = 0; ordinal < 1000; ++ordinal) {
    results::Case failing{.ordinal = ordinal, .test = ordinal + 1};
    failing.judgements = {{"right", Verdict::fail, {ordinal < 700 ? "early" : "late"}}};
    failing.input.files = {{"f", std::to_string(random())}};
    batch.cases.push_back(failing);
  }
  store.commit(batch);
  const auto clusters = clustering::cluster(store, {});
  const auto chunks_with = [&](std::size_t most_bytes) {
    const std::string page =
        page_of({.findings = {.store = store, .clusters = clusters}, .most_program_bytes = most_bytes});
    const json failures = data_of(page, "failures");
    EXPECT_EQ(failures["ordinals"].size(), 1000u) << "listed all the same";
    for (const json& chunk : failures["chunks"].at(0))
      if (chunk.is_string()) {
        EXPECT_EQ(data_of(page, chunk).size(), 100u);
      }
    return failures["chunks"].dump();
  };
  const std::string whole = page_of({.findings = {.store = store, .clusters = clusters}});
  const std::size_t first = packed_of(whole, "programs-0-0").size() + packed_of(whole, "programs-1-0").size();
  EXPECT_EQ(chunks_with(1 << 20),
            "[[\"programs-0-0\",\"programs-0-1\",\"programs-0-2\",\"programs-0-3\",\"programs-0-4\",\"programs-0-5\","
            "\"programs-0-6\"],[\"programs-1-0\",\"programs-1-1\",\"programs-1-2\"]]");
  EXPECT_EQ(chunks_with(first), "[[\"programs-0-0\",null,null,null,null,null,null],[\"programs-1-0\",null,null]]");
  EXPECT_EQ(chunks_with(0), "[[null,null,null,null,null,null,null],[null,null,null]]");
}

/// A choice can have millions of values; the page has those of failing inputs, and counts the others.
TEST(Page, HasTheLabelsOfFailingInputsOnly) {
  results::Manifest manifest{.campaign = "numbers", .inputs = 100'000, .structure = "range"};
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 100'000, .size = 100'000});
  const auto choices = [](Ordinal ordinal) {
    return generators::Choices{{"number", ordinal / 2, std::to_string(ordinal / 2)},
                               {"side", ordinal % 2, ordinal % 2 == 0 ? "left" : "right"}};
  };
  results::Batch batch{.pass = pass.id, .done = 100'000, .executed = 100'000};
  const std::vector<Ordinal> failing{20, 4001, 99'999};
  for (const Ordinal ordinal : failing) {
    results::Case record{.ordinal = ordinal, .test = ordinal + 1};
    record.judgements = {{"right", Verdict::fail, {"wrong"}}};
    record.choices = choices(ordinal);
    batch.cases.push_back(record);
  }
  store.commit(batch);
  const auto clusters = clustering::cluster(store, {});
  const clustering::Explainer explainer(clustering::Population({50'000, 2}, choices), failing, {});
  const std::string page = page_of({.findings = {.store = store, .clusters = clusters, .explainer = &explainer}});
  const json failures = data_of(page, "failures"), map = data_of(page, "space-map");
  EXPECT_EQ(failures["choices"][0]["labels"], json({"10", "2000", "49999"}));
  EXPECT_EQ(failures["choices"][0]["values"], json({0, 1, 2}));
  EXPECT_EQ(failures["choices"][1]["labels"], json({"left", "right"}));
  EXPECT_EQ(map["axes"][0]["shown"], json({0, 1, 2}));
  EXPECT_EQ(map["axes"][0]["folded"], 49'997);
  EXPECT_EQ(map["judged"][0], json({1, 1, 1, 1, 1, 1, 49'997, 49'997}));
}

TEST(Page, ShowsTheLargestOfVeryManyClusters) {
  results::Manifest manifest{.campaign = "many", .inputs = 2000, .structure = "range"};
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = 2000, .size = 2000});
  results::Batch batch{.pass = pass.id, .done = 2000, .executed = 2000};
  for (Ordinal ordinal = 0; ordinal < 2000; ++ordinal) {
    results::Case record{.ordinal = ordinal, .test = ordinal + 1};
    record.judgements = {{"right", Verdict::fail, {"message " + std::to_string(ordinal)}}};
    batch.cases.push_back(record);
  }
  store.commit(batch);
  const std::string page = page_of(store);
  EXPECT_EQ(count(page, "<article class=\"cluster\""), most_clusters_on_page);
  EXPECT_THAT(page,
              AllOf(HasSubstr("2,000 failing inputs in 2,000 clusters."), HasSubstr("And 1,500 smaller clusters")));
  EXPECT_EQ(data_of(page, "failures")["clusters"].size(), 2000u);
}

TEST(Page, ClustersWithOneKeyKeepAddressesOfTheirOwn) {
  const results::Store store = store_of({});
  auto clusters = clustering::cluster(store, {});
  clusters.push_back(clusters.front());
  clusters.back().id = "C2";
  clusters.front().members.resize(2);
  clusters.back().members.erase(clusters.back().members.begin(), clusters.back().members.begin() + 2);
  const std::string page = page_of({.findings = {.store = store, .clusters = clusters}});
  const json failures = data_of(page, "failures");
  EXPECT_EQ(failures["cluster_of"], json({0, 0, 1, 1}));
  EXPECT_NE(failures["clusters"][0]["anchor"], failures["clusters"][1]["anchor"]);
  for (const json& cluster : failures["clusters"])
    EXPECT_EQ(count(page, "<article class=\"cluster\" id=\"" + cluster["anchor"].get<std::string>() + "\""), 1u);
}

}  // namespace
}  // namespace smallscope::report
