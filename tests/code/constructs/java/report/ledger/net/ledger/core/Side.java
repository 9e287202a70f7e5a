package net.ledger.core;

public enum Side {
    DEBIT(1),
    CREDIT(-1);

    private final int sign;

    Side(int sign) {
        this.sign = sign;
    }

    public long signed(long amount) {
        return sign * amount;
    }

    public Side opposite() {
        return this == DEBIT ? CREDIT : DEBIT;
    }

    public static Side of(String mark) {
        return "dr".equals(mark) ? DEBIT : CREDIT;
    }
}
