// SPDX-License-Identifier: Apache-2.0
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * Starts the OSGi framework with the bundles of Eclipse and calls the worker in it.
 *
 * <p>Usage: Launcher ENGINE SCRATCH: the directory that our build made, and one for this process alone.
 */
final class Launcher {
    private static final String WORKER = "smallscope.eclipse.worker";
    /** Bundles that must run for the others to work, in this order. The rest start when their first class is loaded. */
    private static final List<String> STARTED =
        List.of("org.apache.felix.scr", "org.eclipse.core.runtime", "org.eclipse.core.resources", WORKER);

    public static void main(String[] arguments) {
        try {
            run(Path.of(arguments[0]), Path.of(arguments[1]));
            System.exit(0);
        } catch (Throwable problem) {
            // The framework's own threads would keep alive a process that can no longer do anything.
            problem.printStackTrace();
            System.exit(1);
        }
    }

    private static void run(Path engine, Path scratch) throws Exception {
        Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next()
            .newFramework(properties(scratch));
        framework.init();
        BundleContext context = framework.getBundleContext();
        Map<String, Bundle> bundles = new HashMap<>();
        for (String path : Files.readAllLines(engine.resolve("bundles.txt"))) {
            if (!Files.exists(Path.of(path))) {
                throw new IllegalStateException(path + " is not there any more: build the Eclipse example again");
            }
            Bundle bundle = context.installBundle("reference:" + Path.of(path).toUri());
            bundles.put(bundle.getSymbolicName(), bundle);
        }
        framework.start();
        List<Bundle> all = new ArrayList<>(bundles.values());
        if (!framework.adapt(FrameworkWiring.class).resolveBundles(all)) {
            throw new IllegalStateException("these bundles do not resolve: " + unresolved(all));
        }
        for (String name : STARTED) {
            bundles.get(name).start(Bundle.START_TRANSIENT);
        }
        bundles.get(WORKER).loadClass(WORKER + ".Worker").getMethod("run", String.class)
            .invoke(null, engine.resolve("runtime.jar").toString());
    }

    private static Map<String, String> properties(Path scratch) {
        Map<String, String> properties = new HashMap<>();
        for (String area : List.of("instance", "configuration", "install", "user")) {
            properties.put("osgi." + area + ".area", scratch.resolve(area).toUri().toString());
        }
        properties.put("osgi.os", "linux");
        properties.put("osgi.ws", "gtk");
        properties.put("osgi.arch", "x86_64");
        properties.put("osgi.nl", "en_US");
        return properties;
    }

    private static List<String> unresolved(List<Bundle> bundles) {
        return bundles.stream().filter(bundle -> bundle.getState() == Bundle.INSTALLED).map(Bundle::getSymbolicName)
            .sorted().toList();
    }
}
