package garden.plants

trait Plant {
  def name: String
  def thirst(day: Int): Litres
  def overdue(day: Int): Boolean = thirst(day).exceeds(Litres(2))
  def tag(): String = "plant " + name
}

abstract class Potted extends Plant {
  def pot: Pot

  def thirst(day: Int): Litres = pot.evaporation().times(day)

  override def tag(): String = super.tag() + " in " + pot.describe
}

class Fern(size: Int) extends Potted {
  def name: String = "fern"
  def pot: Pot = new Pot(size, "clay")

  override def thirst(day: Int): Litres = super.thirst(day).times(factor)

  private def factor: Int = 2
}

class Cactus extends Potted {
  def name: String = Cactus.latin("Opuntia")
  def pot: Pot = Pot.small()
}

object Cactus {
  def latin(genus: String): String = genus + " sp."
}
