// SPDX-License-Identifier: Apache-2.0
#include "faulty_memory.hpp"

#include <sqlite3.h>

#include <cstdlib>

namespace smallscope::results::faulty_memory {

namespace {

bool armed = false;
Plan plan;
std::uint64_t allocations = 0, failures = 0;

bool fails() {
  if (!armed) return false;
  ++allocations;
  if (plan.at == 0 || allocations < plan.at || (allocations > plan.at && !plan.for_ever)) return false;
  ++failures;
  return true;
}

sqlite3_mem_methods real;

void* allocate(int size) { return fails() ? nullptr : real.xMalloc(size); }
void* reallocate(void* memory, int size) { return fails() ? nullptr : real.xRealloc(memory, size); }

/// Before SQLite is first used, as it requires.
const bool installed = [] {
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  sqlite3_mem_methods faulty = real;
  faulty.xMalloc = allocate;
  faulty.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty) == SQLITE_OK;
}();

}  // namespace

void arm(const Plan& wanted) {
  if (!installed) std::abort();
  plan = wanted;
  allocations = 0;
  armed = true;
}

std::uint64_t disarm() {
  armed = false;
  return allocations;
}

std::uint64_t injected() { return failures; }

}  // namespace smallscope::results::faulty_memory
