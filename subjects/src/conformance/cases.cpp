// SPDX-License-Identifier: Apache-2.0
#include <smallscope/subjects/conformance.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <smallscope/subjects/nearest.hpp>

#include "conformance/talk.hpp"
#include "protocol.hpp"

namespace smallscope::subjects {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds farewell{500};    ///< as Connection gives it
constexpr std::chrono::milliseconds after_reply{50};  ///< in which a second line for one request would arrive
constexpr std::size_t long_file = 4u << 20;

/// A case that cannot be played, or advice about one that was.
struct Remark {
  Conformance result;
  std::string says;
};

/// The names that the oracles on reported facts read.
const std::vector<std::string>& known_outputs() {
  static const std::vector<std::string> names{"compile errors before", "compile errors after", "behaviour before",
                                              "behaviour after", "after"};
  return names;
}

std::string hard_text() {
  std::string text;
  for (char control = 0; control < 0x20; ++control) text += control;
  return text + "\"\\/\x7f \u00e9\u2028\u2029\ufeff\U0001F600 \\u0041 \r\n{}[]:,";
}

/// In what two observations of one input differ, or "".
std::string difference(const Observation& first, const Observation& second) {
  const auto differ = [](std::string_view what, std::string_view a, std::string_view b) {
    return fmt::format("{}: first {}, then {}", what, in_quotes(a), in_quotes(b));
  };
  if (first.ending != second.ending) return differ("the outcome", name(first.ending), name(second.ending));
  if (first.messages != second.messages)
    return differ("the messages", first.messages.empty() ? "" : first.messages.front(),
                  second.messages.empty() ? "" : second.messages.front());
  for (const NamedText& output : first.outputs) {
    const std::string* other = find(second.outputs, output.name);
    if (other == nullptr) return fmt::format("the output `{}` is only there at first", output.name);
    if (*other != output.text) return differ(fmt::format("the output `{}`", output.name), output.text, *other);
  }
  if (second.outputs.size() > first.outputs.size()) return "some outputs are only there later";
  if (first.absent != second.absent) return "other outputs are null";
  if (first.standard_output != second.standard_output) return "standard_output differs";
  return {};
}

class Player {
 public:
  Player(const Command& command, const ConformanceOptions& options, fs::path scratch, std::stop_token stop)
      : command_(command), options_(options), scratch_(std::move(scratch) / "worker"), stop_(std::move(stop)) {}

  /// The next case starts another one.
  void drop_worker() { talk_.reset(); }

  void first_line() { open({}); }
  void a_request();
  void evidence();
  void large_id() { ask(options_.sample, (std::uint64_t{1} << 32) + 1); }
  void unknown_member() { ask(options_.sample, ++id_, ",\"later\":{\"x\":[1,null,true,-0.5e3]}"); }
  void every_character() { strange_ = require_understood(ask(with_text(hard_text()))); }
  void not_utf8() { ask(with_text("\xff\xfe\x80 not UTF-8 \xc3")); }
  void empty_text() { ask(with_text("")); }
  void nothing_given() { ask({}); }
  void long_request();
  void in_pieces();
  void two_at_once();
  void same_again() { require_same(ask(options_.sample), "the same request got another reply"); }
  void leftovers();
  void other_version();
  void other_settings();
  void end_of_requests() { require_end("when its requests ended"); }
  void end_in_the_middle();

 private:
  Talk& talk() {
    if (!talk_) open({});
    return *talk_;
  }
  void open(Talk::Setting setting, int version = protocol_version);
  std::string line_for(const Input& input, std::uint64_t id, std::string_view members = {}) const;
  Observation reply(std::uint64_t id);
  Observation ask(const Input& input) { return ask(input, ++id_); }
  Observation ask(const Input& input, std::uint64_t id, std::string_view members = {});
  Input with_text(std::string text) const;
  static Observation require_understood(Observation seen);
  void require_same(const Observation& seen, std::string_view what) const;
  void require_end(std::string_view when);
  void require_silence();

  const Command& command_;
  const ConformanceOptions& options_;
  fs::path scratch_;
  std::stop_token stop_;
  std::optional<Talk> talk_;
  std::uint64_t id_ = 0;
  std::optional<Observation> first_, strange_;
};

void Player::open(Talk::Setting setting, int version) {
  talk_.reset();
  talk_.emplace(command_, scratch_, options_.limits, setting, stop_);
  talk_->send(greeting(talk_->scratch(), options_.limits.output_bytes, version), options_.start);
  const std::string line = talk_->receive(options_.start);
  try {
    read_greeting(line);
  } catch (const std::invalid_argument& complaint) {
    throw Breach(fmt::format("its first line {}: {}{}", complaint.what(), in_quotes(line), talk_->last_words()));
  }
}

std::string Player::line_for(const Input& input, std::uint64_t id, std::string_view members) const {
  std::string line;
  write_request(line, id, input);
  line.insert(line.size() - 2, members);
  return line;
}

Observation Player::reply(std::uint64_t id) {
  const std::string line = talk().receive(options_.limits.time);
  try {
    return read_reply(line, id, options_.limits.output_bytes);
  } catch (const std::invalid_argument& complaint) {
    throw Breach(fmt::format("its reply {}: {}", complaint.what(), in_quotes(line)));
  }
}

Observation Player::ask(const Input& input, std::uint64_t id, std::string_view members) {
  talk().send(line_for(input, id, members), options_.limits.time);
  return reply(id);
}

Input Player::with_text(std::string text) const {
  Input input = options_.sample;
  if (!input.files.empty())
    input.files.front().text = std::move(text);
  else if (!input.parameters.empty())
    input.parameters.front().text = std::move(text);
  else
    input.standard_input = std::move(text);
  return input;
}

/// Allowed, but a campaign would count all such inputs as not judged.
Observation Player::require_understood(Observation seen) {
  if (seen.ending == Ending::lost)
    throw Remark{
        Conformance::advised,
        fmt::format("it cannot answer: {}", seen.messages.empty() ? "`lost`" : in_quotes(seen.messages.front()))};
  return seen;
}

void Player::require_same(const Observation& seen, std::string_view what) const {
  if (!first_) throw Remark{Conformance::skipped, "there is no first reply to compare with"};
  if (const std::string differs = difference(*first_, seen); !differs.empty())
    throw Breach(fmt::format("{}; {}", what, differs));
}

void Player::require_end(std::string_view when) {
  const std::optional<Exit> exit = talk().finish(farewell);
  const std::string words = talk_->last_words();
  talk_.reset();
  if (!exit)
    throw Remark{Conformance::advised, fmt::format("it did not end within {} ms {}: the runner kills it, and each "
                                                   "fresh worker waits so long",
                                                   farewell.count(), when)};
  if (exit->signal != 0 || exit->status != 0)
    throw Remark{Conformance::advised, fmt::format("it {}{} {}, not with status 0{}", exit->signal == 0 ? "" : "was ",
                                                   to_text(*exit), when, words)};
}

void Player::a_request() {
  Observation seen = ask(options_.sample);
  require_silence();
  first_ = std::move(seen);
}

void Player::require_silence() {
  if (const std::string more = talk().surplus(after_reply); !more.empty())
    throw Breach("it wrote more than one line for one request: " + in_quotes(more));
}

void Player::evidence() {
  if (!first_) throw Remark{Conformance::skipped, "there is no first reply"};
  if (first_->ending != Ending::completed)
    throw Remark{Conformance::advised,
                 fmt::format("the outcome of the sample is `{}`{}: give an input that the worker can do, so that its "
                             "outputs can be checked",
                             name(first_->ending),
                             first_->messages.empty() ? "" : " (" + in_quotes(first_->messages.front()) + ")")};
  if (first_->outputs.empty() && first_->absent.empty() && !first_->streams)
    throw Breach("it reports `done` without any output: no oracle can judge that");
  std::set<std::string> names(first_->absent.begin(), first_->absent.end());
  for (const NamedText& output : first_->outputs) names.insert(output.name);
  for (const std::string& name : names) {
    const auto meant = nearest(name, known_outputs());
    if (meant && *meant != name && !names.contains(*meant))
      throw Remark{Conformance::advised,
                   fmt::format("the output `{}` is unknown to the standard oracles: do you mean `{}`?", name, *meant)};
  }
}

void Player::long_request() {
  Input input = options_.sample;
  std::string text;
  while (text.size() < long_file) text += "a line that nobody needs, \u00e9\n";
  input.files.push_back({"unused.txt", std::move(text)});
  require_understood(ask(input));
}

void Player::in_pieces() {
  const std::uint64_t id = ++id_;
  const std::string line = line_for(with_text("\u00e9\U0001F600\n"), id);
  const std::size_t inside = line.find("\xf0\x9f") + 1;  // the middle of a character
  for (const auto& [from, to] : {std::pair{std::size_t{0}, std::size_t{1}}, {1, inside}, {inside, line.size()}}) {
    talk().send(std::string_view(line).substr(from, to - from), options_.limits.time);
    if (to < line.size() && !talk().surplus(after_reply).empty()) throw Breach("it answered before the line had ended");
  }
  reply(id);
}

void Player::two_at_once() {
  const std::uint64_t first = ++id_, second = ++id_;
  talk().send(line_for(options_.sample, first) + line_for(options_.sample, second), options_.limits.time);
  reply(first);
  reply(second);
  require_silence();
}

void Player::leftovers() {
  const auto entries = [&] {
    std::error_code ignored;
    return std::distance(fs::recursive_directory_iterator(talk().scratch(), ignored), {});
  };
  ask(options_.sample);
  const auto before = entries();
  constexpr int requests = 8;
  for (int i = 0; i < requests; ++i) ask(options_.sample);
  if (const auto after = entries(); after >= before + requests)
    throw Remark{Conformance::advised, fmt::format("it leaves {} files behind in its scratch directory after {} "
                                                   "requests: a campaign would fill the disk",
                                                   after - before, requests)};
}

void Player::other_version() {
  try {
    open({}, protocol_version + 1);
  } catch (const Breach& breach) {
    throw Remark{Conformance::advised, fmt::format("to a runner of version {}, {}; it should answer with its own "
                                                   "version, so that the runner can name both",
                                                   protocol_version + 1, breach.what())};
  }
}

void Player::other_settings() {
  open({.swapped = true, .c_locale = true});
  const auto here = "in a fresh worker with other descriptors and LC_ALL=C, the same request got another reply";
  require_same(ask(options_.sample), here);
  const Observation strange = ask(with_text(hard_text()));
  if (!strange_) return;
  if (const std::string differs = difference(*strange_, strange); !differs.empty())
    throw Breach(fmt::format("{}; {}", here, differs));
}

void Player::end_in_the_middle() {
  const std::string line = line_for(options_.sample, ++id_);
  talk().send(std::string_view(line).substr(0, line.size() / 2), options_.limits.time);
  const std::optional<Exit> exit = talk().finish(farewell);
  talk_.reset();
  if (!exit)
    throw Remark{Conformance::advised, fmt::format("it did not end within {} ms when its requests ended in the middle "
                                                   "of a line, as they do if the runner is killed",
                                                   farewell.count())};
}

struct Case {
  std::string_view name;
  void (Player::*play)();
};

constexpr Case cases[] = {
    {"first line", &Player::first_line},
    {"a request", &Player::a_request},
    {"evidence", &Player::evidence},
    {"large identifier", &Player::large_id},
    {"unknown member", &Player::unknown_member},
    {"every character", &Player::every_character},
    {"bytes that are not UTF-8", &Player::not_utf8},
    {"empty text", &Player::empty_text},
    {"a request with nothing in it", &Player::nothing_given},
    {"long request", &Player::long_request},
    {"a request in pieces", &Player::in_pieces},
    {"two requests at once", &Player::two_at_once},
    {"the same again", &Player::same_again},
    {"leftovers", &Player::leftovers},
    {"end of the requests", &Player::end_of_requests},
    {"other descriptors and locale", &Player::other_settings},
    {"end in the middle", &Player::end_in_the_middle},
    {"another version", &Player::other_version},
};

}  // namespace

std::vector<ConformanceCheck> check_worker(const Command& command, const ConformanceOptions& options,
                                           const fs::path& scratch, std::stop_token stop,
                                           const std::function<void(const ConformanceCheck&)>& seen) {
  Player player(command, options, fs::absolute(scratch), stop);
  std::vector<ConformanceCheck> checks;
  for (const Case& each : cases) {
    ConformanceCheck check{.name = each.name};
    try {
      (player.*each.play)();
    } catch (const Stopped&) {
      break;
    } catch (const Remark& remark) {
      check.result = remark.result;
      check.says = remark.says;
    } catch (const Breach& breach) {
      check.result = Conformance::broken;
      check.says = breach.what();
      player.drop_worker();
    }
    seen(check);
    checks.push_back(std::move(check));
    // A worker that does not even greet would fail everything else in the same way.
    if (checks.size() == 1 && checks.front().result == Conformance::broken) break;
  }
  return checks;
}

}  // namespace smallscope::subjects
