package garden

import garden.care._
import garden.plants.{Cactus, Fern, Plant}

object Main {
  implicit class PlantOps(plant: Plant) {
    def shout: String = plant.tag().toUpperCase
  }

  def main(args: Array[String]): Unit = {
    val log: Log = new ConsoleLog
    val calendar = new Calendar(log)
    val fern = new Fern(14)
    calendar.add(fern).add(List(new Cactus))
    write(calendar.visit(3))
    log.warn(calendar.spareLabel)
    println(fern.shout)
    calendar.summary.foreach(println)
  }

  private def write(count: Int): Unit = println("visited " + count)
}
