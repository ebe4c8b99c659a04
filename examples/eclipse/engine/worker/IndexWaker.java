// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.lang.reflect.Field;
import org.eclipse.jdt.internal.core.JavaModelManager;
import org.eclipse.jdt.internal.core.search.processing.JobManager;

/**
 * Keeps JDT's index thread from sleeping while a search waits for it. Before it begins, the thread waits half a second
 * for more to index, unless a search that needs the index wakes it. If the search comes before that wait has begun, as
 * it often does on busy cores, the wake-up is lost, and the search looks again only after 50 ms. Of two workers on two
 * cores, each waited a third of its time. This class repeats the wake-up while a search waits, and only then: files
 * indexed before they are needed are indexed several times.
 */
final class IndexWaker extends Thread {
    private static final int MILLISECONDS = 2;

    private final JobManager indexing;
    private final Field waiting;
    private final Object monitor;

    private IndexWaker(JobManager indexing) throws ReflectiveOperationException {
        super("index waker");
        this.indexing = indexing;
        waiting = field("awaitingClients");
        monitor = field("idleMonitor").get(indexing);
        setDaemon(true);
    }

    /** Does nothing if JDT has no such wait: this class only saves time, in the known version. */
    static void begin() {
        try {
            new IndexWaker(JavaModelManager.getIndexManager()).start();
        } catch (ReflectiveOperationException | RuntimeException otherVersion) {
            System.err.println("the index thread cannot be woken: " + otherVersion);
        }
    }

    private static Field field(String name) throws ReflectiveOperationException {
        Field field = JobManager.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(MILLISECONDS);
                if (searchWaits()) {
                    synchronized (monitor) {
                        monitor.notifyAll();
                    }
                }
            }
        } catch (InterruptedException | IllegalAccessException never) {
            throw new IllegalStateException(never);
        }
    }

    private boolean searchWaits() throws IllegalAccessException {
        synchronized (indexing) {
            return waiting.getInt(indexing) > 0;
        }
    }
}
