/* SPDX-License-Identifier: Apache-2.0
 *
 * A byte for four bytes of the module's code, its cell, in a shared file with holes: for what instrumented code reports
 * by calls, of which each is known by its return address. Each use has a file and a struct of its own, whose address
 * does not change. Any thread may find cells.
 */
#ifndef SMALLSCOPE_COVERAGE_CELLS_H
#define SMALLSCOPE_COVERAGE_CELLS_H

#include <stdatomic.h>

#include "module.h"

struct smallscope_coverage_cells {
  const char* suffix;           /* of the file */
  uint64_t most_code;           /* a module with more has no file */
  bool has_values;              /* a number for each cell, too, behind all cells */
  uintptr_t begin;              /* of the code, in this process */
  _Atomic uintptr_t size;       /* of the code; 0: not mapped yet, or nothing is collected */
  unsigned char* _Atomic bytes; /* one for each cell */
  int64_t* values;              /* of each, if they have any */
  atomic_bool is_decided;       /* nothing more is to be found out about what is above */
  unsigned char* mapping;       /* stays where it is */
  size_t mapping_size;
};

/* Maps the file, over the one before if there was one: other threads may be writing. Within a section. */
SMALLSCOPE_HIDDEN void smallscope_coverage_attach_cells(struct smallscope_coverage_cells* cells);

/* The cell of an address that is not known to have one; if it has none, a byte of which all bits are set. */
__attribute__((cold, noinline)) SMALLSCOPE_HIDDEN unsigned char* smallscope_coverage_find_cell(
    struct smallscope_coverage_cells* cells, uintptr_t address);

static inline __attribute__((always_inline)) unsigned char* smallscope_coverage_cell_of(
    struct smallscope_coverage_cells* cells, uintptr_t address) {
  const uintptr_t at = address - cells->begin;
  const bool is_known = at < atomic_load_explicit(&cells->size, memory_order_acquire);
  return __builtin_expect(is_known, 1)
             ? atomic_load_explicit(&cells->bytes, memory_order_relaxed) + at / smallscope_coverage_cell
             : smallscope_coverage_find_cell(cells, address);
}

/* Sets bits of a cell. A thread that loses a bit to another would lose a fact, so that is done atomically. Returns the
 * byte before. */
static inline __attribute__((always_inline)) unsigned char smallscope_coverage_set(
    const struct smallscope_coverage_cells* cells, unsigned char* cell, uintptr_t address, unsigned bits,
    unsigned shift) {
  const unsigned rest = (unsigned)((address - cells->begin) % smallscope_coverage_cell) << shift;
  return __atomic_fetch_or(cell, (unsigned char)(bits | rest), __ATOMIC_RELAXED);
}

#define SMALLSCOPE_RETURN_ADDRESS ((uintptr_t)__builtin_return_address(0))

#endif
