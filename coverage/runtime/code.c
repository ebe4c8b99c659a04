// SPDX-License-Identifier: Apache-2.0
// What instrumented code reports by calls: blocks (gcc -fsanitize-coverage=trace-pc) and comparisons (trace-cmp, of gcc
// and of clang). A call sets a bit in the cell of its return address.
//
// Compilers do not say whether operands have a sign. They are compared as if they had: most have, or are small.
#include "cells.h"

static struct smallscope_coverage_cells own = {.suffix = SMALLSCOPE_COVERAGE_CODE,
                                               .most_code = smallscope_coverage_most_code};

void smallscope_coverage_attach_code(void) { smallscope_coverage_attach_cells(&own); }

static inline __attribute__((always_inline)) void set(uintptr_t address, unsigned char bit) {
  unsigned char* const cell = smallscope_coverage_cell_of(&own, address);
  if ((__atomic_load_n(cell, __ATOMIC_RELAXED) & bit) != 0) return;
  smallscope_coverage_set(&own, cell, address, bit, smallscope_coverage_cell_shift);
}

SMALLSCOPE_HIDDEN void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { set(SMALLSCOPE_RETURN_ADDRESS, smallscope_coverage_block); }

/// Of operands that are neither less, equal nor greater (a NaN), nothing is recorded.
#define RECORD(a, b)                                               \
  do {                                                             \
    if ((a) == (b)) {                                              \
      set(SMALLSCOPE_RETURN_ADDRESS, smallscope_coverage_equal);   \
    } else if ((a) < (b)) {                                        \
      set(SMALLSCOPE_RETURN_ADDRESS, smallscope_coverage_less);    \
    } else if ((a) > (b)) {                                        \
      set(SMALLSCOPE_RETURN_ADDRESS, smallscope_coverage_greater); \
    }                                                              \
  } while (0)

#define COMPARISON(name, type)                 \
  SMALLSCOPE_HIDDEN void name(type a, type b); \
  void name(type a, type b) { RECORD(a, b); }

/// The compilers pass the constant first, wherever it stands in the source. What is recorded is how the value relates
/// to the constant.
#define COMPARISON_WITH_CONSTANT(name, type)              \
  SMALLSCOPE_HIDDEN void name(type constant, type value); \
  void name(type constant, type value) { RECORD(value, constant); }

COMPARISON(__sanitizer_cov_trace_cmp1, int8_t)
COMPARISON(__sanitizer_cov_trace_cmp2, int16_t)
COMPARISON(__sanitizer_cov_trace_cmp4, int32_t)
COMPARISON(__sanitizer_cov_trace_cmp8, int64_t)
COMPARISON(__sanitizer_cov_trace_cmpf, float)
COMPARISON(__sanitizer_cov_trace_cmpd, double)
COMPARISON_WITH_CONSTANT(__sanitizer_cov_trace_const_cmp1, int8_t)
COMPARISON_WITH_CONSTANT(__sanitizer_cov_trace_const_cmp2, int16_t)
COMPARISON_WITH_CONSTANT(__sanitizer_cov_trace_const_cmp4, int32_t)
COMPARISON_WITH_CONSTANT(__sanitizer_cov_trace_const_cmp8, int64_t)

/// Equal: the value is one of the cases. Otherwise less if it is below all of them, greater if not. The cases are their
/// number, the bits of each, and their values.
SMALLSCOPE_HIDDEN void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t* cases);
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t* cases) {
  const unsigned unused = cases[1] >= 1 && cases[1] < 64 ? 64 - (unsigned)cases[1] : 0;
  const int64_t number = (int64_t)(value << unused) >> unused;
  int64_t least = INT64_MAX;
  unsigned char bit = smallscope_coverage_greater;
  for (uint64_t i = 0; i < cases[0]; ++i) {
    const int64_t label = (int64_t)(cases[2 + i] << unused) >> unused;
    if (label < least) least = label;
    if (label == number) bit = smallscope_coverage_equal;
  }
  if (bit == smallscope_coverage_greater && number < least) bit = smallscope_coverage_less;
  set(SMALLSCOPE_RETURN_ADDRESS, bit);
}
