package org.lending.model;

public abstract class Item {
    private final String title;
    private final int copies;

    protected Item(String title, int copies) {
        this.title = title;
        this.copies = checkCopies(copies);
    }

    private static int checkCopies(int copies) {
        if (copies < 0) {
            throw new IllegalArgumentException("copies must not be negative");
        }
        return copies;
    }

    public String title() {
        return title;
    }

    public boolean available() {
        return copies > 0;
    }

    public abstract int loanDays();

    public String label() {
        return this.title() + " for " + loanDays() + " days";
    }
}
