// SPDX-License-Identifier: Apache-2.0
package smallscope.worker;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A smallscope worker in Java: the protocol is here, the subject is yours (docs/worker-libraries.md).
 *
 * <pre>
 * new SmallscopeWorker("simplifier", "1.0").outputs("after").serve(
 *     request -> SmallscopeWorker.done().output("after", simplified(request.text())));
 * </pre>
 *
 * One file for Java 17 or later, without dependencies: copy it beside your program. It needs /proc, as Linux has it,
 * because Java opens files only by name. Texts that are not UTF-8 are byte arrays.
 */
public final class SmallscopeWorker {
    private static final String PROTOCOL = "smallscope-worker";
    private static final int VERSION = 1;
    private static final int MOST_FRAMES = 20;

    private final String subject;
    private final String version;
    private List<String> declared;

    public SmallscopeWorker(String subject, String version) {
        this.subject = subject;
        this.version = version;
    }

    /** What turns a request into a reply. */
    @FunctionalInterface
    public interface Answer {
        /**
         * May throw {@link Refused} and {@link Lost}. Everything else that it throws is a crash of the subject, but for
         * exhausted memory, which is lost.
         */
        Reply to(Request request) throws Exception;
    }

    /** The subject declined, with a reason. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        public Refused(String reason) {
            super(reason);
        }
    }

    /** The worker cannot answer, and it is not the subject's fault. */
    public static final class Lost extends Exception {
        private static final long serialVersionUID = 1;

        public Lost(String trouble) {
            super(trouble);
        }
    }

    /**
     * Declares the names of all outputs: a `done` that leaves one out or has another is then lost, and no oracle passes
     * unjudged.
     */
    public SmallscopeWorker outputs(String... names) {
        declared = List.of(names);
        return this;
    }

    /** Answers requests until the runner closes its end. */
    public void serve(Answer answer) throws IOException {
        try (Conversation conversation = open()) {
            for (Request request; (request = conversation.receive()) != null;) {
                conversation.reply(request, answered(answer, request));
            }
        }
    }

    /** Greets the runner. For workers that need more than {@link #serve}, such as to leave a request to another one. */
    public Conversation open() throws IOException {
        return new Conversation();
    }

    /** The reply of `answer`, or what its exception means. */
    public static Reply answered(Answer answer, Request request) {
        try {
            return answer.to(request);
        } catch (Refused refusal) {
            return refused(refusal.getMessage());
        } catch (Lost | OutOfMemoryError trouble) {
            return lost(trouble instanceof Lost ? trouble.getMessage() : "java.lang.OutOfMemoryError");
        } catch (Throwable problem) {
            problem.printStackTrace();
            Reply reply = crashed(said(problem));
            reply.standardError = stack(problem);
            return reply;
        }
    }

    /** The exception on one line, and the method it came from: no numbers of lines, which every change moves. */
    private static String said(Throwable problem) {
        String text = problem.toString().replaceAll("\\s+", " ");
        StackTraceElement[] frames = problem.getStackTrace();
        return frames.length == 0 || problem instanceof StackOverflowError
            ? text : text + " in " + frames[0].getClassName() + "." + frames[0].getMethodName();
    }

    /** Where it was thrown, and the callers of that place: a line each, `file:line method`. */
    private static String stack(Throwable problem) {
        List<StackTraceElement> frames = Arrays.stream(problem.getStackTrace())
            .filter(frame -> !frame.getClassName().startsWith(SmallscopeWorker.class.getName()))
            .collect(Collectors.toList());
        String lines = frames.stream().limit(MOST_FRAMES)
            .map(frame -> Objects.toString(frame.getFileName(), frame.getClassName()) + ":" + frame.getLineNumber()
                + " " + frame.getMethodName() + "\n")
            .collect(Collectors.joining());
        return lines + (frames.size() > MOST_FRAMES ? "...\n" : "");
    }

    public static Reply done() {
        return new Reply("done", List.of());
    }

    public static Reply refused(String reason) {
        return refused(reason == null ? List.of() : List.of(reason));
    }

    public static Reply refused(List<String> reasons) {
        return new Reply("refused", reasons);
    }

    public static Reply crashed(String message) {
        return new Reply("crashed", List.of(message));
    }

    public static Reply lost(String message) {
        return new Reply("lost", List.of(message));
    }

    /** What the worker reports. */
    public static final class Reply {
        private final String outcome;
        private final List<String> messages;
        private final Map<String, Object> outputs = new LinkedHashMap<>();
        private String standardError; // null: not reported

        private Reply(String outcome, List<String> messages) {
            this.outcome = outcome;
            this.messages = List.copyOf(messages);
        }

        /** Null says that this input has no such output. */
        public Reply output(String name, String text) {
            outputs.put(name, text == null ? null : text(text));
            return this;
        }

        public Reply output(String name, byte[] bytes) {
            outputs.put(name, text(bytes));
            return this;
        }

        public Reply outputs(Map<String, String> texts) {
            texts.forEach(this::output);
            return this;
        }

        private String objection(List<String> declared) {
            if (outcome.equals("refused") && messages.stream().allMatch(String::isEmpty)) {
                return "refused without a reason";
            }
            if (declared == null) {
                return null;
            }
            for (String name : outputs.keySet()) {
                if (!declared.contains(name)) {
                    return "the output `" + name + "` is reported and not declared; declared are: "
                        + String.join(", ", declared);
                }
            }
            for (String name : outcome.equals("done") ? declared : List.<String>of()) {
                if (!outputs.containsKey(name)) {
                    return "the output `" + name + "` is declared and not reported; report null if this input has none";
                }
            }
            return null;
        }

        private byte[] line(Object id) {
            List<Object> members = new ArrayList<>(Arrays.asList("id", id, "outcome", outcome, "messages",
                messages.stream().map(SmallscopeWorker::text).collect(Collectors.toList()), "outputs", outputs));
            if (standardError != null) {
                members.addAll(List.of("standard_error", text(standardError)));
            }
            return SmallscopeWorker.line(members.toArray());
        }
    }

    /** What to test. Texts that the campaign does not give are empty. */
    public static final class Request {
        private final Map<?, ?> members;
        private final Path scratch;

        private Request(Map<?, ?> members, Path scratch) {
            this.members = members;
            this.scratch = scratch;
        }

        /** The worker's own directory. */
        public Path scratch() {
            return scratch;
        }

        /** The first file. */
        public String text() throws Lost {
            return string("the first file", file());
        }

        /** The bytes of the first file. */
        public byte[] bytes() throws Lost {
            return SmallscopeWorker.bytes(file());
        }

        /** The files by name, in order. */
        public Map<String, String> files() throws Lost {
            return strings("files");
        }

        public Map<String, String> parameters() throws Lost {
            return strings("parameters");
        }

        public String parameter(String name) throws Lost {
            String text = parameters().get(name);
            if (text == null) {
                throw new Lost("the request has no parameter `" + name + "`; it has: "
                    + String.join(", ", parameters().keySet()));
            }
            return text;
        }

        public String standardInput() throws Lost {
            return members.containsKey("standard_input") ? string("the standard input", members.get("standard_input"))
                                                         : "";
        }

        /** Writes the files to a directory of their own and returns it; it is gone after the reply. */
        public Path writeFiles() throws Lost, IOException {
            Path directory = directory();
            Files.createDirectories(directory);
            for (Map.Entry<?, ?> entry : texts("files").entrySet()) {
                Path file = directory.resolve((String) entry.getKey()).normalize();
                if (!file.startsWith(directory) || file.equals(directory)) {
                    throw new Lost("the file name `" + entry.getKey() + "` leaves the directory");
                }
                Files.createDirectories(file.getParent());
                Files.write(file, SmallscopeWorker.bytes(entry.getValue()));
            }
            return directory;
        }

        private Path directory() {
            return scratch.resolve("request");
        }

        private void clean() throws IOException {
            if (!Files.exists(directory())) {
                return;
            }
            try (Stream<Path> paths = Files.walk(directory())) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                    Files.delete(path);
                }
            }
        }

        private Object file() throws Lost {
            Object text = members.get("input") instanceof String name ? texts("files").get(name) : null;
            if (text == null) {
                throw new Lost("the request has no file");
            }
            return text;
        }

        private Map<?, ?> texts(String member) {
            return members.get(member) instanceof Map<?, ?> texts ? texts : Map.of();
        }

        private Map<String, String> strings(String member) throws Lost {
            Map<String, String> strings = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : texts(member).entrySet()) {
                strings.put((String) entry.getKey(), string(entry.getKey().toString(), entry.getValue()));
            }
            return strings;
        }
    }

    /** The channel to the runner. The subject's output cannot corrupt it. One thread receives; any may reply. */
    public final class Conversation implements AutoCloseable {
        private final BufferedReader requests;
        private final OutputStream replies;
        private final Path scratch;
        private final long mostBytes;

        private Conversation() throws IOException {
            requests = new BufferedReader(
                new InputStreamReader(new FileInputStream(descriptor("SMALLSCOPE_REQUESTS")), StandardCharsets.UTF_8));
            replies = new FileOutputStream(descriptor("SMALLSCOPE_REPLIES"), true);
            Map<?, ?> greeting = next();
            if (greeting == null || !PROTOCOL.equals(greeting.get("protocol"))) {
                throw new IllegalStateException(
                    "the first line is not a greeting of smallscope-worker: this program is started by a campaign");
            }
            scratch = Path.of((String) greeting.get("scratch"));
            mostBytes = greeting.get("limits") instanceof Map<?, ?> limits
                && limits.get("reply_bytes") instanceof BigDecimal bytes ? bytes.longValue() : Long.MAX_VALUE;
            send(line("protocol", PROTOCOL, "version", VERSION, "subject", subject, "subject_version", version,
                "outputs", declared));
        }

        /** The next request, or null when the runner has closed its end. */
        public Request receive() throws IOException {
            Map<?, ?> members = next();
            return members == null ? null : new Request(members, scratch);
        }

        /** Sends the reply, or what is wrong with it. */
        public synchronized void reply(Request request, Reply reply) throws IOException {
            Object id = request.members.get("id");
            String objection = reply == null ? "the answer is null" : reply.objection(declared);
            byte[] line = (objection == null ? reply : lost(objection)).line(id);
            if (line.length > mostBytes) {
                line = lost("the reply has " + line.length + " bytes, the limit is " + mostBytes
                    + ": report less, or raise the limit").line(id);
            }
            request.clean();
            send(line);
        }

        @Override
        public void close() throws IOException {
            requests.close();
            replies.close();
        }

        private Map<?, ?> next() throws IOException {
            String line = requests.readLine();
            return line == null ? null : (Map<?, ?>) new Reader(line).value();
        }

        private void send(byte[] line) throws IOException {
            replies.write(line);
            replies.flush();
        }
    }

    /** Java opens files only by name; the system has names for open descriptors. */
    private static String descriptor(String variable) {
        String number = System.getenv(variable);
        if (number == null) {
            throw new IllegalStateException(variable + " is not set: this program is a smallscope worker, started by a "
                + "campaign; `smallscope check-worker` starts it by hand");
        }
        return "/proc/self/fd/" + number;
    }

    private static byte[] bytes(Object text) {
        return text instanceof String string ? string.getBytes(StandardCharsets.UTF_8)
                                             : Base64.getDecoder().decode((String) ((Map<?, ?>) text).get("base64"));
    }

    private static String string(String name, Object text) throws Lost {
        if (text instanceof String string) {
            return string;
        }
        throw new Lost("bad request: " + name + " is not UTF-8");
    }

    /** A text as a member: a string, or base64 if it holds half a pair of surrogates. */
    private static Object text(String text) {
        boolean whole = text.codePoints().noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
        return whole ? text : Map.of("base64", Base64.getEncoder().encodeToString(halvesAsBytes(text)));
    }

    private static Object text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException malformed) {
            return Map.of("base64", Base64.getEncoder().encodeToString(bytes));
        }
    }

    /** Half a pair has the bytes that UTF-8 forbids. */
    private static byte[] halvesAsBytes(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(3 * text.length());
        text.codePoints().forEach(point -> {
            if (point >= 0xD800 && point <= 0xDFFF) {
                bytes.put((byte) (0xE0 | point >> 12)).put((byte) (0x80 | point >> 6 & 0x3F))
                    .put((byte) (0x80 | point & 0x3F));
            } else {
                bytes.put(Character.toString(point).getBytes(StandardCharsets.UTF_8));
            }
        });
        byte[] written = new byte[bytes.position()];
        bytes.flip().get(written);
        return written;
    }

    private static byte[] line(Object... namesAndValues) {
        Map<Object, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        StringBuilder json = new StringBuilder();
        write(json, members);
        return json.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void write(StringBuilder json, Object value) {
        if (value instanceof String string) {
            json.append('"');
            string.chars().forEach(c -> json.append(c == '"' || c == '\\' ? "\\" : "")
                .append(c < ' ' ? String.format("\\u%04x", c) : String.valueOf((char) c)));
            json.append('"');
        } else if (value instanceof Map<?, ?> members) {
            json.append('{');
            members.forEach((name, member) -> {
                json.append(json.charAt(json.length() - 1) == '{' ? "" : ",");
                write(json, name);
                write(json.append(':'), member);
            });
            json.append('}');
        } else if (value instanceof List<?> items) {
            json.append('[');
            items.forEach(item -> write(json.append(json.charAt(json.length() - 1) == '[' ? "" : ","), item));
            json.append(']');
        } else {
            json.append(value);
        }
    }

    /** Reads one JSON value: Map, List, String, BigDecimal, Boolean or null. What the runner writes is well-formed. */
    private static final class Reader {
        private static final String ESCAPES = "\"\\/bfnrt";
        private static final String ESCAPED = "\"\\/\b\f\n\r\t";
        private final String json;
        private int at;

        Reader(String json) {
            this.json = json;
        }

        Object value() {
            char first = next();
            if (first == '"') {
                return string();
            }
            if (first == '{') {
                Map<String, Object> members = new LinkedHashMap<>();
                for (++at; !closes('}');) {
                    next();
                    String name = string();
                    next();
                    ++at; // the colon
                    members.put(name, value());
                }
                return members;
            }
            if (first == '[') {
                List<Object> items = new ArrayList<>();
                for (++at; !closes(']');) {
                    items.add(value());
                }
                return items;
            }
            int start = at;
            while (at < json.length() && ",]} ".indexOf(json.charAt(at)) < 0) {
                ++at;
            }
            String word = json.substring(start, at);
            return switch (word) {
                case "true", "false" -> word.equals("true");
                case "null" -> null;
                default -> new BigDecimal(word);
            };
        }

        /** The next character that is not white space. */
        private char next() {
            while (Character.isWhitespace(json.charAt(at))) {
                ++at;
            }
            return json.charAt(at);
        }

        /** Whether the object or list ends here; skips the comma if not. */
        private boolean closes(char end) {
            boolean ends = next() == end;
            at += ends || next() == ',' ? 1 : 0;
            return ends;
        }

        private String string() {
            StringBuilder text = new StringBuilder();
            int start = ++at;
            for (char c; (c = json.charAt(at)) != '"'; ++at) {
                if (c != '\\') {
                    continue;
                }
                text.append(json, start, at);
                char letter = json.charAt(++at);
                if (letter == 'u') {
                    at += 4;
                    text.append((char) Integer.parseInt(json.substring(at - 3, at + 1), 16));
                } else {
                    text.append(ESCAPED.charAt(ESCAPES.indexOf(letter)));
                }
                start = at + 1;
            }
            return text.append(json, start, at++).toString();
        }
    }
}
