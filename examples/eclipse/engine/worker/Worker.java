// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import com.google.gson.JsonObject;
import java.io.IOException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Platform;
import org.osgi.framework.Version;

/** Eclipse's refactoring engine as a smallscope worker: reports facts about what it does, without judging them. */
public final class Worker {
    private static final String PROTOCOL = "smallscope-worker";
    private static final int VERSION = 1;

    private Worker() {}

    /** Called by the launcher with the class library for programs. Answers requests until the last one. */
    public static void run(String runtime) throws Exception {
        Channel channel = new Channel();
        JsonObject greeting = channel.receive();
        if (greeting == null || !greeting.get("protocol").getAsString().equals(PROTOCOL)
            || greeting.get("version").getAsInt() != VERSION) {
            throw new IllegalStateException("this worker speaks version 1 of the smallscope-worker protocol");
        }
        Answers answers = answers(runtime);
        channel.send(welcome());
        // A worker that must be replaced leaves the next request unread, so the runner asks another worker.
        while (!answers.spent()) {
            JsonObject request = channel.receive();
            if (request == null) {
                return;
            }
            Thread lastWords = new Thread(() -> sayIfEndedByProgram(answers, channel, request));
            Runtime.getRuntime().addShutdownHook(lastWords);
            JsonObject reply = answers.answer(request);
            Runtime.getRuntime().removeShutdownHook(lastWords);
            reply.add("id", request.get("id"));
            channel.send(reply);
        }
    }

    private static void sayIfEndedByProgram(Answers answers, Channel channel, JsonObject request) {
        if (!answers.runsProgram()) {
            return;
        }
        JsonObject reply = Answers.endedByProgram();
        reply.add("id", request.get("id"));
        try {
            channel.send(reply);
        } catch (IOException nobodyListens) {
            // The runner is gone.
        }
        // Ends the process before the request's own thread can continue.
        Runtime.getRuntime().halt(1);
    }

    private static Answers answers(String runtime) throws CoreException {
        return new Answers(new Project(runtime), runtime);
    }

    private static JsonObject welcome() {
        Version version = Platform.getBundle("org.eclipse.jdt.ui").getVersion();
        JsonObject welcome = new JsonObject();
        welcome.addProperty("protocol", PROTOCOL);
        welcome.addProperty("version", VERSION);
        welcome.addProperty("subject", "eclipse");
        welcome.addProperty("subject_version",
            version.getMajor() + "." + version.getMinor() + "." + version.getMicro());
        return welcome;
    }
}
