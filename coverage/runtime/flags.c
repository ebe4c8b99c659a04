// SPDX-License-Identifier: Apache-2.0
// Clang's flags, one byte a block (-fsanitize-coverage=bb,no-prune,inline-bool-flag,pc-table): a shared file is mapped
// over their section, so that they survive whatever ends the process, and all processes of a test add to the same.
//
// Only whole pages can be mapped. The page of our own in the section, which is aligned, makes all its pages whole when
// this library is linked last. Flags that are left over ("edges") share their page with data of the program, which must
// not become common to processes. They are copied when the process exits or gets a fatal signal.
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "module.h"

#if defined(__aarch64__) || defined(__powerpc64__)
#define PAD_SIZE 65536
#else
#define PAD_SIZE 4096
#endif

__attribute__((section("__sancov_bools"), aligned(PAD_SIZE), used)) static char pad[PAD_SIZE] = "pad";

enum { alternate_stack_size = 65536 };

struct flags {
  char *start, *stop;
  const uintptr_t* blocks;
  uint64_t block_count;
  struct smallscope_coverage_run runs[2];  // offsets from the page that holds `start`
  unsigned char* view;                     // of the file, if there are edges; otherwise NULL
  bool is_mapped;                          // whole pages are those of a file
};

static struct flags own;

static uintptr_t down(uintptr_t address) { return address & ~(smallscope_coverage_page() - 1); }
static uintptr_t up(uintptr_t address) { return down(address + smallscope_coverage_page() - 1); }

/// Finds where the flags lie in their section. The linker adds sections as they come: flags of some files, our page,
/// flags of other files. What it fills in to align our page lies directly before it.
static bool find_runs(struct flags* flags) {
  const uintptr_t start = (uintptr_t)flags->start, stop = (uintptr_t)flags->stop, low = down(start);
  const uintptr_t page = (uintptr_t)pad;
  if (page < start || page + PAD_SIZE > stop) return false;
  const uint64_t behind = stop - (page + PAD_SIZE);
  if (behind > flags->block_count || flags->block_count - behind > page - start) return false;
  flags->runs[0] = (struct smallscope_coverage_run){start - low, flags->block_count - behind};
  flags->runs[1] = (struct smallscope_coverage_run){page + PAD_SIZE - low, behind};
  return true;
}

static unsigned char* flag_bytes(const struct flags* flags, int run, uint64_t from) {
  return (unsigned char*)down((uintptr_t)flags->start) + flags->runs[run].offset + from;
}

/// Calls for the part of each run that is not on whole pages of the section.
static uint64_t edges_of(const struct flags* flags, struct smallscope_coverage_run edges[4]) {
  const uintptr_t low = down((uintptr_t)flags->start);
  const uint64_t whole_begin = up((uintptr_t)flags->start) - low, whole_end = down((uintptr_t)flags->stop) - low;
  uint64_t size = 0;
  for (int run = 0; run < 2; ++run) {
    const uint64_t begin = flags->runs[run].offset, end = begin + flags->runs[run].count;
    const uint64_t first_end = end < whole_begin ? end : whole_begin;
    const uint64_t last_begin = begin > whole_end ? begin : whole_end;
    edges[2 * run] = (struct smallscope_coverage_run){begin, first_end > begin ? first_end - begin : 0};
    edges[2 * run + 1] = (struct smallscope_coverage_run){last_begin, end > last_begin ? end - last_begin : 0};
    if (whole_begin >= whole_end) {  // no page is whole
      edges[2 * run] = flags->runs[run];
      edges[2 * run + 1].count = 0;
    }
    size += edges[2 * run].count + edges[2 * run + 1].count;
  }
  return size;
}

static void copy_edges(bool and_clear) {
  struct smallscope_coverage_run edges[4];
  if (own.view == NULL) return;
  edges_of(&own, edges);
  for (int i = 0; i < 4; ++i) {
    for (uint64_t at = edges[i].offset; at < edges[i].offset + edges[i].count; ++at) {
      unsigned char* const flag = (unsigned char*)down((uintptr_t)own.start) + at;
      if (*flag == 1) own.view[at] = 1;
      if (and_clear) *flag = 0;
    }
  }
}

void smallscope_coverage_keep_edges(void) { copy_edges(true); }

__attribute__((destructor(101))) static void at_exit(void) { copy_edges(false); }

static void at_signal(int signal, siginfo_t* info, void* context) {
  (void)context;
  const int error = errno;
  at_exit();
  errno = error;
  // The default action is back. A fault happens again after return; what was sent must be sent again.
  if (info->si_code <= 0) raise(signal);
}

/// Only for what would end the process anyway.
static void handle_fatal_signals(void) {
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE,  SIGILL,  SIGABRT, SIGTRAP, SIGSYS,   SIGTERM,
                              SIGINT,  SIGHUP, SIGQUIT, SIGALRM, SIGPIPE, SIGXCPU, SIGVTALRM};
  static char alternate_stack[alternate_stack_size];  // for a stack that overflowed
  static bool is_done;
  if (is_done) return;
  is_done = true;
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE) != 0) {
    stack = (stack_t){.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
    sigaltstack(&stack, NULL);
  }
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; ++i) {
    struct sigaction action;
    if (sigaction(fatal[i], NULL, &action) != 0 || (action.sa_flags & SA_SIGINFO) != 0 ||
        action.sa_handler != SIG_DFL) {
      continue;
    }
    action = (struct sigaction){.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    action.sa_sigaction = at_signal;
    sigaction(fatal[i], &action, NULL);
  }
}

static void keep_whole_pages(const struct flags* flags, uint64_t from, uint64_t to, int file, uint64_t data_offset) {
  bool is_any_set = false;
  for (int run = 0; run < 2 && !is_any_set; ++run) {
    const unsigned char* const bytes = flag_bytes(flags, run, 0);
    is_any_set = memchr(bytes, 1, flags->runs[run].count) != NULL;
  }
  if (!is_any_set) return;
  const unsigned char* const low = (const unsigned char*)down((uintptr_t)flags->start);
  unsigned char* const view = mmap(NULL, to - from, PROT_READ | PROT_WRITE, MAP_SHARED, file, data_offset + from);
  if (view == MAP_FAILED) return;
  for (uint64_t at = from; at < to; ++at) {
    if (low[at] == 1) view[at - from] = 1;
  }
  munmap(view, to - from);
}

static int open_file(const struct flags* flags, uint64_t size, uint64_t edge_size, uint64_t* data_offset) {
  struct smallscope_coverage_header* const header = smallscope_coverage_is_on() ? smallscope_coverage_describe() : NULL;
  if (header == NULL) return -1;
  header->data_size = size;
  header->block_count = flags->block_count;
  header->runs[0] = flags->runs[0];
  header->runs[1] = flags->runs[1];
  header->edge_size = edge_size;
  *data_offset = header->data_offset;
  return smallscope_coverage_open(SMALLSCOPE_COVERAGE_FLAGS, flags->blocks);
}

static void map_whole_pages(struct flags* flags, uint64_t from, uint64_t to, int file, uint64_t data_offset) {
  if (from >= to || (file < 0 && !flags->is_mapped)) return;
  char* const low = (char*)down((uintptr_t)flags->start);
  const int shared = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  mmap(low + from, to - from, PROT_READ | PROT_WRITE, shared | MAP_FIXED, file,
       file < 0 ? 0 : (off_t)(data_offset + from));
  flags->is_mapped = file >= 0;
}

/// To the file of the folder that is set now. `keep`: with what is covered already.
static void attach(struct flags* flags, bool keep) {
  const uintptr_t low = down((uintptr_t)flags->start);
  const uint64_t size = up((uintptr_t)flags->stop) - low;
  const uint64_t from = up((uintptr_t)flags->start) - low, to = down((uintptr_t)flags->stop) - low;
  struct smallscope_coverage_run edges[4];
  const uint64_t edge_size = edges_of(flags, edges);
  uint64_t data_offset = 0;
  const int file = open_file(flags, size, edge_size, &data_offset);
  if (file >= 0 && keep && from < to) keep_whole_pages(flags, from, to, file, data_offset);
  map_whole_pages(flags, from, to, file, data_offset);
  if (flags->view != NULL) munmap(flags->view, size);
  flags->view = NULL;
  if (file < 0) return;
  if (edge_size > 0) {
    void* const view = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)data_offset);
    if (view != MAP_FAILED) flags->view = view;
    for (int i = 0; i < 4 && !keep; ++i) memset((char*)low + edges[i].offset, 0, edges[i].count);
    handle_fatal_signals();
  }
  close(file);
}

void smallscope_coverage_attach_flags(void) {
  if (own.block_count > 0) attach(&own, false);
}

// Each source file's constructor calls both functions with the same bounds, first this one. Constructors of a module
// are executed by one thread.
SMALLSCOPE_HIDDEN void __sanitizer_cov_bool_flag_init(char* start, char* stop);
void __sanitizer_cov_bool_flag_init(char* start, char* stop) {
  own.start = start;
  own.stop = stop;
}

SMALLSCOPE_HIDDEN void __sanitizer_cov_pcs_init(const uintptr_t* start, const uintptr_t* stop);
void __sanitizer_cov_pcs_init(const uintptr_t* start, const uintptr_t* stop) {
  struct smallscope_coverage_section section;
  if (own.blocks != NULL || own.start == own.stop) return;
  own.blocks = start;
  own.block_count = (uint64_t)(stop - start) / 2;
  if (own.block_count > smallscope_coverage_most_blocks || !find_runs(&own)) own.block_count = 0;
  if (own.block_count == 0 || !smallscope_coverage_is_on() || !smallscope_coverage_enter(&section)) return;
  attach(&own, true);
  smallscope_coverage_leave(&section);
}
