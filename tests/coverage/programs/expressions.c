// SPDX-License-Identifier: Apache-2.0
// A calculator of expressions, with most kinds of statements: what it covers is compared with gcov.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_VALUES 16
#define IS_SIGN(character) ((character) == '-' || (character) == '+')

enum kind { number, operation, open_parenthesis, close_parenthesis, end, mistake };

struct token {
  enum kind kind;
  long value;
  char sign;
};

struct reader {
  const char* at;
  struct token token;
  int depth;
};

static const char* const names[] = {
    "number", "operation", "(", ")", "end", "mistake",
};

static long variables[26];

static inline int is_operation(char character) {
  return character == '*' || character == '/' || character == '%' ||
         IS_SIGN(character);
}

static void next(struct reader* reader) {
  while (*reader->at == ' ') ++reader->at;
  const char character = *reader->at;
  if (character == '\0') {
    reader->token.kind = end;
    return;
  }
  if (isdigit((unsigned char)character)) {
    char* after = NULL;
    reader->token.value = strtol(reader->at, &after, 10);
    reader->token.kind = number;
    reader->at = after;
    return;
  }
  ++reader->at;
  if (is_operation(character)) {
    reader->token.kind = operation;
    reader->token.sign = character;
  } else if (character >= 'a' && character <= 'z') {
    reader->token.kind = number;
    reader->token.value = variables[character - 'a'];
  } else {
    switch (character) {
      case '(':
        reader->token.kind = open_parenthesis;
        break;
      case ')':
        reader->token.kind = close_parenthesis;
        break;
      default:
        reader->token.kind = mistake;
    }
  }
}

static long sum(struct reader* reader);

static void fail(const char* what, enum kind kind) {
  printf("%s before %s\n", what, names[kind]);
  exit(3);
}

static long factor(struct reader* reader) {
  long value = 0;
  int negative = 0;
again:
  switch (reader->token.kind) {
    case number:
      value = reader->token.value;
      next(reader);
      break;
    case operation:
      if (!IS_SIGN(reader->token.sign)) goto wrong;
      negative ^= reader->token.sign == '-';
      next(reader);
      goto again;
    case open_parenthesis:
      if (++reader->depth > MOST_VALUES) {
        fail("too deep", open_parenthesis);
      }
      next(reader);
      value = sum(reader);
      if (reader->token.kind != close_parenthesis)
        fail("missing parenthesis", reader->token.kind);
      --reader->depth;
      next(reader);
      break;
    default:
    wrong:
      fail("missing value", reader->token.kind);
  }
  return negative ? -value
                  : value;
}

static long product(struct reader* reader) {
  long value = factor(reader);
  while (reader->token.kind == operation && !IS_SIGN(reader->token.sign)) {
    const char sign = reader->token.sign;
    next(reader);
    const long right = factor(reader);
    if (sign == '*') {
      value *= right;
      continue;
    }
    if (right == 0) fail("division by zero", reader->token.kind);
    value = sign == '/' ? value / right : value % right;
  }
  return value;
}

static long sum(struct reader* reader) {
  long value = product(reader);
  for (;;) {
    if (reader->token.kind != operation) break;
    const char sign = reader->token.sign;
    next(reader);
    if (sign == '+')
      value += product(reader);
    else
      value -= product(reader);
  }
  return value;
}

static int statistics(const long* values, int count) {
  long least = 0, most = 0;
  int i = 0;
  do {
    if (i == 0 || values[i] < least) least = values[i];
    if (i == 0 || values[i] > most) most = values[i];
    ++i;
  } while (i < count);
  printf("least %ld, most %ld\n", least, most);
  return least < most;
}

int main(int argc, char** argv) {
  long values[MOST_VALUES];
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "--statistics") == 0) {
      return count > 0 ? statistics(values, count) : 2;
    } else if (argv[i][0] != '\0' && argv[i][1] == '=') {
      const char name = argv[i][0];
      if (name < 'a' || name > 'z') return 4;
      variables[name - 'a'] = atol(argv[i] + 2);
      continue;
    }
    struct reader reader = {.at = argv[i]};
    next(&reader);
    const long value = sum(&reader);
    if (reader.token.kind != end) fail("more than an expression", reader.token.kind);
    printf("%ld\n", value);
    if (count < MOST_VALUES) values[count++] = value;
  }
  return 0;
}
