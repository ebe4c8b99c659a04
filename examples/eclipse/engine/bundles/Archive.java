// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.Deflater;

/** A jar that is being written. It is not compressed, because it is read at every start. */
final class Archive implements AutoCloseable {
    private final JarOutputStream stream;

    Archive(Path path, Attributes attributes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putAll(attributes);
        stream = new JarOutputStream(Files.newOutputStream(path), manifest);
        stream.setLevel(Deflater.NO_COMPRESSION);
    }

    void add(String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        entry.setLastModifiedTime(FileTime.fromMillis(0));
        stream.putNextEntry(entry);
        stream.write(bytes);
        stream.closeEntry();
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
