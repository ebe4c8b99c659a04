// SPDX-License-Identifier: Apache-2.0
// A campaign program in which every text that can come from outside means harm.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>
#include <smallscope/runner/observed.hpp>
#include <string>

#include "hostile_texts.hpp"

namespace {

namespace gen = smallscope::generators;
namespace oracles = smallscope::oracles;
namespace run = smallscope::runner;
namespace subjects = smallscope::subjects;
using smallscope::command_line::hostile;
using smallscope::command_line::hostile_block;
using smallscope::command_line::hostile_bytes;

struct Item {
  std::string kind;
  int size;
};

/// Refuses, crashes, is lost or answers, by the parameter of the input.
class Hostile : public subjects::Subject {
  struct Session : subjects::Session {
    subjects::Observation observe(const subjects::Input& input, std::stop_token) override {
      const std::string& kind = *subjects::find(input.parameters, "kind");
      subjects::Observation seen;
      seen.standard_output = hostile_block("standard output");
      seen.standard_error = hostile_block("standard error");
      seen.outputs = {{"after", hostile_block("after")}, {hostile("output"), hostile_block("text of an output")}};
      seen.absent = {hostile("absent")};
      if (kind.starts_with("refused")) seen.ending = subjects::Ending::refused;
      if (kind.starts_with("crashed")) seen.ending = subjects::Ending::crashed;
      if (kind.starts_with("lost") && std::getenv("SMALLSCOPE_TEST_LOST") != nullptr)
        seen.ending = subjects::Ending::lost;
      if (seen.ending != subjects::Ending::completed) seen.messages = {hostile_bytes("message of the subject")};
      return seen;
    }
    std::string version() override { return hostile("version"); }
  };
  std::unique_ptr<subjects::Session> open(const std::filesystem::path&) const override {
    return std::make_unique<Session>();
  }
  std::string describe() const override { return hostile("subject"); }
  std::string title() const override { return hostile("title"); }
};

/// Objects, rejects or throws, by the parameter of the input.
class Objecting : public oracles::Oracle {
 public:
  explicit Objecting(std::string name) : name_(std::move(name)) {}
  const std::string& name() const override { return name_; }
  std::unique_ptr<oracles::Judge> open(const std::filesystem::path&) const override {
    return std::make_unique<Judge>(name_);
  }
  std::string describe() const override { return name_; }
  bool judges_any_text() const override { return true; }

 private:
  class Judge : public oracles::Judge {
   public:
    explicit Judge(std::string name) : name_(std::move(name)) {}
    oracles::Judgement judge(const subjects::Input& input, const subjects::Observation&, std::stop_token) override {
      const std::string& kind = *subjects::find(input.parameters, "kind");
      const std::string& size = *subjects::find(input.parameters, "size");
      if (kind.starts_with("rejected")) return {name_, oracles::Verdict::discarded, {hostile_bytes("reason")}};
      if (kind.starts_with("throws") && std::getenv("SMALLSCOPE_TEST_LOST") != nullptr)
        throw std::runtime_error(hostile_bytes("exception"));
      const bool has_failed = kind.starts_with("failed") || (kind.starts_with("now and then") && size == "3");
      if (!has_failed) return {name_, oracles::Verdict::pass, {}};
      return {name_, oracles::Verdict::fail, {hostile_bytes("message " + kind.substr(0, 3)), hostile_bytes("second")}};
    }

   private:
    std::string name_;
  };
  std::string name_;
};

run::Campaign observed() {
  const auto items = gen::product<Item>(
      gen::elements<std::string>({hostile("passed"), hostile("failed"), hostile("refused"), hostile("crashed"),
                                  hostile("rejected"), hostile("lost"), hostile("throws"), hostile("now and then")})
          .named(hostile("kind")),
      gen::range(0, 4).named(hostile("size")));
  auto campaign = run::observed(
      hostile("observed"), items,
      [](const Item& item) {
        return subjects::Input{
            .files = {{"input\x1b[31m\xe2\x80\xae.py", hostile_block("file " + item.kind.substr(0, 3))},
                      {"other.txt", std::string(20, 'x') + "\n"}},
            .parameters = {{"kind", item.kind},
                           {"size", std::to_string(item.size)},
                           {hostile("parameter"), hostile_bytes("value")}},
            .standard_input = hostile_block("standard input")};
      },
      std::make_shared<Hostile>(),
      {std::make_shared<Objecting>(hostile("oracle")), std::make_shared<Objecting>(hostile("other oracle"))});
  campaign.description = hostile("description");
  campaign.messages = {.masks = {hostile("mask")}, .presets = {}, .rules = {{"second", hostile("replacement")}}};
  campaign.attributes = {
      {hostile("attribute"), {hostile("size")}, [](auto labels) { return hostile("is " + labels[0].substr(0, 1)); }}};
  campaign.texts = run::TextRules{};
  campaign.definition.file = hostile("definition");
  campaign.reproduction = run::Reproduction{
      .script = std::getenv("SMALLSCOPE_TEST_SCRIPT") != nullptr ? std::getenv("SMALLSCOPE_TEST_SCRIPT") : "none",
      .command =
          [] {
            return std::vector<std::string>{"/bin/sh", "again.sh"};
          },
      .environment = {{"HOSTILE", hostile("environment")}},
      .note = hostile_block("note"),
      .subject = hostile("subject"),
      .bisect = hostile_block("bisect")};
  return campaign;
}

run::Campaign merged() {
  using Texts = std::vector<std::string>;
  const auto texts = gen::merged(gen::elements<std::string>({hostile("a"), hostile("b"), hostile("c"), hostile("d")})
                                     .map([](const std::string& text) { return Texts{text}; }),
                                 [](const std::vector<gen::Fragment<Texts>>& fragments) {
                                   Texts all;
                                   for (const auto& fragment : fragments) all.push_back(fragment.value.front());
                                   return all;
                                 },
                                 {.at_a_time = {2}});
  return run::in_process(
      hostile("merged"), texts.named(hostile("texts")), run::property(hostile("property"), [](const Texts& all) {
        const bool wrong = std::ranges::any_of(all, [](const auto& t) { return t.starts_with("c"); });
        return wrong ? Texts{hostile_bytes("wrong")} : Texts{};
      }));
}

/// Cannot be made, for a reason from outside.
run::Campaign impossible() { throw std::runtime_error(hostile_bytes("impossible")); }

}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv,
                                   {{hostile("observed"), hostile("description"), observed},
                                    {hostile("merged"), hostile("description"), merged},
                                    {"impossible", hostile("description"), impossible}});
}
