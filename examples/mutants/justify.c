// SPDX-License-Identifier: Apache-2.0
// Fills and adjusts text. A line of standard input that begins with a point is a request: .w N (width), .i N (indent of
// further lines), .p N (of the first line of a paragraph), .a l, r, c or b (adjust to the left, right, centre or both
// sides), .h (hyphenate at - in words) and .n (do not), .s N (empty lines), .b (break the line). An empty line ends a
// paragraph. Other lines are words, which fill lines; a word that ends a sentence has two blanks behind it.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 200, narrowest = 8, widest = 80, most_words = 100 };

static int width = 30, indent = 0, first_indent = 2;
static char adjustment = 'l';
static int hyphenates = 0;

static char words[most_words][longest];  // of the line that is filled
static int count = 0;
static int filled = 0;    // its columns, without the indent
static int is_first = 1;  // of its paragraph
static int lines = 0, mistakes = 0;

static int indent_now(void) { return is_first ? indent + first_indent : indent; }

static int room(void) { return width - indent_now(); }

static int ends_sentence(const char* word) {
  size_t length = strlen(word);
  if (length > 1 && word[length - 1] == ')') --length;
  char last = word[length - 1];
  return last == '.' || last == '!' || last == '?';
}

static int blanks_behind(int word) { return ends_sentence(words[word]) ? 2 : 1; }

static void print_blanks(int blanks) {
  for (; blanks > 0; --blanks) putchar(' ');
}

// How many of the additional blanks stand behind this word: those that are left over go to the last gaps of every
// second line, to the first ones of the others.
static int additional(int gap, int gaps, int blanks) {
  int each = blanks / gaps;
  int over = blanks % gaps;
  int from_end = gaps - 1 - gap;
  int place = lines % 2 == 0 ? gap : from_end;
  return place < over ? each + 1 : each;
}

static void print_words(int blanks) {
  for (int i = 0; i < count; ++i) {
    printf("%s", words[i]);
    if (i == count - 1) break;
    print_blanks(blanks_behind(i));
    if (adjustment == 'b' && blanks > 0) print_blanks(additional(i, count - 1, blanks));
  }
}

static void print_line(int is_last) {
  if (count == 0) return;
  int left = room() - filled;
  if (left < 0) left = 0;
  int before = indent_now();
  if (adjustment == 'r') before += left;
  if (adjustment == 'c') before += left / 2;
  print_blanks(before);
  print_words(is_last ? 0 : left);
  putchar('\n');
  ++lines;
  count = 0;
  filled = 0;
  is_first = 0;
}

static void append(const char* word, int length) {
  if (count > 0) filled += blanks_behind(count - 1);
  memcpy(words[count], word, (size_t)length);
  words[count][length] = '\0';
  filled += length;
  ++count;
}

// How much of the word fits into so many columns: up to its last - there, if it may be divided; otherwise 0.
static int fitting_part(const char* word, int columns) {
  if (!hyphenates) return 0;
  int part = 0;
  for (int i = 0; word[i + 1] != '\0' && i < columns; ++i)
    if (word[i] == '-' && i > 0) part = i + 1;
  return part;
}

static void add_word(const char* word) {
  int length = (int)strlen(word);
  int before = count > 0 ? filled + blanks_behind(count - 1) : 0;
  if (before + length > room()) {
    int part = fitting_part(word, room() - before);
    if (part > 0) {
      append(word, part);
      word += part;
      length -= part;
    }
    print_line(0);
  }
  while (length > room()) {
    int part = fitting_part(word, room());
    if (part == 0) part = room();
    append(word, part);
    print_line(1);
    word += part;
    length -= part;
  }
  if (length > 0) append(word, length);
}

static void end_paragraph(void) {
  if (count > 0) print_line(1);
  is_first = 1;
}

static void print_empty_lines(int number) {
  print_line(1);
  for (; number > 0; --number) {
    putchar('\n');
    ++lines;
  }
}

static void complain(const char* line) {
  print_line(1);
  printf("? %s\n", line);
  ++mistakes;
}

static void set_width(int value, const char* line) {
  if (value < narrowest || value > widest || value - indent - first_indent < narrowest / 2) {
    complain(line);
    return;
  }
  print_line(1);
  width = value;
}

static void set_indent(int* which, int value, const char* line) {
  int others = indent + first_indent - *which;
  if (value < 0 || width - others - value < narrowest / 2) {
    complain(line);
    return;
  }
  print_line(1);
  *which = value;
}

static void set_adjustment(char letter, const char* line) {
  if (strchr("lrcb", letter) == NULL || letter == '\0') {
    complain(line);
    return;
  }
  print_line(1);
  adjustment = letter;
}

static void request(const char* line) {
  const char* argument = line + 2;
  while (*argument == ' ') ++argument;
  int number = isdigit((unsigned char)*argument) ? atoi(argument) : -1;
  switch (line[1]) {
    case 'w':
      set_width(number, line);
      break;
    case 'i':
      set_indent(&indent, number, line);
      break;
    case 'p':
      set_indent(&first_indent, number, line);
      break;
    case 'a':
      set_adjustment(*argument, line);
      break;
    case 'h':
      hyphenates = 1;
      break;
    case 'n':
      hyphenates = 0;
      break;
    case 's':
      print_empty_lines(number < 0 ? 1 : number);
      is_first = 1;
      break;
    case 'b':
      print_line(1);
      break;
    default:
      complain(line);
  }
}

static void text_line(char* line) {
  for (char* word = strtok(line, " \t"); word != NULL; word = strtok(NULL, " \t")) add_word(word);
}

int main(void) {
  char line[longest];
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '.') {
      request(line);
    } else if (line[strspn(line, " \t")] == '\0') {
      end_paragraph();
    } else {
      text_line(line);
    }
  }
  end_paragraph();
  printf("(%d lines)\n", lines);
  return mistakes > 0 ? 1 : 0;
}
