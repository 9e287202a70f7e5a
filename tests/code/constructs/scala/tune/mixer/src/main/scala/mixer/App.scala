package mixer

extension (count: Int)
  def dots: String = "." * count

object App:
  def demo(): String =
    val track = Track.named("lead")
    track.add(440).add(QuietSine(Sine(220), Envelope(100)))
    describe(track, show)

  def describe(track: Track, output: Double => String): String =
    track.title + track.render(4).map(output).mkString(" ")

  private def show(value: Double): String = "%.2f".format(value)

@main def play(): Unit =
  println(App.demo())
