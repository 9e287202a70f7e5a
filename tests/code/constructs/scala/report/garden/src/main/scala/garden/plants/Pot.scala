package garden.plants

case class Litres(amount: Double) {
  def times(n: Int): Litres = Litres(amount * n)
  def exceeds(other: Litres): Boolean = amount > other.amount
}

class Pot(size: Int, material: String) {
  def evaporation(): Litres = Litres(size * rate())

  def describe: String = label(material)

  private def rate(): Double = if (material == "clay") 0.2 else 0.1

  private def label(text: String): String = size.toString + "cm " + text
}

object Pot {
  def small(): Pot = new Pot(8, "plastic")
}
