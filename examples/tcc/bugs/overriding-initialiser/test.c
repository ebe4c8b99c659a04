int printf(const char *, ...);
long long test(void) { static struct { union { int i; short s; } u; int b; } x = {255, .u.i = 7}; return ((long long)x.u.i & 65535ULL) << 0 | ((long long)x.b & 65535ULL) << 16; }
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
