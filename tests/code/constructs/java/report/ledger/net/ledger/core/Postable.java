package net.ledger.core;

public interface Postable {
    long amount();

    Side side();

    default long effect() {
        return side().signed(amount());
    }

    default Side contra() {
        return this.side().opposite();
    }
}
