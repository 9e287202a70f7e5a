package feeds.io;

public interface Source {
    String read();

    default String readTrimmed() {
        return read().trim();
    }
}
