package io.harbor.port;

import io.harbor.vessel.*;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public class Registry {
    private final List<Berth> berths = new ArrayList<>();
    private final Map<String, Vessel> calls = new TreeMap<>();

    public Registry open(String text) {
        berths.add(Berth.parse(text));
        return this;
    }

    public Optional<Berth> free(double length) {
        return berths.stream().filter(b -> b.fits(length)).findFirst();
    }

    public void dock(String name, Vessel vessel, double length) {
        free(length).ifPresent(vessel::setBerth);
        calls.put(name, vessel);
    }

    public void release(String name) {
        Vessel gone = calls.remove(name);
        if (gone != null && gone.getBerth() != null) {
            gone.getBerth().release();
        }
    }

    public double income() {
        double sum = 0;
        for (Map.Entry<String, Vessel> call : calls.entrySet()) {
            sum += call.getValue().fee();
        }
        return sum;
    }

    public int decks(String name) {
        Vessel vessel = calls.get(name);
        if (vessel instanceof Ferry) {
            Ferry ferry = (Ferry) vessel;
            return ferry.decks();
        }
        return 0;
    }

    public Vessel dearest() {
        return calls.values().stream().max(Comparator.comparingDouble(Vessel::fee)).orElse(null);
    }
}
