package station

import (
	"fmt"
	"strings"

	"github.com/meteo/weather/pkg/convert"
)

type Reading struct {
	Fahrenheit float64
	Wind       Wind
}

type Wind struct {
	Knots float64
}

func (w Wind) String() string {
	return fmt.Sprintf("%.0f kn", w.Knots)
}

func (w Wind) Strong() bool {
	return convert.KnotsToKmh(w.Knots) > 60
}

type Station struct {
	ID       string
	readings map[string]Reading
	last     *Reading
}

func (s *Station) Record(day string, r Reading) *Station {
	s.ensure()
	s.readings[day] = r
	s.last = &r
	return s
}

func (s *Station) ensure() {
	if s.readings == nil {
		s.readings = make(map[string]Reading)
	}
}

func (s *Station) Stormy() int {
	count := 0
	for _, r := range s.readings {
		if r.Wind.Strong() {
			count++
		}
	}
	return count
}

func (s *Station) Title() string {
	return strings.Title(s.ID)
}
