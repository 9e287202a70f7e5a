package fleet

import fleet.dispatch._
import fleet.model.{Battery, Distance, ElectricVan, Van}
import fleet.util.Syntax._
import fleet.util.Units

object Main {
  def main(args: Array[String]): Unit = {
    val van = new Van(7)
    val electric = new ElectricVan(8, new Battery(75))
    val planner = new Planner(List(electric, van))
    planner.pick(List(Distance(120), Distance.ofMiles(40)))
    println(planner.history)
    report(135)
  }

  def report(minutes: Int): Unit = {
    println(Units.format("took " + minutes.clock))
  }
}
