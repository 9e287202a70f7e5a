package station

import (
	conv "github.com/meteo/weather/pkg/convert"
)

func Open(id string) (*Station, error) {
	if err := check(id); err != nil {
		return nil, err
	}
	return &Station{ID: id}, nil
}

func check(id string) error {
	if len(id) == 0 {
		return &IDError{Reason: "empty"}
	}
	return nil
}

type IDError struct {
	Reason string
}

func (e *IDError) Error() string {
	return "station id: " + e.Reason
}

// Warmest looks through the stations, and those behind them.
func Warmest(stations []*Station) float64 {
	if len(stations) == 0 {
		return -273
	}
	rest := Warmest(stations[1:])
	if last := stations[0].last; last != nil {
		return conv.Max(rest, conv.ToCelsius(last.Fahrenheit))
	}
	return rest
}
