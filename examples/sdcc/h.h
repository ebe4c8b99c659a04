// SPDX-License-Identifier: Apache-2.0
// Output and the end of a program: on the Z80 through the port of the simulator.
#include <stdint.h>
#include <stdio.h>
#ifdef __SDCC
__sfr __at(0xff) simif;
int putchar(int c) {
  simif = 'p';
  simif = (unsigned char)c;
  return c;
}
static void stop(void) { simif = 's'; }
#else
static void stop(void) {}
#endif
