// SPDX-License-Identifier: Apache-2.0
// Negates one condition of the module, before it is executed: the lowest bit of the byte that says on which flags a
// jump, move or set of x86-64 depends (include/smallscope/coverage/conditions.hpp). The code of this process alone
// is changed, and of those that it forks.
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "module.h"

static const char* read_hexadecimal(const char* text, uintptr_t* number) {
  *number = 0;
  for (; *text != '\0' && *text != ' '; ++text) {
    const char digit = *text;
    const bool is_decimal = digit >= '0' && digit <= '9', is_letter = digit >= 'a' && digit <= 'f';
    if (!is_decimal && !is_letter) return NULL;
    *number = *number << 4 | (uintptr_t)(is_decimal ? digit - '0' : digit - 'a' + 10);
  }
  return *text == ' ' ? text + 1 : text;
}

static bool negate(const struct smallscope_coverage_header* header, uintptr_t address, uintptr_t code) {
  if (address - header->code_begin >= header->code_size) return false;
  unsigned char* const place = (unsigned char*)(smallscope_coverage_bias() + address);
  if (*place != code) return false;
  void* const page = (void*)((uintptr_t)place & ~(smallscope_coverage_page() - 1));
  // Other code on this page is being executed meanwhile, perhaps this.
  if (mprotect(page, smallscope_coverage_page(), PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
  *place ^= 1;
  mprotect(page, smallscope_coverage_page(), PROT_READ | PROT_EXEC);
  return true;
}

void smallscope_coverage_switch(struct smallscope_coverage_header* header) {
#if defined(__x86_64__)
  const char* const text = secure_getenv(SMALLSCOPE_COVERAGE_SWITCH);
  if (text == NULL) return;
  const size_t id_size = strlen(header->id);
  if (strncmp(text, header->id, id_size) != 0 || text[id_size] != ' ') return;
  uint64_t negated = 0;
  for (const char* rest = text + id_size + 1; *rest != '\0'; ++negated) {
    uintptr_t address = 0, code = 0;
    rest = read_hexadecimal(rest, &address);
    if (rest != NULL) rest = read_hexadecimal(rest, &code);
    if (rest == NULL || !negate(header, address, code)) return;  // a part of a condition counts as nothing
  }
  header->switched = negated;
#else
  (void)header;
#endif
}
