package jobs;

public interface Task {
    void execute();

    default void runTwice() {
        execute();
        execute();
    }

    static Task named(String name) {
        return new EchoTask(name);
    }
}
