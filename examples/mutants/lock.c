// SPDX-License-Identifier: Apache-2.0
// The lock of a safe. A line of standard input is one safe; each character is a key or an event, and what the lock does
// then is printed. Keys: 0 to 9, # (enter), * (clear; a second one in a row locks), P (program), D (delay). Events:
// o (somebody pulls at the door), c (the door is pushed shut), t (a second without a key), ! (the alarm is reset).
// The codes have four digits: the master code, 1379, and two users' codes, of which at first none is set. The master
// opens, and programs: P 1 or 2, the new code, the same again. Three wrong codes block the lock for eight seconds, and
// three more raise the alarm. With a delay, a user's code opens four seconds later. Five idle seconds forget digits.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { length = 4, users = 2, tries = 3, blocked_seconds = 8, delay_seconds = 4, idle_seconds = 5 };
enum state { locked, waiting, unlocked, open, choosing, entering, repeating, blocked, alarmed };
static const char* const names[] = {"locked",   "waiting",   "unlocked", "open",   "choosing",
                                    "entering", "repeating", "blocked",  "alarmed"};

struct lock {
  enum state state;
  char codes[users + 1][length + 1];  // that of the master first; "": not set
  char digits[length + 1], fresh[length + 1];
  int entered, wrong, times_blocked, timer, idle;
  int who;         // whose code was entered last
  int programmed;  // whose code is programmed
  int has_delay, was_clear;
};

static void forget(struct lock* l) {
  l->entered = 0;
  memset(l->digits, 0, sizeof l->digits);
}

static void go(struct lock* l, enum state state) {
  l->state = state;
  l->idle = 0;
  forget(l);
  printf(" %s", names[state]);
}

static int find_code(const struct lock* l, const char* code) {
  for (int user = 0; user <= users; ++user)
    if (l->codes[user][0] != '\0' && strcmp(l->codes[user], code) == 0) return user;
  return -1;
}

static void wrong_code(struct lock* l) {
  ++l->wrong;
  printf(" wrong");
  if (l->wrong < tries) {
    forget(l);
    return;
  }
  l->wrong = 0;
  ++l->times_blocked;
  if (l->times_blocked > 1) {
    go(l, alarmed);
  } else {
    l->timer = blocked_seconds;
    go(l, blocked);
  }
}

static void try_code(struct lock* l) {
  int user = l->entered == length ? find_code(l, l->digits) : -1;
  if (user < 0) {
    wrong_code(l);
    return;
  }
  l->who = user;
  l->wrong = 0;
  l->times_blocked = 0;
  if (user != 0 && l->has_delay) {
    l->timer = delay_seconds;
    go(l, waiting);
  } else {
    go(l, unlocked);
  }
}

static int is_taken(const struct lock* l, const char* code) {
  int user = find_code(l, code);
  return user >= 0 && user != l->programmed;
}

static void set_code(struct lock* l) {
  if (strcmp(l->fresh, l->digits) != 0) {
    printf(" differs");
  } else if (is_taken(l, l->fresh)) {
    printf(" taken");
  } else {
    strcpy(l->codes[l->programmed], l->fresh);
    printf(" set");
  }
  go(l, unlocked);
}

static void enter(struct lock* l) {
  switch (l->state) {
    case locked:
      try_code(l);
      break;
    case entering:
      if (l->entered < length) {
        printf(" short");
        go(l, unlocked);
        break;
      }
      strcpy(l->fresh, l->digits);
      go(l, repeating);
      break;
    case repeating:
      set_code(l);
      break;
    case unlocked:
      go(l, locked);
      break;
    default:
      break;
  }
}

static void digit(struct lock* l, char key) {
  l->idle = 0;
  if (l->state == choosing) {
    if (key < '0' || key > '0' + users) return;
    l->programmed = key - '0';
    go(l, entering);
    return;
  }
  if (l->state != locked && l->state != entering && l->state != repeating) return;
  if (l->entered == length) {
    printf(" full");
    return;
  }
  l->digits[l->entered++] = key;
}

static void clear(struct lock* l) {
  if (l->was_clear && l->state == unlocked) {
    go(l, locked);
    return;
  }
  if (l->state == choosing || l->state == entering || l->state == repeating) go(l, unlocked);
  if (l->state == waiting) go(l, locked);
  forget(l);
}

static void program_key(struct lock* l) {
  if (l->state != unlocked && l->state != open) return;
  if (l->who != 0) {
    printf(" refused");
    return;
  }
  go(l, choosing);
}

static void delay_key(struct lock* l) {
  if (l->state != unlocked || l->who != 0) return;
  l->has_delay = !l->has_delay;
  printf(l->has_delay ? " delay" : " no-delay");
}

static void second(struct lock* l) {
  if (l->state == blocked || l->state == waiting) {
    if (--l->timer == 0) go(l, l->state == waiting ? unlocked : locked);
    return;
  }
  ++l->idle;
  if (l->idle < idle_seconds) return;
  l->idle = 0;
  if (l->entered > 0) printf(" forgotten");
  forget(l);
  if (l->state == unlocked) go(l, locked);
}

static void door(struct lock* l, int is_pulled) {
  if (is_pulled && l->state == unlocked) {
    go(l, open);
  } else if (!is_pulled && l->state == open) {
    go(l, unlocked);
  } else if (is_pulled && l->state == blocked) {
    go(l, alarmed);
  } else if (is_pulled) {
    printf(" shut");
  }
}

static void handle(struct lock* l, char key) {
  if (l->state == alarmed && key != '!') return;
  if (isdigit((unsigned char)key)) {
    digit(l, key);
  } else if (key == '#') {
    enter(l);
  } else if (key == '*') {
    clear(l);
  } else if (key == 'P') {
    program_key(l);
  } else if (key == 'D') {
    delay_key(l);
  } else if (key == 't') {
    second(l);
  } else if (key == 'o' || key == 'c') {
    door(l, key == 'o');
  } else if (key == '!' && l->state == alarmed) {
    l->times_blocked = 0;
    go(l, locked);
  } else {
    printf(" ?");
  }
  l->was_clear = key == '*';
}

int main(void) {
  char line[200];
  while (fgets(line, sizeof line, stdin) != NULL) {
    struct lock l = {.state = locked, .codes = {"1379"}};
    for (const char* key = line; *key != '\0' && *key != '\n'; ++key) handle(&l, *key);
    printf(" = %s %d\n", names[l.state], l.entered);
  }
  return 0;
}
