package shop.checkout;

import java.util.Comparator;
import java.util.List;

public class Till<P extends Priced> {
    private final List<P> queue;

    public Till(List<P> queue) {
        this.queue = queue;
    }

    public long takings() {
        long sum = 0;
        for (P entry : queue) {
            sum += entry.cents();
        }
        return sum;
    }

    public P cheapest() {
        return queue.stream().min(Comparator.comparingLong(Priced::cents)).orElseThrow();
    }

    public static long change(long paid, long due) {
        if (paid < due) {
            return change(paid + 100, due);
        }
        return paid - due;
    }

    public static String demo(String code) {
        Basket basket = Basket.builder().line("tea", 350, 2).line("mug", 900).build();
        basket.setDiscount(Discount.fromCode(code));
        Till<Basket> till = new Till<>(List.of(basket));
        String total = shop.money.Rounding.format(till.takings());
        long least = Priced.cheaper(basket, till.cheapest());
        return total + basket.receipt() + change(least, Discount.STAFF.apply(1000));
    }
}
