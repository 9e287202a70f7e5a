package convert

import (
	"math"

	"github.com/meteo/weather/pkg/convert/table"
)

func ToCelsius(f float64) float64 {
	return table.Lookup("f")(f)
}

func KnotsToKmh(knots float64) float64 {
	return table.Lookup("kn")(knots)
}

func Max(a, b float64) float64 {
	return math.Max(a, b)
}
