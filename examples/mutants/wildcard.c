// SPDX-License-Identifier: Apache-2.0
// Finds and replaces by wildcards. The first line of standard input has options: g (replace every match), i (ignore
// case), w (whole words), l (the longest match; otherwise the shortest), or - for none. The second is the pattern, the
// third the replacement, the others are texts, of which each is printed as replaced with the number of replacements.
// In a pattern: * any characters, ? one, [a-c] and [!a-c] one of a set, \ the next character itself.
// In a replacement: & the match, \u and \d it in upper or lower case, \ the next character itself.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { longest_line = 200, none = -1 };

struct options {
  int is_global, ignores_case, is_words, is_longest;
};
static struct options options;

static int fold(int c) { return options.ignores_case ? tolower(c) : c; }

// The length of the set that begins with [, with its ], or 0 if it has no end.
static int set_length(const char* set) {
  int i = 1;
  if (set[i] == '!') ++i;
  if (set[i] == ']') ++i;
  while (set[i] != '\0' && set[i] != ']') ++i;
  return set[i] == ']' ? i + 1 : 0;
}

static int is_in_set(const char* set, int length, char c) {
  int i = 1, is_negated = 0, is_found = 0;
  if (set[i] == '!') {
    is_negated = 1;
    ++i;
  }
  int wanted = fold((unsigned char)c);
  for (; i < length - 1; ++i) {
    int low = fold((unsigned char)set[i]);
    int high = low;
    if (set[i + 1] == '-' && i + 2 < length - 1) {
      high = fold((unsigned char)set[i + 2]);
      i += 2;
    }
    if (low <= wanted && wanted <= high) is_found = 1;
  }
  return is_found != is_negated;
}

// The length of the first part of a pattern: a set, an escaped character, or one character.
static int part_length(const char* pattern) {
  if (pattern[0] == '[') {
    int length = set_length(pattern);
    if (length > 0) return length;
  }
  if (pattern[0] == '\\' && pattern[1] != '\0') return 2;
  return 1;
}

static int part_matches(const char* pattern, int length, char c) {
  if (pattern[0] == '?') return 1;
  if (pattern[0] == '[' && length > 1) return is_in_set(pattern, length, c);
  char literal = pattern[length - 1];
  return fold((unsigned char)literal) == fold((unsigned char)c);
}

// The length of the match of a pattern at the beginning of a text, or none.
static int match(const char* pattern, const char* text) {
  int consumed = 0;
  while (*pattern != '\0' && *pattern != '*') {
    int length = part_length(pattern);
    if (text[consumed] == '\0' || !part_matches(pattern, length, text[consumed])) return none;
    pattern += length;
    ++consumed;
  }
  if (*pattern == '\0') return consumed;
  while (*pattern == '*') ++pattern;
  int best = none;
  for (int skipped = consumed;; ++skipped) {
    int rest = match(pattern, text + skipped);
    if (rest != none) {
      best = skipped + rest;
      if (!options.is_longest) return best;
    }
    if (text[skipped] == '\0') return best;
  }
}

static int is_word_character(char c) { return isalnum((unsigned char)c) || c == '_'; }

static int is_whole_word(const char* line, int begin, int end) {
  if (begin > 0 && is_word_character(line[begin - 1])) return 0;
  return !is_word_character(line[end]);
}

// Where the first match at or behind a position begins, or none; *end is where it ends.
static int find(const char* pattern, const char* line, int from, int* end) {
  for (int begin = from;; ++begin) {
    int length = match(pattern, line + begin);
    if (length > 0) {
      *end = begin + length;
      if (!options.is_words || is_whole_word(line, begin, *end)) return begin;
    }
    if (line[begin] == '\0') return none;
  }
}

static void print_match(const char* match, int length, char form) {
  for (int i = 0; i < length; ++i) {
    int c = (unsigned char)match[i];
    if (form == 'u') c = toupper(c);
    if (form == 'd') c = tolower(c);
    putchar(c);
  }
}

static void print_replacement(const char* replacement, const char* match, int length) {
  for (; *replacement != '\0'; ++replacement) {
    if (*replacement == '&') {
      print_match(match, length, 'n');
    } else if (*replacement == '\\' && replacement[1] != '\0') {
      ++replacement;
      if (*replacement == 'u' || *replacement == 'd') {
        print_match(match, length, *replacement);
      } else {
        putchar(*replacement);
      }
    } else {
      putchar(*replacement);
    }
  }
}

static int replace(const char* pattern, const char* replacement, const char* line) {
  int done = 0, position = 0, end = 0;
  for (;;) {
    int begin = find(pattern, line, position, &end);
    if (begin == none) break;
    printf("%.*s", begin - position, line + position);
    print_replacement(replacement, line + begin, end - begin);
    position = end;
    ++done;
    if (!options.is_global) break;
  }
  printf("%s\n", line + position);
  return done;
}

static int read_line(char* line) {
  if (fgets(line, longest_line, stdin) == NULL) return 0;
  line[strcspn(line, "\n")] = '\0';
  return 1;
}

static int read_options(const char* letters) {
  for (; *letters != '\0'; ++letters) {
    if (*letters == 'g') {
      options.is_global = 1;
    } else if (*letters == 'i') {
      options.ignores_case = 1;
    } else if (*letters == 'w') {
      options.is_words = 1;
    } else if (*letters == 'l') {
      options.is_longest = 1;
    } else if (*letters != '-') {
      return 0;
    }
  }
  return 1;
}

int main(void) {
  char letters[longest_line], pattern[longest_line], replacement[longest_line], line[longest_line];
  if (!read_line(letters) || !read_options(letters) || !read_line(pattern) || !read_line(replacement)) {
    printf("options, pattern and replacement expected\n");
    return 2;
  }
  int total = 0;
  while (read_line(line)) total += replace(pattern, replacement, line);
  printf("%d replaced\n", total);
  return total > 0 ? 0 : 1;
}
