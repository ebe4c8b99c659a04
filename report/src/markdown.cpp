// SPDX-License-Identifier: Apache-2.0
#include <smallscope/report/markdown.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <smallscope/report/places_text.hpp>
#include <smallscope/report/text.hpp>

namespace smallscope::report {

namespace {

/// The most backticks in a row.
std::size_t longest_run(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char character : text) {
    run = character == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

bool is_alphanumeric(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9');
}

}  // namespace

std::string code_span(std::string_view text) {
  const std::string line = one_line(text, 1000);
  if (line.empty()) return "(nothing)";
  const std::string ticks(longest_run(line) + 1, '`');
  // A space is needed, and not shown, beside a backtick.
  const bool padded = line.front() == '`' || line.back() == '`' || (line.front() == ' ' && line.back() == ' ');
  return fmt::format("{0}{1}{2}{1}{0}", ticks, padded ? " " : "", line);
}

std::string code_block(std::string_view text, std::string_view language) {
  std::string whole = visible(text);
  if (whole.empty() || whole.back() != '\n') whole += '\n';
  const std::string fence(std::max<std::size_t>(longest_run(whole) + 1, 3), '`');
  return fmt::format("{}{}\n{}{}\n", fence, language, whole, fence);
}

std::string name_span(std::string_view name) {
  const bool is_words = !name.empty() && is_alphanumeric(name.front()) && is_alphanumeric(name.back()) &&
                        std::ranges::all_of(name, [](char character) {
                          return is_alphanumeric(character) || character == ' ' || character == '-';
                        });
  return is_words ? std::string(name) : code_span(name);
}

std::string prose(std::string_view text) {
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [](char character) {
    return is_alphanumeric(character) || std::string_view(" ./,:;+-_()'").find(character) != std::string_view::npos;
  });
  return is_plain ? std::string(text) : code_span(text);
}

std::string_view language_of(std::string_view file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  for (const auto& [known, language] :
       {std::pair(".py", "python"), std::pair(".c", "c"), std::pair(".java", "java"), std::pair(".sh", "sh"),
        std::pair(".cpp", "cpp"), std::pair(".js", "js"), std::pair(".go", "go"), std::pair(".rb", "ruby"),
        std::pair(".rs", "rust"), std::pair(".ts", "typescript")})
    if (extension == known) return language;
  return "";
}

std::string judgement_items(const std::vector<oracles::Judgement>& judgements) {
  std::string text;
  for (const oracles::Judgement& judgement : judgements) {
    if (judgement.messages.empty())
      text += fmt::format("- {} ({})\n", name_span(judgement.oracle), oracles::name(judgement.verdict));
    for (const oracles::Message& message : judgement.messages)
      text += fmt::format("- {}: {}\n", name_span(judgement.oracle), code_span(message));
  }
  return text;
}

std::string input_sections(const subjects::Input& input) {
  std::string text;
  for (const subjects::NamedText& file : input.files)
    text +=
        fmt::format("{}:\n\n{}\n", code_span(file.name), code_block(with_places(input, file), language_of(file.name)));
  if (!input.standard_input.empty()) text += fmt::format("standard input:\n\n{}\n", code_block(input.standard_input));
  for (const subjects::NamedText& parameter : parameters_with_places(input))
    text += fmt::format("- {}: {}\n", name_span(parameter.name), code_span(parameter.text));
  if (!input.parameters.empty()) text += "\n";
  return text;
}

}  // namespace smallscope::report
