import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles many programs in one process. The argument is a file of programs of one unit each, A.java, that are separated
 * by lines "----"; printed is a line each, in order: "ok", or the first error on one line.
 */
public final class CompilePrograms {
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///A.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Class files are written nowhere. */
  private static final class Discarding extends ForwardingJavaFileManager<JavaFileManager> {
    Discarding(JavaFileManager manager) {
      super(manager);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, javax.tools.FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("string:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return OutputStream.nullOutputStream();
        }
      };
    }
  }

  public static void main(String[] arguments) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileManager manager = new Discarding(compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));
    StringBuilder answers = new StringBuilder();
    for (String program : Files.readString(Path.of(arguments[0])).split("(?m)^----\n")) {
      DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
      boolean succeeded =
          compiler
              .getTask(null, manager, found, List.of("-proc:none", "-nowarn"), null, List.of(new Source(program)))
              .call();
      String answer = "ok";
      for (Diagnostic<? extends JavaFileObject> diagnostic : found.getDiagnostics()) {
        if (succeeded || diagnostic.getKind() != Diagnostic.Kind.ERROR) continue;
        answer = diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("error");
        break;
      }
      answers.append(answer).append('\n');
    }
    System.out.print(answers);
  }
}
