package io.harbor.port;

public record Berth(String code, double metres) {
    public Berth {
        requireCode(code);
    }

    public static Berth parse(String text) {
        String[] parts = text.split(":");
        return new Berth(parts[0], Double.parseDouble(parts[1]));
    }

    private static void requireCode(String code) {
        if (code.isBlank()) {
            throw new IllegalArgumentException("a berth needs a code");
        }
    }

    public boolean fits(double length) {
        return length + margin() <= metres;
    }

    private double margin() {
        return metres * 0.1;
    }

    public void release() {
        System.out.println(code + " is free");
    }
}
