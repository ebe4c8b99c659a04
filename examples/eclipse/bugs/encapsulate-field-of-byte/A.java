public class A {
  public byte «f;
  void use() {
    f++;
  }
  void show() {
    System.out.println(f);
  }
}
class Main {
  public static void main(String[] arguments) {
    A a = new A();
    a.use();
    a.show();
  }
}
