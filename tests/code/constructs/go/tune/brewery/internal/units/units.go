// Package units converts and rounds.
package units

import "math"

const zero = 273.15

func Kelvin(celsius float64) float64 {
	return Round(celsius + zero)
}

func Round(value float64) float64 {
	return math.Round(value*10) / 10
}

func Halve(value float64, times int) float64 {
	if times == 0 {
		return value
	}
	return Halve(value/2, times-1)
}
