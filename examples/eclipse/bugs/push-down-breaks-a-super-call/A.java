class A {
  public int f = 1;
  public void «m() {
    System.out.println(f);
  }
}
class B extends A {
  public void mPrime() {
    super.m();
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
