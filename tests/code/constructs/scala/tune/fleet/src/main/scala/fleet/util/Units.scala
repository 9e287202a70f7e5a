package fleet.util

object Units {
  def kmText(km: Double): String = format(km, "km")

  def format(value: Double, unit: String): String = format(round(value) + " " + unit)

  def format(text: String): String = text.trim

  private def round(value: Double): Long = math.round(value)
}

object Syntax {
  implicit class RichMinutes(minutes: Int) {
    def clock: String = pad(minutes / 60) + ":" + pad(minutes % 60)

    private def pad(n: Int): String = if (n < 10) "0" + n else n.toString
  }
}
