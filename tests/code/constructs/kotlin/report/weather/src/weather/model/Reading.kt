package weather.model

import weather.units.Celsius

class Reading(val station: String, val temperature: Celsius) {
    fun isFrost(): Boolean = temperature.below(ZERO)

    fun warmer(other: Reading): Boolean = !temperature.below(other.temperature)

    companion object {
        private val ZERO = Celsius(0.0)

        fun of(station: String, degrees: Double): Reading =
            Reading(station, Celsius(degrees))

        fun parse(line: String): Reading {
            val (name, value) = line.split(";")
            return of(name, value.toDouble())
        }
    }
}
