package smallscope.eclipse.worker;

/** The worker cannot answer, and Eclipse is not to blame: a malformed request, a broken workspace. */
final class OwnTrouble extends Exception {
    private static final long serialVersionUID = 1;

    OwnTrouble(String message) {
        super(message);
    }
}
