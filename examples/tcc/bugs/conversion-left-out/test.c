int printf(const char *, ...);
long long test(void) { signed char x = -1; return (int)(unsigned short)x; }
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
