package fleet.model

import fleet.util.Units.kmText

case class Distance(km: Double) {
  def plus(other: Distance): Distance = Distance(km + other.km)
  def text: String = kmText(km)
}

object Distance {
  val Zero: Distance = Distance(0)

  def ofMiles(miles: Double): Distance = new Distance(miles * 1.609)
}

trait Vehicle {
  def plate: String
  def range(): Distance
  def label(): String = s"$plate (${range().text})"
  def canReach(target: Distance): Boolean = {
    val limit = this.range()
    limit.km >= target.km
  }
}

abstract class RoadVehicle extends Vehicle {
  def kind(): String
  def plate: String = prefix(kind())

  private def prefix(text: String): String = "R-" + text
}

class Van(number: Int) extends RoadVehicle {
  def kind(): String = "VAN" + number
  def range(): Distance = Distance(600)
}

class ElectricVan(number: Int, battery: Battery) extends RoadVehicle {
  def kind(): String = "EV" + number
  def range(): Distance = battery.reach()
  override def label(): String = super.label() + " electric"
}

class Battery(kwh: Int) {
  def reach(): Distance = Distance.ofMiles(kwh * efficiency())

  private def efficiency(): Double = 3.1
}
