// SPDX-License-Identifier: Apache-2.0
// The cost of learning message rules from 100,000 different messages, beside sorting them.
//
// Messages of a hundred templates with one or two free words; messages in which two words recur in every combination;
// and messages of random words in one frame, where there is nothing to learn.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>

#include <smallscope/clustering/learned_rules.hpp>

#include "row.hpp"

namespace smallscope_benchmarks {
namespace {

using smallscope::clustering::Learned;
constexpr std::uint32_t count = 100'000;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void learn(const std::string& name, const std::function<std::string(std::uint32_t)>& message) {
  std::vector<std::string> messages;
  for (std::uint32_t i = 0; i < count; ++i) messages.push_back(message(i));
  std::vector<std::string> sorted = messages;
  const double floor = seconds_of([&] { std::ranges::sort(sorted); });
  Learned learned;
  const double ours = seconds_of([&] { learned = smallscope::clustering::learned_rules(std::move(messages)); });
  print_row(fmt::format("rules of {} messages, {}: {}", learned.messages, name, learned.rules.size()),
            fmt::format("{:.2g} s", floor), fmt::format("{:.3g} s", ours), ours, 5, "seconds");
}

void run() {
  learn("100 templates", [](std::uint32_t i) {
    return fmt::format("error E{}: the field name{} of class{} is not visible in this context", i % 100, i, i);
  });
  learn("all combinations of two words", [](std::uint32_t i) {
    return fmt::format("error: the field name{} of the class class{} is not visible in this context", i % 316, i / 316);
  });
  std::mt19937 random(1);
  learn("40 words at random", [&](std::uint32_t i) {
    std::string text = fmt::format("w{}", i);
    for (int word = 1; word < 40; ++word) text += fmt::format(" w{}", random() % 1000);
    return text;
  });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
  print_row("rules: peak memory of all", "", fmt::format("{:.0f} MiB", mebibytes), mebibytes, 1024, "MiB");
}

}  // namespace
}  // namespace smallscope_benchmarks

int main() { smallscope_benchmarks::run(); }
