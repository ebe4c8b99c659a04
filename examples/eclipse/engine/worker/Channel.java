// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The conversation with the runner, as docs/worker-protocol.md specifies it. */
final class Channel {
    private final BufferedReader requests;
    private final OutputStream replies;

    Channel() throws IOException {
        requests = new BufferedReader(
            new InputStreamReader(new FileInputStream(descriptor("SMALLSCOPE_REQUESTS")), StandardCharsets.UTF_8));
        replies = new FileOutputStream(descriptor("SMALLSCOPE_REPLIES"));
    }

    /** Java opens files only by name; the system has names for open descriptors. */
    private static String descriptor(String variable) {
        String number = System.getenv(variable);
        if (number == null) {
            throw new IllegalStateException(
                variable + " is not set: this program is a smallscope worker, started by a campaign");
        }
        return "/proc/self/fd/" + number;
    }

    /** The next line of the runner, or null when it has closed its end. */
    JsonObject receive() throws IOException {
        String line = requests.readLine();
        return line == null ? null : JsonParser.parseString(line).getAsJsonObject();
    }

    void send(JsonObject line) throws IOException {
        replies.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        replies.flush();
    }

    /** The texts of a member of a request by name, in order. A missing member is empty. */
    static Map<String, String> texts(JsonObject request, String member) throws OwnTrouble {
        Map<String, String> texts = new LinkedHashMap<>();
        if (request.has(member)) {
            for (Map.Entry<String, JsonElement> entry : request.getAsJsonObject(member).entrySet()) {
                texts.put(entry.getKey(), text(entry.getKey(), entry.getValue()));
            }
        }
        return texts;
    }

    private static String text(String name, JsonElement value) throws OwnTrouble {
        if (value.isJsonPrimitive()) {
            return value.getAsString();
        }
        byte[] bytes = Base64.getDecoder().decode(value.getAsJsonObject().get("base64").getAsString());
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException malformed) {
            throw new OwnTrouble("bad request: " + name + " is not UTF-8");
        }
    }

    static JsonArray array(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }

    static JsonObject object(Map<String, String> texts) {
        JsonObject object = new JsonObject();
        texts.forEach(object::addProperty);
        return object;
    }
}
