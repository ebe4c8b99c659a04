int printf(const char *, ...);
typedef int test_t __attribute__((aligned(1)));
long long test(void) { return _Alignof(test_t); }
static void fill_stack(void) {
  volatile unsigned char bytes[1024];
  int i;
  for (i = 0; i < 1024; i++) bytes[i] = 0x5a;
}
int main(void) {
  fill_stack();
  printf("%lld\n", test());
  return 0;
}
