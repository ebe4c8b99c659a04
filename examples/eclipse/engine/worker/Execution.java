// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs the main method of a program in its own thread and class loader. */
final class Execution {
    private static final int SECONDS = 2;
    private static final int MOST_OUTPUT = 64 << 10;
    /** Small, so endless recursion ends soon. */
    private static final int STACK = 512 << 10;

    private boolean leftRunning = false;
    private volatile boolean running = false;

    /** Whether a program could not be stopped: later replies are then unreliable. */
    boolean leftRunning() {
        return leftRunning;
    }

    /** Whether a program is running. May be called by any thread. */
    boolean running() {
        return running;
    }

    /** What `main` prints on standard output, and how it ends if not normally. Throws OutOfMemoryError if it does. */
    String behaviour(Map<String, byte[]> classes, String main) throws OwnTrouble {
        String name = classes.keySet().stream()
            .filter(candidate -> candidate.substring(candidate.lastIndexOf('.') + 1).equals(main)).findFirst()
            .orElseThrow(() -> new OwnTrouble("bad request: the program has no class " + main));
        Bounded output = new Bounded();
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            try {
                Method method = new Loader(classes).loadClass(name).getMethod("main", String[].class);
                method.setAccessible(true);
                method.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException wrapped) {
                thrown[0] = wrapped.getCause();
            } catch (Throwable problem) {
                thrown[0] = problem;
            }
        }, "program", STACK);
        thread.setDaemon(true);
        boolean ended = run(thread, output);
        if (thrown[0] instanceof OutOfMemoryError memory) {
            throw memory;
        }
        if (!ended) {
            return output.text() + "(no end within " + SECONDS + " s)\n";
        }
        return output.text() + (thrown[0] == null ? "" : "(ended by " + thrown[0].getClass().getName() + ")\n");
    }

    /** Whether the thread ended. Its output is captured meanwhile. */
    private boolean run(Thread thread, Bounded output) {
        PrintStream realOutput = System.out;
        PrintStream realError = System.err;
        InputStream realInput = System.in;
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(InputStream.nullInputStream());
        running = true;
        try {
            thread.start();
            thread.join(1000L * SECONDS);
            if (!thread.isAlive()) {
                return true;
            }
            output.close();
            stop(thread);
            thread.join(100);
            leftRunning |= thread.isAlive();
            return false;
        } catch (InterruptedException nobodyInterrupts) {
            throw new IllegalStateException(nobodyInterrupts);
        } finally {
            running = false;
            System.setOut(realOutput);
            System.setErr(realError);
            System.setIn(realInput);
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    private static void stop(Thread thread) {
        try {
            thread.stop();
        } catch (UnsupportedOperationException newerJava) {
            thread.interrupt();
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** Keeps the first bytes, and nothing after it was closed, so the text that is read does not change. */
    private static final class Bounded extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private boolean cut = false;
        private boolean closed = false;

        @Override
        public synchronized void write(int octet) {
            if (closed) {
                return;
            }
            if (kept.size() < MOST_OUTPUT) {
                kept.write(octet);
            } else {
                cut = true;
            }
        }

        @Override
        public synchronized void close() {
            closed = true;
        }

        /** The printed output, in whole lines. */
        synchronized String text() {
            String text = kept.toString(StandardCharsets.UTF_8) + (cut ? "\n(and more)" : "");
            return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
        }
    }
}
