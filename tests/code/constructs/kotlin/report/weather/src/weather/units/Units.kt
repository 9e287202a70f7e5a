package weather.units

class Celsius(val degrees: Double) {
    fun below(other: Celsius): Boolean = degrees < other.degrees

    fun toFahrenheit(): Fahrenheit = Fahrenheit(degrees.convert())
}

class Fahrenheit(val degrees: Double) {
    fun text(): String = format(degrees, "F")
}

private fun Double.convert(): Double = this * 9 / 5 + 32

fun format(value: Double, unit: String): String = "${value.rounded()}°$unit"

fun format(value: Celsius): String = format(value.degrees, "C")

fun Double.rounded(): String = "%.1f".format(this)
