package shop.checkout;

import static shop.money.Rounding.halfUp;

public enum Discount {
    NONE(0.0),
    STAFF(0.25),
    CLEARANCE(0.5);

    private final double rate;

    Discount(double rate) {
        this.rate = rate;
    }

    public long apply(long cents) {
        return halfUp(cents * (1 - rate));
    }

    public boolean stacks() {
        return this == STAFF;
    }

    public static Discount fromCode(String code) {
        for (Discount candidate : values()) {
            if (candidate.matches(code)) {
                return candidate;
            }
        }
        return NONE;
    }

    private boolean matches(String code) {
        return name().equalsIgnoreCase(code);
    }
}
