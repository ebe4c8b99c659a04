// SPDX-License-Identifier: Apache-2.0
// What instrumented code reports by calls: blocks (gcc -fsanitize-coverage=trace-pc) and comparisons (trace-cmp, of gcc
// and of clang). A module has a byte for each byte of its code, in a shared file with holes; a call sets a bit in that
// of its return address.
//
// Compilers do not say whether operands have a sign. They are compared as if they had: most have, or are small.
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "module.h"

enum { most_modules = 256 };

struct code {
  uintptr_t begin;
  _Atomic uintptr_t size;
  unsigned char* _Atomic bytes;  // NULL: nothing is collected
};

// The first module is nearly always the only one.
static struct code modules[most_modules];
static atomic_uint module_count;
static atomic_bool is_off;

static size_t mapped_size(const struct code* code) {
  const uintptr_t page = smallscope_coverage_page();
  return (atomic_load(&code->size) + page - 1) / page * page;
}

/// Maps the module's file, over the one before if there was one: other threads may be writing.
static void attach(struct code* code) {
  struct smallscope_coverage_module module;
  int file = -1;
  uint64_t data_offset = 0;
  if (smallscope_coverage_directory() != NULL && smallscope_coverage_find(code->begin, &module)) {
    struct smallscope_coverage_header* const header = smallscope_coverage_describe(&module);
    header->data_size = mapped_size(code);
    data_offset = header->data_offset;
    file = smallscope_coverage_open(SMALLSCOPE_COVERAGE_CODE, NULL, module.bias);
  }
  unsigned char* const before = atomic_load(&code->bytes);
  if (file < 0 && before == NULL) return;
  const int shared = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void* const bytes = mmap(before, mapped_size(code), PROT_READ | PROT_WRITE, shared | (before == NULL ? 0 : MAP_FIXED),
                           file, file < 0 ? 0 : (off_t)data_offset);
  if (bytes != MAP_FAILED) atomic_store(&code->bytes, bytes);
  if (file >= 0) close(file);
}

void smallscope_coverage_attach_code(void) {
  atomic_store(&is_off, smallscope_coverage_directory() == NULL);
  const unsigned count = atomic_load(&module_count);
  for (unsigned i = 0; i < count; ++i) attach(&modules[i]);
}

static struct code* known(uintptr_t address) {
  const unsigned count = atomic_load_explicit(&module_count, memory_order_acquire);
  for (unsigned i = 0; i < count; ++i) {
    if (address - modules[i].begin < atomic_load_explicit(&modules[i].size, memory_order_relaxed)) return &modules[i];
  }
  return NULL;
}

static struct code* add(uintptr_t address) {
  struct smallscope_coverage_section section;
  if (!smallscope_coverage_enter(&section)) return NULL;
  struct code* code = known(address);
  struct smallscope_coverage_module module;
  const unsigned count = atomic_load(&module_count);
  if (smallscope_coverage_directory() == NULL) {
    atomic_store(&is_off, true);
  } else if (code == NULL && count < most_modules && smallscope_coverage_find(address, &module) &&
             module.code_end - module.code_begin <= smallscope_coverage_most_code) {
    code = &modules[count];
    code->begin = module.code_begin;
    atomic_store(&code->size, module.code_end - module.code_begin);
    attach(code);
    atomic_store_explicit(&module_count, count + 1, memory_order_release);
  }
  smallscope_coverage_leave(&section);
  return code;
}

__attribute__((cold, noinline)) static unsigned char* find_byte(uintptr_t address) {
  static unsigned char nowhere = 0xff;
  if (atomic_load_explicit(&is_off, memory_order_relaxed)) return &nowhere;
  struct code* code = known(address);
  if (code == NULL) code = add(address);
  unsigned char* const bytes = code == NULL ? NULL : atomic_load(&code->bytes);
  return bytes == NULL ? &nowhere : bytes + (address - code->begin);
}

/// A thread that loses a bit to another would lose a fact, so a bit that is not set yet is set atomically.
static inline __attribute__((always_inline)) void set(uintptr_t address, unsigned char bit) {
  const uintptr_t at = address - modules[0].begin;
  unsigned char* bytes = atomic_load_explicit(&modules[0].bytes, memory_order_relaxed);
  unsigned char* byte = bytes + at;
  if (__builtin_expect(bytes == NULL || at >= atomic_load_explicit(&modules[0].size, memory_order_relaxed), 0)) {
    byte = find_byte(address);
  }
  if ((__atomic_load_n(byte, __ATOMIC_RELAXED) & bit) == 0) __atomic_fetch_or(byte, bit, __ATOMIC_RELAXED);
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
