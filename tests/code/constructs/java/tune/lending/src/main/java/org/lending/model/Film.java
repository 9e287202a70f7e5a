package org.lending.model;

public class Film extends Item {
    private final String region;

    public Film(String title, String region) {
        super(title, 1);
        this.region = region;
    }

    public String region() {
        return region;
    }

    @Override
    public int loanDays() {
        return 3;
    }
}
