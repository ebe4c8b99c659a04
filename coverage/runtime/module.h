/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the runtime share: the module (program or shared library) at an address, and its files of data.
 * Everything here is called between smallscope_coverage_enter() and _leave(), by one thread of the process at a time.
 */
#ifndef SMALLSCOPE_COVERAGE_MODULE_H
#define SMALLSCOPE_COVERAGE_MODULE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "layout.h"

#define SMALLSCOPE_HIDDEN __attribute__((visibility("hidden")))

struct smallscope_coverage_module {
  uintptr_t bias;                 /* what was added to link-time addresses */
  uintptr_t code_begin, code_end; /* of executable segments, in this process */
  char id[smallscope_coverage_id_size];
};

struct smallscope_coverage_section {
  sigset_t signals;
  int error;
};

/* Blocks signals, so that a handler cannot meet its own thread's lock. False: another thread did not leave in time. */
SMALLSCOPE_HIDDEN bool smallscope_coverage_enter(struct smallscope_coverage_section* section);
SMALLSCOPE_HIDDEN void smallscope_coverage_leave(const struct smallscope_coverage_section* section);

/* The folder for the files; NULL: nothing is collected. */
SMALLSCOPE_HIDDEN const char* smallscope_coverage_directory(void);

SMALLSCOPE_HIDDEN bool smallscope_coverage_find(uintptr_t address, struct smallscope_coverage_module* module);

/* The numbers of a header that a module and its sections give; the rest is zero. */
SMALLSCOPE_HIDDEN struct smallscope_coverage_header* smallscope_coverage_describe(
    const struct smallscope_coverage_module* module);

/* Opens the file that the last header described, and makes it if it is missing; -1: it cannot be had. The blocks are
 * those of clang's table, pairs of an address in this process and flags. */
SMALLSCOPE_HIDDEN int smallscope_coverage_open(const char* suffix, const uintptr_t* blocks, uintptr_t bias);

SMALLSCOPE_HIDDEN uintptr_t smallscope_coverage_page(void);

/* Parts that the program may not contain: their objects come out of the archive with the functions that clang and gcc
 * call. */
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_attach_flags(void);
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_attach_code(void);
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_keep_edges(void);

#endif
