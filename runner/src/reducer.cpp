// SPDX-License-Identifier: Apache-2.0
#include "reducer.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <smallscope/generators/hash.hpp>

namespace smallscope::runner {

namespace {

/// So often a text is executed again, to see whether the same is said of it.
constexpr int times_again = 2;

std::uint64_t hash_of(const subjects::Input& input) {
  generators::Fnv1a hash;
  for (const subjects::NamedText& file : input.files) {
    hash.add(std::to_string(file.text.size()) + ":");
    hash.add(file.text);
  }
  hash.add(input.standard_input);
  return hash.value();
}

/// The byte of the first file that the parameter points at; empty if it is no number, or greater than the file.
std::optional<std::size_t> place_of(const subjects::Input& input, const std::string& parameter) {
  std::size_t characters = 0;
  const char* const end = parameter.data() + parameter.size();
  const auto read = std::from_chars(parameter.data(), end, characters);
  if (read.ec != std::errc() || read.ptr != end || input.files.empty()) return std::nullopt;
  return byte_of(input.files.front().text, characters);
}

bool is_position(const Campaign& campaign, const subjects::NamedText& parameter) {
  return campaign.texts &&
         std::ranges::find(campaign.texts->positions, parameter.name) != campaign.texts->positions.end();
}

/// Whether the text may say where something is: "12", "3:8", "5-9".
bool may_be_position(const std::string& text) {
  return text.find_first_of("0123456789") != text.npos && text.find_first_not_of("0123456789:,.-") == text.npos;
}

/// The parameters that may be positions in the text.
std::vector<std::string> doubtful_parameters(const subjects::Input& input) {
  std::vector<std::string> names;
  for (const subjects::NamedText& parameter : input.parameters)
    if (may_be_position(parameter.text)) names.push_back(parameter.name);
  return names;
}

/// The first oracle with something to say that is right only about inputs of the space.
std::optional<std::string> bound_oracle(const Campaign& campaign, const Outcome& outcome) {
  if (campaign.texts && !campaign.texts->valid.empty()) return std::nullopt;
  for (const oracles::Judgement& judgement : outcome.judgements) {
    // What an ending implies, without an oracle, is right of any text.
    const bool is_ending =
        judgement.verdict == oracles::Verdict::crashed || judgement.verdict == oracles::Verdict::timed_out;
    if (!is_ending && !campaign.body->judges_any_text(judgement.oracle)) return judgement.oracle;
  }
  return std::nullopt;
}

}  // namespace

std::size_t text_bytes(const subjects::Input& input) {
  std::size_t bytes = input.standard_input.size();
  for (const subjects::NamedText& file : input.files) bytes += file.text.size();
  return bytes;
}

std::optional<std::string> obstacle_to_reducing(const Campaign& campaign, const subjects::Input& input,
                                                const Outcome& failing) {
  if (!campaign.body->takes_texts())
    return "its inputs are values in the process, not texts; in a complete store, the smallest input of a cluster is "
           "the smallest that there is";
  if (text_bytes(input) == 0)
    return "the input has no files and no standard input, and parameters are not reduced: what they mean is known to "
           "the campaign alone";
  if (const std::vector<std::string> doubtful = doubtful_parameters(input); !doubtful.empty() && !campaign.texts)
    return fmt::format(
        "the input has the parameters {}, and the campaign does not say which of them are positions in the text; "
        "declare them, or that there are none, with [reduce] positions = [...] in a specification or Campaign::texts",
        fmt::join(doubtful, ", "));
  for (const subjects::NamedText& parameter : input.parameters)
    if (is_position(campaign, parameter) && !place_of(input, parameter.text))
      return fmt::format("the parameter {} is declared as a position, and {} is no position in the first file",
                         parameter.name, subjects::in_quotes(parameter.text));
  if (const auto oracle = bound_oracle(campaign, failing))
    return fmt::format(
        "`{}` judges the inputs of the space and may be wrong about other texts; give commands that accept exactly the "
        "texts about which it is right with [reduce] valid = [...] in a specification or TextRules::valid, or declare "
        "the oracle with any_text = true or oracles::of_any_text()",
        *oracle);
  return std::nullopt;
}

Reducer::Reducer(const TextSettings& settings, const ReduceOptions& options, const subjects::Input& input)
    : settings_(settings), options_(options) {
  reduced_.smallest.input = input;
  if (!settings.campaign.body->takes_texts())
    throw std::invalid_argument(*obstacle_to_reducing(settings.campaign, input, {}));
  auto outcome = execute_text(settings, input, settings.interrupt);
  if (!outcome) {  // interrupted
    reduced_.stop = Stop::interrupted;
    return;
  }
  if (!oracles::is_failing(outcome->verdict)) {
    std::string said;
    for (const oracles::Judgement& judgement : outcome->judgements)
      said += fmt::format("; {}: {}", judgement.oracle, fmt::join(judgement.messages, ", "));
    throw std::invalid_argument(
        fmt::format("the input does not fail ({}){}; reduce one that does", oracles::name(outcome->verdict), said));
  }
  if (const auto obstacle = obstacle_to_reducing(settings.campaign, input, *outcome))
    throw std::invalid_argument(*obstacle);
  reduced_.failure = options.failure(*outcome);
  if (options.expected && *options.expected != reduced_.failure)
    throw std::invalid_argument(fmt::format(
        "the input failed as {} before and fails as {} now; a failure that comes and goes cannot be reduced",
        *options.expected, reduced_.failure));
  reduced_.smallest.outcome = std::move(*outcome);
  tried_.insert(hash_of(input));
}

Reduced Reducer::run() {
  const JudgedTexts first = reduced_.smallest;
  remove_pieces();
  reduced_.is_stable = says_the_same(reduced_.smallest);
  if (reduced_.is_stable || !says_the_same(first)) return std::move(reduced_);
  // Somewhere on the way the text has lost what its answer depends on, such as the initialisation of a variable.
  takes_only_repeated_ = true;
  reduced_.smallest = first;
  tried_ = {hash_of(first.input)};
  if (reduced_.stop != Stop::interrupted) {
    reduced_.stop = Stop::finished;
    remove_pieces();
  }
  reduced_.is_stable = true;
  return std::move(reduced_);
}

void Reducer::remove_pieces() {
  std::size_t bytes = 0;
  do {
    bytes = text_bytes(reduced_.smallest.input);
    for (const Piece piece : {Piece::line, Piece::token})
      for (std::size_t text = 0; text <= reduced_.smallest.input.files.size() && !ends(); ++text) minimise(text, piece);
  } while (!ends() && text_bytes(reduced_.smallest.input) < bytes);
}

bool Reducer::says_the_same(const JudgedTexts& texts) const {
  for (int time = 0; time < times_again; ++time) {
    const auto again = execute_text(settings_, texts.input, settings_.interrupt);
    if (again && again->judgements != texts.outcome.judgements) return false;
  }
  return true;
}

double Reducer::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Reducer::ends() {
  Stop& stop = reduced_.stop;
  if (stop != Stop::finished) return true;
  if (settings_.interrupt.stop_requested())
    stop = Stop::interrupted;
  else if (options_.max_tests && reduced_.tests >= *options_.max_tests)
    stop = Stop::max_tests;
  else if (options_.budget && seconds() >= options_.budget->count())
    stop = Stop::budget;
  return stop != Stop::finished;
}

const std::string& Reducer::text_at(std::size_t index) const {
  const subjects::Input& input = reduced_.smallest.input;
  return index < input.files.size() ? input.files[index].text : input.standard_input;
}

std::vector<Reducer::Part> Reducer::parts_of(std::size_t index, Piece piece) const {
  std::vector<std::size_t> places;
  const subjects::Input& input = reduced_.smallest.input;
  if (index == 0)
    for (const subjects::NamedText& parameter : input.parameters)
      if (is_position(settings_.campaign, parameter)) places.push_back(*place_of(input, parameter.text));
  std::vector<Part> parts;
  std::size_t begin = 0;
  for (const std::string_view text : pieces_of(text_at(index), piece)) {
    const std::size_t end = begin + text.size();
    parts.push_back({std::string(text),
                     std::ranges::any_of(places, [&](std::size_t place) { return begin <= place && place < end; })});
    begin = end;
  }
  return parts;
}

subjects::Input Reducer::with(std::size_t index, const std::vector<Part>& all, const std::vector<bool>& kept) const {
  subjects::Input input = reduced_.smallest.input;
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kept[i]) text += all[i].text;
  if (index == 0) {
    for (subjects::NamedText& parameter : input.parameters) {
      if (!is_position(settings_.campaign, parameter)) continue;
      const std::size_t place = *place_of(input, parameter.text);
      std::size_t begin = 0, removed = 0;
      for (std::size_t i = 0; i < all.size() && begin < place; begin += all[i++].text.size())
        if (!kept[i]) removed += characters_of(all[i].text);
      const std::size_t characters = characters_of(std::string_view(text_at(0)).substr(0, place)) - removed;
      parameter.text = std::to_string(characters);
    }
  }
  (index < input.files.size() ? input.files[index].text : input.standard_input) = std::move(text);
  if (index == 0 && settings_.campaign.texts && settings_.campaign.texts->follow)
    settings_.campaign.texts->follow(input);
  return input;
}

bool Reducer::fails_alike(const subjects::Input& input, const Outcome& outcome) {
  if (!oracles::is_failing(outcome.verdict) || bound_oracle(settings_.campaign, outcome)) return false;
  const std::string failure = options_.failure(outcome);
  if (failure == reduced_.failure) return true;
  const auto [known, is_new] = reduced_.slipped.try_emplace(failure);
  if (is_new || text_bytes(input) < text_bytes(known->second.input)) known->second = {input, outcome};
  return false;
}

std::optional<std::size_t> Reducer::take_first(std::size_t candidates,
                                               const std::function<subjects::Input(std::size_t)>& candidate) {
  std::vector<std::pair<std::size_t, std::uint64_t>> given;  // the number of each, and its hash
  std::unordered_set<std::uint64_t> here;
  const Ordinal most = options_.max_tests ? *options_.max_tests - reduced_.tests : generators::uncounted;
  std::size_t number = 0, judged = 0;
  const auto next = [&]() -> std::optional<subjects::Input> {
    if (options_.budget && seconds() >= options_.budget->count()) return std::nullopt;
    for (; number < candidates && given.size() < most; ++number) {
      subjects::Input input = candidate(number);
      const std::uint64_t hash = hash_of(input);
      if (tried_.contains(hash) || !here.insert(hash).second) continue;
      given.emplace_back(number++, hash);
      return input;
    }
    return std::nullopt;
  };
  std::optional<JudgedTexts> taken;  // candidates are made of the smallest input meanwhile, so that one stays
  execute_texts(settings_, next, [&](subjects::Input input, Outcome outcome) {
    ++judged;
    ++reduced_.tests;
    if (fails_alike(input, outcome)) taken = {std::move(input), std::move(outcome)};
    if (options_.progress)
      options_.progress({reduced_.tests, text_bytes(taken ? taken->input : reduced_.smallest.input), seconds()});
    return !taken;
  });
  for (std::size_t i = 0; i < judged; ++i) tried_.insert(given[i].second);
  if (!taken) return std::nullopt;
  // The others follow: this one was tried.
  if (takes_only_repeated_ && !says_the_same(*taken)) return ends() ? std::nullopt : take_first(candidates, candidate);
  reduced_.smallest = std::move(*taken);
  return given[judged - 1].first;
}

void Reducer::minimise(std::size_t index, Piece piece) {
  // The pieces stay the same while words grow together: "a b c" without blanks still has three.
  std::vector<Part> parts = parts_of(index, piece);
  std::size_t chunks = 2, first = 0;
  while (!ends()) {
    std::vector<std::size_t> removable;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!parts[i].stays) removable.push_back(i);
    if (removable.empty()) return;
    chunks = std::min(chunks, removable.size());
    const auto kept_without = [&](std::size_t number) {
      const std::size_t chunk = (first + number) % chunks;
      std::vector<bool> kept(parts.size(), true);
      for (std::size_t i = chunk * removable.size() / chunks; i < (chunk + 1) * removable.size() / chunks; ++i)
        kept[removable[i]] = false;
      return kept;
    };
    if (const auto taken =
            take_first(chunks, [&](std::size_t number) { return with(index, parts, kept_without(number)); })) {
      const std::vector<bool> kept = kept_without(*taken);
      std::size_t place = 0;
      std::erase_if(parts, [&](const Part&) { return !kept[place++]; });
      first = (first + *taken) % chunks;  // the next chunk has moved there
      chunks = std::max<std::size_t>(chunks - 1, 2);
      first %= chunks;
    } else {
      if (chunks == removable.size()) return;
      chunks *= 2;
      first = 0;
    }
  }
}

}  // namespace smallscope::runner
