// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java Development Kit's compiler, in this process: a second opinion on what compiles. */
final class StandardCompiler {
    private final List<String> options;
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private JavaFileManager files;

    StandardCompiler(String runtime) {
        // The class path is the library again: an empty one would mean the working directory.
        options = List.of("-source", "8", "-target", "8", "-bootclasspath", runtime, "-classpath", runtime,
            "-proc:none", "-nowarn", "-Xlint:none", "-Xmaxerrs", "1000");
    }

    /** The messages of the errors, in javac's order, in English. */
    List<String> errors(Program program) throws OwnTrouble {
        if (compiler == null) {
            throw new OwnTrouble("this Java has no compiler: install the Debian package openjdk-17-jdk-headless");
        }
        if (files == null) {
            files = new Discarding(compiler.getStandardFileManager(null, Locale.ENGLISH, null));
        }
        List<JavaFileObject> units = new ArrayList<>();
        for (Map.Entry<String, String> unit : program.units().entrySet()) {
            units.add(new Unit(unit.getKey(), unit.getValue()));
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        compiler.getTask(Writer.nullWriter(), files, found, options, null, units).call();
        return found.getDiagnostics().stream()
            .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
            // A message continues with details (the symbol, its location) on separate lines.
            .map(diagnostic -> diagnostic.getMessage(Locale.ENGLISH).replaceAll(";?\\s*\\n\\s*", "; ")
                .replaceAll(" +", " "))
            .toList();
    }

    private static final class Unit extends SimpleJavaFileObject {
        private final String text;

        Unit(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Discards class files. */
    private static final class Discarding extends ForwardingJavaFileManager<StandardJavaFileManager> {
        Discarding(StandardJavaFileManager manager) {
            super(manager);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
            Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("string:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() throws IOException {
                    return OutputStream.nullOutputStream();
                }
            };
        }
    }
}
