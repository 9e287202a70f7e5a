package players

import (
	"io"
	"strings"
)

type Tuner interface {
	Tune(pitch int) error
}

type Player interface {
	Tuner
	Play(bar int) string
}

type Clef int

const (
	Treble Clef = iota + 1
	Bass
)

var clefNames = map[Clef]string{Treble: "G", Bass: "F"}

func (c Clef) Name() string {
	return clefNames[c]
}

func (c Clef) Low() bool {
	return c.Name() == "F"
}

type Strings struct {
	pitch int
	clef  Clef
}

func (s *Strings) Tune(pitch int) error {
	s.pitch = pitch
	return nil
}

func (s Strings) Pitch() int {
	return s.pitch
}

type Recorder struct {
	io.Writer
	notes int
}

func (r *Recorder) Note(text string) {
	r.notes++
	r.Write([]byte(text))
}

func (r *Recorder) WriteAll(lines []string) {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line)
	}
	r.Note(b.String())
}
