// SPDX-License-Identifier: Apache-2.0
// Which faults are on: FAULTS="7,9", read once before main.
#include <stdlib.h>

char duk_faults[64];

__attribute__((constructor)) static void read_faults(void) {
  const char* at = getenv("FAULTS");
  while (at && *at) {
    char* end;
    long number = strtol(at, &end, 10);
    if (end == at) break;
    if (number > 0 && number < (long)sizeof duk_faults) duk_faults[number] = 1;
    at = *end ? end + 1 : end;
  }
}
