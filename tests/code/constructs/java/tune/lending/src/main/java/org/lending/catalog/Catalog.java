package org.lending.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lending.audit.AuditLog;
import org.lending.model.*;

public class Catalog {
    private final Map<String, Item> items = new HashMap<>();
    private final AuditLog audit;

    public Catalog(AuditLog audit) {
        this.audit = audit;
    }

    public void add(Item item) {
        items.put(item.title(), item);
        audit.record("added " + item.label()).flush();
    }

    public void remove(String title) {
        items.remove(title);
    }

    public Item find(String title) {
        return items.get(title);
    }

    public Optional<Item> lookup(String title) {
        return Optional.ofNullable(find(title));
    }

    public int longestLoan() {
        int longest = 0;
        for (Item item : items.values()) {
            longest = Math.max(longest, item.loanDays());
        }
        return longest;
    }

    public String origin(String title) {
        Item item = find(title);
        if (item instanceof Book book) {
            return book.author();
        }
        return ((Film) item).region();
    }

    public List<String> titles() {
        return items.values().stream().filter(entry -> entry.available()).map(Item::title).toList();
    }

    public String describe(String title) {
        return lookup(title).map(found -> found.label()).orElse("unknown");
    }
}
