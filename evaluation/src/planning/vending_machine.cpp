// SPDX-License-Identifier: Apache-2.0
// The keys of a test, each one a character:
//
//   1 2 5   inserts a coin of 10, 20 or 50; 9 inserts a button
//   A B C   chooses a slot: A costs 50, B 60, C 100
//   R       asks for the money back
//   S       turns the service key: A and B are filled up
//   c s x   asks one part of the machine alone: whether it knows a coin of 50, has an item in B, sells for 60 if the
//           credit is 60
//   f m     which slot B is, and which coin is the largest for 40
//
// A machine begins with three items in A, one in B, none in C, and two coins of 10 and one of 20.
#include <smallscope/evaluation/planning/vending_machine.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace smallscope::evaluation::planning {

namespace {

using Component = VendingComponent;

constexpr std::array<int, 3> coin_values{10, 20, 50};

struct Slot {
  char key;
  int price;
  int stock;
};

class Machine {
 public:
  explicit Machine(std::span<const VendingFault> faults) {
    for (const VendingFault fault : faults) has_fault_[static_cast<std::size_t>(fault)] = true;
  }

  void press_key(char key) {
    if (ask(key)) return;
    enter(Component::press_key);
    if (key == '1' || key == '2' || key == '5' || key == '9') {
      accept_coin(key == '9' ? 0 : 10 * (key - '0'));
    } else if (key == 'R') {
      refund();
    } else if (key == 'S') {
      service();
    } else {
      choose_slot(key);
    }
  }

  /// Everything that a customer sees and gets.
  const std::string& behaviour() const { return behaviour_; }
  const std::array<bool, vending_components>& covered() const { return covered_; }

 private:
  void enter(Component component) { covered_[static_cast<std::size_t>(component)] = true; }
  bool has(VendingFault fault) const { return has_fault_[static_cast<std::size_t>(fault)]; }

  /// Tests of single parts do without keys. Whether it was one.
  bool ask(char part) {
    if (part == 'c') {
      behaviour_ += std::to_string(recognise(50));
    } else if (part == 's') {
      behaviour_ += check_stock(slots_[1]) ? "in stock" : "sold out";
    } else if (part == 'x') {
      credit_ = 60;
      behaviour_ += check_credit(60) ? "enough" : "too little";
    } else if (part == 'f') {
      const Slot* const slot = find_slot('B');
      behaviour_ += slot == nullptr ? "none" : std::to_string(price_of(*slot));
    } else if (part == 'm') {
      coins_ = {1, 0, 0};
      behaviour_ += std::to_string(largest_coin(40));
    } else {
      return false;
    }
    return true;
  }

  // Coins.

  void accept_coin(int value) {
    enter(Component::accept_coin);
    const int kind = recognise(value);
    if (kind < 0)
      return_coin(value);
    else
      add_credit(kind);
  }

  /// The kind of a coin, or -1.
  int recognise(int value) {
    enter(Component::recognise);
    if (has(VendingFault::half_coins_refused) && value == 50) return -1;
    for (std::size_t kind = 0; kind < coin_values.size(); ++kind)
      if (coin_values[kind] == value) return static_cast<int>(kind);
    return -1;
  }

  void return_coin(int value) {
    enter(Component::return_coin);
    behaviour_ += "coin " + std::to_string(value) + "; ";
  }

  void add_credit(int kind) {
    enter(Component::add_credit);
    const auto index = static_cast<std::size_t>(kind);
    ++coins_[index];
    credit_ += coin_values[index];
    show("credit " + std::to_string(credit_));
  }

  // Sales.

  void choose_slot(char key) {
    enter(Component::choose_slot);
    Slot* const slot = find_slot(key);
    if (slot == nullptr) {
      show("no such slot");
      return;
    }
    if (!check_stock(*slot)) {
      show("sold out");
      return;
    }
    const int price = price_of(*slot);
    if (!check_credit(price)) {
      show("insert " + std::to_string(price));
      return;
    }
    charge(price);
    dispense(*slot);
    if (credit_ > 0) pay_change();
  }

  Slot* find_slot(char key) {
    enter(Component::find_slot);
    for (Slot& slot : slots_)
      if (slot.key == key) return &slot;
    return nullptr;
  }

  bool check_stock(const Slot& slot) {
    enter(Component::check_stock);
    const int least = has(VendingFault::last_item_kept) ? 2 : 1;
    return slot.stock >= least;
  }

  int price_of(const Slot& slot) {
    enter(Component::price_of);
    return slot.price;
  }

  bool check_credit(int price) {
    enter(Component::check_credit);
    return has(VendingFault::exact_credit_refused) ? credit_ > price : credit_ >= price;
  }

  void charge(int price) {
    enter(Component::charge);
    credit_ -= price;
  }

  void dispense(Slot& slot) {
    enter(Component::dispense);
    take_stock(slot);
    behaviour_ += std::string("item ") + slot.key + "; ";
  }

  void take_stock(Slot& slot) {
    enter(Component::take_stock);
    --slot.stock;
  }

  // Money back.

  /// Keeps as credit what it has no coins for.
  void pay_change() {
    enter(Component::pay_change);
    for (;;) {
      const int kind = largest_coin(credit_);
      if (kind < 0) break;
      const auto index = static_cast<std::size_t>(kind);
      --coins_[index];
      credit_ -= coin_values[index];
      return_coin(coin_values[index]);
    }
    show("credit " + std::to_string(credit_));
  }

  /// The kind of the largest coin of at most `amount` that the machine has, or -1.
  int largest_coin(int amount) {
    enter(Component::largest_coin);
    for (std::size_t kind = coin_values.size(); kind-- > 0;) {
      const bool is_there = coins_[kind] > 0 || has(VendingFault::change_from_any_coin);
      if (coin_values[kind] <= amount && is_there) return static_cast<int>(kind);
    }
    return -1;
  }

  void refund() {
    enter(Component::refund);
    if (credit_ == 0)
      show("no credit");
    else
      pay_change();
  }

  // Service and display.

  void service() {
    enter(Component::service);
    for (Slot& slot : slots_)
      if (slot.key != 'C') restock(slot);
    show("service");
  }

  void restock(Slot& slot) {
    enter(Component::restock);
    slot.stock = 3;
  }

  void show(const std::string& text) {
    enter(Component::show);
    behaviour_ += "[" + text + "] ";
  }

  std::array<Slot, 3> slots_{{{'A', 50, 3}, {'B', 60, 1}, {'C', 100, 0}}};
  std::array<int, 3> coins_{2, 1, 0};
  int credit_ = 0;
  std::string behaviour_;
  std::array<bool, vending_components> covered_{};
  std::array<bool, std::size(all_vending_faults)> has_fault_{};
};

constexpr std::string_view tests[] = {"5A",       // pays exactly with one coin
                                      "221A",     // exactly with several
                                      "51A",      // too much: change
                                      "5B",       // too little
                                      "511BB",    // sold out after one
                                      "C",        // sold out
                                      "9",        // a button
                                      "12R",      // the money back
                                      "S222B",    // a slot that was filled up
                                      "S55B55B",  // no coins left for the change of the second item
                                      "c",       "s", "x", "f", "m"};

Machine ran(std::string_view keys, std::span<const VendingFault> faults) {
  Machine machine(faults);
  for (const char key : keys) machine.press_key(key);
  return machine;
}

}  // namespace

std::string_view name(VendingComponent component) {
  constexpr std::string_view names[] = {"press_key",   "accept_coin", "recognise",  "add_credit",  "return_coin",
                                        "choose_slot", "find_slot",   "price_of",   "check_stock", "check_credit",
                                        "charge",      "dispense",    "take_stock", "pay_change",  "largest_coin",
                                        "refund",      "show",        "service",    "restock"};
  static_assert(std::size(names) == vending_components);
  return names[static_cast<std::size_t>(component)];
}

VendingComponent component_of(VendingFault fault) {
  constexpr VendingComponent components[] = {Component::recognise, Component::check_stock, Component::check_credit,
                                             Component::largest_coin};
  static_assert(std::size(components) == std::size(all_vending_faults));
  return components[static_cast<std::size_t>(fault)];
}

std::vector<VendingTest> tested_vending_machine(std::span<const VendingFault> faults) {
  std::vector<VendingTest> results;
  for (const std::string_view keys : tests) {
    const Machine machine = ran(keys, faults);
    VendingTest result{.keys = keys, .covered = {}};
    for (diagnosis::Column component = 0; component < vending_components; ++component)
      if (machine.covered()[component]) result.covered.push_back(component);
    if (machine.behaviour() != ran(keys, {}).behaviour()) result.outcome = diagnosis::Outcome::fail;
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace smallscope::evaluation::planning
