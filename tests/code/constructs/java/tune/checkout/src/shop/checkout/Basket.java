package shop.checkout;

import static shop.money.Rounding.*;

import java.util.ArrayList;
import java.util.List;

public class Basket implements Priced {
    private final List<Line> lines;
    private Discount discount = Discount.NONE;

    private Basket(Builder builder) {
        this.lines = List.copyOf(builder.pending);
    }

    public static Builder builder() {
        return new Builder();
    }

    public Discount getDiscount() {
        return discount;
    }

    public void setDiscount(Discount discount) {
        this.discount = discount;
    }

    @Override
    public long cents() {
        long sum = 0;
        for (Line line : lines) {
            sum += line.cents();
        }
        return sum;
    }

    public String receipt() {
        return format(centsAfter(getDiscount())) + " off " + floor(2.5);
    }

    private long floor(double value) {
        return Math.round(value);
    }

    public static class Builder {
        private final List<Line> pending = new ArrayList<>();

        public Builder line(String sku, long unit, int count) {
            pending.add(new Line(sku, unit, count));
            return this;
        }

        public Builder line(String sku, long unit) {
            return line(sku, unit, 1);
        }

        public Basket build() {
            return new Basket(this);
        }
    }

    static class Line implements Priced {
        private final String sku;
        private final long unit;
        private final int count;

        Line(String sku, long unit, int count) {
            this.sku = sku;
            this.unit = unit;
            this.count = count;
        }

        @Override
        public long cents() {
            return unit * count;
        }
    }
}
