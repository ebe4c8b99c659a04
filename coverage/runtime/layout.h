/* SPDX-License-Identifier: Apache-2.0
 *
 * The files that the runtime and the collector share, in C and C++: one file a kind of data and module, in the folder
 * that the environment variable names. A file is made whole under another name and linked to its own, so that it is
 * complete from its first moment, and never grows or shrinks.
 *
 *     0                            struct smallscope_coverage_header
 *     data_offset                  data_size bytes, which the processes of a test map and write; what no run of flags
 *                                  has is theirs alone
 *     data_offset + data_size      block_count numbers: link-time addresses, with smallscope_coverage_entry if a block
 *                                  is the first of its function
 *     behind them                  text_size bytes of names, if the blocks are lines (their addresses), ascending
 *
 * The names are lines of UTF-8. The first is the file of the source. Each other one is a number of a block, a space,
 * and the function of that block and of those behind it, up to the next number; these ascend.
 *
 * Threads: definitions only.
 */
#ifndef SMALLSCOPE_COVERAGE_LAYOUT_H
#define SMALLSCOPE_COVERAGE_LAYOUT_H

#include <stdint.h>

#define SMALLSCOPE_COVERAGE_VARIABLE "SMALLSCOPE_COVERAGE"
/* A condition to negate: the id of its module, then the link-time address and the byte of each of its branches in
 * hexadecimal digits, with a space before each. */
#define SMALLSCOPE_COVERAGE_SWITCH "SMALLSCOPE_SWITCH"
#define SMALLSCOPE_COVERAGE_MAGIC "sscover1"
/* Names of files: the build id in hexadecimal digits, or "code-" and a hash; then one of these. */
#define SMALLSCOPE_COVERAGE_FLAGS ".flags"
#define SMALLSCOPE_COVERAGE_CODE ".code"
#define SMALLSCOPE_COVERAGE_RETURNS ".returns"
/* A file that is being made: its name, this, and a number of the process. */
#define SMALLSCOPE_COVERAGE_UNFINISHED ".new."

enum {
  smallscope_coverage_id_size = 72,
  smallscope_coverage_path_size = 3500,
  smallscope_coverage_most_text = 1 << 24,
  /* A code file has a byte for four bytes of code: return addresses are further apart, because a call is between them.
   * The byte has these bits, and the lowest two of the distance between the return address and the code's begin. */
  smallscope_coverage_cell = 4,
  smallscope_coverage_cell_shift = 4,
  smallscope_coverage_block = 1,
  smallscope_coverage_less = 2,
  smallscope_coverage_equal = 4,
  smallscope_coverage_greater = 8,
  /* A file of returns has such bytes, too, for the return addresses of calls that report what another call returned.
   * They have these bits, and the lowest two of the distance further up. Behind all of them, from the next page on, are
   * eight bytes for each: the integer that was returned first, if the byte is not 0. */
  smallscope_coverage_return_negative = 1,
  smallscope_coverage_return_zero = 2, /* of a pointer: null */
  smallscope_coverage_return_one = 4,
  smallscope_coverage_return_greater = 8, /* of a pointer: not null */
  smallscope_coverage_return_different = 16,
  smallscope_coverage_return_shift = 5,
  smallscope_coverage_return_pointer = 128,
};

enum {
  /* More code than this has no code file: elements are numbers of 31 bits, four for each byte. */
  smallscope_coverage_most_code = 1 << 29,
  /* More code than this has no file of returns: numbers of 30 bits, eight for each byte. */
  smallscope_coverage_most_returns = 1 << 27,
};

static const uint64_t smallscope_coverage_entry = (uint64_t)1 << 63;
static const uint64_t smallscope_coverage_most_blocks = (uint64_t)1 << 24;

/* Flags that lie together: the first of them at `offset` of the data. */
struct smallscope_coverage_run {
  uint64_t offset;
  uint64_t count;
};

struct smallscope_coverage_header {
  char magic[8];
  uint64_t data_offset; /* a multiple of the size of a page */
  uint64_t data_size;
  uint64_t block_count; /* of files of code and of returns: 0 */
  uint64_t code_begin;  /* link-time address of the first byte of executable segments */
  uint64_t code_size;
  /* Flags in the order of the blocks: those before the runtime's own page in their section, then those behind it. */
  struct smallscope_coverage_run runs[2];
  uint64_t edge_size;                       /* bytes of flags on pages that they share with other data */
  char id[smallscope_coverage_id_size];     /* ends with 0 */
  char path[smallscope_coverage_path_size]; /* of the module, ends with 0 */
  uint64_t text_size;                       /* 0, unless the blocks are lines */
  uint64_t switched;                        /* how many branches the process that made the file negated; 0: not all */
};

#endif
