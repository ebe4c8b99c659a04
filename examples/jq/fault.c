// SPDX-License-Identifier: Apache-2.0
// FAULTS in the environment names the faults that are on, with commas between them, or "all". FAULT_TRACE names a file,
// to which each fault is added that was asked for.
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_listed(const char* list, const char* name) {
  size_t size = strlen(name);
  for (const char* at = list; (at = strstr(at, name)) != NULL; at += size)
    if ((at == list || at[-1] == ',') && (at[size] == '\0' || at[size] == ',')) return 1;
  return 0;
}

int fault_named(const char* name) {
  static const char* list;
  static const char* trace;
  static int is_read;
  if (!is_read) {
    list = getenv("FAULTS");
    trace = getenv("FAULT_TRACE");
    is_read = 1;
  }
  if (trace != NULL) {
    FILE* file = fopen(trace, "a");
    if (file != NULL) {
      fprintf(file, "%s\n", name);
      fclose(file);
    }
  }
  return list != NULL && (strcmp(list, "all") == 0 || is_listed(list, name));
}

int fault(const char* name) { return fault_named(name); }
