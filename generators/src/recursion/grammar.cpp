// SPDX-License-Identifier: Apache-2.0
#include <smallscope/generators/recursion/grammar.hpp>

#include <algorithm>
#include <sstream>

namespace smallscope::generators {

namespace {

std::vector<std::string> split(const std::string& production) {
  std::istringstream text(production);
  std::vector<std::string> symbols;
  for (std::string symbol; text >> symbol;) symbols.push_back(symbol);
  return symbols;
}

/// A production: texts with nonterminals between them. `append(text, more)` joins them.
template <class Text, class Append>
class Production final : public recursion::Rule<Text> {
 public:
  using Model = recursion::Model;
  using Place = recursion::Place;

  Production(std::size_t sort, std::size_t number, const std::string& production,
             const std::map<std::string, std::size_t>& sorts, const std::map<std::string, std::size_t>& weights,
             Append append)
      : sort_(sort), number_(number), append_(std::move(append)), texts_(1) {
    shape_.label = production.empty() ? "(empty)" : production;
    shape_.weight = 0;
    for (const std::string& symbol : split(production)) {
      const auto nonterminal = sorts.find(symbol);
      if (nonterminal == sorts.end()) {
        append_.token(texts_.back(), symbol);
        const auto weight = weights.find(symbol);
        shape_.weight += weight == weights.end() ? 1 : weight->second;
      } else {
        shape_.components.push_back({nonterminal->second, 0});
        texts_.emplace_back();
      }
    }
  }
  recursion::RuleShape shape() const override { return shape_; }
  Structure structure() const override { return {"production", "", 1}; }
  std::optional<Text> at(const Model& model, std::size_t size, Ordinal ordinal) const override {
    Text text = texts_[0];
    each_part(model, size, ordinal, [&](std::size_t i, Place place) {
      append_(text, *model.at<Text>(child(i), place));
      append_(text, texts_[i + 1]);
    });
    return text;
  }
  bool walk(const Model& model, std::size_t size, Ordinal first, Ordinal last, Ordinal base,
            SinkReference<Text> sink) const override {
    return walk_from(model, 0, size, first, last, base, sink, texts_[0]);
  }
  void write_choices(const Model& model, std::size_t size, Ordinal ordinal, ChoiceWriter& writer) const override {
    each_part(model, size, ordinal, [&](std::size_t i, Place place) {
      const ItemScope scope(writer.path, i);
      model.write_choices<Text>(child(i), place, writer);
    });
  }
  Place read_choices(const Model& model, ChoiceReader& reader) const override {
    std::vector<Place> parts;
    for (std::size_t i = 0; i < shape_.components.size(); ++i) {
      const ItemScope scope(reader.path, i);
      parts.push_back(model.read_choices<Text>(child(i), reader));
    }
    Place whole;
    for (std::size_t i = parts.size(); i > 0; --i) {
      const Ordinal stride = model.counts.rest(sort_, number_, i, whole.size);
      whole.size += parts[i - 1].size;
      model.counts.require_counted(whole.size);
      whole.ordinal +=
          parts[i - 1].ordinal * stride + model.counts.offset_of(sort_, number_, i - 1, whole.size, parts[i - 1].size);
    }
    return whole;
  }

 private:
  std::size_t child(std::size_t i) const { return *shape_.components[i].sort; }
  template <class Visitor>
  void each_part(const Model& model, std::size_t size, Ordinal ordinal, Visitor&& visitor) const {
    for (std::size_t i = 0; i < shape_.components.size(); ++i) {
      const recursion::Share share = model.counts.share_of(sort_, number_, i, size, ordinal);
      ordinal -= share.offset;
      visitor(i, Place{share.size, ordinal / share.stride});
      ordinal %= share.stride;
      size -= share.size;
    }
  }
  /// As ComposedRule::walk_from; `before` is the text that precedes nonterminal i.
  bool walk_from(const Model& model, std::size_t i, std::size_t size, Ordinal first, Ordinal last, Ordinal base,
                 SinkReference<Text> sink, const Text& before) const {
    if (i == shape_.components.size()) return sink(base, before);
    Ordinal offset = 0;
    std::size_t part = model.counts.takes_all(sort_, number_, i) ? size : model.counts.least(child(i));
    for (; part <= size && offset < last; ++part) {
      const Ordinal stride = model.counts.rest(sort_, number_, i + 1, size - part);
      const Ordinal count = stride == 0 ? 0 : model.counts.values(child(i), part);
      if (count == 0) continue;
      const Ordinal from = std::max(first, offset) - offset, to = std::min(last, offset + count * stride) - offset;
      if (first < offset + count * stride) {
        const Ordinal begin = from / stride, end = (to - 1) / stride;
        Text text;
        const auto next = [&](Ordinal digit, const Text& value) -> bool {
          text = before;
          append_(text, value);
          append_(text, texts_[i + 1]);
          return walk_from(model, i + 1, size - part, digit == begin ? from - begin * stride : 0,
                           digit == end ? to - end * stride : stride, base + offset + digit * stride, sink, text);
        };
        if (!model.walk<Text>(child(i), part, begin, end + 1, 0, SinkReference<Text>(next))) return false;
      }
      offset += count * stride;
    }
    return true;
  }

  std::size_t sort_, number_;
  Append append_;
  recursion::RuleShape shape_;
  std::vector<Text> texts_;  // texts_[i] precedes nonterminal i
};

struct AppendWords {
  std::string separator;
  void operator()(std::string& text, const std::string& more) const {
    if (!text.empty() && !more.empty()) text += separator;
    text += more;
  }
  void token(std::string& text, const std::string& token) const { (*this)(text, token); }
};
struct AppendTokens {
  void operator()(Grammar::Tokens& text, const Grammar::Tokens& more) const {
    text.insert(text.end(), more.begin(), more.end());
  }
  void token(Grammar::Tokens& text, const std::string& token) const { text.push_back(token); }
};

}  // namespace

Grammar::Grammar(std::vector<Nonterminal> nonterminals) : nonterminals_(std::move(nonterminals)) {
  if (nonterminals_.empty()) throw GeneratorError("grammar: there is no nonterminal; give at least the start");
  for (std::size_t i = 0; i < nonterminals_.size(); ++i) {
    const std::string& name = nonterminals_[i].name;
    if (split(name) != std::vector<std::string>{name})
      throw GeneratorError("grammar: the name `" + name + "` is empty or holds blanks; symbols are separated by these");
    for (std::size_t other = 0; other < i; ++other)
      if (nonterminals_[other].name == name)
        throw GeneratorError("grammar: the nonterminal `" + name + "` is given twice; list its productions together");
    if (nonterminals_[i].productions.empty())
      throw GeneratorError("grammar: the nonterminal `" + name +
                           "` has no production; add one, \"\" for the empty word");
  }
}

Grammar Grammar::weighing(std::map<std::string, std::size_t> weights) const {
  const auto is_token = [&](const std::string& symbol) {
    return std::ranges::none_of(nonterminals_, [&](const Nonterminal& one) { return one.name == symbol; }) &&
           std::ranges::any_of(nonterminals_, [&](const Nonterminal& one) {
             return std::ranges::any_of(one.productions, [&](const std::string& production) {
               const std::vector<std::string> symbols = split(production);
               return std::ranges::find(symbols, symbol) != symbols.end();
             });
           });
  };
  for (const auto& [symbol, weight] : weights)
    if (!is_token(symbol))
      throw GeneratorError("grammar: `" + symbol + "` has a weight and is no token of a production");
  Grammar other = *this;
  other.weights_ = std::move(weights);
  return other;
}

template <class Text, class Append>
Recursive<Text> Grammar::derivations(SizeBounds lengths, Append append) const {
  Sorts sorts;
  std::vector<Sort<Text>> handles;
  std::map<std::string, std::size_t> numbers;
  for (const Nonterminal& nonterminal : nonterminals_) {
    handles.push_back(sorts.sort<Text>(nonterminal.name));
    numbers[nonterminal.name] = handles.back().number();
  }
  for (std::size_t sort = 0; sort < nonterminals_.size(); ++sort)
    for (std::size_t number = 0; number < nonterminals_[sort].productions.size(); ++number)
      sorts.rule<Text>(handles[sort],
                       std::make_shared<const Production<Text, Append>>(
                           sort, number, nonterminals_[sort].productions[number], numbers, weights_, append));
  return sorts.values(handles.front(), lengths);
}

Recursive<std::string> Grammar::words(SizeBounds lengths, std::string separator) const {
  return derivations<std::string>(lengths, AppendWords{std::move(separator)});
}
Recursive<Grammar::Tokens> Grammar::token_lists(SizeBounds lengths) const {
  return derivations<Tokens>(lengths, AppendTokens{});
}

}  // namespace smallscope::generators
