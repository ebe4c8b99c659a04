// SPDX-License-Identifier: Apache-2.0
// What every format keeps to; the details of each are read back in tests/program/command_line_export_test.cpp.
#include <smallscope/report/formats.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include <nlohmann/json.hpp>

namespace smallscope::report {
namespace {

using testing::HasSubstr;

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
  format.write(store, clustering::cluster(store, {}), output);
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

TEST(Formats, WhatTheStreamRefusesIsLeftToItsState) {
  const results::Store store = store_with_failures();
  for (const Format& format : formats()) {
    std::ostringstream output;
    output.setstate(std::ios::badbit);
    format.write(store, clustering::cluster(store, {}), output);
    EXPECT_EQ(output.str(), "") << format.name;
  }
}

}  // namespace
}  // namespace smallscope::report
