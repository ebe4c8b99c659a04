int printf(const char *, ...);
struct test_s { unsigned long long b : 32; int q : 4; };
long long test(void) { struct test_s s; s.b = 0LL; s.q = 5; long long r = -1 < s.b; return r * 4 + (s.q != 5) * 2; }
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
