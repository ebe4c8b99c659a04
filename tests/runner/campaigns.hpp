// SPDX-License-Identifier: Apache-2.0
// Small campaigns that the runner's tests run, and a way to run them and look at the store.
#pragma once

#include <string>
#include <vector>

#include <smallscope/generators.hpp>
#include <smallscope/oracles/standard.hpp>
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/observed.hpp>
#include <smallscope/runner/run.hpp>

namespace smallscope::runner {

struct Triple {
  int a, b, c;
};

/// 1,210 inputs; those with a == 3 and b >= 4 fail (71 of them), those with c == 7 are filtered.
inline Campaign triples() {
  auto space = generators::product<Triple>(generators::range(0, 9).named("a"), generators::range(0, 10).named("b"),
                                           generators::range(0, 10).named("c"))
                   .filter([](const Triple& triple) { return triple.c != 7; });
  return in_process("triples", space, property("few", [](const Triple& triple) -> std::vector<std::string> {
                      if (triple.a != 3 || triple.b < 4) return {};
                      return {"a is 3", "b is " + std::to_string(triple.b)};
                    }));
}

/// A search without an index: lists of up to three digits, every second path rejected. 585 inputs, of which 73 fail.
inline Campaign searched() {
  const auto lists = generators::chosen([](generators::Chooser& choose) -> std::optional<std::vector<int>> {
    std::vector<int> list(choose.named("length").range(std::size_t{0}, std::size_t{3}));
    for (int& item : list) item = choose.named("item")(8);
    if (choose.boolean()) return std::nullopt;
    return list;
  });
  return in_process("lists", lists,
                    property("first", [](const std::vector<int>& list) { return list.empty() || list.front() != 5; }));
}

struct Counting : Observer {
  std::vector<Ordinal> cases;
  Ordinal done = 0;
  int passes = 0;
  void pass_started(const results::Pass&) override {
    ++passes;
    done = 0;
  }
  void case_committed(const results::Case& failing, const Progress&) override { cases.push_back(failing.ordinal); }
  void progress(const Progress& progress) override {
    EXPECT_GE(progress.done, done);
    done = progress.done;
  }
};

struct Ran {
  results::Store store;
  Summary summary;
  Counting observer;
};

inline Ran run_in_memory(const Campaign& campaign, const RunOptions& options, const EngineOptions& carried = {}) {
  Engine engine(campaign, carried);
  Ran ran{results::Store::in_memory(engine.manifest()), {}, {}};
  ran.summary = engine.run(ran.store, options, ran.observer);
  return ran;
}

}  // namespace smallscope::runner
