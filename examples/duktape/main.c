// SPDX-License-Identifier: Apache-2.0
// Executes a file, or standard input, as a program of JavaScript, in which print() writes a line.
#include <stdio.h>
#include <stdlib.h>

#include "duktape.h"

static duk_ret_t print(duk_context* context) {
  for (duk_idx_t i = 0; i < duk_get_top(context); i++) {
    duk_size_t length;
    const char* text = duk_to_lstring(context, i, &length);
    if (i) putchar(' ');
    fwrite(text, 1, length, stdout);
  }
  putchar('\n');
  fflush(stdout);
  return 0;
}

static void fatal(void* data, const char* message) {
  (void)data;
  fprintf(stderr, "fatal: %s\n", message ? message : "?");
  fflush(NULL);
  abort();
}

int main(int count, char** arguments) {
  static char text[1 << 20];
  FILE* file = count > 1 ? fopen(arguments[1], "rb") : stdin;
  if (!file) return 2;
  size_t size = fread(text, 1, sizeof text, file);
  duk_context* context = duk_create_heap(NULL, NULL, NULL, NULL, fatal);
  duk_push_c_function(context, print, DUK_VARARGS);
  duk_put_global_string(context, "print");
  duk_push_string(context, "input.js");
  int failed = duk_pcompile_lstring_filename(context, 0, text, size);
  if (!failed) failed = duk_pcall(context, 0);
  if (failed) printf("uncaught %s\n", duk_safe_to_string(context, -1));
  fflush(stdout);
  duk_destroy_heap(context);
  return failed != 0;
}
