package jobs.run

import jobs.queue.Job
import jobs.queue.Log
import jobs.queue.MemoryLog

class Runner(private val log: Log) {
    private val pending = ArrayDeque<Job>()

    fun submit(job: Job) {
        pending.add(job)
    }

    fun run(): Int {
        var done = 0
        while (pending.isNotEmpty()) {
            val job: Job = pending.removeFirst()
            if (job.execute(log)) done += 1
        }
        return done
    }
}

fun Runner.submitAll(vararg jobs: Job) {
    jobs.forEach(this::submit)
}

fun Job.describe(): String = "$name x${retries()}"

fun main() {
    val log = MemoryLog()
    val runner = Runner(log)
    val clean = CleanJob("tmp")
    runner.submitAll(clean, SyncJob(Transfer("backup")))
    println(clean.describe())
    println("${runner.run()} of 2, ${log.size()} lines")
}
