package net.ledger.core;

import static net.ledger.fmt.Columns.join;
import static net.ledger.fmt.Columns.pad;

public class Entry implements Postable {
    private final long amount;
    private final Side side;
    private Note note;

    public Entry(long amount, Side side) {
        this.amount = amount;
        this.side = side;
    }

    @Override
    public long amount() {
        return amount;
    }

    @Override
    public Side side() {
        return side;
    }

    public Entry note(String text) {
        note = new Note(text);
        return this;
    }

    public Note note() {
        return note;
    }

    public String row() {
        String text = pad(note.shorten(9), 10);
        return join(text, pad(String.valueOf(amount)));
    }

    public static class Note {
        private final String text;

        public Note(String text) {
            this.text = text;
        }

        String shorten(int size) {
            return text.length() <= size ? text : cut(size);
        }

        private String cut(int size) {
            return text.substring(0, size);
        }
    }
}
