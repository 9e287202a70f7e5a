package jobs.run

import jobs.queue.Job
import jobs.queue.Log

class CleanJob : Job {
    private val folder: String

    constructor(folder: String) : super("clean") {
        this.folder = folder
    }

    override fun run(log: Log): Boolean {
        log.info("cleaning $folder")
        return isSafe(folder)
    }
}

class SyncJob : Job {
    private val transfer: Transfer

    constructor(transfer: Transfer) : super("sync") {
        this.transfer = transfer
    }

    override fun retries(): Int = super.retries() + transfer.spare()

    override fun run(log: Log): Boolean {
        val ok = transfer.run("a") && transfer.run("b")
        if (!ok) log.warn("sync failed")
        return ok
    }
}

class Transfer(private val host: String) {
    fun run(file: String): Boolean = isSafe("$host/$file")

    fun spare(): Int = 2
}

internal fun isSafe(path: String): Boolean = !path.startsWith("/")
