// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/differences.hpp>

#include <algorithm>
#include <cctype>

#include <dtl/dtl.hpp>

#include <smallscope/report/text.hpp>
#include <smallscope/subjects/text_encoding.hpp>

namespace smallscope::report {

namespace {

using Words = std::vector<std::string_view>;

/// Beyond this, comparing costs more than it tells a reader.
constexpr std::size_t most_changed_lines = 400;
constexpr std::size_t most_words = 400;
constexpr std::size_t most_pairs = 2500;  // of changed lines in one place

/// Without the newlines; a last line without one counts, too.
Words lines_in(std::string_view text) {
  Words lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool is_word(char character) {
  return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' ||
         (static_cast<unsigned char>(character) & 0x80u) != 0;
}

/// Names, numbers, runs of spaces, and every other character by itself.
Words words_in(std::string_view line) {
  Words words;
  while (!line.empty()) {
    const auto run = [&](auto belongs) {
      return static_cast<std::size_t>(std::ranges::find_if_not(line, belongs) - line.begin());
    };
    const std::size_t length = is_word(line.front()) ? run(is_word)
                               : line.front() == ' ' ? run([](char character) { return character == ' '; })
                                                     : 1;
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return words;
}

/// What leads from one list to the other: (-1 deleted, 0 common, 1 added), in the order of both.
std::vector<std::pair<int, std::string_view>> steps_between(const Words& left, const Words& right) {
  dtl::Diff<std::string_view, Words> difference(left, right, true);
  difference.compose();
  std::vector<std::pair<int, std::string_view>> steps;
  for (const auto& [word, step] : difference.getSes().getSequence()) steps.emplace_back(step.type, word);
  return steps;
}

void append(MarkedLine& line, std::string_view text, bool differs) {
  if (line.empty() || line.back().differs != differs) line.push_back({"", differs});
  line.back().text += text;
}

MarkedLine whole(std::string_view line, bool differs) { return {{std::string(line), differs}}; }

DifferenceRow changed(std::string_view left, std::string_view right) {
  const Words left_words = words_in(left), right_words = words_in(right);
  if (std::max(left_words.size(), right_words.size()) > most_words) return {whole(left, true), whole(right, true)};
  DifferenceRow row{MarkedLine{}, MarkedLine{}};
  for (const auto& [step, word] : steps_between(left_words, right_words)) {
    if (step <= 0) append(*row.left, word, step < 0);
    if (step >= 0) append(*row.right, word, step > 0);
  }
  return row;
}

/// How many bytes of words both lines have, spaces aside.
std::size_t likeness(Words left, Words right) {
  std::ranges::sort(left);
  std::ranges::sort(right);
  Words both;
  std::ranges::set_intersection(left, right, std::back_inserter(both));
  std::size_t bytes = 0;
  for (const std::string_view word : both)
    if (word.front() != ' ') bytes += word.size();
  return bytes;
}

/// For each line on the left its counterpart on the right, or `none`: in the order of both, and as like as possible.
std::vector<std::size_t> counterparts(const Words& left, const Words& right, std::size_t none) {
  const std::size_t rows = left.size(), columns = right.size();
  std::vector<std::size_t> counterpart(rows, none);
  if (rows * columns > most_pairs) {
    for (std::size_t i = 0; i < std::min(rows, columns); ++i) counterpart[i] = i;
    return counterpart;
  }
  std::vector<Words> left_words, right_words;
  for (const std::string_view line : left) left_words.push_back(words_in(line));
  for (const std::string_view line : right) right_words.push_back(words_in(line));
  // best[i][j]: the most that the lines from i and j on have in common.
  std::vector<std::vector<std::size_t>> like(rows, std::vector<std::size_t>(columns));
  std::vector<std::vector<std::size_t>> best(rows + 1, std::vector<std::size_t>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;) {
      like[i][j] = likeness(left_words[i], right_words[j]);
      best[i][j] = std::max({best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + like[i][j]});
    }
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (like[i][j] > 0 && best[i][j] == best[i + 1][j + 1] + like[i][j])
      counterpart[i++] = j++;
    else if (best[i][j] == best[i + 1][j])
      ++i;
    else
      ++j;
  }
  return counterpart;
}

/// Lines that were replaced by others: like ones are compared.
void add_changed(std::vector<DifferenceRow>& rows, Words& left, Words& right) {
  const std::vector<std::size_t> counterpart = counterparts(left, right, right.size());
  std::size_t next = 0;  // on the right
  const auto add_until = [&](std::size_t end) {
    for (; next < end; ++next) rows.push_back({std::nullopt, whole(right[next], true)});
  };
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (counterpart[i] == right.size()) {
      rows.push_back({whole(left[i], true), std::nullopt});
      continue;
    }
    add_until(counterpart[i]);
    rows.push_back(changed(left[i], right[next++]));
  }
  add_until(right.size());
  left.clear();
  right.clear();
}

}  // namespace

std::vector<DifferenceRow> differences(std::string_view left, std::string_view right) {
  const std::string left_text = visible(left), right_text = visible(right);
  Words left_lines = lines_in(left_text), right_lines = lines_in(right_text);
  std::vector<DifferenceRow> rows;
  const auto add_common = [&](std::string_view line) { rows.push_back({whole(line, false), whole(line, false)}); };
  const auto [first_left, first_right] = std::ranges::mismatch(left_lines, right_lines);
  for (auto line = left_lines.begin(); line != first_left; ++line) add_common(*line);
  left_lines.erase(left_lines.begin(), first_left);
  right_lines.erase(right_lines.begin(), first_right);
  Words common_end;
  while (!left_lines.empty() && !right_lines.empty() && left_lines.back() == right_lines.back()) {
    common_end.push_back(left_lines.back());
    left_lines.pop_back();
    right_lines.pop_back();
  }
  if (std::max(left_lines.size(), right_lines.size()) > most_changed_lines || left_lines.empty() ||
      right_lines.empty()) {
    add_changed(rows, left_lines, right_lines);
  } else {
    Words deleted, added;
    for (const auto& [step, line] : steps_between(left_lines, right_lines)) {
      if (step == 0) {
        add_changed(rows, deleted, added);
        add_common(line);
      } else {
        (step < 0 ? deleted : added).push_back(line);
      }
    }
    add_changed(rows, deleted, added);
  }
  for (auto line = common_end.rbegin(); line != common_end.rend(); ++line) add_common(*line);
  return rows;
}

std::vector<DifferenceRow> rows_of(std::string_view text) {
  const std::string shown = visible(text);
  std::vector<DifferenceRow> rows;
  for (const std::string_view line : lines_in(shown)) rows.push_back({whole(line, false), std::nullopt});
  return rows;
}

}  // namespace smallscope::report
