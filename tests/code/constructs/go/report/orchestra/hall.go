package hall

import (
	"strings"

	"orchestra.example/hall/players"
)

type Hall struct {
	*players.Recorder
	seats   []players.Player
	soloist *players.Fiddle
}

func (h *Hall) Seat(p players.Player) *Hall {
	h.seats = append(h.seats, p)
	return h
}

func (h *Hall) TuneAll() error {
	for _, p := range h.seats {
		if err := p.Tune(440); err != nil {
			return err
		}
	}
	return h.soloist.Tune(442)
}

func (h *Hall) Play(bars int) []string {
	var lines []string
	for bar := 1; bar <= bars; bar++ {
		lines = append(lines, collect(h.seats, func(p players.Player) string { return p.Play(bar) })...)
	}
	h.WriteAll(lines)
	return lines
}

func collect(seats []players.Player, ask func(players.Player) string) []string {
	out := make([]string, len(seats))
	for i, p := range seats {
		out[i] = ask(p)
	}
	return out
}

func Concert(tape *players.Recorder) string {
	fiddle := players.NewFiddle("reel", tape)
	violin := &players.Violin{Tape: tape}
	h := &Hall{Recorder: tape, soloist: fiddle}
	if err := h.Seat(fiddle).Seat(violin).TuneAll(); err != nil {
		return err.Error()
	}
	h.Note("end")
	return strings.Join(h.Play(8), fiddleMark(fiddle))
}

func fiddleMark(t players.Tuner) string {
	if f, ok := t.(*players.Fiddle); ok {
		return f.Play(1)
	}
	if err := t.Tune(1); err != nil {
		return "-"
	}
	return players.Bass.Name()
}

func Tuners(v *players.Violin) []func(int) error {
	return []func(int) error{v.Tune, v.Strings.Tune}
}
