// SPDX-License-Identifier: Apache-2.0
// A vending machine with faults that can be switched on: a small subject for the planning of tests, after that of
// "Using Model-Based Diagnosis to Improve Software Testing" (AAAI 2014).
//
// The paper's machine is not published; this one has its numbers: 19 components, 15 tests, four faults. It is a program
// that runs, so what a test covers and whether a fault shows depend on its state. planning_study.hpp plans tests of it.
// Values: any thread.
//
// Example: tested_vending_machine({VendingFault::change_in_wrong_order})[3].outcome
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <smallscope/diagnosis/spectrum.hpp>

namespace smallscope::evaluation::planning {

enum class VendingComponent : std::uint8_t {
  press_key,
  accept_coin,
  recognise,
  add_credit,
  return_coin,
  choose_slot,
  find_slot,
  price_of,
  check_stock,
  check_credit,
  charge,
  dispense,
  take_stock,
  pay_change,
  largest_coin,
  refund,
  show,
  service,
  restock
};
inline constexpr std::size_t vending_components = 19;
std::string_view name(VendingComponent component);

/// Each is in one component.
enum class VendingFault : std::uint8_t {
  half_coins_refused,    ///< recognise: a coin of 50 is unknown
  last_item_kept,        ///< check_stock: the last item of a slot counts as none
  exact_credit_refused,  ///< check_credit: credit must exceed the price
  change_from_any_coin   ///< largest_coin: takes coins that the machine has none of
};
inline constexpr VendingFault all_vending_faults[] = {VendingFault::half_coins_refused, VendingFault::last_item_kept,
                                                      VendingFault::exact_credit_refused,
                                                      VendingFault::change_from_any_coin};
VendingComponent component_of(VendingFault fault);

struct VendingTest {
  std::string_view keys;                   ///< what is inserted and pressed; vending_machine.cpp says how
  std::vector<diagnosis::Column> covered;  ///< numbers of components, ascending
  diagnosis::Outcome outcome = diagnosis::Outcome::pass;  ///< fail: it behaves otherwise than without faults
};

/// All 15 tests, executed on a machine with these faults.
std::vector<VendingTest> tested_vending_machine(std::span<const VendingFault> faults);

}  // namespace smallscope::evaluation::planning
