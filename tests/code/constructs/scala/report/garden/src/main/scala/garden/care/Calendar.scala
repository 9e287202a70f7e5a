package garden.care

import garden.plants.{Litres, Plant, Pot => Container}

class Calendar(log: Log) {
  private var plants: List[Plant] = Nil
  private val spare: Container = Container.small()

  def add(plant: Plant): Calendar = {
    plants = plant :: plants
    this
  }

  def add(more: Seq[Plant]): Calendar = {
    more.foreach(plant => this.add(plant))
    this
  }

  def visit(day: Int): Int = {
    val due = plants.filter(plant => needsWater(plant, day))
    for (plant <- due) {
      log.write(plant.tag())
    }
    due.size
  }

  def spareLabel: String = label(spare.describe)

  def summary: List[String] = plants.map(line)

  private def line(plant: Plant): String = label(plant.name)

  private def needsWater(plant: Plant, day: Int): Boolean = plant.overdue(day)

  private def label(text: String): String = "[" + text + "]"
}

trait Log {
  def write(line: String): Unit
  def warn(line: String): Unit = write("! " + line)
}

class ConsoleLog extends Log {
  def write(line: String): Unit = println(line)
}
