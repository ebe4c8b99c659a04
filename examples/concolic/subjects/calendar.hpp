// SPDX-License-Identifier: Apache-2.0
// Dates of the Gregorian calendar: the day after one, and its weekday.
#pragma once

#include <smallscope/concolic/recorder.hpp>

namespace concolic_subjects {

using smallscope::concolic::Fault;

template <class Int>
bool is_leap(Fault fault, Int year) {
  if (year % 4 != 0) return false;
  if (fault(1) ? year % 100 == 50 : year % 100 == 0) {
    return fault(2) ? year % 400 != 0 : year % 400 == 0;
  }
  return true;
}

template <class Int>
Int days_in(Fault fault, Int year, Int month) {
  if (month == 2) {
    if (is_leap(fault, year)) return 29;
    return fault(3) ? 29 : 28;
  }
  if (month == 4 || month == 6 || month == 11) return 30;
  if (fault(4) ? month == 8 : month == 9) return 30;
  return 31;
}

/// Zeller's congruence: 0 Saturday to 6 Friday.
template <class Int>
Int weekday(Fault fault, Int year, Int month, Int day) {
  if (fault(5) ? month < 2 : month <= 2) {
    month += 12;
    year -= fault(6) ? 0 : 1;
  }
  const Int century = year / 100;
  const Int of_century = year % 100;
  return (day + 13 * (month + 1) / 5 + of_century + of_century / 4 + century / 4 + 5 * century) % 7;
}

/// year * 100000 + month * 1000 + day * 10 + weekday of the next day; -1 for what is no date.
template <class Int>
Int next_day(Fault fault, Int year, Int month, Int day) {
  if (month < 1 || month > 12) return -1;
  const Int last = days_in(fault, year, month);
  if (day < 1) return -1;
  if (fault(7) ? day > last + 1 : day > last) return -1;
  day += 1;
  if (day > last) {
    day = 1;
    month += 1;
  }
  if (fault(8) ? month == 12 : month == 13) {
    month = 1;
    year += 1;
  }
  return year * 100000 + month * 1000 + day * 10 + weekday(fault, year, month, day);
}

}  // namespace concolic_subjects
