package mixer

trait Source:
  def sample(at: Int): Double
  def gain: Double = 1.0
  def read(at: Int): Double = clip(sample(at) * gain)

trait Muted extends Source:
  override def gain: Double = super.gain * 0.1

class Sine(hertz: Double) extends Source:
  def sample(at: Int): Double = math.sin(phase(at))
  private def phase(at: Int): Double = at * hertz / Rate.current

class QuietSine(inner: Sine, fade: Envelope) extends Muted:
  def sample(at: Int): Double = fade.shape(at) * inner.sample(at)

class Envelope(length: Int):
  def shape(at: Int): Double = if at > length then 0.0 else 1.0

object Rate:
  def current: Int = clip(44100)
  private def clip(rate: Int): Int = rate.min(96000)

def clip(value: Double): Double = value.max(-1.0).min(1.0)
