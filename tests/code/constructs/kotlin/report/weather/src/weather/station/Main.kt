package weather.station

import weather.units.*

object Console {
    fun show(line: String) = println(format(line))

    private fun format(line: String): String = "> " + line
}

fun main() {
    val source = FixedSource(listOf("Oslo;-3.5", "Rome;18.0"))
    val station = Station(source)
    val warmest = station.warmest()
    if (warmest != null) {
        Console.show(station.text(warmest))
        Console.show(warmest.temperature.toFahrenheit().text())
    }
    Console.show(format(21.5, "C"))
    println(station.check())
}
