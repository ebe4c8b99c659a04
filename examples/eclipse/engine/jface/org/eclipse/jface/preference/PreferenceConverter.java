// SPDX-License-Identifier: Apache-2.0
package org.eclipse.jface.preference;

import org.eclipse.swt.graphics.RGB;

/**
 * Replaces JFace's class of this name, whose static initialiser opens a display. Without a user interface, Eclipse uses
 * it only for colours, which are kept as "red,green,blue".
 */
public class PreferenceConverter {
    public static final RGB COLOR_DEFAULT_DEFAULT = new RGB(0, 0, 0);

    private PreferenceConverter() {}

    public static void setDefault(IPreferenceStore store, String name, RGB color) {
        store.setDefault(name, text(color));
    }

    public static void setValue(IPreferenceStore store, String name, RGB color) {
        if (getColor(store, name).equals(color)) {
            return;
        }
        store.setValue(name, text(color));
    }

    public static RGB getColor(IPreferenceStore store, String name) {
        return color(store.getString(name));
    }

    public static RGB getDefaultColor(IPreferenceStore store, String name) {
        return color(store.getDefaultString(name));
    }

    private static String text(RGB color) {
        return color.red + "," + color.green + "," + color.blue;
    }

    private static RGB color(String text) {
        String[] parts = text.split(",");
        try {
            return new RGB(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException noColor) {
            return COLOR_DEFAULT_DEFAULT;
        }
    }
}
