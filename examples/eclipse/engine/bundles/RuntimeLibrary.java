// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.stream.Stream;

/**
 * Writes the class library against which programs are compiled: the java packages of java.base, from the running Java.
 * With the whole runtime image on its class path Eclipse exhausts a small heap.
 *
 * <p>Usage: RuntimeLibrary JAR
 */
final class RuntimeLibrary {
    public static void main(String[] arguments) throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        Attributes attributes = new Attributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (Archive archive = new Archive(Path.of(arguments[0]), attributes);
                Stream<Path> files = Files.walk(modules.resolve("java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".class")).sorted().toList()) {
                archive.add(modules.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
    }
}
