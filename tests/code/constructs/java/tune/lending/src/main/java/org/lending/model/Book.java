package org.lending.model;

public class Book extends Item {
    private final String author;

    public Book(String title, int copies, String author) {
        super(title, copies);
        this.author = author;
    }

    public String author() {
        return author;
    }

    @Override
    public int loanDays() {
        return available() ? 28 : 14;
    }

    @Override
    public String label() {
        return super.label() + ", by " + author;
    }
}
