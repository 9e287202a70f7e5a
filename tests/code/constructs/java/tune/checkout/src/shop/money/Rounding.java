package shop.money;

public final class Rounding {
    private Rounding() {
    }

    public static long halfUp(double cents) {
        return (long) Math.floor(cents + 0.5);
    }

    public static long halfUp(double cents, int step) {
        return halfUp(cents / step) * step;
    }

    public static long floor(double cents) {
        return (long) Math.floor(cents);
    }

    public static String format(long cents) {
        return String.format("%d.%02d", cents / 100, cents % 100);
    }
}
