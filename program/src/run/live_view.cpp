// SPDX-License-Identifier: Apache-2.0
#include "run/live_view.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <smallscope/report/text.hpp>

namespace smallscope::program {

namespace {

using Style = BlockLine::Style;

constexpr std::chrono::milliseconds refresh_period(200);
/// In a narrower terminal, clusters are shown without the test that first saw them.
constexpr std::size_t columns_of_tests = 50;
constexpr std::string_view gap = "   ";

/// The items in as few lines as possible; what does not fit into `most` lines is left out.
std::vector<BlockLine> packed(const std::vector<std::string>& items, std::size_t columns, std::size_t most) {
  std::vector<BlockLine> lines;
  for (const std::string& item : items) {
    if (!lines.empty() && lines.back().text.size() + gap.size() + item.size() < columns) {
      lines.back().text += std::string(gap) + item;
      continue;
    }
    if (lines.size() == most) break;
    lines.push_back({item, Style::bold});
  }
  return lines;
}

/// One line, and one for its explanation if it has one.
std::vector<BlockLine> lines_of(const LiveCluster& cluster, std::size_t columns, std::size_t width) {
  const std::string first =
      columns < columns_of_tests ? "" : fmt::format("first: test {:<8}", report::grouped(cluster.first_test));
  std::vector<BlockLine> lines{
      {fmt::format("{:>{}}  {}{}", report::grouped(cluster.cases), width, first, cluster.message)}};
  const auto& [text, is_settled] = cluster.explanation;
  if (!text.empty())
    lines.push_back({fmt::format("{:>{}}  {} {}", "", width, is_settled ? "settled:" : "unsettled:", text),
                     is_settled ? Style::plain : Style::faint});
  return lines;
}

/// Whether the process may draw: one in the background would draw over the user's shell.
bool is_in_foreground() {
  const pid_t group = tcgetpgrp(STDERR_FILENO);
  return group < 0 || group == getpgrp();
}

}  // namespace

std::vector<BlockLine> live_lines(const LiveState& state, const TerminalBlock::Size& size) {
  const std::size_t most = size.rows - 1;
  std::vector<BlockLine> lines;
  if (!state.step.empty()) lines.push_back({state.step, Style::bold});
  for (BlockLine& line : packed(state.account, size.columns, std::max<std::size_t>(1, most / 2)))
    lines.push_back(std::move(line));
  if (!state.note.empty() && most >= 10) lines.push_back({state.note, Style::faint});
  std::size_t width = 0;
  for (const LiveCluster& cluster : state.clusters) width = std::max(width, report::grouped(cluster.cases).size());
  // From the latest one back, while there is room; the line that counts the others needs some, too.
  std::size_t room = most - std::min(most, lines.size()), begin = state.clusters.size();
  std::vector<std::vector<BlockLine>> shown;
  while (begin > 0) {
    shown.push_back(lines_of(state.clusters[begin - 1], size.columns, width));
    const std::size_t needed = shown.back().size() + (begin > 1 ? 1 : 0);
    if (needed > room) {
      shown.pop_back();
      break;
    }
    room -= shown.back().size();
    --begin;
  }
  if (begin > 0)
    lines.push_back({fmt::format("{} {}cluster{}", begin, shown.empty() ? "" : "earlier ", begin == 1 ? "" : "s")});
  for (auto cluster = shown.rbegin(); cluster != shown.rend(); ++cluster)
    lines.insert(lines.end(), cluster->begin(), cluster->end());
  if (lines.size() > most) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(most), lines.end());
  return lines;
}

LiveView::LiveView(std::function<LiveState()> look) : look_(std::move(look)), painter_([this] { paint(); }) {}

LiveView::~LiveView() {
  is_ending_ = true;
  signals_.wake();
  painter_.join();
  block_.erase();
}

void LiveView::write_above(const std::string& visible) {
  {
    const std::lock_guard lock(mutex_);
    block_.write_above(visible);
  }
  signals_.wake();
}

void LiveView::paint() {
  while (!is_ending_) {
    const auto [suspend, continued] = signals_.wait(refresh_period);
    if (suspend) {
      {
        const std::lock_guard lock(mutex_);
        block_.erase();
      }
      signals_.suspend();
    }
    const LiveState state = look_();
    const std::lock_guard lock(mutex_);
    if (continued) block_.forget();
    if (is_in_foreground() && !is_ending_) block_.draw(live_lines(state, TerminalBlock::size()));
  }
}

}  // namespace smallscope::program
