package feeds.io;

import java.nio.file.Files;
import java.nio.file.Path;

public class FileSource implements Source {
    private final Path path;

    public FileSource(String name) {
        this.path = Path.of(name);
    }

    @Override
    public String read() {
        try {
            return Files.readString(path);
        } catch (java.io.IOException problem) {
            return fallback(problem);
        }
    }

    private String fallback(Exception problem) {
        return "";
    }
}
