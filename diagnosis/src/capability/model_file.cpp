// SPDX-License-Identifier: Apache-2.0
#include <smallscope/diagnosis/capability/model_file.hpp>

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "formats/files.hpp"
#include "formats/lines.hpp"

namespace smallscope::diagnosis::capability {

namespace {

constexpr std::string_view embedding_names[] = {"learned", "none"};
constexpr std::size_t greatest_file = 1 << 20;

template <class Value, std::size_t Size, class NameOf>
Value named(Lines& lines, std::string_view word, const Value (&values)[Size], const NameOf& name_of) {
  const std::string_view given = lines.require_word(word);
  for (const Value value : values)
    if (name_of(value) == given) return value;
  lines.fail(given, fmt::format("are no {} of this version: {} or {}", word, name_of(values[0]), name_of(values[1])));
}

double finite(const Lines& lines, std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
    lines.fail(word, "is no parameter: a line has one finite decimal number");
  return value;
}

std::string_view name_of(Embedding embedding) { return embedding_names[static_cast<std::size_t>(embedding)]; }

}  // namespace

std::string learned_text(const LearnedCriterion& criterion) {
  const std::span<const double> parameters = criterion.network.parameters();
  std::string text = fmt::format("smallscope-capability 1\nfeatures {}\nembedding {}\nparameters {}\n",
                                 name(criterion.scale), name_of(criterion.network.embedding()), parameters.size());
  for (const double parameter : parameters) text += fmt::format("{}\n", parameter);
  return text + "end\n";
}

LearnedCriterion parse_learned(std::string_view text, const std::string& file) {
  Lines lines(text, file);
  if (const std::string_view version = lines.require_word("smallscope-capability"); version != "1")
    lines.fail(version, "is another version of learned criteria: this program reads version 1");
  const FeatureScale scale = named(lines, "features", all_feature_scales, [](FeatureScale each) { return name(each); });
  constexpr Embedding embeddings[] = {Embedding::learned, Embedding::none};
  const Embedding embedding = named(lines, "embedding", embeddings, name_of);
  const std::string_view count = lines.require_word("parameters");
  const std::size_t expected = Network::size(embedding);
  if (lines.number(count, expected, "the number of parameters") != expected)
    lines.fail(count, fmt::format("is another number of parameters than {}, which this network has", expected));
  std::vector<double> parameters;
  for (std::size_t i = 0; i < expected; ++i) parameters.push_back(finite(lines, lines.require("a parameter")));
  if (const std::string_view end = lines.require("a line 'end'"); end != "end")
    lines.fail(end, fmt::format("stands where 'end' must, behind {} parameters", expected));
  if (!lines.at_end()) lines.fail(lines.require("nothing"), "follows the line 'end': nothing may");
  return {scale, Network(embedding, std::move(parameters))};
}

LearnedCriterion read_learned(const std::filesystem::path& path) {
  return parse_learned(bytes_of(path, greatest_file), path.string());
}

}  // namespace smallscope::diagnosis::capability
