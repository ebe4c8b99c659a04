// SPDX-License-Identifier: Apache-2.0
// Calls that return each kind of value, one a line: the comment at the end of a line says what the test expects there.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int same(int value) { return value; }
static long wide(int value) { return (long)value << 40; }
static signed char small(int value) { return (signed char)value; }
static unsigned char byte(void) { return 200; }
static _Bool is_more(int value) { return value > 3; }
static char* pointer(char* value) { return value; }
static void nothing(void) {}
static double half(void) { return 0.5; }
static int depth(int value) {
  if (value == 0) return 0;
  return depth(value - 1) + 1;  // 0, 1, above 1, different
}
__attribute__((no_sanitize("coverage"))) static int not_covered(void) {
  return same(1);  //
}

static int end(int way) {
  switch (way) {
    case 1:
      *(volatile int*)0 = 1;
    case 2:
      kill(getpid(), SIGKILL);
    case 3:
      abort();
    case 4:
      _exit(same(8));  // above 1
  }
  return 0;
}

int main(int count, char** words) {
  int (*const indirect)(int) = same;
  int way = count > 1 ? atoi(words[1]) : 0;
  same(-7);                                           // negative
  same(0);                                            // 0
  same(1);                                            // 1
  same(2);                                            // above 1
  small(-1);                                          // negative
  wide(-1);                                           // negative
  wide(1);                                            // above 1
  byte();                                             // above 1
  is_more(3);                                         // 0
  is_more(4);                                         // 1
  pointer(NULL);                                      // null
  pointer(words[0]);                                  // not null
  nothing();                                          //
  half();                                             //
  indirect(0);                                        // 0
  strchr("x", 'x');                                   // not null
  if (same(5) > 4) nothing();                         // above 1
  if (!pointer(NULL)) nothing();                      // null
  depth(4);                                           // above 1
  not_covered();                                      // 1
  for (int i = 0; i < 3; ++i) same(9);                // above 1
  for (int i = 0; i < 3; ++i) same(i + 2);            // above 1, different
  for (int i = 0; i < 2; ++i) pointer(words[0] + i);  // not null
  for (int i = 0; i < 3; ++i) same(1 - i);            // negative, 0, 1, different
  end(way);                                           // 0, unless the program ends before
  return 0;
}
