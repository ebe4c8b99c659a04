// SPDX-License-Identifier: Apache-2.0
#include "cells.h"

#include <sys/mman.h>
#include <unistd.h>

void smallscope_coverage_attach_cells(struct smallscope_coverage_cells* cells) {
  struct smallscope_coverage_header* const header = smallscope_coverage_is_on() ? smallscope_coverage_describe() : NULL;
  const uintptr_t page = smallscope_coverage_page();
  uint64_t code_size = 0, data_offset = 0, values = 0;
  int file = -1;
  if (header != NULL && header->code_size <= cells->most_code) {
    const uint64_t count = (header->code_size + smallscope_coverage_cell - 1) / smallscope_coverage_cell;
    values = (count + page - 1) / page * page;
    header->data_size = values + (cells->has_values ? (count * sizeof *cells->values + page - 1) / page * page : 0);
    code_size = header->code_size;
    data_offset = header->data_offset;
    cells->mapping_size = header->data_size;
    cells->begin = header->code_begin + smallscope_coverage_bias();
    file = smallscope_coverage_open(cells->suffix, NULL);
  }
  if (file >= 0 || cells->mapping != NULL) {
    const int shared = (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED) | (cells->mapping == NULL ? 0 : MAP_FIXED);
    void* const mapped = mmap(cells->mapping, cells->mapping_size, PROT_READ | PROT_WRITE, shared, file,
                              file < 0 ? 0 : (off_t)data_offset);
    if (mapped != MAP_FAILED && cells->mapping == NULL) {
      cells->mapping = mapped;
      cells->values = (int64_t*)(void*)(cells->mapping + values);
      atomic_store(&cells->bytes, cells->mapping);
      atomic_store(&cells->size, code_size);
    }
  }
  if (file >= 0) close(file);
  atomic_store(&cells->is_decided, true);
}

unsigned char* smallscope_coverage_find_cell(struct smallscope_coverage_cells* cells, uintptr_t address) {
  static unsigned char nowhere = 0xff;
  struct smallscope_coverage_section section;
  if (!atomic_load_explicit(&cells->is_decided, memory_order_acquire) && smallscope_coverage_enter(&section)) {
    if (!atomic_load(&cells->is_decided)) smallscope_coverage_attach_cells(cells);
    smallscope_coverage_leave(&section);
  }
  return address - cells->begin < atomic_load(&cells->size)
             ? atomic_load(&cells->bytes) + (address - cells->begin) / smallscope_coverage_cell
             : &nowhere;
}
