// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <set>

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace smallscope::results::samples {

Manifest manifest(Ordinal inputs) {
  return {.campaign = "sample/campaign",
          .description = "for tests",
          .fingerprint = {"population", "subject 1.0", "oracle"},
          .inputs = inputs,
          .structure = "range",
          .summary = "number " + std::to_string(inputs),
          .program = {"/usr/bin/campaign", "--quiet"},
          .masks = {"f", "g"},
          .presets = {"gcc"},
          .rules = {{"a+", "b"}, {"\\d", "#"}},
          .learned = {{"\\Ac\\w+\\z", "c<any word>"}}};
}

Case failing(Ordinal ordinal, Ordinal test, Verdict verdict) {
  const std::string number = std::to_string(ordinal);
  return {.level = 0,
          .ordinal = ordinal,
          .test = test,
          .verdict = verdict,
          .judgements = {{"oracle", verdict, {"message " + std::to_string(ordinal % 3), "expected 1"}}},
          .choices = {{"number", ordinal, number}, {"kind", ordinal % 3, "k" + std::to_string(ordinal % 3)}},
          .seconds = 0.25,
          .input = {.files = {{"input.txt", "text of " + number + "\n"}},
                    .parameters = {{"n", number}},
                    .standard_input = ""},
          .observed = {{"standard output", "out " + number}},
          .reproduction = "campaign replay store.sqlite " + number};
}

Batch dense_batch(int pass, Ordinal from, Ordinal to, Ordinal period) {
  Batch batch{.pass = pass,
              .begin = from,
              .done = to,
              .executed = to - from,
              .cases = {},
              .attempts = {},
              .discards = {},
              .seconds = 0.5};
  for (Ordinal ordinal = from; ordinal < to; ++ordinal)
    if (ordinal % period == 0) batch.cases.push_back(failing(ordinal, ordinal + 1));
  return batch;
}

TestSpectrum spectrum(Ordinal ordinal) {
  const auto module = [](const std::string& name) {
    coverage::Module made{.id = "build of " + name, .path = "bin/" + name, .code_begin = 0x1000, .code_size = 0x1000};
    for (std::uint64_t block = 0; block < 300; ++block) made.blocks.push_back(0x1000 + 8 * block);
    return std::make_shared<const coverage::Module>(std::move(made));
  };
  static const auto library = module("library"), program = module("program");
  TestSpectrum test{ordinal, {}};
  if (ordinal % 3 == 0) test.covered.parts.push_back({library, {static_cast<coverage::Element>(ordinal % 50)}});
  test.covered.parts.push_back({program, {}});
  for (coverage::Element block = 0; block < 300; ++block)
    if ((block + ordinal) % (2 + block % 7) == 0) test.covered.parts.back().elements.push_back(block);
  if (ordinal % 5 == 0)  // what calls returned
    test.covered.parts.back().elements.push_back(coverage::first_return +
                                                 static_cast<coverage::Element>(8 * (ordinal % 64) + ordinal % 7));
  if (ordinal % 2 == 0)
    test.covered.parts.back().elements.push_back(coverage::first_call + static_cast<coverage::Element>(ordinal % 64));
  return test;
}

std::map<Ordinal, std::string> spectra_of(const Store& store, int level) {
  const std::vector<CodeModule> modules = store.code_modules();
  const std::vector<CodeElement> elements = store.code_elements();
  std::map<Ordinal, std::string> texts;
  store.for_each_spectrum(level, [&](Ordinal ordinal, std::span<const std::uint64_t> covered) {
    std::set<std::string> points;
    for (std::size_t i = 0; i < covered.size() * 64; ++i) {
      if ((covered[i / 64] >> i % 64 & 1) == 0) continue;
      const CodeElement& element = elements.at(i);
      points.insert(
          fmt::format("{} {} {}", modules.at(element.module).id, element.point.address, name(element.point.kind)));
    }
    EXPECT_TRUE(texts.emplace(ordinal, fmt::format("{}", fmt::join(points, "; "))).second) << ordinal;
    return true;
  });
  return texts;
}

std::string odd_text(std::mt19937_64& random) {
  static const std::vector<std::string> pieces{
      std::string(1, '\0'),
      "\"",
      "\\",
      "\n",
      "\t",
      "\x01",
      "\x7f",
      "plain words",
      "{\"base64\":\"AA==\"}",
      "é",
      "日本",
      "\xF0\x9F\x98\x80",
      "\xff",
      "\xc3",
      "\xed\xa0\x80",
      "\xc0\x80",
      "\xf5\x80\x80\x80",
      "'",
      ";--",
      "%s",
      "\r\n",
      "",
  };
  std::string text;
  const std::size_t count = random() % 5;
  for (std::size_t i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
  if (random() % 500 == 0) text.append(200'000, static_cast<char>(random()));
  return text;
}

std::vector<Case> cases_of(const Store& store, bool by_test) {
  std::vector<Case> cases;
  store.for_each_case(
      [&](const Case& found) {
        cases.push_back(found);
        return true;
      },
      by_test);
  return cases;
}

Pass dense_pass(Ordinal begin, Ordinal end, int level) {
  Pass pass{.level = level, .begin = begin, .end = end};
  pass.order.name = "dense";
  return pass;
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const StoreError& error) {
    return error.what();
  }
  return "no error";
}

namespace {

int keep_text(void* texts, int, char** values, char**) {
  static_cast<std::vector<std::string>*>(texts)->emplace_back(values[0] == nullptr ? "" : values[0]);
  return 0;
}

}  // namespace

void execute(const std::filesystem::path& file, const std::string& sql) { texts(file, sql); }

std::vector<std::string> texts(const std::filesystem::path& file, const std::string& sql) {
  std::vector<std::string> read;
  sqlite3* handle = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), keep_text, &read, nullptr), SQLITE_OK) << sqlite3_errmsg(handle);
  sqlite3_close(handle);
  return read;
}

}  // namespace smallscope::results::samples
