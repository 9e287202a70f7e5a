package io.harbor.vessel;

public class Ferry extends Vessel {
    public Ferry(double length) {
        super(length);
    }

    @Override
    protected double draft() {
        return 3.0;
    }

    @Override
    protected double rate() {
        return super.rate() / 2;
    }

    public int decks() {
        return length > 80 ? 3 : 2;
    }
}
