// SPDX-License-Identifier: Apache-2.0
// The code under test of covered_campaign.cpp: it subtracts wrongly with a negative right operand, and dies of a
// division by zero.
int add(int a, int b) { return a + b; }

int subtract(int a, int b) {
  if (b < 0) return a + b;
  return a - b;
}

int divide(int a, int b) { return a / b; }
