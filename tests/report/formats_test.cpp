// SPDX-License-Identifier: Apache-2.0
// What every format keeps to; the details of each are read back in tests/program/command_line_export_test.cpp.
#include <smallscope/report/formats.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

results::Store store_with_failures() {
  results::Manifest manifest;
  manifest.campaign = "small";
  manifest.inputs = 10;
  manifest.structure = "range 10";
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass =
      store.add_pass({.level = 0, .order = {.name = "dense"}, .begin = 0, .end = 10, .size = 10});
  std::vector<results::Case> cases;
  for (const results::Ordinal ordinal : {2u, 7u}) {
    results::Case failing;
    failing.ordinal = ordinal;
    failing.test = ordinal + 1;
    failing.verdict = oracles::Verdict::fail;
    failing.judgements = {{"right", oracles::Verdict::fail, {"wrong"}}};
    cases.push_back(std::move(failing));
  }
  store.commit({.pass = pass.id, .done = 10, .executed = 10, .cases = std::move(cases), .seconds = 1});
  return store;
}

std::string written(const Format& format) {
  const results::Store store = store_with_failures();
  std::ostringstream output;
  const auto clusters = clustering::cluster(store, {});
  format.write({.findings = {.store = store, .clusters = clusters}, .places = std::vector<Place>(clusters.size())},
               output);
  return output.str();
}

TEST(Formats, AreFoundByName) {
  for (const Format& format : formats()) EXPECT_EQ(format_named(format.name), &format) << format.name;
  EXPECT_EQ(format_named("yaml"), nullptr);
  EXPECT_EQ(format_named(""), nullptr);
}

TEST(Formats, EachHoldsTheFailuresOfTheStore) {
  for (const Format& format : formats()) EXPECT_THAT(written(format), HasSubstr("wrong")) << format.name;
  const auto json = nlohmann::json::parse(written(*format_named("json")));
  EXPECT_EQ(json["cases"].size(), 2u);
  EXPECT_EQ(json["clusters"].size(), 1u);
}

TEST(Formats, AnInputOfAnExpiredDecisionIsExpiredWhateverElseCoversIt) {
  const results::Store store = store_with_failures();
  const auto clusters = clustering::cluster(store, {});
  std::string text;
  for (const std::string_view name : {"a", "b", "c"})
    text += fmt::format("[[fault]]\ncampaign = 'small'\nname = '{}'\nkeys = '{}'\n{}", name, clusters[0].key,
                        name == "b" ? "expires = 2026-01-31\n" : "");
  const auto faults = clustering::Faults::parse(text, "f.toml");
  const auto comparison = clustering::compare(store, faults, {}, *clustering::day_named("2026-02-01"));
  const auto states = clustering::cluster_states(clusters, comparison);
  ASSERT_TRUE(states[0].has_expired);
  std::ostringstream output;
  format_named("csv")->write(
      {.findings = {.store = store, .clusters = clusters, .known = KnownClusters{faults, comparison, states}}}, output);
  EXPECT_THAT(output.str(), AllOf(HasSubstr(",expired,a; b; c,"), Not(HasSubstr(",known,"))));
}

TEST(Formats, WhatTheStreamRefusesIsLeftToItsState) {
  const results::Store store = store_with_failures();
  for (const Format& format : formats()) {
    std::ostringstream output;
    output.setstate(std::ios::badbit);
    const auto clusters = clustering::cluster(store, {});
    format.write({.findings = {.store = store, .clusters = clusters}, .places = std::vector<Place>(clusters.size())},
                 output);
    EXPECT_EQ(output.str(), "") << format.name;
  }
}

/// A store with so many clusters, of one failing input each.
results::Store store_with_clusters(results::Ordinal clusters) {
  results::Manifest manifest;
  manifest.campaign = "large";
  manifest.inputs = clusters;
  manifest.structure = "range";
  results::Store store = results::Store::in_memory(manifest);
  const results::Pass pass = store.add_pass({.order = {.name = "dense"}, .end = clusters, .size = clusters});
  results::Batch batch{.pass = pass.id, .done = clusters, .executed = clusters, .seconds = 1};
  for (results::Ordinal ordinal = 0; ordinal < clusters; ++ordinal) {
    results::Case failing{.ordinal = ordinal, .test = ordinal + 1, .verdict = oracles::Verdict::fail};
    std::string word;  // no number, which would be abstracted
    for (results::Ordinal rest = ordinal; rest > 0; rest /= 26) word += static_cast<char>('a' + rest % 26);
    failing.judgements = {{"right", oracles::Verdict::fail, {"wrong " + word}}};
    batch.cases.push_back(std::move(failing));
  }
  store.commit(batch);
  return store;
}

/// What GitHub would not show or take is left out, and counted.
TEST(Formats, SarifObeysTheLimitsOfGithub) {
  const results::Store store = store_with_clusters(5'003);
  const auto clusters = clustering::cluster(store, {});
  ASSERT_EQ(clusters.size(), 5'003u);
  for (const std::string& replay : {std::string("replay"), std::string(3'000, 'x')}) {
    ExportContents contents{.findings = {.store = store, .clusters = clusters, .replay = replay},
                            .places = std::vector<Place>(clusters.size(), Place{"a b/c.toml", 3, 7})};
    std::ostringstream output;
    format_named("sarif")->write(contents, output);
    EXPECT_LE(output.str().size(), 10'000'000u);
    const auto run = nlohmann::json::parse(output.str())["runs"][0];
    const std::size_t results = run["results"].size();
    EXPECT_LE(results, 5'000u);
    EXPECT_GT(results, 1'000u);
    const std::string said = run["invocations"][0]["toolExecutionNotifications"].back()["message"]["text"];
    EXPECT_THAT(said, HasSubstr(grouped(5'003 - results) + " of 5,003 clusters were left out"));
    const auto& place = run["results"][0]["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b/c.toml");
    EXPECT_EQ(place["region"]["startLine"], 3);
    EXPECT_EQ(place["region"]["endColumn"], 7);
  }
}

TEST(Formats, MarkdownObeysItsLimitForAnyNumberOfClusters) {
  const results::Store store = store_with_clusters(1'000);
  const auto clusters = clustering::cluster(store, {});
  const ExportContents contents{.findings = {.store = store, .clusters = clusters}};
  std::ostringstream output;
  format_named("markdown")->write(contents, output);
  EXPECT_LE(output.str().size(), most_bytes_of_comment);
  EXPECT_GT(output.str().size(), most_bytes_of_comment / 2);
  EXPECT_THAT(output.str(), HasSubstr("Left out, for the limit of 65,536 bytes: "));
}

}  // namespace
}  // namespace smallscope::report
