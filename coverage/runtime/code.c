// SPDX-License-Identifier: Apache-2.0
// What instrumented code reports by calls: blocks (gcc -fsanitize-coverage=trace-pc) and comparisons (trace-cmp, of gcc
// and of clang). The module has a byte for four bytes of its code, in a shared file with holes; a call sets a bit in
// that of its return address.
//
// Compilers do not say whether operands have a sign. They are compared as if they had: most have, or are small.
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "module.h"

static uintptr_t begin;         // of the code, in this process
static _Atomic uintptr_t size;  // 0: not mapped yet, or nothing is collected
static unsigned char* _Atomic bytes;
static atomic_bool is_decided;  // nothing more is to be found out about the two
static unsigned char* mapping;  // stays where it is
static size_t mapping_size;

/// Maps the file, over the one before if there was one: other threads may be writing.
void smallscope_coverage_attach_code(void) {
  struct smallscope_coverage_header* const header = smallscope_coverage_is_on() ? smallscope_coverage_describe() : NULL;
  const uintptr_t page = smallscope_coverage_page();
  uint64_t code_size = 0, data_offset = 0;
  int file = -1;
  if (header != NULL && header->code_size <= smallscope_coverage_most_code) {
    const uint64_t cells = (header->code_size + smallscope_coverage_cell - 1) / smallscope_coverage_cell;
    header->data_size = (cells + page - 1) / page * page;
    code_size = header->code_size;
    data_offset = header->data_offset;
    mapping_size = header->data_size;
    begin = header->code_begin + smallscope_coverage_bias();
    file = smallscope_coverage_open(SMALLSCOPE_COVERAGE_CODE, NULL);
  }
  if (file >= 0 || mapping != NULL) {
    const int shared = (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED) | (mapping == NULL ? 0 : MAP_FIXED);
    void* const mapped =
        mmap(mapping, mapping_size, PROT_READ | PROT_WRITE, shared, file, file < 0 ? 0 : (off_t)data_offset);
    if (mapped != MAP_FAILED && mapping == NULL) {
      mapping = mapped;
      atomic_store(&bytes, mapping);
      atomic_store(&size, code_size);
    }
  }
  if (file >= 0) close(file);
  atomic_store(&is_decided, true);
}

__attribute__((cold, noinline)) static unsigned char* find_byte(uintptr_t address) {
  static unsigned char nowhere = 0xff;
  struct smallscope_coverage_section section;
  if (!atomic_load_explicit(&is_decided, memory_order_acquire) && smallscope_coverage_enter(&section)) {
    if (!atomic_load(&is_decided)) smallscope_coverage_attach_code();
    smallscope_coverage_leave(&section);
  }
  return address - begin < atomic_load(&size) ? atomic_load(&bytes) + (address - begin) / smallscope_coverage_cell
                                              : &nowhere;
}

/// A thread that loses a bit to another would lose a fact, so a bit that is not set yet is set atomically.
static inline __attribute__((always_inline)) void set(uintptr_t address, unsigned char bit) {
  const uintptr_t at = address - begin;
  const bool is_known = at < atomic_load_explicit(&size, memory_order_acquire);
  unsigned char* const byte = __builtin_expect(is_known, 1)
                                  ? atomic_load_explicit(&bytes, memory_order_relaxed) + at / smallscope_coverage_cell
                                  : find_byte(address);
  if ((__atomic_load_n(byte, __ATOMIC_RELAXED) & bit) != 0) return;
  const unsigned rest = (unsigned)((address - begin) % smallscope_coverage_cell) << smallscope_coverage_cell_shift;
  __atomic_fetch_or(byte, (unsigned char)(bit | rest), __ATOMIC_RELAXED);
}

#define RETURN_ADDRESS ((uintptr_t)__builtin_return_address(0))

SMALLSCOPE_HIDDEN void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { set(RETURN_ADDRESS, smallscope_coverage_block); }

/// Of operands that are neither less, equal nor greater (a NaN), nothing is recorded.
#define RECORD(a, b)                                    \
  do {                                                  \
    if ((a) == (b)) {                                   \
      set(RETURN_ADDRESS, smallscope_coverage_equal);   \
    } else if ((a) < (b)) {                             \
      set(RETURN_ADDRESS, smallscope_coverage_less);    \
    } else if ((a) > (b)) {                             \
      set(RETURN_ADDRESS, smallscope_coverage_greater); \
    }                                                   \
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
  set(RETURN_ADDRESS, bit);
}
