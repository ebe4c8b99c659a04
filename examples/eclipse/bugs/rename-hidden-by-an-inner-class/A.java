public class A {
  void «m() {
    System.out.println("m");
  }
  void mPrime() {
    new Object() { void n(int i) {} void in() { m(); } }.in();
  }
}
class Main {
  public static void main(String[] arguments) {
    new A().mPrime();
  }
}
