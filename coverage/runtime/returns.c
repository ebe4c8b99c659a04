// SPDX-License-Identifier: Apache-2.0
// What calls returned, as calls report it that the plugin (coverage/plugin) puts behind them: the sign of an integer,
// or whether it is 0 or 1, and whether it is always the same in one test; whether a pointer is null.
//
// The first integer of a test at a place is kept beside the cell, for all processes of the test. Of threads or
// processes that return for the first time at the same moment, different integers may be missed. Pointers are not
// compared: they differ by chance from process to process.
#include "cells.h"

static struct smallscope_coverage_cells own = {
    .suffix = SMALLSCOPE_COVERAGE_RETURNS, .most_code = smallscope_coverage_most_returns, .has_values = true};

void smallscope_coverage_attach_returns(void) { smallscope_coverage_attach_cells(&own); }

SMALLSCOPE_HIDDEN void smallscope_coverage_returned_integer(int64_t value);
void smallscope_coverage_returned_integer(int64_t value) {
  unsigned char* const cell = smallscope_coverage_cell_of(&own, SMALLSCOPE_RETURN_ADDRESS);
  const unsigned char seen = __atomic_load_n(cell, __ATOMIC_RELAXED);
  unsigned bits = value < 0    ? smallscope_coverage_return_negative
                  : value == 0 ? smallscope_coverage_return_zero
                  : value == 1 ? smallscope_coverage_return_one
                               : smallscope_coverage_return_greater;
  if ((seen & smallscope_coverage_return_different) == 0) {
    int64_t* const first = own.values + (cell - atomic_load_explicit(&own.bytes, memory_order_relaxed));
    if (seen == 0) {
      __atomic_store_n(first, value, __ATOMIC_RELAXED);
    } else if (__atomic_load_n(first, __ATOMIC_RELAXED) != value) {
      bits |= smallscope_coverage_return_different;
    }
  }
  if ((seen & bits) == bits) return;
  smallscope_coverage_set(&own, cell, SMALLSCOPE_RETURN_ADDRESS, bits, smallscope_coverage_return_shift);
}

SMALLSCOPE_HIDDEN void smallscope_coverage_returned_pointer(const void* value);
void smallscope_coverage_returned_pointer(const void* value) {
  unsigned char* const cell = smallscope_coverage_cell_of(&own, SMALLSCOPE_RETURN_ADDRESS);
  const unsigned bits = smallscope_coverage_return_pointer |
                        (value == NULL ? smallscope_coverage_return_zero : smallscope_coverage_return_greater);
  if ((__atomic_load_n(cell, __ATOMIC_RELAXED) & bits) == bits) return;
  smallscope_coverage_set(&own, cell, SMALLSCOPE_RETURN_ADDRESS, bits, smallscope_coverage_return_shift);
}
