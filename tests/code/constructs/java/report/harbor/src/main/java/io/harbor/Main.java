package io.harbor;

import io.harbor.port.Registry;
import io.harbor.vessel.Tanker;
import io.harbor.vessel.Vessel;

public final class Main {
    private final Registry registry;

    Main(Registry registry) {
        this.registry = registry;
    }

    public static void main(String[] args) {
        Registry registry = new Registry().open("A1:120").open("B2:300");
        new Main(registry).run(args.length);
    }

    private void run(int count) {
        var tanker = new Tanker(250, 40_000);
        tanker.load(count);
        registry.dock("Aurora", tanker, 250);
        registry.dock("Skye", Vessel.ofKind("ferry", 90), 90);
        System.out.println(this.registry.income() + tanker.fee());
        registry.dearest().fee();
        registry.release("Aurora");
    }
}
