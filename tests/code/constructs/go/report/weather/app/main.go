package main

import (
	"errors"
	"fmt"
	"strings"

	. "github.com/meteo/weather/pkg/convert"
	"github.com/meteo/weather/pkg/convert/table"
	st "github.com/meteo/weather/pkg/station"
)

func main() {
	s, err := st.Open("ucc")
	if err != nil {
		fmt.Println(explain(err))
		return
	}
	defer s.Record("end", st.Reading{Fahrenheit: 50})
	s.Record("mon", st.Reading{Fahrenheit: 68}).Record("tue", sample(12))
	fmt.Println(s.Title(), s.Stormy(), st.Warmest([]*st.Station{s}))
}

func sample(knots float64) st.Reading {
	return st.Reading{Wind: st.Wind{Knots: Max(knots, 1)}}
}

func explain(err error) string {
	var bad *st.IDError
	if errors.As(err, &bad) {
		return bad.Error()
	}
	return strings.ToUpper(err.Error())
}

func convertAll(values []float64, unit string) []float64 {
	table := table.Lookup(unit)
	out := make([]float64, 0, len(values))
	for _, v := range values {
		out = append(out, table.Twice(v))
	}
	return out
}

func largest(values []float64) float64 {
	Max := values[0]
	for _, v := range values {
		Max = fold(Max, v, ToCelsius)
	}
	return Max
}

func fold(a, b float64, change func(float64) float64) float64 {
	return a + change(b)
}
