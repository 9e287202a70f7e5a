package jobs.queue

abstract class Job {
    val name: String
    private var attempts: Int = 0

    constructor(name: String) {
        this.name = name
    }

    abstract fun run(log: Log): Boolean

    open fun retries(): Int = 1

    fun execute(log: Log): Boolean {
        while (attempts < retries()) {
            attempts += 1
            if (run(log)) {
                log.info("$name done")
                return true
            }
        }
        return false
    }
}

interface Log {
    fun info(line: String)
    fun warn(line: String) {
        info("! $line")
    }
}

class MemoryLog : Log {
    private val lines = ArrayList<String>()

    override fun info(line: String) {
        lines.add(line)
    }

    fun size(): Int = lines.size
}
