package shop.checkout;

public interface Priced {
    long cents();

    default long centsAfter(Discount discount) {
        return discount.apply(cents());
    }

    static long cheaper(Priced left, Priced right) {
        return Math.min(left.cents(), right.cents());
    }
}
