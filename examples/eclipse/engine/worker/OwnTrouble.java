// SPDX-License-Identifier: Apache-2.0
package smallscope.eclipse.worker;

/** The worker cannot answer, and it is not Eclipse's fault: a malformed request, a broken workspace. */
final class OwnTrouble extends Exception {
    private static final long serialVersionUID = 1;

    OwnTrouble(String message) {
        super(message);
    }
}
