package jobs;

public class EchoTask implements Task {
    private final String name;

    EchoTask(String name) {
        this.name = name;
    }

    @Override
    public void execute() {
        System.out.println(greeting());
    }

    private String greeting() {
        return "running " + name;
    }
}
