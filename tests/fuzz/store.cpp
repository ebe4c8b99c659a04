// SPDX-License-Identifier: Apache-2.0
// Any bytes as the file of a store: everything of it can be read, or a StoreError. Checksums are compared, but what is
// found does not keep the rest from being read: whoever forges a store can forge its checksums.
#include <smallscope/results/store.hpp>

#include "fuzzed_file.hpp"

namespace {

namespace res = smallscope::results;

template <class Deed>
void attempt(const Deed& deed) {
  try {
    deed();
  } catch (const res::StoreError&) {
  }
}

/// Ends loops over what a forged store claims to have, such as 2^63 ordinals.
constexpr int patience = 1'000;

void read(const res::Store& store) {
  const auto see = [count = 0](const auto&...) mutable { return ++count < patience; };
  attempt([&] { store.require_whole(); });
  attempt([&] { store.account(); });
  for (const bool by_test : {false, true}) {
    attempt([&] { store.for_each_case(see, by_test); });
    attempt([&] { store.for_each_failure(see, by_test); });
  }
  attempt([&] { store.for_each_unmerging(see); });
  attempt([&] { store.code_modules(); });
  attempt([&] { store.code_elements(); });
  attempt([&] { store.for_each_spectrum(0, see); });
  attempt([&] { store.passes(); });
  attempt([&] { store.first_failure(); });
  attempt([&] { store.open_cases(); });
  attempt([&] { store.counts(0); });
  attempt([&] { store.tallies(0); });
  attempt([&] { store.reasons(0, res::Verdict::discarded); });
  attempt([&] { store.find_failure(0, 4); });
  attempt([&] { store.attempts(0, 4); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const smallscope::fuzz::File file("store.sqlite");
  file.write({reinterpret_cast<const char*>(data), size});
  attempt([&] { read(res::Store::snapshot(file.path())); });
  return 0;
}
