// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eclipse.core.resources.IResourceStatus;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import smallscope.worker.SmallscopeWorker;
import smallscope.worker.SmallscopeWorker.Reply;
import smallscope.worker.SmallscopeWorker.Request;

/** Turns a request into the members of its reply. docs/campaigns/eclipse.md describes both. */
final class Answers {
    private static final String OURS = Answers.class.getPackageName() + ".";
    private static final String ECLIPSE = "org.eclipse.";
    /** Outputs that only some inputs have. */
    private static final List<String> CONDITIONAL = List.of("compile errors after", "javac errors before",
        "javac errors after", "behaviour before", "behaviour after", "before", "there and back");

    private final EclipseCompiler compiler;
    private final StandardCompiler javac;
    private final Execution execution = new Execution();
    private final Engine engine;

    Answers(Project project, String runtime) {
        compiler = new EclipseCompiler(runtime, project.java().getOptions(true));
        javac = new StandardCompiler(runtime);
        engine = new Engine(project);
    }

    /** Whether another worker should answer the next request. */
    boolean spent() {
        return execution.leftRunning();
    }

    /** Whether a program of a request, which could end this process, is running. May be called by any thread. */
    boolean runsProgram() {
        return execution.running();
    }

    /** The reply if the program ended this process. */
    static Reply endedByProgram() {
        return SmallscopeWorker.lost("the program ended the worker (System.exit)");
    }

    Reply answer(Request request) {
        Map<String, String> outputs = new LinkedHashMap<>();
        try {
            return reply(request, outputs);
        } catch (OwnTrouble | SmallscopeWorker.Lost trouble) {
            return SmallscopeWorker.lost(trouble.getMessage());
        } catch (Throwable problem) {
            return isEclipses(problem) ? SmallscopeWorker.crashed(text(problem)).outputs(outputs)
                                       : SmallscopeWorker.lost(text(problem));
        }
    }

    private Reply reply(Request request, Map<String, String> outputs)
        throws OwnTrouble, SmallscopeWorker.Lost, CoreException {
        Map<String, String> parameters = request.parameters();
        Refactorings.check(parameters);
        Program.Marked marked = Program.unmarked(request.files());
        EclipseCompiler.Result before = compile(marked.program(), "before", outputs);
        if (!before.errors().isEmpty()) {
            return SmallscopeWorker.done().outputs(outputs);
        }
        Engine.Applied applied = engine.apply(marked, parameters);
        outputs.put("severity", applied.severity());
        outputs.put("status", lines(applied.status()));
        if (applied.after() != null) {
            outputs.put("after", applied.after().text());
            EclipseCompiler.Result after = compile(applied.after(), "after", outputs);
            if (after.errors().isEmpty()) {
                if (isYes(parameters, "javac")) {
                    askJavac(marked.program(), applied.after(), outputs);
                }
                examine(marked, parameters, before, applied, after, outputs);
            }
        }
        for (String name : CONDITIONAL) {
            outputs.putIfAbsent(name, null);
        }
        Reply reply = applied.refused() ? SmallscopeWorker.refused(applied.status()) : SmallscopeWorker.done();
        return reply.outputs(outputs);
    }

    /** The outputs that need a program that compiles. */
    private void examine(Program.Marked marked, Map<String, String> parameters, EclipseCompiler.Result before,
        Engine.Applied applied, EclipseCompiler.Result after, Map<String, String> outputs)
        throws OwnTrouble, CoreException {
        String main = parameters.get("main");
        if (main != null) {
            outputs.put("behaviour before", execution.behaviour(before.classes(), main));
            outputs.put("behaviour after", execution.behaviour(after.classes(), main));
        }
        if (isYes(parameters, "there and back")) {
            outputs.put("before", marked.program().text());
            outputs.put("there and back", thereAndBack(marked, parameters, applied));
        }
    }

    private EclipseCompiler.Result compile(Program program, String when, Map<String, String> outputs) {
        EclipseCompiler.Result result = compiler.compile(program);
        outputs.put("compile errors " + when, lines(result.errors()));
        return result;
    }

    /** A second opinion on the result. javac is as slow as a refactoring: it sees the original only if it objects. */
    private void askJavac(Program before, Program after, Map<String, String> outputs) throws OwnTrouble {
        List<String> errors = javac.errors(after);
        outputs.put("javac errors after", lines(errors));
        if (!errors.isEmpty()) {
            outputs.put("javac errors before", lines(javac.errors(before)));
        }
    }

    private String thereAndBack(Program.Marked marked, Map<String, String> parameters, Engine.Applied there)
        throws OwnTrouble, CoreException {
        String text = marked.program().units().get(marked.file());
        Map<String, String> back = new HashMap<>(parameters);
        back.put("new name", identifierAt(text, marked.offset()));
        Engine.Applied applied =
            engine.apply(new Program.Marked(there.after(), marked.file(), there.offsetAfter()), back);
        return applied.refused() ? "renaming back: " + lines(applied.status()) : applied.after().text();
    }

    private static String identifierAt(String text, int offset) {
        int end = offset;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            ++end;
        }
        return text.substring(offset, end);
    }

    private static boolean isYes(Map<String, String> parameters, String name) throws OwnTrouble {
        String value = parameters.getOrDefault(name, "no");
        if (!value.equals("yes") && !value.equals("no")) {
            throw new OwnTrouble("bad request: \"" + name + "\" is \"" + value + "\", not yes or no");
        }
        return value.equals("yes");
    }

    private static String lines(List<String> messages) {
        return messages.isEmpty() ? "" : String.join("\n", messages) + "\n";
    }

    /** Whether Eclipse's code threw it, for a reason other than exhausted memory or files that changed meanwhile. */
    private static boolean isEclipses(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError || isOfWorkspace(cause)) {
                return false;
            }
        }
        return Stream.of(problem.getStackTrace()).map(StackTraceElement::getClassName)
            .filter(name -> name.startsWith(OURS) || name.startsWith(ECLIPSE)).findFirst()
            .map(name -> name.startsWith(ECLIPSE)).orElse(false);
    }

    private static boolean isOfWorkspace(Throwable cause) {
        return cause instanceof CoreException core && (core.getStatus() instanceof IResourceStatus
            || core.getStatus().getPlugin().equals(ResourcesPlugin.PI_RESOURCES));
    }

    private static String text(Throwable problem) {
        String place = Stream.of(problem.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith(ECLIPSE) || frame.getClassName().startsWith(OURS))
            .findFirst().map(frame -> " in " + frame.getClassName() + "." + frame.getMethodName()).orElse("");
        String message = problem.getMessage() == null ? "" : ": " + problem.getMessage().replaceAll("\\s*\\n\\s*", " ");
        return problem.getClass().getName() + message + place;
    }
}
