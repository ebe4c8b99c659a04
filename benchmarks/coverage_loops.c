// SPDX-License-Identifier: Apache-2.0
// Five loops that only compute, and a program that does next to nothing: what coverage costs (coverage.cpp). The exit
// code depends on the result, so that no compiler leaves the loop out.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t state = 1;
static uint32_t random_number(void) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}

static void quicksort(int* values, int first, int last) {
  if (first >= last) return;
  const int pivot = values[(first + last) / 2];
  int low = first, high = last;
  while (low <= high) {
    while (values[low] < pivot) ++low;
    while (values[high] > pivot) --high;
    if (low <= high) {
      const int value = values[low];
      values[low++] = values[high];
      values[high--] = value;
    }
  }
  quicksort(values, first, high);
  quicksort(values, low, last);
}

static unsigned sort(void) {
  enum { count = 300000 };
  static int values[count];
  for (int i = 0; i < count; ++i) values[i] = (int)(random_number() >> 1);
  quicksort(values, 0, count - 1);
  return (unsigned)values[count / 2];
}

static unsigned matrix(void) {
  enum { size = 180 };
  static double left[size][size], right[size][size], product[size][size];
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      left[i][j] = random_number() % 100;
      right[i][j] = random_number() % 100;
    }
  }
  for (int times = 0; times < 3; ++times) {
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        double sum = 0;
        for (int k = 0; k < size; ++k) sum += left[i][k] * right[k][j];
        product[i][j] = sum;
      }
    }
    memcpy(left, product, sizeof left);
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) left[i][j] = left[i][j] > 1e6 ? left[i][j] / 1e6 : left[i][j];
    }
  }
  return (unsigned)product[size / 2][size / 3];
}

static unsigned hash_of(const char* text) {
  unsigned hash = 2166136261u;
  while (*text != '\0') hash = (hash ^ (unsigned char)*text++) * 16777619u;
  return hash;
}

static unsigned strings(void) {
  unsigned sum = 0;
  char text[64];
  for (int i = 0; i < 400000; ++i) {
    const int size = 8 + (int)(random_number() % 48);
    memset(text, 'a' + i % 26, (size_t)size);
    text[size] = '\0';
    text[size / 2] = (char)('0' + i % 10);
    sum += hash_of(text);
  }
  return sum;
}

static unsigned sieve(void) {
  enum { most = 4000000 };
  static char is_composite[most];
  unsigned count = 0;
  for (int i = 2; i < most; ++i) {
    if (is_composite[i]) continue;
    ++count;
    for (long at = (long)i * i; at < most; at += i) is_composite[at] = 1;
  }
  return count;
}

struct node {
  struct node *left, *right;
  uint32_t key;
};

static unsigned tree(void) {
  enum { count = 60000 };
  static struct node nodes[count];
  struct node* root = NULL;
  unsigned found = 0;
  for (int i = 0; i < count; ++i) {
    nodes[i].key = random_number();
    struct node** at = &root;
    while (*at != NULL) at = nodes[i].key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = &nodes[i];
  }
  for (int i = 0; i < 4 * count; ++i) {
    const uint32_t key = i % 2 == 0 ? nodes[random_number() % count].key : random_number();
    const struct node* at = root;
    while (at != NULL && at->key != key) at = key < at->key ? at->left : at->right;
    found += at != NULL;
  }
  return found;
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    unsigned (*loop)(void);
  } loops[] = {{"quicksort", sort}, {"matrix", matrix}, {"strings", strings}, {"sieve", sieve}, {"tree", tree}};
  for (size_t i = 0; argc > 1 && i < sizeof loops / sizeof *loops; ++i) {
    if (strcmp(argv[1], loops[i].name) == 0) return loops[i].loop() == 3;
  }
  return 0;
}
