// SPDX-License-Identifier: Apache-2.0
// Reads the module's own headers and makes or opens its files. No allocation and no stdio: a program may be in any
// state when it executes its first instrumented code. Few functions of libc, too: a dynamic program looks each of them
// up at its first call, and there are programs that run for less time than that takes.
#include "module.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most_directory = 3800, most_waits = 10000 };

static atomic_flag busy = ATOMIC_FLAG_INIT;
static bool is_decided;
// The folder, then the name of the file that was opened last.
static char path[most_directory + smallscope_coverage_id_size + 64];
static size_t directory_size;  // 0: nothing is collected
static struct smallscope_coverage_header header;
static uintptr_t bias;

// The linker defines it in each module.
extern const ElfW(Ehdr) __ehdr_start __attribute__((weak, visibility("hidden")));

uintptr_t smallscope_coverage_page(void) {
#if defined(__x86_64__)
  return 4096;
#else
  return getauxval(AT_PAGESZ);
#endif
}

bool smallscope_coverage_enter(struct smallscope_coverage_section* section) {
  section->error = errno;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &section->signals);
  // A child that was forked while another thread was in here would wait for ever.
  for (int waited = 0; waited < most_waits; ++waited) {
    if (!atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) return true;
    sched_yield();
  }
  sigprocmask(SIG_SETMASK, &section->signals, NULL);
  errno = section->error;
  return false;
}

void smallscope_coverage_leave(const struct smallscope_coverage_section* section) {
  atomic_flag_clear_explicit(&busy, memory_order_release);
  sigprocmask(SIG_SETMASK, &section->signals, NULL);
  errno = section->error;
}

static void set_directory(const char* name) {
  is_decided = true;
  directory_size = 0;
  if (name == NULL || name[0] != '/') return;
  const size_t size = strlen(name);
  if (size >= most_directory) return;
  memcpy(path, name, size);
  directory_size = size;
}

bool smallscope_coverage_is_on(void) {
  if (!is_decided) set_directory(secure_getenv(SMALLSCOPE_COVERAGE_VARIABLE));
  return directory_size > 0;
}

/// From now on, what this process covers goes to `name`, an absolute path, without what it has covered so far; NULL:
/// nowhere. For a campaign program that is instrumented itself (collector.hpp).
__attribute__((visibility("default"))) void smallscope_coverage_attach(const char* name);
void smallscope_coverage_attach(const char* name) {
  struct smallscope_coverage_section section;
  if (!smallscope_coverage_enter(&section)) return;
  set_directory(name);
  if (smallscope_coverage_attach_flags != NULL) smallscope_coverage_attach_flags();
  if (smallscope_coverage_attach_code != NULL) smallscope_coverage_attach_code();
  if (smallscope_coverage_attach_returns != NULL) smallscope_coverage_attach_returns();
  smallscope_coverage_leave(&section);
}

/// Completes the files of the folder that this process is attached to. Needed only for flags that share their pages
/// with other data.
__attribute__((visibility("default"))) void smallscope_coverage_flush(void);
void smallscope_coverage_flush(void) {
  if (smallscope_coverage_keep_edges != NULL) smallscope_coverage_keep_edges();
}

static void append_hexadecimal(char* text, const unsigned char* bytes, size_t count) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < count; ++i) {
    text[2 * i] = digits[bytes[i] >> 4];
    text[2 * i + 1] = digits[bytes[i] & 15];
  }
  text[2 * count] = '\0';
}

static void read_build_id(const char* notes, size_t size, char* id) {
  size_t at = 0;
  while (size - at >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, notes + at, sizeof note);
    at += sizeof note;
    const size_t name = ((size_t)note.n_namesz + 3) & ~(size_t)3;
    const size_t content = ((size_t)note.n_descsz + 3) & ~(size_t)3;
    if (name > size - at || content > size - at - name) return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + at, "GNU", 4) == 0 &&
        note.n_descsz > 0 && 2 * (size_t)note.n_descsz < smallscope_coverage_id_size) {
      append_hexadecimal(id, (const unsigned char*)notes + at + name, note.n_descsz);
      return;
    }
    at += name + content;
  }
}

// Without a build id, the code names its module. Executable segments are not relocated.
static void hash_code(uintptr_t begin, uintptr_t end, char* id) {
  uint64_t hash = 14695981039346656037u ^ (end - begin);
  for (uintptr_t at = begin; at + sizeof hash <= end; at += sizeof hash) {
    uint64_t word;
    memcpy(&word, (const void*)at, sizeof word);
    hash = (hash ^ word) * 1099511628211u;
    hash ^= hash >> 29;
  }
  memcpy(id, "code-", 5);
  unsigned char bytes[sizeof hash];
  for (size_t i = 0; i < sizeof bytes; ++i) bytes[i] = (unsigned char)(hash >> (56 - 8 * i));
  append_hexadecimal(id + 5, bytes, sizeof bytes);
}

uintptr_t smallscope_coverage_bias(void) { return bias; }

static const ElfW(Phdr) * own_segments(void) {
  return (const ElfW(Phdr)*)((const char*)&__ehdr_start + __ehdr_start.e_phoff);
}

static void describe_first(void) {
  const ElfW(Phdr)* const segments = own_segments();
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    if (segments[i].p_type == PT_LOAD && segments[i].p_offset == 0) {
      bias = (uintptr_t)&__ehdr_start - segments[i].p_vaddr;
    }
  }
  uintptr_t begin = UINTPTR_MAX, end = 0, hashed_begin = 0, hashed_end = 0;
  for (int i = 0; i < __ehdr_start.e_phnum; ++i) {
    const ElfW(Phdr)* const segment = &segments[i];
    if (segment->p_type == PT_NOTE && header.id[0] == '\0') {
      read_build_id((const char*)(bias + segment->p_vaddr), segment->p_memsz, header.id);
    }
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    if (segment->p_vaddr < begin) begin = segment->p_vaddr;
    if (segment->p_vaddr + segment->p_memsz > end) end = segment->p_vaddr + segment->p_memsz;
    if ((segment->p_flags & PF_R) != 0) {
      hashed_begin = bias + segment->p_vaddr;
      hashed_end = hashed_begin + segment->p_filesz;
    }
  }
  if (header.id[0] == '\0') hash_code(hashed_begin, hashed_end, header.id);
  const uintptr_t page = smallscope_coverage_page();
  header.data_offset = (sizeof header + page - 1) / page * page;
  header.code_begin = begin;
  header.code_size = end < begin ? 0 : end - begin;
  memcpy(header.magic, SMALLSCOPE_COVERAGE_MAGIC, sizeof header.magic);
}

struct smallscope_coverage_header* smallscope_coverage_describe(void) {
  if (&__ehdr_start == NULL) return NULL;
  if (header.magic[0] == '\0') {
    describe_first();
    smallscope_coverage_switch(&header);
  }
  header.block_count = 0;
  header.edge_size = 0;
  header.runs[0].offset = header.runs[0].count = header.runs[1].offset = header.runs[1].count = 0;
  return &header;
}

static int look_for_name(struct dl_phdr_info* info, size_t size, void* argument) {
  (void)size;
  const size_t name_size = info->dlpi_name == NULL ? 0 : strlen(info->dlpi_name);
  if (info->dlpi_phdr != argument || name_size >= sizeof header.path) return 0;
  memcpy(header.path, info->dlpi_name, name_size);
  header.path[name_size] = '\0';
  return 1;
}

static void find_path(void) {
  header.path[0] = '\0';
  dl_iterate_phdr(look_for_name, (void*)own_segments());
  if (header.path[0] == '\0') {  // the program itself
    const ssize_t size = readlink("/proc/self/exe", header.path, sizeof header.path - 1);
    header.path[size < 0 ? 0 : size] = '\0';
  }
  if (header.path[0] == '/' || header.path[0] == '\0') return;
  // A library that was found beside the current folder.
  char name[sizeof header.path];
  const size_t name_size = strlen(header.path) + 1;
  memcpy(name, header.path, name_size);
  if (getcwd(header.path, sizeof header.path - name_size - 1) == NULL) header.path[0] = '\0';
  const size_t folder_size = strlen(header.path);
  header.path[folder_size] = '/';
  memcpy(header.path + folder_size + 1, name, name_size);
}

static char* append_text(char* to, const char* text) {
  const size_t size = strlen(text);
  memcpy(to, text, size + 1);
  return to + size;
}

static void append_number(char* to, unsigned long number) {
  char digits[24];
  size_t count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (count > 0) *to++ = digits[--count];
  *to = '\0';
}

/// Differs between processes that live at the same time, also if each is in a name space of its own for numbers of
/// processes.
static unsigned long process_mark(void) {
  unsigned long mark = 0;
  const void* const random = (const void*)getauxval(AT_RANDOM);
  if (random != NULL) memcpy(&mark, random, sizeof mark);
  return mark ^ (unsigned long)getpid();
}

static bool write_all(int file, const void* bytes, size_t size, uint64_t offset) {
  const char* at = bytes;
  while (size > 0) {
    const ssize_t written = pwrite(file, at, size, (off_t)offset);
    if (written <= 0) return false;
    at += written;
    offset += (uint64_t)written;
    size -= (size_t)written;
  }
  return true;
}

static bool write_blocks(int file, const uintptr_t* blocks) {
  uint64_t chunk[256];
  uint64_t offset = header.data_offset + header.data_size;
  for (uint64_t i = 0; i < header.block_count;) {
    size_t size = 0;
    for (; size < sizeof chunk / sizeof *chunk && i < header.block_count; ++size, ++i) {
      const uint64_t address = blocks[2 * i] - bias;
      // The compiler may have removed a block that it had put into the table.
      const bool is_code = address - header.code_begin < header.code_size;
      chunk[size] = (is_code ? address : 0) | (blocks[2 * i + 1] & 1 ? smallscope_coverage_entry : 0);
    }
    if (!write_all(file, chunk, size * sizeof *chunk, offset)) return false;
    offset += size * sizeof *chunk;
  }
  return true;
}

static uint64_t file_size(void) { return header.data_offset + header.data_size + 8 * header.block_count; }

static void make_file(const char* end, const uintptr_t* blocks) {
  // A file beyond the limit would be answered with a signal that ends the program.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur < file_size()) return;
  find_path();
  char unfinished[sizeof path];
  const size_t size = (size_t)(end - path);
  memcpy(unfinished, path, size);
  append_number(append_text(unfinished + size, SMALLSCOPE_COVERAGE_UNFINISHED), process_mark());
  const int file = open(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return;
  if (ftruncate(file, (off_t)file_size()) == 0 && write_all(file, &header, sizeof header, 0) &&
      write_blocks(file, blocks)) {
    if (link(unfinished, path) != 0) {
      // Another process was faster, whose file is as good; or open() fails next.
    }
  }
  unlink(unfinished);
  close(file);
}

int smallscope_coverage_open(const char* suffix, const uintptr_t* blocks) {
  enum { flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY };
  char* const end = append_text(append_text(append_text(path + directory_size, "/"), header.id), suffix);
  int file = open(path, flags);
  if (file < 0 && errno == ENOENT) {
    make_file(end, blocks);
    file = open(path, flags);
  }
  if (file < 0) return -1;
  // A mapping beyond the end of a file would be answered with SIGBUS.
  struct stat status;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (uint64_t)status.st_size == file_size()) return file;
  close(file);
  return -1;
}
