package org.lending.audit;

import java.io.PrintStream;

public class AuditLog implements AutoCloseable {
    private final PrintStream out;
    private int lines;

    public AuditLog(PrintStream out) {
        this.out = out;
    }

    public AuditLog record(String message) {
        lines++;
        out.println(message);
        return this;
    }

    public void flush() {
        out.flush();
    }

    @Override
    public void close() {
        record(lines + " lines written");
        flush();
    }
}
