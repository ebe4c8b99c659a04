// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import smallscope.worker.SmallscopeWorker;
import smallscope.worker.SmallscopeWorker.Reply;
import smallscope.worker.SmallscopeWorker.Request;

/** The worker: it hands each input to the subject and reports what happened, without judging it. */
public final class Main {
    // CHANGE: what can be observed of an input. Here, an expression's values.
    private static String behaviour(String expression) {
        List<String> values = new ArrayList<>();
        Subject.Node node = Subject.parsed(expression);
        for (int x : new int[] {-2, 0, 3}) {
            for (int y : new int[] {-2, 0, 3}) {
                values.add(String.valueOf(node.value(x, y)));
            }
        }
        return String.join(" ", values);
    }

    // CHANGE: how the subject is called, and what is reported. Exceptions are crashes; throw SmallscopeWorker.Refused
    // if the subject declined with a reason.
    private static Reply answer(Request request) throws SmallscopeWorker.Lost {
        String before = request.text();
        String after = Subject.simplified(before);
        return SmallscopeWorker.done().output("after", after)
            .output("behaviour before", behaviour(before)).output("behaviour after", behaviour(after));
    }

    public static void main(String[] arguments) throws IOException {
        new SmallscopeWorker("@NAME@", "1.0").outputs("after", "behaviour before", "behaviour after")
            .serve(Main::answer);
    }
}
