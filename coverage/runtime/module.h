/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of the runtime share: the module (program or shared library) that they are linked into, and its files
 * of data. All functions are hidden, so each module has a runtime of its own, which serves no other.
 *
 * Between smallscope_coverage_enter() and _leave(), one thread of the process at a time.
 */
#ifndef SMALLSCOPE_COVERAGE_MODULE_H
#define SMALLSCOPE_COVERAGE_MODULE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "layout.h"

#define SMALLSCOPE_HIDDEN __attribute__((visibility("hidden")))

struct smallscope_coverage_section {
  sigset_t signals;
  int error;
};

/* Blocks signals, so that a handler cannot meet its own thread's lock. False: another thread did not leave in time. */
SMALLSCOPE_HIDDEN bool smallscope_coverage_enter(struct smallscope_coverage_section* section);
SMALLSCOPE_HIDDEN void smallscope_coverage_leave(const struct smallscope_coverage_section* section);

/* Whether there is a folder for the files. */
SMALLSCOPE_HIDDEN bool smallscope_coverage_is_on(void);

/* What this module says of itself in its files; data_size, and what is of flags only, is for the caller to set. NULL:
 * its own program headers are not in memory. Within a section. */
SMALLSCOPE_HIDDEN struct smallscope_coverage_header* smallscope_coverage_describe(void);
/* What was added to link-time addresses. */
SMALLSCOPE_HIDDEN uintptr_t smallscope_coverage_bias(void);

/* Opens the file of the description, and makes it if it is missing; -1: it cannot be had. `blocks` is clang's table:
 * for each block its address in this process, and flags. Within a section. */
SMALLSCOPE_HIDDEN int smallscope_coverage_open(const char* suffix, const uintptr_t* blocks);

SMALLSCOPE_HIDDEN uintptr_t smallscope_coverage_page(void);

/* Negates the condition that the environment names, if it is one of this module. Within a section, before a file is
 * opened. */
SMALLSCOPE_HIDDEN void smallscope_coverage_switch(struct smallscope_coverage_header* header);

/* Parts that the program may not contain: their objects come out of the archive with the functions that clang and gcc
 * call, or the plugin of clang. */
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_attach_flags(void);
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_attach_code(void);
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_attach_returns(void);
__attribute__((weak)) SMALLSCOPE_HIDDEN void smallscope_coverage_keep_edges(void);

#endif
