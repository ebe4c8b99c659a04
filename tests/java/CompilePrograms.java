// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles many programs in one process. The argument is a file of programs of one unit each, A.java, separated by
 * lines "----"; printed is a line each, in order: "ok", or the first error on one line. Each gets a package of its
 * own, so that many are compiled together, which takes a tenth of the time.
 */
public final class CompilePrograms {
  private static final int TOGETHER = 500;

  private static final class Source extends SimpleJavaFileObject {
    private final String text;
    private String answer = "ok";

    Source(int number, String text) {
      super(URI.create("string:///p" + number + "/A.java"), Kind.SOURCE);
      this.text = "package p" + number + "; " + text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }

    void report(Diagnostic<?> diagnostic) {
      if (answer.equals("ok")) answer = diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("error");
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
    JavaFileManager manager =
        new Discarding(compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8));
    List<Source> sources = new ArrayList<>();
    for (String program : Files.readString(Path.of(arguments[0])).split("(?m)^----\n"))
      sources.add(new Source(sources.size(), program));
    // Errors in one program must not keep javac from looking into the others.
    List<String> options = List.of("-proc:none", "-nowarn", "-Xmaxerrs", "1000000", "-XDshould-stop.ifError=FLOW");
    for (int first = 0; first < sources.size(); first += TOGETHER) {
      List<Source> some = sources.subList(first, Math.min(first + TOGETHER, sources.size()));
      DiagnosticListener<JavaFileObject> listener =
          diagnostic -> {
            if (diagnostic.getKind() != Diagnostic.Kind.ERROR) return;
            for (Source source : some) {
              JavaFileObject file = diagnostic.getSource();
              if (file != null && source.toUri().equals(file.toUri())) source.report(diagnostic);
            }
          };
      compiler.getTask(null, manager, listener, options, null, some).call();
    }
    StringBuilder answers = new StringBuilder();
    for (Source source : sources) answers.append(source.answer).append('\n');
    System.out.print(answers);
  }
}
