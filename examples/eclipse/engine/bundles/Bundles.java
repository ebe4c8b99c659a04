// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Makes, at build time, what Debian's Eclipse lacks to run without a display. Lists every bundle to be installed, one
 * path per line, in bundles.txt. docs/campaigns/eclipse.md explains each obstacle.
 *
 * <p>Usage: Bundles PLUGINS JARS ENGINE: the folders of Eclipse's bundles, of Debian's jars, and of our build. The last
 * already has worker.jar and jface-first.jar; bundles/ and bundles.txt are made there.
 */
final class Bundles {
    /** Required by name, but nothing is ever loaded from them: symbolic name, version. */
    private static final List<String[]> EMPTY = List.of(
        new String[] {"org.apache.batik.css", "1.99.0"},
        new String[] {"org.apache.commons.jxpath", "1.3.0"},
        new String[] {"org.eclipse.emf.ecore.change", "2.14.0"},
        new String[] {"org.eclipse.ui.navigator.resources", "3.8.500"},
        new String[] {"org.eclipse.equinox.p2.core", "2.9.200"},
        new String[] {"org.eclipse.equinox.p2.engine", "2.7.500"},
        new String[] {"org.eclipse.equinox.p2.metadata", "2.6.300"});
    /** Debian's jars that already are bundles. */
    private static final List<String> PROPER = List.of("atinject-jsr330-api", "geronimo-annotation-1.3-spec", "icu4j",
        "jna", "jna-platform", "org.apache.felix.scr");
    /** Reached only by a package import, which the closure does not follow. */
    private static final String IMPORTED_ONLY = "org.eclipse.e4.core.di.extensions.supplier";
    private static final List<String> ROOTS =
        List.of("org.eclipse.jdt.ui", "org.eclipse.equinox.app", IMPORTED_ONLY);

    private final Path plugins;
    private final Path jars;
    private final Path engine;
    private final Path output;
    private final Map<String, Path> installed = new TreeMap<>();

    private Bundles(String[] folders) {
        plugins = Path.of(folders[0]);
        jars = Path.of(folders[1]);
        engine = Path.of(folders[2]);
        output = engine.resolve("bundles");
    }

    public static void main(String[] arguments) throws IOException {
        new Bundles(arguments).make();
    }

    private void make() throws IOException {
        Files.createDirectories(output);
        repackage("org.osgi.service.prefs", "1.1.2", "org.osgi.service.prefs;version=1.1.2", "");
        repackage("org.osgi.service.event", "1.4.1", "org.osgi.service.event;version=1.4.1", "org.osgi.framework");
        repackage("org.osgi.util.promise", "1.1.1",
            "org.osgi.util.promise;version=1.1.1,org.osgi.util.function;version=1.1.0", "");
        for (String[] bundle : EMPTY) {
            write(manifest(bundle[0], bundle[1]));
        }
        Attributes style = manifest("org.w3c.css.sac", "1.3.1");
        style.putValue("Export-Package", "org.w3c.css.sac;version=1.3.1,org.w3c.css.sac.helpers;version=1.3.1");
        write(style);
        writeToolkit();
        for (String name : PROPER) {
            Path jar = jars.resolve(name + ".jar");
            installed.put(symbolicName(read(jar)), jar);
        }
        Path worker = engine.resolve("worker.jar");
        installed.put(symbolicName(read(worker)), worker);
        Map<String, Path> available = available();
        writeDialogs(available.get("org.eclipse.jface"));
        addClosure(available);
        List<String> lines = installed.values().stream().map(path -> path.toAbsolutePath().toString()).toList();
        Files.write(engine.resolve("bundles.txt"), lines);
    }

    /** A bundle of packages of the OSGi compendium, whose jar is not a bundle. The packages are those it exports. */
    private void repackage(String name, String version, String exports, String imports) throws IOException {
        Attributes attributes = manifest(name, version);
        attributes.putValue("Export-Package", exports);
        if (!imports.isEmpty()) {
            attributes.putValue("Import-Package", imports);
        }
        List<String> folders =
            Stream.of(exports.split(",")).map(export -> export.split(";")[0].replace('.', '/') + "/").toList();
        Path jar = written(name);
        try (JarFile compendium = new JarFile(jars.resolve("osgi.cmpn.jar").toFile());
                Archive archive = new Archive(jar, attributes)) {
            compendium.stream()
                .filter(entry -> folders.stream().anyMatch(folder -> isDirectlyIn(entry.getName(), folder)))
                .forEach(entry -> {
                    try {
                        archive.add(entry.getName(), compendium.getInputStream(entry).readAllBytes());
                    } catch (IOException problem) {
                        throw new UncheckedIOException(problem);
                    }
                });
        }
    }

    private static boolean isDirectlyIn(String entry, String folder) {
        return entry.startsWith(folder) && entry.endsWith(".class") && entry.indexOf('/', folder.length()) < 0;
    }

    /** SWT with a version that the bundles above it accept. Its native code never loads. */
    private void writeToolkit() throws IOException {
        Path jar = jars.resolve("org.eclipse.swt.jar");
        Attributes attributes = manifest("org.eclipse.swt", "3.122.0");
        attributes.putValue("Bundle-ClassPath", "external:" + jar.toRealPath());
        attributes.putValue("Export-Package", read(jar).getValue("Export-Package"));
        write(attributes);
    }

    /** JFace with our PreferenceConverter in front of its own, which opens a display. */
    private void writeDialogs(Path original) throws IOException {
        Attributes attributes = new Attributes(read(original));
        attributes.putValue("Bundle-ClassPath", "external:" + engine.resolve("jface-first.jar").toAbsolutePath()
            + ",external:" + original.toRealPath());
        write(attributes);
    }

    /** Adds the bundles of Eclipse that the roots require, directly or indirectly. */
    private void addClosure(Map<String, Path> available) throws IOException {
        Deque<String> open = new ArrayDeque<>(ROOTS);
        while (!open.isEmpty()) {
            String name = open.remove();
            Path path = installed.containsKey(name) ? null : available.get(name);
            if (path == null) {
                continue;
            }
            installed.put(name, path);
            open.addAll(requirements(read(path)));
        }
    }

    /** Eclipse's bundles by symbolic name. */
    private Map<String, Path> available() throws IOException {
        Map<String, Path> available = new TreeMap<>();
        try (Stream<Path> all = Files.list(plugins)) {
            for (Path jar : all.filter(path -> path.toString().endsWith(".jar")).sorted().toList()) {
                available.put(symbolicName(read(jar)), jar);
            }
        }
        // The launcher's own class path holds the framework.
        available.remove("org.eclipse.osgi");
        return available;
    }

    private static Set<String> requirements(Attributes attributes) {
        Set<String> names = new TreeSet<>();
        String header = attributes.getValue("Require-Bundle");
        // Version ranges hold commas, in quotation marks.
        for (String clause : header == null ? new String[0] : header.replaceAll("\"[^\"]*\"", "").split(",")) {
            names.add(clause.split(";")[0].trim());
        }
        return names;
    }

    private static String symbolicName(Attributes attributes) {
        String name = attributes.getValue("Bundle-SymbolicName");
        return name == null ? "" : name.split(";")[0].trim();
    }

    private static Attributes read(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes();
        }
    }

    private static Attributes manifest(String name, String version) {
        Attributes attributes = new Manifest().getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        attributes.putValue("Bundle-SymbolicName", name);
        attributes.putValue("Bundle-Version", version);
        return attributes;
    }

    /** A bundle that consists only of a manifest. */
    private void write(Attributes attributes) throws IOException {
        new Archive(written(symbolicName(attributes)), attributes).close();
    }

    private Path written(String name) {
        Path jar = output.resolve(name + ".jar");
        installed.put(name, jar);
        return jar;
    }
}
