// SPDX-License-Identifier: Apache-2.0
// The Gregorian calendar. Standard input has a command a line: day D, add D n, months D n, between D D, easter Y.
// A date D is year-month-day. What is wrong with a command is printed, and the exit status is 3 then.
#include <stdio.h>
#include <string.h>

enum { first_year = 1583, last_year = 9999 };
enum { sunday = 0, wednesday = 3, thursday = 4, saturday = 6 };

struct date {
  int year, month, day;
};

static const char* const weekday_names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static int mistakes = 0;

static int is_leap(int year) {
  if (year % 400 == 0) return 1;
  if (year % 100 == 0) return 0;
  return year % 4 == 0;
}

static int days_in_month(int year, int month) {
  switch (month) {
    case 2:
      return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

static int is_valid(struct date d) {
  if (d.year < first_year || d.year > last_year) return 0;
  if (d.month < 1 || d.month > 12) return 0;
  return d.day >= 1 && d.day <= days_in_month(d.year, d.month);
}

static int day_of_year(struct date d) {
  int days = d.day;
  for (int month = 1; month < d.month; ++month) days += days_in_month(d.year, month);
  return days;
}

// Of the days since the first of January of the year 1, which has number 1.
static long day_number(struct date d) {
  long before = d.year - 1;
  long leap_days = before / 4 - before / 100 + before / 400;
  return before * 365 + leap_days + day_of_year(d);
}

static struct date from_day_number(long number) {
  struct date d = {.year = (int)(number / 366) + 1, .month = 1, .day = 1};
  struct date next = d;
  for (next.year = d.year + 1; day_number(next) <= number; ++next.year) d.year = next.year;
  long rest = number - day_number(d);
  while (rest >= days_in_month(d.year, d.month)) {
    rest -= days_in_month(d.year, d.month);
    ++d.month;
  }
  d.day += (int)rest;
  return d;
}

static int weekday(struct date d) { return (int)(day_number(d) % 7); }

static int weeks_in(int year) {
  struct date first = {year, 1, 1};
  int begins = weekday(first);
  if (begins == thursday) return 53;
  return begins == wednesday && is_leap(year) ? 53 : 52;
}

// Prints year and week of ISO 8601, whose weeks begin on Monday and belong to the year of their Thursday.
static void print_week(struct date d) {
  int from_monday = weekday(d) == sunday ? 7 : weekday(d);
  int year = d.year;
  int week = (day_of_year(d) - from_monday + 10) / 7;
  if (week < 1) {
    year = d.year - 1;
    week = weeks_in(year);
  } else if (week > weeks_in(year)) {
    year = d.year + 1;
    week = 1;
  }
  printf(" %04d-W%02d", year, week);
}

static void print_date(struct date d) { printf("%04d-%02d-%02d", d.year, d.month, d.day); }

// By months, to the last day of the month if it has no such day.
static struct date add_months(struct date d, int months) {
  int all = d.year * 12 + (d.month - 1) + months;
  struct date result = {all / 12, all % 12 + 1, d.day};
  int last = days_in_month(result.year, result.month);
  if (result.day > last) result.day = last;
  return result;
}

// Days from Monday to Friday, of which the first counts and the last does not.
static long working_days(struct date from, struct date to) {
  long days = day_number(to) - day_number(from);
  long working = days / 7 * 5;
  int today = weekday(from);
  for (long left = days % 7; left > 0; --left) {
    if (today != saturday && today != sunday) ++working;
    today = (today + 1) % 7;
  }
  return working;
}

static struct date easter(int year) {
  int golden = year % 19;
  int century = year / 100;
  int skipped = century / 4;
  int moon = (century - skipped - (8 * century + 13) / 25 + 19 * golden + 15) % 30;
  int epact = moon - moon / 28 * (1 - moon / 28 * (29 / (moon + 1)) * ((21 - golden) / 11));
  int day = (year + year / 4 + epact + 2 - century + skipped) % 7;
  int since = epact - day;
  int month = 3 + (since + 40) / 44;
  struct date result = {year, month, since + 28 - 31 * (month / 4)};
  return result;
}

static void complain(const char* what) {
  printf("? %s\n", what);
  ++mistakes;
}

static void print_result(struct date d) {
  if (!is_valid(d)) {
    complain("out of range");
    return;
  }
  print_date(d);
  printf(" %s\n", weekday_names[weekday(d)]);
}

static void execute(const char* line) {
  struct date d = {0, 0, 0}, e = {0, 0, 0};
  int n = 0;
  if (sscanf(line, "easter %d", &n) == 1) {
    print_result(easter(n));
    return;
  }
  int read = sscanf(line, "%*s %d-%d-%d %d-%d-%d", &d.year, &d.month, &d.day, &e.year, &e.month, &e.day);
  if (read < 3 || !is_valid(d)) {
    complain("no date");
    return;
  }
  n = e.year;
  if (strncmp(line, "day ", 4) == 0) {
    print_date(d);
    printf(" %s %d", weekday_names[weekday(d)], day_of_year(d));
    print_week(d);
    printf("\n");
  } else if (strncmp(line, "add ", 4) == 0 && read == 4) {
    print_result(from_day_number(day_number(d) + n));
  } else if (strncmp(line, "months ", 7) == 0 && read == 4) {
    print_result(add_months(d, n));
  } else if (strncmp(line, "between ", 8) == 0 && read == 6 && is_valid(e)) {
    struct date from = d, to = e;
    int sign = 1;
    if (day_number(d) > day_number(e)) {
      from = e;
      to = d;
      sign = -1;
    }
    printf("%ld days, %ld working\n", sign * (day_number(to) - day_number(from)), sign * working_days(from, to));
  } else {
    complain("no such command");
  }
}

int main(void) {
  char line[100];
  while (fgets(line, sizeof line, stdin) != NULL) execute(line);
  return mistakes > 0 ? 3 : 0;
}
