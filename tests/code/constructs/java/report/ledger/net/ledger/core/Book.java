package net.ledger.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import net.ledger.fmt.*;

public class Book<T extends Postable> {
    private final List<T> rows = new ArrayList<>();

    public Book<T> add(T row) {
        rows.add(row);
        return this;
    }

    public T first() {
        return rows.get(0);
    }

    public long balance() {
        long sum = 0;
        for (T row : rows) {
            sum += row.effect();
        }
        return sum;
    }

    public long count(Predicate<Postable> test) {
        return rows.stream().filter(row -> test.test(row)).count();
    }

    public static boolean test(Postable row) {
        return row.amount() > 0;
    }

    public static String report(String mark) {
        Book<Entry> book = new Book<>();
        book.add(new Entry(500, Side.of(mark)).note("rent")).add(new Entry(20, Side.CREDIT));
        long positive = book.count(Book::test);
        String head = Columns.pad("total") + net.ledger.fmt.Columns.trim(" x ");
        for (Entry entry : List.of(book.first())) {
            head += entry.row() + entry.contra().signed(positive);
        }
        return head + book.balance();
    }
}
