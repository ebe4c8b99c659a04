// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import smallscope.worker.SmallscopeWorker;
import smallscope.worker.SmallscopeWorker.Reply;
import smallscope.worker.SmallscopeWorker.Request;

/** A worker that does what the parameter `do` says, for libraries_test.cpp. */
public final class Probe {
    private static Reply after(String text) {
        return SmallscopeWorker.done().output("after", text);
    }

    private static String listed(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile).map(path -> {
                try {
                    String bytes = HexFormat.of().formatHex(Files.readAllBytes(path));
                    return directory.relativize(path) + ": " + bytes + "\n";
                } catch (IOException trouble) {
                    throw new UncheckedIOException(trouble);
                }
            }).sorted().collect(Collectors.joining());
        }
    }

    private static int overflow() {
        return 1 + overflow();
    }

    private static Reply answer(Request request) throws Exception {
        switch (request.parameters().getOrDefault("do", "echo")) {
        case "echo":
            return SmallscopeWorker.done().output("after", request.bytes());
        case "echo standard input":
            return after(request.standardInput());
        case "null":
            return after(null);
        case "half a pair":
            return after("a\ud800b");
        case "long":
            return after("x".repeat(2 << 20));
        case "write files":
            return after(listed(request.writeFiles()));
        case "look for files":
            return after(String.valueOf(Files.exists(request.scratch().resolve("request"))));
        case "missing":
            return SmallscopeWorker.done();
        case "undeclared":
            return SmallscopeWorker.done().outputs(Map.of("after", "")).output("befor", "");
        case "refuse":
            throw new SmallscopeWorker.Refused("not like this");
        case "refuse without a reason":
            throw new SmallscopeWorker.Refused("");
        case "lose":
            throw new SmallscopeWorker.Lost("my own trouble");
        case "crash":
            throw new IllegalArgumentException("boom\n  twice");
        case "overflow":
            return after(String.valueOf(overflow()));
        case "ask for another parameter":
            return after(request.parameter("another"));
        case "exit":
            System.exit(3);
            return null;
        default:
            return null;
        }
    }

    public static void main(String[] arguments) throws IOException {
        new SmallscopeWorker("probe", "1.0").outputs("after").serve(Probe::answer);
    }
}
