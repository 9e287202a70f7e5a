package feeds;

import feeds.io.FileSource;
import feeds.io.Source;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

public class Reader {
    private Source source = new FileSource("feed.xml");
    private final Cursor cursor = new Cursor();

    public CompletableFuture<String> start() {
        return CompletableFuture.supplyAsync(source::read).thenApply(this::clean);
    }

    String clean(String raw) {
        return mapLines(raw, Reader::stripTags);
    }

    private static String mapLines(String raw, Function<String, String> each) {
        StringBuilder out = new StringBuilder();
        for (String line : raw.split("\n")) {
            out.append(each.apply(line));
        }
        return out.toString();
    }

    static String stripTags(String line) {
        int open = line.indexOf('<');
        return open < 0 ? line : stripTags(line.substring(0, open));
    }

    public void open(String name) {
        source = new FileSource(name);
        cursor.advance(source.readTrimmed().length());
    }

    public int apply(List<String> names) {
        Runnable rewind = () -> {
            for (String name : names) {
                open(name);
            }
        };
        rewind.run();
        return this.cursor.position;
    }

    private void run() {
        open("default.xml");
    }

    class Cursor {
        private int position;

        void advance(int by) {
            position += by;
            if (position > limit()) {
                run();
            }
        }

        private int limit() {
            return 4096;
        }
    }
}
