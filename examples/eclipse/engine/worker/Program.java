// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

import java.util.LinkedHashMap;
import java.util.Map;

/** Compilation units by file name, in the order of the request. */
record Program(Map<String, String> units) {
    /** The mark before the name of the declaration to refactor. */
    private static final String MARK = "«";

    /** A program and the place in it, without the mark. */
    record Marked(Program program, String file, int offset) {}

    static Marked unmarked(Map<String, String> files) throws OwnTrouble {
        Map<String, String> units = new LinkedHashMap<>();
        String file = null;
        int offset = 0;
        for (Map.Entry<String, String> entry : files.entrySet()) {
            String text = entry.getValue();
            int found = text.indexOf(MARK);
            if (found >= 0) {
                if (file != null || text.indexOf(MARK, found + 1) >= 0) {
                    throw new OwnTrouble("bad request: there are two marks " + MARK + ", one was expected");
                }
                file = entry.getKey();
                offset = found;
            }
            if (!entry.getKey().matches("(\\w+/)*\\w+\\.java")) {
                throw new OwnTrouble("bad request: \"" + entry.getKey() + "\" is not the name of a compilation unit");
            }
            units.put(entry.getKey(), text.replace(MARK, ""));
        }
        if (file == null) {
            throw new OwnTrouble("bad request: no file has the mark " + MARK + " before the name of a declaration");
        }
        return new Marked(new Program(units), file, offset);
    }

    /** The program with new texts for some of its units. */
    Program with(Map<String, String> changed) {
        Map<String, String> result = new LinkedHashMap<>(units);
        result.putAll(changed);
        return new Program(result);
    }

    /** One text. If there are several units, a comment line before each has its file name. */
    String text() {
        if (units.size() == 1) {
            return units.values().iterator().next();
        }
        StringBuilder all = new StringBuilder();
        units.forEach((file, text) -> {
            all.append("// ").append(file).append('\n').append(text);
            if (!text.endsWith("\n")) {
                all.append('\n');
            }
        });
        return all.toString();
    }
}
