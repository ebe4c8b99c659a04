// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.io.IOException;
import org.eclipse.core.runtime.Platform;
import org.osgi.framework.Version;
import smallscope.worker.SmallscopeWorker;
import smallscope.worker.SmallscopeWorker.Conversation;
import smallscope.worker.SmallscopeWorker.Reply;
import smallscope.worker.SmallscopeWorker.Request;

/** Eclipse's refactoring engine as a smallscope worker: reports facts about what it does, without judging them. */
public final class Worker {
    private Worker() {}

    /** Called by the launcher with the class library for programs. Answers requests until the last one. */
    public static void run(String runtime) throws Exception {
        Answers answers = new Answers(new Project(runtime), runtime);
        Conversation conversation = new SmallscopeWorker("eclipse", version()).open();
        // A worker that must be replaced leaves the next request unread, so the runner asks another worker.
        while (!answers.spent()) {
            Request request = conversation.receive();
            if (request == null) {
                return;
            }
            Thread lastWords = new Thread(() -> sayIfEndedByProgram(answers, conversation, request));
            Runtime.getRuntime().addShutdownHook(lastWords);
            Reply reply = answers.answer(request);
            Runtime.getRuntime().removeShutdownHook(lastWords);
            conversation.reply(request, reply);
        }
    }

    private static void sayIfEndedByProgram(Answers answers, Conversation conversation, Request request) {
        if (!answers.runsProgram()) {
            return;
        }
        try {
            conversation.reply(request, Answers.endedByProgram());
        } catch (IOException nobodyListens) {
            // The runner is gone.
        }
        // Ends the process before the request's own thread can continue.
        Runtime.getRuntime().halt(1);
    }

    private static String version() {
        Version version = Platform.getBundle("org.eclipse.jdt.ui").getVersion();
        return version.getMajor() + "." + version.getMinor() + "." + version.getMicro();
    }
}
