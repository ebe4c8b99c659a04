// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A stand-in for your program: it simplifies expressions, with a planted bug. */
final class Subject {
    /** An operation, or a name or number without sides. */
    record Node(String token, Node left, Node right) {
        int value(int x, int y) {
            return switch (token) {
                case "x" -> x;
                case "y" -> y;
                case "+" -> left.value(x, y) + right.value(x, y);
                case "-" -> left.value(x, y) - right.value(x, y);
                case "*" -> left.value(x, y) * right.value(x, y);
                default -> Integer.parseInt(token);
            };
        }

        private boolean is(String other) {
            return token.equals(other);
        }

        private String text() {
            return left == null ? token : "(" + left.text() + " " + token + " " + right.text() + ")";
        }
    }

    private Subject() {}

    static Node parsed(String expression) {
        List<String> tokens =
            Pattern.compile("\\w+|[-+*()]").matcher(expression).results().map(MatchResult::group).toList();
        return operation(new ArrayDeque<>(tokens));
    }

    private static Node operation(Deque<String> tokens) {
        Node left = side(tokens);
        if (tokens.isEmpty() || tokens.peek().equals(")")) {
            return left;
        }
        String operator = tokens.pop();
        return new Node(operator, left, side(tokens));
    }

    private static Node side(Deque<String> tokens) {
        if (!tokens.peek().equals("(")) {
            return new Node(tokens.pop(), null, null);
        }
        tokens.pop();
        Node inner = operation(tokens);
        tokens.pop();
        return inner;
    }

    private static Node simplified(Node node) {
        if (node.left() == null) {
            return node;
        }
        Node left = simplified(node.left());
        Node right = simplified(node.right());
        if (node.is("*") && (left.is("0") || right.is("0"))) {
            return new Node("0", null, null);
        }
        if (node.is("*") && (left.is("1") || right.is("1"))) {
            return left.is("1") ? right : left;
        }
        if (right.is("0")) {
            return left;
        }
        if (left.is("0")) { // the planted bug: 0 - x is not x
            return right;
        }
        return new Node(node.token(), left, right);
    }

    static String simplified(String expression) {
        return simplified(parsed(expression)).text();
    }
}
