package net.ledger.fmt;

public final class Columns {
    public static final int WIDTH = 12;

    public static String pad(String text) {
        return pad(text, WIDTH);
    }

    public static String pad(String text, int width) {
        return text.length() >= width ? text : pad(text + " ", width);
    }

    public static String trim(String text) {
        return text.trim();
    }

    public static String join(String... cells) {
        return String.join("|", cells);
    }
}
