// SPDX-License-Identifier: Apache-2.0
#include "shards/gather_stores.hpp"

#include <chrono>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/report/account.hpp>
#include <smallscope/report/json.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>
#include <smallscope/results/gather.hpp>
#include <smallscope/runner/run.hpp>

#include "command_line/interrupt.hpp"
#include "command_line/print.hpp"
#include "run/message_hooks.hpp"

namespace smallscope::program {

namespace {

namespace fs = std::filesystem;

/// Thrown between two stores.
struct Interrupted {};

/// Says from time to time how far reading many stores has come.
class Steps {
 public:
  void show(std::size_t done, std::size_t all) {
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < std::chrono::seconds(5)) return;
    shown_ = now;
    complain(fmt::format("gather     {:.0f}%", 100.0 * static_cast<double>(done) / static_cast<double>(all)));
  }

 private:
  std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

std::string text_of(const results::Pass& gap) {
  return fmt::format("{}order {}{}: positions {} to {} ({} test{})",
                     gap.level > 0 ? fmt::format("merge level {}, ", gap.level) : "", gap.order.name,
                     gap.repeat ? ", repeated" : "", report::grouped(gap.begin), report::grouped(gap.end - 1),
                     report::grouped(gap.end - gap.begin), gap.end - gap.begin == 1 ? "" : "s");
}

report::Json json_of(const results::Store& store, const results::Gathered& gathered, std::size_t stores) {
  report::Json json = report::account_json(store);
  json["stores"] = stores;
  json["passes"] = gathered.passes;
  json["gaps"] = report::Json::array();
  for (const results::Pass& gap : gathered.gaps)
    json["gaps"].push_back({{"level", gap.level},
                            {"order", gap.order.name},
                            {"repeat", gap.repeat},
                            {"begin", gap.begin},
                            {"end", gap.end}});
  json["repeated"] = gathered.repeated;
  json["alike"] = gathered.alike;
  json["different"] = gathered.different;
  json["store"] = report::text_json(store.file().string());
  return json;
}

/// The value of `run` that names the campaign of a store.
std::string campaign_of(const results::Manifest& manifest) {
  return manifest.program.size() > 1 ? report::short_path(manifest.program[1]) : manifest.campaign;
}

void print(const Context& context, const results::Store& store, const results::Gathered& gathered, std::size_t stores) {
  constexpr std::size_t most_gaps = 10;
  const results::Account account = store.account();
  print_visible("{:<10} {} stores: {} in {} of machine time   {}\n", "gathered", stores,
                report::executed_of_inputs(account), report::duration(account.seconds), report::counts_text(account));
  if (gathered.repeated > 0)
    print_visible("{:<10} {} executed in several stores: {}\n", "repeated",
                  gathered.repeated == 1 ? "1 test was" : report::grouped(gathered.repeated) + " tests were",
                  (gathered.different == 0 ? "all with the same result"
                                           : report::grouped(gathered.different) + " with different results") +
                      (gathered.alike == 0 ? "" : fmt::format(", {} in other words", report::grouped(gathered.alike))));
  if (gathered.different > 0) {
    std::vector<std::string> shown;
    for (const auto& [level, ordinal] : gathered.examples)
      shown.push_back(fmt::format("#{}{}", ordinal, level > 0 ? fmt::format(" of level {}", level) : ""));
    print_visible("{:<10} {}{}: they count as flaky\n", "different", fmt::join(shown, ", "),
                  gathered.different > shown.size() ? ", ..." : "");
  }
  for (std::size_t i = 0; i < std::min(gathered.gaps.size(), most_gaps); ++i)
    print_visible("{:<10} {}\n", "missing", text_of(gathered.gaps[i]));
  if (gathered.gaps.size() > most_gaps)
    print_visible("{:<10} and {} more gaps\n", "missing", report::grouped(gathered.gaps.size() - most_gaps));
  const std::string file = report::short_path(store.file().string());
  print_visible("{:<10} {}\n", "store", report::one_line(file));
  const std::string next = context.command({"run", campaign_of(store.manifest()), "--resume", "--store", file});
  if (gathered.gaps.empty())
    print_visible("\nnext: {}\n", next);
  else
    print_visible(
        "\nnext: gather again with the missing stores, or execute here what is missing:\n      {} --shard 1/1\n", next);
}

}  // namespace

int gather_stores(const Context& context, const GatherRequest& request) {
  const fs::path output = fs::absolute(request.output);
  const std::vector<fs::path>& stores = request.stores;
  for (const fs::path& store : stores)
    if (!fs::exists(store))
      throw UsageError(
          fmt::format("there is no store {}; if its run has not ended, gather the others now, and again with it later",
                      store.string()));
  if (fs::exists(output) && !request.overwrite)
    throw UsageError(
        fmt::format("{} exists already; replace it by --overwrite, or name another", request.output.string()));
  const results::Manifest manifest = results::Store::inspect(stores.front()).manifest();
  const Interrupt interrupt;
  results::Gathered gathered;
  try {
    Steps steps;
    gathered = results::gather(stores, output,
                               {.overwrite = request.overwrite,
                                .reproduction =
                                    [&](int level, results::Ordinal ordinal) {
                                      return runner::reproduction_command(manifest.program, output, level, ordinal);
                                    },
                                .signature = signature_by({.rules = clustering::rules_of(manifest)}),
                                .progress =
                                    [&](std::size_t done, std::size_t all) {
                                      if (interrupt.token().stop_requested()) throw Interrupted();
                                      steps.show(done, all);
                                    }});
  } catch (const Interrupted&) {
    complain("interrupted; no store was made or changed");
    return interrupted;
  }
  const results::Store store = results::Store::inspect(output);
  if (request.json)
    print_visible("{}", report::text(json_of(store, gathered, stores.size())));
  else
    print(context, store, gathered, stores.size());
  return gathered.gaps.empty() ? nothing_failed : not_carried_out;
}

}  // namespace smallscope::program
