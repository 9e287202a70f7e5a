package io.harbor.vessel;

public class Tanker extends Vessel {
    private int tonnes;

    public Tanker(double length, int tonnes) {
        super(length);
        load(tonnes);
    }

    public void load(int more) {
        tonnes += more;
    }

    @Override
    protected double draft() {
        return 6 + tonnes / 1000.0;
    }

    @Override
    public double fee() {
        double base = super.fee();
        return isHeavy() ? base * 2 : base;
    }

    private boolean isHeavy() {
        return draft() > 12;
    }
}
