package org.lending;

import org.lending.audit.AuditLog;
import org.lending.catalog.Catalog;
import org.lending.model.Book;
import org.lending.model.Film;

public class Desk {
    public static void main(String[] args) {
        try (AuditLog log = new AuditLog(System.out)) {
            Catalog catalog = new Catalog(log);
            stock(catalog);
            log.record(catalog.describe("Dune"));
            System.out.println(catalog.find("Alien").label());
        }
    }

    static void stock(Catalog catalog) {
        var dune = new Book("Dune", 4, "Frank Herbert");
        catalog.add(dune);
        catalog.add(new Film("Alien", "EU"));
        System.out.println(dune.label());
        if (!dune.available()) {
            catalog.remove("Dune");
        }
    }
}
