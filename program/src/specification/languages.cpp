// SPDX-License-Identifier: Apache-2.0
// Values that are words of a language: of a grammar by size, of a skeleton up to renaming of its variables.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <smallscope/generators/recursion/grammar.hpp>
#include <smallscope/generators/recursion/skeleton_text.hpp>
#include <sstream>

#include "alternatives.hpp"
#include "levels.hpp"

namespace smallscope::program::specification {
namespace {

namespace gen = generators;

constexpr std::int64_t most_symbols = 10'000;

/// The texts of `words`, whose marks of holes become references.
template <class Words>
Alternatives referring_words(Words words, std::set<std::size_t> mentioned, std::string description,
                             const Surrounding& surrounding) {
  if (mentioned.empty())
    return {{gen::map(std::move(words), [](const std::string& text) { return HoleValue{text}; }), {}, true},
            std::move(description)};
  const auto refer = [syntax = surrounding.levels.syntax(), names = surrounding.levels.text_names()](
                         const std::string& text) { return referring(pieces_of_marked(text, syntax, names)); };
  return surrounding.levels.opened({{gen::map(std::move(words), refer), {}, true}, std::move(description)}, mentioned,
                                   surrounding.around);
}

std::vector<std::string> productions_of(const Entry& nonterminal) {
  std::vector<std::string> productions;
  const std::vector<Value> single{nonterminal.value};
  for (const Value& production : nonterminal.value.is_list() ? nonterminal.value.items : single) {
    if (!production.is_scalar()) wrong_type(production, "a production such as \"sum + product\", or a list of such");
    productions.push_back(production.text);
  }
  if (productions.empty())
    throw Mistake(nonterminal.line, fmt::format("the nonterminal `{}` has no production; add one, \"\" for the empty "
                                                "word",
                                                nonterminal.key));
  return productions;
}

/// The nonterminals that the start leads to, the start first.
std::vector<gen::Nonterminal> reachable(const Value& grammar, const std::string& start) {
  const Value& first = *grammar.find(start);
  std::vector<gen::Nonterminal> found{{start, productions_of({start, first.line, first})}};
  for (std::size_t next = 0; next < found.size(); ++next) {
    const std::vector<std::string> productions = found[next].productions;
    for (const std::string& production : productions) {
      std::istringstream text(production);
      for (std::string symbol; text >> symbol;) {
        const Value* inner = grammar.find(symbol);
        const bool known = std::ranges::any_of(found, [&](const auto& other) { return other.name == symbol; });
        if (inner != nullptr && !known) found.push_back({symbol, productions_of({symbol, inner->line, *inner})});
      }
    }
  }
  return found;
}

bool is_of_a_name(char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

/// Whether the name stands in the symbol, which is another, as a word of its own and not as the name of a hole.
bool stands_within(std::string_view name, std::string_view symbol, const HoleSyntax& syntax) {
  if (name.empty()) return false;
  for (std::size_t at = symbol.find(name); at != symbol.npos; at = symbol.find(name, at + 1)) {
    const std::string_view before = symbol.substr(0, at), after = symbol.substr(at + name.size());
    const bool goes_on = (!before.empty() && is_of_a_name(before.back()) && is_of_a_name(name.front())) ||
                         (!after.empty() && is_of_a_name(after.front()) && is_of_a_name(name.back()));
    if (!goes_on && !before.ends_with(syntax.open)) return true;
  }
  return false;
}

/// A nonterminal without blanks around it would be text, and the words fewer than was meant.
void require_blanks(const std::vector<gen::Nonterminal>& nonterminals, const Value& grammar, const HoleSyntax& syntax) {
  for (const gen::Nonterminal& nonterminal : nonterminals)
    for (const std::string& production : nonterminal.productions) {
      std::istringstream text(production);
      for (std::string symbol; text >> symbol;) {
        if (grammar.find(symbol)) continue;
        for (const Entry& inner : grammar.entries)
          if (stands_within(inner.key, symbol, syntax))
            throw Mistake(grammar.find(nonterminal.name)->line,
                          fmt::format("`{}` is one symbol of `{}`, in which the nonterminal `{}` is mere text; write "
                                      "blanks around it (`separator` joins symbols), or rename the nonterminal",
                                      symbol, nonterminal.name, inner.key));
      }
    }
}

/// The least size of a word beyond `greatest`, or none among the sizes that are tried.
std::optional<std::size_t> next_size(const gen::Grammar& grammar, std::size_t greatest) {
  constexpr std::size_t tried = 100;
  for (std::size_t size = greatest + 1; size <= std::min(greatest + tried, gen::recursion::size_limit); ++size)
    if (grammar.words(gen::size_exactly(size)).size() > 0) return size;
  return std::nullopt;
}

}  // namespace

Alternatives grammar_form(const Section& section, const Surrounding& surrounding) {
  const Value& start = *section.find("nonterminal");
  const Value* grammar = surrounding.levels.grammar();
  if (grammar == nullptr)
    throw Mistake(start.line, fmt::format("`{}` is a nonterminal, but there is no table [inputs.grammar]; add it, with "
                                          "a list of productions for each nonterminal",
                                          start.path));
  if (!grammar->is_table()) wrong_type(*grammar, "a table of productions such as sum = [\"sum + number\", \"number\"]");
  if (grammar->find(string_of(start)) == nullptr) {
    std::vector<std::string> known;
    for (const Entry& entry : grammar->entries) known.push_back(entry.key);
    throw Mistake(start.line, fmt::format("`{}` names the unknown nonterminal `{}`; {}", start.path, start.text,
                                          suggestion(start.text, known)));
  }
  const Value& size = section.require("size", "the fewest and the most symbols of a word: size = [1, 7]");
  const auto [least, greatest] = bounds_of(size, 0, most_symbols, "the fewest and the most symbols, such as [1, 7]");
  const Value* given = section.find("separator");
  const std::string separator = given == nullptr ? " " : string_of(*given);

  std::string description = fmt::format("grammar {} {} ", least, greatest);
  describe(description, separator);
  std::set<std::size_t> mentioned;
  const std::vector<gen::Nonterminal> nonterminals = reachable(*grammar, start.text);
  require_blanks(nonterminals, *grammar, surrounding.levels.syntax());
  for (const gen::Nonterminal& nonterminal : nonterminals) {
    describe(description, nonterminal.name);
    for (const std::string& production : nonterminal.productions) {
      describe(description, production);
      const Pieces pieces =
          pieces_of_value(production, *grammar, surrounding.levels.syntax(), surrounding.levels.text_names());
      for (const Piece& piece : pieces)
        if (piece.hole != no_hole) mentioned.insert(piece.hole);
    }
    description += '\n';
  }
  std::map<std::string, std::size_t> weights;
  const Value* const weighed = section.find("weights");
  if (weighed != nullptr) {
    if (!weighed->is_table()) wrong_type(*weighed, "a table of symbols and what they count, such as { \"(\" = 0 }");
    for (const Entry& entry : weighed->entries) {
      weights[entry.key] = static_cast<std::size_t>(integer_of(entry.value, 0, most_symbols));
      describe(description, fmt::format("{} weighs {}", entry.key, entry.value.integer));
    }
  }
  const gen::SizeBounds bounds{static_cast<std::size_t>(least), static_cast<std::size_t>(greatest)};
  const gen::Grammar weighing = [&] {
    gen::Grammar made = gen::grammar(nonterminals);
    if (weighed != nullptr) at_line_of(*weighed, [&] { made = made.weighing(std::move(weights)); });
    return made;
  }();
  auto words = weighing.words(bounds, separator);
  if (words.size() == 0) {
    const auto next = next_size(weighing, static_cast<std::size_t>(greatest));
    throw Mistake(size.line,
                  fmt::format("`{}`: `{}` has no word of {} to {} symbols; {}", size.path, start.text, least, greatest,
                              next ? fmt::format("the next has {}, so give [{}, {}] or more", *next,
                                                 std::min(static_cast<std::size_t>(least), *next), *next)
                                   : "give other bounds"));
  }
  return referring_words(std::move(words), std::move(mentioned), std::move(description), surrounding);
}

Alternatives skeleton_form(const Section& section, const Surrounding& surrounding) {
  const Value& text = *section.find("skeleton");
  const HoleSyntax& syntax = surrounding.levels.syntax();
  std::set<std::size_t> mentioned;
  for (const Piece& piece : pieces_of_marked(string_of(text), syntax, surrounding.levels.text_names()))
    if (piece.hole != no_hole) mentioned.insert(piece.hole);
  const gen::HoleMarks marks{syntax.open, syntax.close, surrounding.levels.text_names()};
  std::string description = "skeleton ";
  describe(description, text.text);
  std::optional<Alternatives> result;
  at_line_of(text, [&] {
    result = referring_words(gen::programs_up_to_renaming(text.text, marks), std::move(mentioned),
                             std::move(description), surrounding);
  });
  return *result;
}

}  // namespace smallscope::program::specification
