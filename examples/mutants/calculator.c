// SPDX-License-Identifier: Apache-2.0
// A calculator of integers: standard input has an expression or an assignment a line, such as a = 2 * (3 + 4) ^ 2.
// Operators: ?:  |  &  = != < <= > >=  + -  * / %  ^ (to the right)  unary - and !; functions abs, min, max, gcd.
// A mistake is printed with its place, and the line has no value. The exit status is the number of mistakes.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { limit = 1000000000, deepest = 20 };

static const char* text;  // the rest of the line
static const char* line_start;
static const char* mistake;  // of the line; null: none so far
static int mistake_at;
static int depth;
static int is_skipping;  // what is parsed is not evaluated
static long variables[26];
static int is_known[26];

static long conditional(void);

static long fail(const char* what) {
  if (mistake == NULL) {
    mistake = what;
    mistake_at = (int)(text - line_start);
  }
  return 0;
}

static void skip_blanks(void) {
  while (*text == ' ' || *text == '\t') ++text;
}

// Reads this symbol, if it comes next.
static int accept(const char* symbol) {
  skip_blanks();
  size_t length = strlen(symbol);
  if (strncmp(text, symbol, length) != 0) return 0;
  text += length;
  return 1;
}

static void expect(const char* symbol, const char* what) {
  if (!accept(symbol)) fail(what);
}

static long checked(long value) {
  if (is_skipping) return 0;
  if (value > limit || value < -limit) return fail("too large");
  return value;
}

static int digit_of(char c) {
  if (isdigit((unsigned char)c)) return c - '0';
  c = (char)tolower((unsigned char)c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static long number(void) {
  long value = 0;
  int base = 10;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text += 2;
    if (digit_of(*text) >= base) return fail("digit expected");
  }
  while (digit_of(*text) < base) {
    value = checked(value * base + digit_of(*text));
    ++text;
  }
  return value;
}

static long greatest_divisor(long a, long b) {
  if (a < 0) a = -a;
  if (b < 0) b = -b;
  while (b != 0) {
    long rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static long call(const char* name, int length) {
  long arguments[2] = {0, 0};
  int count = 0;
  do {
    long value = conditional();
    if (count < 2) arguments[count] = value;
    ++count;
  } while (accept(","));
  expect(")", ") expected");
  long a = arguments[0], b = arguments[1];
  if (length == 3 && strncmp(name, "abs", 3) == 0) return count == 1 ? (a < 0 ? -a : a) : fail("one argument");
  if (count != 2) return fail("two arguments");
  if (strncmp(name, "min", 3) == 0) return a < b ? a : b;
  if (strncmp(name, "max", 3) == 0) return a > b ? a : b;
  if (strncmp(name, "gcd", 3) == 0) return greatest_divisor(a, b);
  return fail("no such function");
}

static long word(void) {
  const char* name = text;
  while (isalpha((unsigned char)*text)) ++text;
  int length = (int)(text - name);
  if (accept("(")) return call(name, length);
  if (length != 1 || !islower((unsigned char)*name)) return fail("no such name");
  if (!is_known[*name - 'a'] && !is_skipping) return fail("no value");
  return variables[*name - 'a'];
}

static long primary(void) {
  skip_blanks();
  if (isdigit((unsigned char)*text)) return number();
  if (isalpha((unsigned char)*text)) return word();
  if (!accept("(")) return fail("operand expected");
  if (++depth > deepest) return fail("too deep");
  long value = conditional();
  --depth;
  expect(")", ") expected");
  return value;
}

static long unary(void);

static long power(void) {
  long base = primary();
  if (!accept("^")) return base;
  long exponent = unary();
  if (exponent < 0) return fail("negative exponent");
  if (base >= -1 && base <= 1 && exponent > 2) exponent = 2 - exponent % 2;
  long value = 1;
  for (; exponent > 0 && mistake == NULL && !is_skipping; --exponent) value = checked(value * base);
  return value;
}

static long unary(void) {
  skip_blanks();
  if (accept("-")) return -unary();
  if (*text == '!' && text[1] != '=') {
    ++text;
    return !unary();
  }
  return power();
}

static long product(void) {
  long value = unary();
  for (;;) {
    skip_blanks();
    char operation = *text;
    if (operation != '*' && operation != '/' && operation != '%') return value;
    ++text;
    long right = unary();
    if (is_skipping) continue;
    if (operation == '*') {
      value = checked(value * right);
    } else if (right == 0) {
      return fail("division by zero");
    } else if (operation == '/') {
      value /= right;
    } else {
      value %= right;
    }
  }
}

static long sum(void) {
  long value = product();
  for (;;) {
    if (accept("+")) {
      value = checked(value + product());
    } else if (accept("-")) {
      value = checked(value - product());
    } else {
      return value;
    }
  }
}

static long comparison(void) {
  long left = sum();
  if (accept("<=")) return left <= sum();
  if (accept("<")) return left < sum();
  if (accept(">=")) return left >= sum();
  if (accept(">")) return left > sum();
  if (accept("!=")) return left != sum();
  if (accept("=")) return left == sum();
  return left;
}

// The right side of & and | is not evaluated where the left one decides.
static long conjunction(void) {
  long value = comparison();
  while (accept("&")) {
    is_skipping += value == 0;
    long right = comparison();
    is_skipping -= value == 0;
    value = value != 0 && right != 0;
  }
  return value;
}

static long disjunction(void) {
  long value = conjunction();
  while (accept("|")) {
    is_skipping += value != 0;
    long right = conjunction();
    is_skipping -= value != 0;
    value = value != 0 || right != 0;
  }
  return value;
}

static long conditional(void) {
  long condition = disjunction();
  if (!accept("?")) return condition;
  is_skipping += condition == 0;
  long first = conditional();
  is_skipping -= condition == 0;
  expect(":", ": expected");
  is_skipping += condition != 0;
  long second = conditional();
  is_skipping -= condition != 0;
  return condition != 0 ? first : second;
}

// Whether the line is an assignment: a letter, and = behind it.
static int is_assignment(const char* line) {
  if (!islower((unsigned char)*line)) return 0;
  for (++line; *line == ' '; ++line) {
  }
  return *line == '=' && line[1] != '=';
}

static void execute(const char* line) {
  text = line_start = line;
  mistake = NULL;
  depth = 0;
  is_skipping = 0;
  skip_blanks();
  int target = -1;
  if (is_assignment(text)) {
    target = *text - 'a';
    text = strchr(text, '=') + 1;
  }
  long value = conditional();
  skip_blanks();
  if (*text != '\0') fail("operator expected");
  if (mistake != NULL) return;
  if (target >= 0) {
    variables[target] = value;
    is_known[target] = 1;
  }
  printf("%ld\n", value);
}

int main(void) {
  char line[200];
  int mistakes = 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '\0') continue;
    execute(line);
    if (mistake == NULL) continue;
    printf("%d: %s\n", mistake_at + 1, mistake);
    ++mistakes;
  }
  return mistakes;
}
