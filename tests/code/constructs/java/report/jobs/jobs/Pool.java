package jobs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Pool {
    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final Deque<Task> waiting = new ArrayDeque<>();
    private final Stats stats = new Stats();

    public void submit(Task task) {
        waiting.add(task);
        executor.submit(task::execute);
        stats.bump();
    }

    public CompletableFuture<Void> later(String name) {
        return CompletableFuture.supplyAsync(() -> Task.named(name)).thenAccept(this::submit);
    }

    public void drain() {
        Task next = waiting.poll();
        if (next != null) {
            next.runTwice();
            drain();
        }
    }

    public int measured() {
        try (Lease lease = lease("drain")) {
            drain();
            lease.extend();
        }
        return stats.done;
    }

    private Lease lease(String reason) {
        return new Lease();
    }

    private void reset() {
        waiting.clear();
    }

    class Stats {
        int done;

        void bump() {
            done = next(done);
            if (done > 1000) {
                Pool.this.reset();
            }
        }

        int next(int value) {
            return value + 1;
        }
    }

    static final class Lease implements AutoCloseable {
        private long until = System.nanoTime();

        void extend() {
            until = Math.addExact(until, 1_000L);
        }

        @Override
        public void close() {
            until = 0;
        }
    }
}
