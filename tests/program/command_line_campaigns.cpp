// SPDX-License-Identifier: Apache-2.0
// A campaign program for the tests of the command line: what no specification can be.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <smallscope/generators.hpp>
#include <smallscope/program/main.hpp>
#include <smallscope/runner/in_process.hpp>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

namespace gen = smallscope::generators;
namespace run = smallscope::runner;
using Messages = std::vector<std::string>;

/// A space without inputs.
run::Campaign empty() {
  return run::in_process("empty", gen::elements(std::vector<int>{}),
                         run::property("never asked", [](int) { return false; }));
}

const pid_t program = getpid();

/// ^C: for the program, also where a child in a group of its own executes the input, which then waits for its effect.
void press_interrupt() {
  if (getpgrp() == getpgid(program)) {
    std::raise(SIGINT);
    return;
  }
  kill(program, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
}

/// Where $SMALLSCOPE_TEST_INTERRUPT says so, the user presses ^C; the tests behind it take their time.
void interrupt_at(int number) {
  static const char* const place = std::getenv("SMALLSCOPE_TEST_INTERRUPT");
  static std::atomic<bool> pressed = false;
  if (place == nullptr) return;
  // Once: a failing input is looked at again for its messages, and a second ^C ends a program at once.
  if (number == std::atoi(place) && !pressed.exchange(true)) press_interrupt();
  if (pressed) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// Fails, throws and discards, now and then.
run::Campaign in_process() {
  const auto numbers = gen::range(0, 1999).filter([](int number) { return number % 7 != 3; });
  return run::in_process("in-process", numbers.named("number"),
                         run::property("small digits",
                                       [](int number) -> Messages {
                                         interrupt_at(number);
                                         if (number % 100 == 42)
                                           throw std::runtime_error("no number like " + std::to_string(number));
                                         if (number % 50 == 17) return {"the digit 7", "and a second message"};
                                         return {};
                                       }),
                         run::property("not the last", [](int number) { return number != 1999; }));
}

/// So many that another process has time to meddle, where $SMALLSCOPE_TEST_SLOWLY is set.
run::Campaign many() {
  const bool slowly = std::getenv("SMALLSCOPE_TEST_SLOWLY") != nullptr;
  return run::in_process("many", gen::range(0, 199'999).named("number"), run::property("small", [slowly](int) {
                           if (slowly) std::this_thread::sleep_for(std::chrono::microseconds(100));
                           return true;
                         }));
}

/// Merged eight at a time; 5 and 77 are wrong, 30 and 31 only together, 50 throws and hides the others.
run::Campaign merged() {
  using Numbers = std::vector<int>;
  const auto numbers = gen::merged(gen::range(0, 99).map([](int number) { return Numbers{number}; }),
                                   [](const std::vector<gen::Fragment<Numbers>>& fragments) {
                                     Numbers all;
                                     for (const auto& fragment : fragments) all.push_back(fragment.value.front());
                                     return all;
                                   },
                                   {.at_a_time = {8}});
  return run::in_process("merged", numbers.named("numbers"), run::property("right", [](const Numbers& all) -> Messages {
                           Messages wrong;
                           const auto has = [&](int number) {
                             return std::find(all.begin(), all.end(), number) != all.end();
                           };
                           if (has(50)) throw std::runtime_error("fifty");
                           if (has(5)) wrong.push_back("five");
                           if (has(77)) wrong.push_back("seventy-seven");
                           if (has(30) && has(31)) wrong.push_back("too near");
                           return wrong;
                         }));
}

/// Pairs of digits that a function chooses, without an index: the second is not below the first; 7 of the 55 fail.
run::Campaign search() {
  const auto pairs = gen::chosen([](gen::Chooser& choose) {
    const int low = choose.named("low")(10);
    return 10 * low + choose.named("high").range(low, 9);
  });
  return run::in_process("search", pairs, run::property("not from 3 up", [](int pair) { return pair / 10 != 3; }));
}

/// Pairs whose first number is the smaller one: too many to wait for.
run::Campaign long_search() {
  const auto pairs = gen::chosen([](gen::Chooser& choose) {
    const std::uint64_t low = choose(1'000'000u), high = choose(1'000'000u);
    if (!choose.accepts(low < high)) return low;
    return high - low;
  });
  return run::in_process("long-search", pairs, run::property("passes", [](std::uint64_t) { return true; }));
}

/// Two kinds of inputs, with choices of their own; names and labels that a table has to quote.
run::Campaign branches() {
  const auto digits = gen::range(0, 1).named("digit");
  const auto texts = gen::elements("a,b", "say \"c\"").named("text, quoted").map([](const std::string& text) {
    return static_cast<int>(text.size());
  });
  return run::in_process("branches",
                         gen::alternatives(gen::labelled("of digits", digits), gen::labelled("of texts", texts)),
                         run::property("never", [](int) { return false; }));
}

struct Block {
  std::string kind;
  int size;
  std::string place;
};

/// Two faults, one of which is hidden by an exception now and then; some inputs are discarded. $SMALLSCOPE_TEST_PLANT
/// is "second" for a further fault with the message of the first, and "mended" where that is mended.
run::Campaign planted() {
  const char* const plant = std::getenv("SMALLSCOPE_TEST_PLANT");
  const std::string state = plant == nullptr ? "" : plant;
  const auto blocks = gen::product<Block>(gen::elements<std::string>({"a", "b", "c", "d <e>"}).named("kind"),
                                          gen::range(0, 9).named("size"),
                                          gen::elements<std::string>({"inside", "outside"}).named("place"));
  auto campaign =
      run::in_process("planted", blocks.filter([](const Block& block) { return block.kind != "a" || block.size != 5; }),
                      run::property("right", [state](const Block& block) -> Messages {
                        if (block.kind == "c" && block.place == "outside" && block.size == 4)
                          throw std::runtime_error("four");
                        if (block.kind == "c" && block.place == "outside") return {"wrong place"};
                        if (state == "second" && block.kind == "a" && block.size == 0) return {"too big"};
                        if ((block.kind == "b" || block.kind == "d <e>") && block.size >= 7 && state != "mended")
                          return {"too big"};
                        return {};
                      }));
  if (const char* const script = std::getenv("SMALLSCOPE_TEST_SCRIPT"))
    campaign.reproduction = run::Reproduction{.script = script,
                                              .command =
                                                  [] {
                                                    return std::vector<std::string>{"/bin/sh", "again.sh"};
                                                  },
                                              .environment = {{"GREETING", "good day"}},
                                              .subject = "blocks",
                                              .bisect = "git bisect run sh DIR/again.sh"};
  return campaign;
}

/// Waits before every 25th test until the file of its number is in $SMALLSCOPE_TEST_GATES, so that a test sees each
/// state of a run. Tests then last long enough for small portions, whose results are committed before the next gate.
void wait_at_gate() {
  static const char* const gates = std::getenv("SMALLSCOPE_TEST_GATES");
  static std::atomic<int> tests = 0;
  if (gates == nullptr) return;
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (const int number = tests++; number % 25 == 0)
    while (!std::filesystem::exists(std::filesystem::path(gates) / std::to_string(number / 25)))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// Two faults, and more messages with $SMALLSCOPE_TEST_MESSAGES. They mean harm to a terminal.
run::Campaign watched() {
  const bool many_messages = std::getenv("SMALLSCOPE_TEST_MESSAGES") != nullptr;
  const auto blocks = gen::product<Block>(gen::elements<std::string>({"a", "b\x1b[31m", "c", "d"}).named("kind"),
                                          gen::range(0, 99).named("size"),
                                          gen::elements<std::string>({"inside", "outside"}).named("place"));
  return run::in_process("watched", blocks, run::property("right", [many_messages](const Block& block) -> Messages {
                           wait_at_gate();
                           if (block.kind == "b\x1b[31m")
                             return {"cleared \x1b[2J\x1b]0;owned\x07 \xe2\x80\xae turned \x9b" + std::string(90, 'x')};
                           if (block.kind == "d" && block.place == "outside")
                             return {"\xe4\xb8\xad\xe6\x96\x87\nnext line"};
                           if (many_messages && block.kind == "c")
                             return {std::string("word ") + static_cast<char>('a' + block.size % 26)};
                           return {};
                         }));
}

/// Eight messages, of five inputs each.
run::Campaign eight() {
  return run::in_process("eight", gen::range(0, 79).named("number"), run::property("right", [](int number) -> Messages {
                           constexpr const char* names[] = {"one",  "two", "three", "four",
                                                            "five", "six", "seven", "eight"};
                           if (number % 2 == 0) return {};
                           return {std::string("wrong ") + names[number / 10]};
                         }));
}

/// Goes deeper than any stack, as long as nothing is negative.
[[gnu::noinline]] int endless(volatile int* before) {
  volatile int frame[1024] = {before == nullptr ? 0 : before[0]};
  if (frame[0] < 0) return 0;
  return endless(frame) + frame[1];
}

/// Some inputs end the process, each in another way; others fail as usual.
run::Campaign fatal() {
  return run::in_process("fatal", gen::range(0, 19'999).named("number"), run::property("right", [](int number) {
                           if (number == 0 || number == 7'000) std::raise(SIGSEGV);
                           if (number == 7'001) std::abort();
                           if (number == 12'000) _exit(0);
                           if (number == 15'000) _exit(7);
                           if (number == 19'999) return endless(nullptr) == 0;
                           return number % 1'000 != 42;
                         }));
}

/// Every input ends a process in which another one was executed.
run::Campaign leaking() {
  return run::in_process("leaking", gen::range(0, 99).named("number"), run::property("right", [](int number) {
                           static int first = number;
                           if (number != first) std::abort();
                           return true;
                         }));
}

/// One input takes a gigabyte.
run::Campaign hungry() {
  return run::in_process("hungry", gen::range(0, 99).named("number"), run::property("right", [](int number) {
                           return number != 50 || !std::string(std::size_t{1} << 30, 'x').empty();
                         }));
}

/// One input takes a second and a half.
run::Campaign slow() {
  return run::in_process("slow", gen::range(0, 999'999).named("number"), run::property("ends", [](int number) {
                           if (number == 500) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
                           return true;
                         }));
}

/// One input never ends.
run::Campaign never_ending() {
  return run::in_process("never-ending", gen::range(0, 999).named("number"), run::property("ends", [](int number) {
                           for (volatile bool on = number == 500; on;) {
                           }
                           return number != 17;
                         }));
}

int sum_of_digits(int number) { return number == 0 ? 0 : number % 10 + sum_of_digits(number / 10); }

/// Fails by a declared attribute, beside one that needs too large a table. $SMALLSCOPE_TEST_ATTRIBUTE is "throws" for
/// one that cannot be computed.
run::Campaign digits() {
  const auto number = gen::range(0, 1023);
  auto campaign = run::in_process(
      "digits", gen::tuples(number.named("a"), number.named("b"), gen::range(0, 1).named("c")),
      run::property(
          "sum", [](const auto& input) { return sum_of_digits(std::get<0>(input)) != 25 || std::get<1>(input) > 1; }));
  const bool throws = std::getenv("SMALLSCOPE_TEST_ATTRIBUTE") != nullptr;
  campaign.attributes = {{"large", {"a", "b", "c"}, [](auto labels) { return labels[0]; }},
                         {"digits", {"a"}, [throws](auto labels) {
                            if (throws && labels[0] == "7") throw std::runtime_error("seven");
                            return std::to_string(sum_of_digits(std::stoi(labels[0])));
                          }}};
  return campaign;
}

struct Digits {
  int a, b, c, d, e;
};

/// All of 100,000 inputs fail, each with a message of its own, in letters, because numbers would be folded.
run::Campaign different() {
  const auto digit = gen::range(0, 9);
  return run::in_process("different", gen::product<Digits>(digit, digit, digit, digit, digit),
                         run::property("agrees with the model", [](const Digits& digits) -> Messages {
                           std::string word;
                           for (const int each : {digits.a, digits.b, digits.c, digits.d, digits.e})
                             word += static_cast<char>('a' + each);
                           return {"the table has no entry for the key " + word + ", although it was inserted before"};
                         }));
}

/// Of a billion inputs, those with an `a` of 7 fail.
run::Campaign wide() {
  const auto space = gen::tuples(gen::range(0, 999).named("a"), gen::range(0, 999'999).named("b"));
  return run::in_process("wide", space, run::property("is not seven", [](const auto& input) -> Messages {
                           return std::get<0>(input) == 7 ? Messages{"seven"} : Messages{};
                         }));
}

/// Its space cannot be made.
run::Campaign overflowing() {
  const auto huge = gen::range<std::uint64_t>(0, 1'000'000'000'000);
  return run::in_process("overflowing", gen::tuples(huge.named("a"), huge.named("b")),
                         run::property("never asked", [](const auto&) { return true; }));
}

}  // namespace

int main(int argc, char** argv) {
  return smallscope::program::main(argc, argv,
                                   {{"empty", "a space without inputs", empty},
                                    {"in-process", "failures, exceptions and discards", in_process},
                                    {"many", "200,000 inputs", many},
                                    {"merged", "single failures, and one of a combination", merged},
                                    {"planted", "two faults of known causes", planted},
                                    {"eight", "eight faults", eight},
                                    {"watched", "two faults that show up slowly", watched},
                                    {"fatal", "inputs that end the process", fatal},
                                    {"leaking", "an input that spoils a later one", leaking},
                                    {"hungry", "an input that takes much memory", hungry},
                                    {"slow", "an input that takes long", slow},
                                    {"never-ending", "an input that does not end", never_ending},
                                    {"digits", "a fault that a declared attribute explains", digits},
                                    {"search", "without an index", search},
                                    {"long-search", "without an index, and long", long_search},
                                    {"branches", "choices that not every input makes", branches},
                                    {"different", "failures with a message of their own each", different},
                                    {"wide", "too large to be executed", wide},
                                    {"overflowing", "too large for 64 bits", overflowing}});
}
