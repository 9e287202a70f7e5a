package mixer

import scala.collection.mutable.ArrayBuffer

class Track private (name: String):
  private val sources = ArrayBuffer.empty[Source]
  private val meter = Meter()

  def add(source: Source): Track =
    sources.append(source)
    this

  def add(hertz: Double): Track = add(Sine(hertz))

  def mix(at: Int): Double =
    var sum = 0.0
    for source <- sources do
      sum += source.read(at)
    meter.sample(sum)
    sum

  def render(length: Int): Seq[Double] = (0 until length).map(mix)

  def title: String = name.shouted + " " + meter.peak().dots

object Track:
  def named(name: String): Track = new Track(name)

class Meter:
  private var top = 0.0

  def sample(value: Double): Unit = top = top.max(value)
  def peak(): Int = (top * 10).toInt

extension (text: String)
  def shouted: String = text.toUpperCase
