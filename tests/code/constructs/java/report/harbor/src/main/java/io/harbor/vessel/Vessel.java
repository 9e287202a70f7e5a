package io.harbor.vessel;

import io.harbor.port.Berth;

public abstract class Vessel {
    protected final double length;
    private Berth berth;

    protected Vessel(double length) {
        this.length = length;
    }

    public Berth getBerth() {
        return berth;
    }

    public void setBerth(Berth next) {
        if (berth != null) {
            berth.release();
        }
        this.berth = next;
    }

    protected abstract double draft();

    public double fee() {
        return length * rate() + draft();
    }

    protected double rate() {
        return 2.5;
    }

    public static Vessel ofKind(String kind, double length) {
        return switch (kind) {
            case "tanker" -> new Tanker(length, 0);
            default -> new Ferry(length);
        };
    }
}
