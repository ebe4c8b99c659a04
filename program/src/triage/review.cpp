// SPDX-License-Identifier: Apache-2.0
// review: one question for each cluster that no known fault accounts for, and the file that keeps the answers.
#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <smallscope/report/explanation_text.hpp>
#include <smallscope/report/known_faults_text.hpp>
#include <smallscope/report/presentation.hpp>
#include <smallscope/report/text.hpp>

#include "command_line/commands.hpp"
#include "command_line/dialogue.hpp"
#include "command_line/options.hpp"
#include "command_line/print.hpp"
#include "triage/known_faults.hpp"
#include "triage/review_session.hpp"
#include "triage/stored_campaign.hpp"
#include "triage/stored_clusters.hpp"

namespace smallscope::program {

namespace {

using clustering::Decision;
using clustering::Undecided;

struct ReviewArguments {
  std::string store;
  std::string file = "faults.toml";
  std::string from;
  std::string today;
};

constexpr std::string_view short_help =
    "n name   s same as   i ignore   o note   space skip   u undo   q quit   ? help\n";
constexpr std::string_view help =
    "  n      a new fault; then its name, or Enter for the suggested one (without a terminal: n NAME)\n"
    "  s      the same fault as one of the file; then its number or name (s NUMBER, s NAME)\n"
    "  k      keep: these failures belong to the fault that has grown; what has expired holds without an end\n"
    "  i      ignore these failures; write the reason into the file\n"
    "  o      a note; the failures stay new, and are asked about again (o TEXT)\n"
    "  space  skip, as Enter does\n"
    "  u      take the last answer back\n"
    "  q      quit; every answer is in the file already\n";

/// One person answers the questions of one session.
class Review {
 public:
  Review(ReviewSession& session, const results::Store& store, std::string file, std::string replay)
      : session_(session), store_(store), file_(std::move(file)), replay_(std::move(replay)) {}

  void ask_all() {
    const std::vector<Undecided>& questions = session_.questions();
    Outcome outcome = Outcome::skipped;
    for (std::size_t i = 0; outcome != Outcome::end;) {
      if (i < questions.size()) show(i);
      outcome = i < questions.size() ? ask(questions[i]) : ask_to_finish();
      if (outcome == Outcome::end) break;
      if (outcome == Outcome::back) {
        i = answered_.back().question;
        answered_.pop_back();
      } else {
        answered_.push_back({i++, outcome});
      }
    }
    const auto decided = std::ranges::count(answered_, Outcome::decided, &Answered::outcome);
    print_visible("\n{} of {} decided{}\n", decided, questions.size(),
                  decided > 0 ? fmt::format("; {} has the answers", report::one_line(file_)) : "");
  }

 private:
  enum class Outcome { decided, noted, skipped, back, end };
  struct Answered {
    std::size_t question = 0;
    Outcome outcome = Outcome::skipped;
  };

  void show(std::size_t number) {
    const Undecided& question = session_.questions()[number];
    const clustering::Cluster& cluster = question.cluster;
    const bool is_part = cluster.members.size() < question.failures;
    print_visible("\n[{} of {}]  {}  {}   {} failing{}   {}\n", number + 1, session_.questions().size(),
                  report::question_text(question, session_.faults_at_start(), session_.comparison()), cluster.id,
                  report::grouped(cluster.members.size()),
                  is_part ? fmt::format(" of {}", report::grouped(question.failures)) : "",
                  report::one_line(clustering::to_string(cluster.signature), 160));
    for (const std::string& key : question.keys)
      if (const auto note = session_.comparison().notes.find(key); note != session_.comparison().notes.end())
        print_visible("  note: {}\n", report::one_line(session_.faults_at_start().all()[note->second].note, 160));
    if (question.state) {
      const clustering::FaultState& state = session_.comparison().faults[*question.state];
      print_visible("  {}\n", report::remark_text(state, session_.faults_at_start().all()[state.fault].decision));
    }
    if (const auto explanation = session_.explanation(question))
      print_visible("{}", report::explanation_block(*explanation));
    const auto [level, ordinal] = cluster.representative;
    const results::Case failing = *store_.find_failure(level, ordinal);
    print_visible("{}", report::representative(cluster, failing,
                                               fmt::format("{} {}", replay_, report::replay_arguments(failing))));
    print_visible("{}{}", question.state ? "k keep   " : "", short_help);
  }

  /// The last answer can be taken back, too.
  Outcome ask_to_finish() {
    while (true) {
      print_visible("\nEnter to finish, u to take the last answer back: ");
      const auto answer = dialogue_.answer([] {});
      if (dialogue_.has_keys()) print_visible("\n");
      if (!answer || answer->key != 'u') return Outcome::end;
      if (undo()) return Outcome::back;
    }
  }

  Outcome ask(const Undecided& question) {
    while (true) {
      print_visible("> ");
      const auto answer = dialogue_.answer([this] { print_visible("> "); });
      if (!answer) return Outcome::end;
      if (dialogue_.has_keys()) print_visible("{}\n", answer->key == ' ' ? "skip" : std::string(1, answer->key));
      try {
        if (const auto outcome = act(question, *answer)) return *outcome;
      } catch (const clustering::FaultsError& error) {
        print_visible("{}\n", report::one_line(error.what()));
      } catch (const results::StoreError& error) {
        print_visible("{}\n", report::one_line(error.what()));
      } catch (const UsageError& error) {
        print_visible("{}\n", report::one_line(error.what()));
      }
    }
  }

  /// Empty if the question is still open.
  std::optional<Outcome> act(const Undecided& question, const Dialogue::Answer& answer) {
    if (question.kind == Undecided::Kind::expired && std::string_view("nsi").find(answer.key) != std::string_view::npos)
      throw clustering::FaultsError("the fault has a name; press k to keep it, or change its block in the file");
    std::string written;
    switch (answer.key) {
      case 'n':
        written = name(question, answer.text);
        break;
      case 's':
        written = same_as(question, answer.text);
        break;
      case 'k':
        written = session_.keep(question);
        break;
      case 'i':
        written = session_.name(question, session_.suggested_name(question), Decision::Kind::ignore);
        break;
      case 'o':
        written = note(question, answer.text);
        break;
      case 'u':
        return undo();
      case ' ':
        return Outcome::skipped;
      case 'q':
        return Outcome::end;
      case '?':
      case 'h':
        print_visible("{}", help);
        return std::nullopt;
      default:
        print_visible("`{}` is no answer; press ? for help\n", std::string(1, answer.key));
        return std::nullopt;
    }
    if (written.empty()) return std::nullopt;
    print_visible("{}: {}\n", report::one_line(file_), report::one_line(written));
    return answer.key == 'o' ? Outcome::noted : Outcome::decided;
  }

  /// What was given with the answer, or else a line that is asked for now.
  std::string text_of(const std::string& given, const std::string& prompt) {
    if (!given.empty() || !dialogue_.has_keys()) return given;
    print_visible("{}", prompt);
    return dialogue_.line().value_or("");
  }

  std::string name(const Undecided& question, const std::string& given) {
    const std::string suggested = session_.suggested_name(question);
    const std::string text = text_of(given, fmt::format("name [{}]: ", suggested));
    return session_.name(question, text.empty() ? suggested : text, Decision::Kind::known);
  }

  std::string same_as(const Undecided& question, const std::string& given) {
    const std::vector<std::string> names = session_.names();
    if (names.empty()) throw clustering::FaultsError("there is no fault yet; press n to name the first one");
    std::string text = given;
    if (text.empty()) {
      for (std::size_t i = 0; i < names.size(); ++i)
        print_visible("  {:>2}  {}\n", i + 1, report::one_line(names[i], 100));
      if (!dialogue_.has_keys()) throw clustering::FaultsError("give its number or its name: s NUMBER");
      print_visible("same as: ");
      if (names.size() > 9) {
        text = dialogue_.line().value_or("");
      } else if (const auto key = dialogue_.answer([] { print_visible("same as: "); })) {
        print_visible("{}\n", std::string(1, key->key));
        text = std::string(1, key->key);
      }
    }
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const bool is_number = std::from_chars(text.data(), end, number).ptr == end && number > 0;
    if (std::ranges::find(names, text) == names.end() && is_number && number <= names.size()) text = names[number - 1];
    if (text.empty() || text == " ") return {};
    return session_.same_as(question, text);
  }

  std::string note(const Undecided& question, const std::string& given) {
    const std::string text = text_of(given, "note: ");
    if (text.empty()) print_visible("no note\n");
    return text.empty() ? "" : session_.note(question, text);
  }

  std::optional<Outcome> undo() {
    if (answered_.empty()) {
      print_visible("nothing has been answered yet\n");
      return std::nullopt;
    }
    if (answered_.back().outcome != Outcome::skipped && !session_.undo()) {
      print_visible("{} has been changed by somebody else since, so nothing is taken back\n", report::one_line(file_));
      return std::nullopt;
    }
    return Outcome::back;
  }

  ReviewSession& session_;
  const results::Store& store_;
  const std::string file_, replay_;
  Dialogue dialogue_;
  std::vector<Answered> answered_;
};

int review(const Context& context, const ReviewArguments& arguments) {
  const clustering::Day today = day_of(arguments.today);
  const results::Store store = inspect_store(arguments.store);
  const auto campaign = campaign_to_read(context, arguments.store, store.manifest(), arguments.from);
  const clustering::Options options{.rules = clustering::rules_of(store.manifest())};
  clustering::Triage triaged;
  if (campaign) {
    triaged = triage(store, options, *campaign);
  } else {
    triaged.clusters = clustering::cluster(store, options);
    triaged.obstacle = "its campaign is not one of this program's; name it with --from FILE";
  }
  note_limits(options, triaged.clusters);
  // What is written down must hold for inputs that are executed later.
  const std::string obstacle =
      triaged.explainer ? clustering::obstacle_to_explaining(store, structure_of(*campaign)) : triaged.obstacle;
  std::optional<clustering::Explainer> explainer_for_files;
  if (obstacle.empty()) explainer_for_files = triaged.explainer;
  if (obstacle.empty() && !campaign->attributes.empty())
    explainer_for_files = clustering::explainer_of(store, structure_of(*campaign), choices_of(*campaign));
  Reviewed reviewed{store, today, std::move(triaged.clusters), std::move(triaged.explainer),
                    std::move(explainer_for_files)};
  const std::size_t clusters = reviewed.clusters.size();
  ReviewSession session(std::move(reviewed), arguments.file);
  print_visible("{}: {} failing in {} cluster{}; {}\n", report::one_line(store.manifest().campaign),
                report::grouped(store.account().failed()), clusters, clusters == 1 ? "" : "s",
                report::comparison_text(session.comparison()));
  if (session.questions().empty()) {
    print_visible("nothing is left to decide\n");
    return nothing_failed;
  }
  if (!obstacle.empty())
    print_visible("without explanations, so every further failure of a fault will count as growth: {}\n", obstacle);
  Review(session, store, arguments.file,
         replay_command(context, arguments.store, from_of(context, store.manifest(), arguments.from)))
      .ask_all();
  return nothing_failed;
}

}  // namespace

void add_review(CLI::App* command, const Context& context, Action& action) {
  auto arguments = std::make_shared<ReviewArguments>();
  command->add_option("store", arguments->store, "Result store")->required();
  command->add_option("--faults", arguments->file, "File of known faults, which is made if there is none")
      ->check(not_empty())
      ->capture_default_str();
  add_today(*command, arguments->today);
  add_from(*command, arguments->from);
  command->callback([=, &context, &action] { action = [=, &context] { return review(context, *arguments); }; });
}

}  // namespace smallscope::program
