package weather.station

import weather.model.Reading
import weather.units.format as formatUnit

interface Source {
    fun lines(): List<String>
    fun isEmpty(): Boolean = lines().isEmpty()
}

class FixedSource(private val rows: List<String>) : Source {
    override fun lines(): List<String> = rows
}

class Station(private val source: Source) {
    private val alarm: Alarm = Alarm(2)

    fun load(): List<Reading> {
        if (source.isEmpty()) return emptyList()
        return source.lines().map(Reading.Companion::parse)
    }

    fun warmest(): Reading? {
        var best: Reading? = null
        for (reading: Reading in load()) {
            if (best == null || reading.warmer(best)) best = reading
        }
        return best
    }

    fun check(): Boolean {
        val frost = load().count { it.isFrost() }
        return alarm.check(frost)
    }

    fun text(reading: Reading): String = reading.station + " " + formatUnit(reading.temperature)
}

class Alarm(private val limit: Int) {
    fun check(count: Int): Boolean = count >= limit
}
