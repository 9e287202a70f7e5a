package fleet.dispatch

import fleet.model.{Distance => Leg, Vehicle}

class Planner(vehicles: List[Vehicle]) {
  private val journal: Journal = new Journal

  def total(legs: List[Leg]): Leg = legs.foldLeft(Leg.Zero)(join)

  def pick(legs: List[Leg]): Option[Vehicle] = {
    val needed = total(legs)
    val found = vehicles.find(v => v.canReach(needed))
    found match {
      case Some(vehicle: Vehicle) => journal.add(vehicle.label())
      case None => journal.add("none")
    }
    found
  }

  def history: String = journal.dump()

  private def join(left: Leg, right: Leg): Leg = left.plus(right)
}

class Journal {
  private val lines = scala.collection.mutable.ListBuffer.empty[String]

  def add(line: String): Unit = lines.append(format(line))

  def dump(): String = lines.mkString("\n")

  private def format(line: String): String = "- " + line
}
