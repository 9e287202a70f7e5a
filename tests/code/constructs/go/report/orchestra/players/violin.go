package players

import "fmt"

type Violin struct {
	Strings
	Tape *Recorder
}

func (v *Violin) Play(bar int) string {
	v.Tape.Note("violin")
	return fmt.Sprint(bar, v.Pitch(), v.clef.Low())
}

func (v *Violin) Tune(pitch int) error {
	if pitch < 0 {
		return fmt.Errorf("pitch %d", pitch)
	}
	return v.Strings.Tune(pitch + 1)
}

type Fiddle struct {
	Violin
	dance string
}

func NewFiddle(dance string, tape *Recorder) *Fiddle {
	f := &Fiddle{dance: dance}
	f.Tape = tape
	f.Strings = Strings{pitch: 440, clef: Treble}
	return f
}

func (f *Fiddle) Play(bar int) string {
	if bar > 4 {
		return f.Play(bar - 4)
	}
	return f.dance + f.Violin.Play(bar)
}
