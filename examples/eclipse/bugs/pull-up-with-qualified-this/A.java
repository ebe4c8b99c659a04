class A {
  public int f = 1;
}
class B extends A {
  public void «m() {
    System.out.println(B.this.f);
  }
  public void mPrime() {
    m();
  }
  void run() {
    mPrime();
  }
}
class Main {
  public static void main(String[] arguments) {
    new B().run();
  }
}
