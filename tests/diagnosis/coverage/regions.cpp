// SPDX-License-Identifier: Apache-2.0
// clang-format off
template <class T>
static T twice(T x) {
  return x > 2 ? x + x
               : x;
}
#define BIG(x) ((x) > 3 && (x) < 9)
static int in_one_line(int x) { return x > 0 || x < -5 ? 1 : 2; }
int main(int count, char**) {
  const auto lambda = [](int x) {
    if (x > 2)
      x++;
    return x;
  };
#if 0
  skipped
#endif
  int sum = lambda(count);
  for (int i = 1; i < count; ++i)
    sum += in_one_line(i);

  return sum + BIG(count) + twice(count) + static_cast<int>(twice(0.5 * count)) > 100;
}
