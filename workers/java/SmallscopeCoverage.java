// SPDX-License-Identifier: Apache-2.0
package smallscope.coverage;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which lines a Java subject executes, for {@code run --coverage} (docs/coverage.md). A Java agent:
 *
 * <pre>java -javaagent:smallscope-coverage.jar=org.example.engine,org.example.Main -cp engine.jar ...</pre>
 *
 * Names are those of classes, and of packages with all that is in them. The script {@code make-coverage-agent} makes
 * the jar, of this file and of the library ASM. Nothing happens unless the variable SMALLSCOPE_COVERAGE names a folder.
 * What was covered survives a crash and a kill; all threads take part. Initialisers of classes are not reported,
 * because they run once in a process, whatever is tested.
 *
 * <p>Java 11 or later; classes with the debug information of javac, which has lines unless it is told otherwise.
 */
public final class SmallscopeCoverage {
    private SmallscopeCoverage() {}

    /** What Java calls before main. */
    public static void premain(String names, Instrumentation instrumentation) throws Exception {
        if (names == null || names.isBlank()) {
            throw new IllegalArgumentException(
                "smallscope-coverage.jar: name the packages and classes that are the subject, after '='");
        }
        String folder = System.getenv("SMALLSCOPE_COVERAGE");
        if (folder == null || !Files.isDirectory(Path.of(folder))) {
            return;
        }
        // In a loader of its own, so that the subject may bring another version of ASM.
        URL self = SmallscopeCoverage.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader own = new URLClassLoader(new URL[] {self}, ClassLoader.getPlatformClassLoader());
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
            Map.of("java.lang", Set.of(own.getUnnamedModule())), Set.of(), Map.of());
        instrumentation.addTransformer((ClassFileTransformer) own.loadClass(Lines.class.getName())
            .getConstructor(Path.class, String.class).newInstance(Path.of(folder), names));
    }

    /** Puts a call before each line of the subject's classes. */
    public static final class Lines implements ClassFileTransformer {
        /** Where sources are, seen from the folder of classes: by hand, of Maven, of Gradle. */
        private static final List<String> SOURCES =
            List.of(".", "..", "../src", "../src/main/java", "../../src/main/java", "../../../../src/main/java");

        private static final int MOST_NAME = 250;  // bytes of the name of a file: 255 at most

        private final Path folder;
        private final List<String> wanted;
        private final Flags flags;

        public Lines(Path folder, String names) throws ReflectiveOperationException {
            this.folder = folder;
            wanted = Arrays.stream(names.split(",")).map(String::strip).filter(name -> !name.isEmpty())
                .map(name -> name.replace('.', '/')).collect(Collectors.toList());
            flags = new Flags(folder);
        }

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
            boolean isOurs = loader != null && loader == Lines.class.getClassLoader();
            if (redefined != null || name == null || isOurs || !isWanted(name)) {
                return null;
            }
            try {
                return transformed(name, domain, bytes);
            } catch (Throwable problem) {
                complain("no lines, " + problem.getClass().getSimpleName() + ", of " + name.replace('/', '.'));
                return null;
            }
        }

        private boolean isWanted(String name) {
            return wanted.stream().anyMatch(each -> name.startsWith(each)
                && (name.length() == each.length() || "/$".indexOf(name.charAt(each.length())) >= 0));
        }

        private byte[] transformed(String name, ProtectionDomain domain, byte[] bytes) throws IOException {
            ClassReader reader = new ClassReader(bytes);
            ClassNode type = new ClassNode();
            reader.accept(type, 0);
            TreeMap<Integer, String> functions = functions(type);
            if (functions.isEmpty()) {
                return null;
            }
            List<Integer> lines = List.copyOf(functions.keySet());
            String file = file(type);
            int number = flags.number(name, bytes, origin(name, file, domain), lines, told(file, functions));
            for (MethodNode method : type.methods) {
                if (isReported(method)) {
                    addCalls(method, number, lines);
                }
            }
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            type.accept(writer);
            return writer.toByteArray();
        }

        private static void addCalls(MethodNode method, int number, List<Integer> lines) {
            for (AbstractInsnNode each : method.instructions.toArray()) {
                if (!(each instanceof LineNumberNode)) {
                    continue;
                }
                AbstractInsnNode next = each;
                while (next != null && next.getOpcode() < 0) {
                    next = next.getNext();
                }
                int place = Collections.binarySearch(lines, ((LineNumberNode) each).line);
                if (next == null || place < 0) {
                    continue;
                }
                InsnList call = new InsnList();
                call.add(new LdcInsnNode(number));
                call.add(new LdcInsnNode(place));
                call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, Flags.NAME, Flags.COVERED, "(II)V", false));
                if (next.getOpcode() == Opcodes.NEW) {
                    // Not between it and its label, by which stack maps name the object that it makes.
                    method.instructions.insert(next, call);
                } else {
                    method.instructions.insertBefore(next, call);
                }
            }
        }

        /** Not what initialises the class, and not what the compiler made for itself. */
        private static boolean isReported(MethodNode method) {
            boolean isMade = (method.access & Opcodes.ACC_SYNTHETIC) != 0 && !isLambda(method);
            return !isMade && !method.name.equals("<clinit>");
        }

        /** The function of each line: the first that has it. Lambdas, which come last, belong to what they are in. */
        private static TreeMap<Integer, String> functions(ClassNode type) {
            Map<String, Long> count = type.methods.stream().filter(Lines::isReported)
                .collect(Collectors.groupingBy(method -> method.name, Collectors.counting()));
            TreeMap<Integer, String> functions = new TreeMap<>();
            for (MethodNode method : type.methods) {
                if (!isReported(method)) {
                    continue;
                }
                String function = simple(type.name) + "." + named(method, count.get(method.name) > 1);
                for (AbstractInsnNode each : method.instructions) {
                    if (each instanceof LineNumberNode && ((LineNumberNode) each).line > 0) {
                        Map.Entry<Integer, String> above = functions.floorEntry(((LineNumberNode) each).line);
                        boolean isWithin = isLambda(method) && above != null
                            && above.getValue().startsWith(function + "(");
                        functions.putIfAbsent(((LineNumberNode) each).line, isWithin ? above.getValue() : function);
                    }
                }
            }
            return functions;
        }

        private static boolean isLambda(MethodNode method) {
            return method.name.startsWith("lambda$");
        }

        private static String named(MethodNode method, boolean isOverloaded) {
            if (isLambda(method)) {  // lambda$visit$0
                String around = method.name.replaceAll("^lambda\\$|\\$[0-9]+$", "");
                return around.equals("new") ? "<init>" : around;
            }
            return !isOverloaded ? method.name : Stream.of(Type.getArgumentTypes(method.desc))
                .map(type -> simple(type.getClassName().replace('.', '/')))
                .collect(Collectors.joining(", ", method.name + "(", ")"));
        }

        /** Without its package, as a program writes it. */
        private static String simple(String name) {
            return name.substring(name.lastIndexOf('/') + 1).replaceAll("\\$(?=\\p{Alpha})", ".");
        }

        private static String file(ClassNode type) {
            String file = type.sourceFile != null ? type.sourceFile : simple(type.name).split("[.$]")[0] + ".java";
            return type.name.substring(0, type.name.lastIndexOf('/') + 1) + file.replace('\n', '?');
        }

        /** What the collector is told of a class: its file, and which functions its lines are in. */
        private static String told(String file, TreeMap<Integer, String> functions) {
            StringBuilder told = new StringBuilder(file);
            int place = 0;
            String last = null;
            for (String function : functions.values()) {
                if (!function.equals(last)) {
                    told.append('\n').append(place).append(' ').append(function.replace('\n', '?'));
                }
                last = function;
                ++place;
            }
            return told.toString();
        }

        /** Where the class comes from: its source, if that lies where builds have it; otherwise the class. */
        private static String origin(String name, String file, ProtectionDomain domain) {
            boolean isKnown = domain != null && domain.getCodeSource() != null;
            String path = isKnown ? path(domain.getCodeSource().getLocation()) : "";
            for (String sources : path.endsWith("/") ? SOURCES : List.<String>of()) {
                Path source = Path.of(path, sources, file).normalize();
                if (Files.isRegularFile(source)) {
                    return source.toString();
                }
            }
            return path + (path.isEmpty() || path.endsWith("/") ? "" : "!") + name + ".class";
        }

        /** A folder ends with a slash. Of what is no file, such as a bundle, what its loader calls it. */
        private static String path(URL location) {
            if (location == null) {
                return "";
            }
            try {
                return Path.of(location.toURI()) + (location.getPath().endsWith("/") ? "/" : "");
            } catch (URISyntaxException | RuntimeException other) {
                return location.getPath();
            }
        }

        /** The collector names every file that is not one of its own. */
        private void complain(String text) {
            try {
                String name = text.replaceAll("[^ -.0-~]", "?");
                Files.createFile(folder.resolve(name.substring(0, Math.min(name.length(), MOST_NAME))));
            } catch (IOException ignored) {
                // Then there is no folder, which the collector notices.
            }
        }
    }

    /** One flag for each line of each class, in files that the collector reads: its coverage/runtime/layout.h. */
    private static final class Flags {
        /** In java.lang, because class loaders of OSGi and others let classes see few packages beside that. */
        static final String NAME = "java/lang/$SmallscopeCoverage";
        static final String COVERED = "covered";

        private static final String BUFFERS = "flags";
        private static final int DATA_OFFSET = 4096;
        private static final int ID_OFFSET = 88;
        private static final int PATH_OFFSET = ID_OFFSET + 72;
        private static final int PATH_SIZE = 3500;
        private static final int TEXT_SIZE_OFFSET = 3664;

        private final Path folder;
        private final java.lang.reflect.Field field;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<ByteBuffer> buffers = new ArrayList<>();

        Flags(Path folder) throws ReflectiveOperationException {
            this.folder = folder;
            field = MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(receiver())
                .getField(BUFFERS);
        }

        /** The number of the class in calls, the same for the same class in several loaders. */
        synchronized int number(String name, byte[] bytes, String origin, List<Integer> lines, String told)
            throws IOException {
            String id = String.format("lines-%08x%08x-%08x", sum(new CRC32(), bytes), sum(new Adler32(), bytes),
                sum(new CRC32(), name.getBytes(StandardCharsets.UTF_8)));
            Integer known = numbers.get(id);
            if (known != null) {
                return known;
            }
            buffers.add(mapped(id, contents(id, origin, lines, told), lines.size()));
            try {
                field.set(null, buffers.toArray(ByteBuffer[]::new));
            } catch (IllegalAccessException problem) {
                throw new IllegalStateException(problem);
            }
            numbers.put(id, buffers.size() - 1);
            return buffers.size() - 1;
        }

        private static long sum(Checksum sum, byte[] bytes) {
            sum.update(bytes, 0, bytes.length);
            return sum.getValue();
        }

        private static ByteBuffer contents(String id, String origin, List<Integer> lines, String told) {
            byte[] names = told.getBytes(StandardCharsets.UTF_8);
            byte[] path = origin.getBytes(StandardCharsets.UTF_8);
            int count = lines.size();
            ByteBuffer contents = ByteBuffer.allocate(DATA_OFFSET + count + Long.BYTES * count + names.length)
                .order(ByteOrder.nativeOrder());
            contents.put("sscover1".getBytes(StandardCharsets.US_ASCII));
            long end = lines.get(count - 1) + 1;
            for (long number : new long[] {DATA_OFFSET, count, count, 1, end, 0, count, 0, 0, 0}) {
                contents.putLong(number);
            }
            contents.position(ID_OFFSET).put(id.getBytes(StandardCharsets.US_ASCII));
            contents.position(PATH_OFFSET).put(path, 0, Math.min(path.length, PATH_SIZE - 1));
            contents.putLong(TEXT_SIZE_OFFSET, names.length);
            contents.position(DATA_OFFSET + count);
            for (int line : lines) {
                contents.putLong(line);
            }
            return contents.put(names).rewind();
        }

        /** Makes the file, unless another process of the test has, and maps its flags. */
        private ByteBuffer mapped(String id, ByteBuffer contents, int count) throws IOException {
            Path target = folder.resolve(id + ".flags");
            if (!Files.exists(target)) {
                // Complete from its first moment: made under another name, and linked to its own.
                Path unfinished = folder.resolve(id + ".flags.new." + ProcessHandle.current().pid());
                Files.write(unfinished, contents.array());
                try {
                    Files.createLink(target, unfinished);
                } catch (FileAlreadyExistsException another) {
                    // It was faster, and its file is as good.
                } finally {
                    Files.delete(unfinished);
                }
            }
            try (FileChannel channel = FileChannel.open(target, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer begin = ByteBuffer.allocate(PATH_OFFSET);
                while (begin.hasRemaining() && channel.read(begin) >= 0) {
                }
                // It may come from another place.
                boolean isSame = begin.rewind().equals(contents.duplicate().limit(PATH_OFFSET));
                if (!isSame || channel.size() != contents.capacity()) {
                    throw new IOException("damaged, or of another class with the same sums");
                }
                return channel.map(FileChannel.MapMode.READ_WRITE, DATA_OFFSET, count);
            }
        }

        /** The class that the calls are to: {@code flags[number].put(place, (byte) 1)}. */
        private static byte[] receiver() {
            String buffer = "java/nio/ByteBuffer";
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            writer.visit(Opcodes.V9, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, NAME, null,
                "java/lang/Object", null);
            writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, BUFFERS, "[L" + buffer + ";", null, null);
            MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, COVERED, "(II)V", null,
                null);
            method.visitCode();
            method.visitFieldInsn(Opcodes.GETSTATIC, NAME, BUFFERS, "[L" + buffer + ";");
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitInsn(Opcodes.AALOAD);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitInsn(Opcodes.ICONST_1);
            method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, buffer, "put", "(IB)L" + buffer + ";", false);
            method.visitInsn(Opcodes.POP);
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(0, 0);
            method.visitEnd();
            writer.visitEnd();
            return writer.toByteArray();
        }
    }
}
